import type { RenderOptions } from '../../options/render-options.ts';

/** Where the pieces of a film are kept. */
export interface StoreOptions extends Pick<RenderOptions, 'cache' | 'cacheBytes'> {
  /** Keeps pieces in the memory of this process, unless there is a folder for them. */
  readonly keepsPieces?: boolean | undefined;
}
