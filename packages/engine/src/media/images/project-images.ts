import { isPicture } from '../../language/kinds.ts';
import { Budget } from '../../project/budget.ts';
import { ContentError } from '../../project/content-error.ts';
import { maxProblems } from '../../project/limits.ts';
import type { ImageAsset } from '../../project/object-schemas.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Project } from '../../project/schema.ts';
import type { PictureAsset } from '../video/clip-picture.ts';
import { type DecodedImage, decodeImage, ImageError, maxImagePixels } from './decode-image.ts';

/**
 * The images of a project. An image that many objects use is decoded once and counts once towards the limit of pixels.
 */
export class ProjectImages {
  readonly #budget = new Budget(maxImagePixels);
  readonly #images = new Map<string, Promise<DecodedImage>>();

  /** Like decodeImage: rejects with an ImageError that names `path`. */
  async decode(src: string, path: Path): Promise<DecodedImage> {
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

/**
 * Decodes the images of a project, or only the `wanted` ones; `images` may already have some. Rejects with an
 * ImageError for one bad image, and with a ContentError for several.
 */
export async function decodeProjectImages(
  project: Project,
  wanted?: ReadonlySet<PictureAsset>,
  images = new ProjectImages(),
): Promise<ReadonlyMap<ImageAsset, DecodedImage>> {
  const decoded = new Map<ImageAsset, DecodedImage>();
  const errors: ImageError[] = [];
  for (const sceneId of project.sceneOrder) {
    for (const { id, kind, image } of Object.values(project.scenes[sceneId].objects)) {
      if (!isPicture(kind) || !image || (wanted && !wanted.has(image))) continue;
      try {
        decoded.set(image, await images.decode(image.src, ['scenes', sceneId, 'objects', id, 'image']));
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        errors.push(error);
      }
      if (errors.length === maxProblems) break;
    }
  }
  const [first] = errors;
  if (first === undefined) return decoded;
  throw errors.length === 1 ? first : new ContentError(errors.flatMap(({ problems }) => problems));
}

/** Returns the map's value for a drawn image; throws an Error if there is none. */
export function lookUpAsset<Value>(map: ReadonlyMap<ImageAsset, Value>, asset: ImageAsset): Value {
  const value = map.get(asset);
  if (value === undefined) throw new Error('an image is drawn that was not decoded');
  return value;
}
