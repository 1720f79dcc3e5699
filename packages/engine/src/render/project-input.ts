import type { AllOptions } from './options/all-options.ts';

/** A project as JSON text, as its UTF-8 bytes, or as an object, in shorthand or in the full format. */
export type ProjectInput = string | Uint8Array | object;

/** Options for expanding a project in shorthand. */
export interface ShorthandOptions extends Pick<AllOptions, 'variables' | 'theme' | 'baseFolder'> {}
