import type { Variables } from '../shorthand/schema.ts';

/** A project as JSON text, as its UTF-8 bytes, or as an object, in shorthand or in the full format. */
export type ProjectInput = string | Uint8Array | object;

/** Options for expanding a project in shorthand. */
export interface ShorthandOptions {
  /** Values of its variables, which override the values in the document. */
  readonly variables?: Variables | undefined;
  /** The folder to which relative paths in its `src` fields refer. Without it, such paths are refused. */
  readonly baseFolder?: string | undefined;
}
