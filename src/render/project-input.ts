import type { Variables } from '../shorthand/schema.ts';

/** What a project can be given as: JSON text, its UTF-8 bytes, or the object itself; in shorthand or in full. */
export type ProjectInput = string | Uint8Array | object;

/** How a project in shorthand becomes a full one. */
export interface ShorthandOptions {
  /** Values for its variables, which win over its own. */
  readonly variables?: Variables | undefined;
  /** The folder that relative paths in its `src` fields start from. Without it they are refused. */
  readonly baseFolder?: string | undefined;
}
