import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  encodePng,
  isOpaque,
  onBackground,
  type Picture,
  paintPicture,
  pixelAt,
  type Rgb,
} from './picture.ts';
import { structuralSimilarity, worstRegion } from './picture-difference.ts';

const failures = join(tmpdir(), 'render-service-differences');

export interface Tolerance {
  /** The minimum mean SSIM. */
  readonly similarity: number;
  /** The maximum difference of a region of 16 x 16 pixels, in levels of 255. */
  readonly levels: number;
}

/** The maximum difference of two rasterizers for the same shape: the anti-aliasing of edges. Measured: 0.998 and 6. */
export const sameDrawing: Tolerance = { similarity: 0.995, levels: 12 };

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/**
 * Throws an Error if the pictures do not show the same, on black and, where they are transparent, on white too.
 * Both pictures and their difference are then written side by side to a file that the message names.
 */
export async function demandSamePicture(
  ours: Picture,
  theirs: Picture,
  name: string,
  tolerance: Tolerance = sameDrawing,
): Promise<void> {
  for (const background of isOpaque(ours) && isOpaque(theirs) ? [black] : [black, white]) {
    const [one, other] = [onBackground(ours, background), onBackground(theirs, background)];
    const similarity = structuralSimilarity(one, other);
    const { levels, x, y } = worstRegion(one, other);
    if (similarity >= tolerance.similarity && levels <= tolerance.levels) continue;
    const path = await writeDifference(one, other, name);
    throw new Error(
      `${name}: the pictures must agree to SSIM ${tolerance.similarity} and ${tolerance.levels} levels in each ` +
        `16 x 16 region, but have SSIM ${similarity.toFixed(4)} and ${levels.toFixed(1)} levels at (${x}, ${y}); ` +
        `left ours, middle theirs, right the difference: ${path}`,
    );
  }
}

async function writeDifference(ours: Picture, theirs: Picture, name: string): Promise<string> {
  const { width, height } = ours;
  const sheet = paintPicture(3 * width, height, (x, y) => {
    if (x < width) return pixelAt(ours, x, y);
    if (x < 2 * width) return pixelAt(theirs, x - width, y);
    const expected = pixelAt(theirs, x - 2 * width, y);
    return pixelAt(ours, x - 2 * width, y).map((value, channel) =>
      channel === 3 ? 255 : Math.abs(value - expected[channel]),
    );
  });
  mkdirSync(failures, { recursive: true });
  const path = join(failures, `${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.png`);
  writeFileSync(path, await encodePng(sheet));
  return path;
}
