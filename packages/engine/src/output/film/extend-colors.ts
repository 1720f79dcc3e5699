import type { Size } from '../fit-scene.ts';

const colorBits = 0x00ff_ffff;

/**
 * Returns straight RGBA pixels in which those without opacity have the colour of the nearest pixel with some, to the
 * left or right, otherwise above. Formats that store colours coarsely or with loss would mix their black into visible
 * edges.
 */
export function extendColors(pixels: Uint32Array, { width, height }: Size): Uint32Array {
  const extended = Uint32Array.from(pixels);
  let filledAbove = -1;
  let firstFilled = -1;
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const end = start + width;
    let before = -1;
    for (let index = start; index < end; index++) {
      if (pixels[index] >>> 24 === 0) continue;
      fillBetween(extended, before, index, start);
      before = index;
    }
    if (before < 0) {
      if (filledAbove >= 0) copyColors(extended, filledAbove * width, start, width);
      continue;
    }
    for (let index = before + 1; index < end; index++) extended[index] = extended[before] & colorBits;
    if (firstFilled < 0) firstFilled = y;
    filledAbove = y;
  }
  for (let y = 0; y < firstFilled; y++) copyColors(extended, firstFilled * width, y * width, width);
  return extended;
}

/** Fills the pixels between two with opacity, half of them with the colour of each; `before` may be -1. */
function fillBetween(pixels: Uint32Array, before: number, after: number, start: number): void {
  const first = before < 0 ? start : before + 1;
  const middle = before < 0 ? start : (before + after + 1) >> 1;
  for (let index = first; index < after; index++)
    pixels[index] = (index < middle ? pixels[before] : pixels[after]) & colorBits;
}

function copyColors(pixels: Uint32Array, from: number, to: number, width: number): void {
  for (let x = 0; x < width; x++) pixels[to + x] = pixels[from + x] & colorBits;
}
