import type { render } from '../../packages/engine/src/index.ts';

/** A film of the gallery, as an animated WebP. */
export interface GalleryFilm {
  readonly file: string;
  readonly make: (library: { readonly render: typeof render }) => Promise<Uint8Array>;
}

export const catalogueFilms: readonly GalleryFilm[];
export function catalogueGallery(): string;
export function cataloguePage(): string;
