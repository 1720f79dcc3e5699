import type * as library from '../../packages/engine/src/index.ts';

export interface DocumentedPicture {
  /** Name of the file without `.png`. */
  readonly name: string;
  make(renderer: Pick<typeof library, 'render' | 'expandProject'>): Promise<Uint8Array>;
}

export function allPictures(): DocumentedPicture[];

/** A film of the README, as an animated WebP. */
export interface ReadmeFilm {
  readonly file: string;
  make(renderer: Pick<typeof library, 'render'>): Promise<Uint8Array>;
}

export const readmeFilms: readonly ReadmeFilm[];
