import { type DecodedImage, decodeImage, ImageBudget, ImageError } from './decode-image.ts';

/**
 * The images of one project. An image that many objects use is decoded once and counts once towards the limit
 * of pixels.
 */
export class ProjectImages {
  readonly #budget = new ImageBudget();
  readonly #images = new Map<string, Promise<DecodedImage>>();

  /** As decodeImage: rejects with an ImageError that names `path`. */
  async decode(src: string, path: string): Promise<DecodedImage> {
    let image = this.#images.get(src);
    if (!image) {
      image = decodeImage(src, { path, budget: this.#budget });
      this.#images.set(src, image);
    }
    try {
      return await image;
    } catch (error) {
      throw error instanceof ImageError ? new ImageError(path, error.problem) : error;
    }
  }
}
