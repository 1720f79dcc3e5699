import type { RenderOptions } from '../../options/render-options.ts';
import type { FilmShare } from '../film-share.ts';
import type { PieceStore } from './piece-store.ts';

/** Where the pieces of a film are kept. */
export interface StoreOptions extends Pick<RenderOptions, 'cache' | 'cacheBytes'> {
  /** Keeps pieces in the memory of this process, unless there is a folder for them. */
  readonly keepsPieces?: boolean | undefined;
  /** A place that the caller has, instead of a folder or the memory of the process. */
  readonly store?: PieceStore | undefined;
  /** Only makes this share of an MP4's pieces and keeps them: the result has no bytes. */
  readonly share?: FilmShare | undefined;
}
