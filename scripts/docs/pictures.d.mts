import type * as library from '../../packages/engine/src/index.ts';

export interface DocumentedPicture {
  /** Name of the file without `.png`. */
  readonly name: string;
  make(renderer: Pick<typeof library, 'render' | 'expandProject'>): Promise<Uint8Array>;
}

export function allPictures(): DocumentedPicture[];

export const readmeFilm: { readonly file: string; readonly width: number };
export function makeReadmeFilm(renderer: Pick<typeof library, 'render'>): Promise<Uint8Array>;
