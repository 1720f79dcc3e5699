import { writePng } from '../../../../../test/support/png-writer.ts';
import { Random } from '../../../../../test/support/random.ts';
import type { ImageAsset } from '../../../src/project/object-schemas.ts';

/** Grey noise, always the same. */
export function noise(width: number, height: number): ImageAsset {
  const random = new Random(1);
  const png = writePng({
    width,
    height,
    colorType: 0,
    bitDepth: 8,
    pixel: () => [random.below(256)],
  });
  return { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, width, height };
}
