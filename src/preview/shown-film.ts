import type { ShorthandOptions } from '../render/project-input.ts';
import type { FilmOutline } from '../render/view/film-outline.ts';

/** A version of the project that can be drawn. */
export interface ShownFilm {
  readonly revision: number;
  /** The version of the text in the project's file. */
  readonly version: number;
  readonly bytes: Uint8Array;
  readonly options: ShorthandOptions;
  readonly outline: FilmOutline;
}
