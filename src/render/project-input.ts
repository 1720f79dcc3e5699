import type { Variables } from '../shorthand/schema.ts';

/** A project as JSON text, as UTF-8 bytes, or as an object; in shorthand or in the full format. */
export type ProjectInput = string | Uint8Array | object;

/** Options for converting a project in shorthand to the full format. */
export interface ShorthandOptions {
  /** Values for its variables, which override its own. */
  readonly variables?: Variables | undefined;
  /** Base folder of relative paths in its `src` fields. Without it, such paths are rejected. */
  readonly baseFolder?: string | undefined;
}
