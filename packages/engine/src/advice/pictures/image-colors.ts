import { intersectBounds } from '../../drawing/bounds.ts';
import { imagesOf } from '../../drawing/display-list.ts';
import type { DecodedImage } from '../../media/images/decode-image.ts';
import { isClipPicture } from '../../media/video/clip-picture.ts';
import type { ImageAsset } from '../../project/object-schemas.ts';
import { type HoldPicture, isRead } from './hold-picture.ts';
import type { ImageColors } from './surface.ts';

/** Maximum number of images to decode: the first ones under texts. */
const maxImages = 8;

/** Decodes the images under texts. The colours of other images, and of broken ones, are unknown. */
export async function loadImageColors(pictures: readonly HoldPicture[]): Promise<ImageColors> {
  const wanted = new Set(pictures.flatMap((picture) => [...imagesUnderTexts(picture)]));
  if (wanted.size === 0) return () => null;
  // Few films need Skia for their advice.
  const [{ ImageError, readPixels }, { ProjectImages }] = await Promise.all([
    import('../../media/images/decode-image.ts'),
    import('../../media/images/project-images.ts'),
  ]);
  const images = new ProjectImages();
  const pixels = new Map<ImageAsset, { readonly image: DecodedImage; readonly rgba: Uint8ClampedArray }>();
  for (const asset of [...wanted].slice(0, maxImages)) {
    try {
      const image = await images.decode(asset.src, ['image']);
      pixels.set(asset, { image, rgba: readPixels(image) });
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
    }
  }
  return (asset, across, down) => {
    // The pictures of a clip change, so that no colour is cached.
    const cached = isClipPicture(asset) ? undefined : pixels.get(asset);
    if (!cached) return null;
    const { width, height } = cached.image;
    const at = 4 * (Math.floor(down * height) * width + Math.floor(across * width));
    const [red, green, blue, alpha] = cached.rgba.subarray(at, at + 4);
    return { red, green, blue, alpha: alpha / 255 };
  };
}

function* imagesUnderTexts({ objects }: HoldPicture): Generator<ImageAsset> {
  const texts = objects.filter(({ object, state }) => isRead(object, state));
  for (const { drawn, box } of objects) {
    if (!drawn || !box) continue;
    const isUnderText = texts.some((text) => text.box && intersectBounds(text.box, box));
    if (!isUnderText) continue;
    for (const asset of imagesOf(drawn.children)) if (!isClipPicture(asset)) yield asset;
  }
}
