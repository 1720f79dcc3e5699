import type { render } from '../../src/index.ts';

export interface DocumentedPicture {
  /** Name of the file without `.png`. */
  readonly name: string;
  make(renderer: typeof render): Promise<Uint8Array>;
}

export function allPictures(): DocumentedPicture[];
