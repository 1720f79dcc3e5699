import type { Picture } from './picture.ts';

/** Sides of the windows and the step between them, in pixels. */
const windowSide = 8;
const windowStep = 4;
/** (K1 L)^2 and (K2 L)^2 of Wang et al. 2004, "Image quality assessment", for 8-bit samples. */
const luminanceConstant = (0.01 * 255) ** 2;
const contrastConstant = (0.03 * 255) ** 2;

/**
 * Mean structural similarity of two opaque pictures of the same size: 1 for equal ones. Taken on BT.709 luma over
 * windows of 8 x 8 pixels, each weighted alike; pictures smaller than a window are one window.
 */
export function structuralSimilarity(one: Picture, other: Picture): number {
  demandSameSize(one, other);
  const { width, height } = one;
  const [lumaOne, lumaOther] = [luma(one), luma(other)];
  let sum = 0;
  let windows = 0;
  for (const top of windowStarts(height)) {
    for (const left of windowStarts(width)) {
      const right = Math.min(width, left + windowSide);
      const bottom = Math.min(height, top + windowSide);
      sum += windowSimilarity(lumaOne, lumaOther, width, { left, top, right, bottom });
      windows++;
    }
  }
  return sum / windows;
}

interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Every step, and once more at the end, so no pixel is omitted. */
function windowStarts(length: number): number[] {
  const last = Math.max(0, length - windowSide);
  const starts = Array.from({ length: Math.floor(last / windowStep) + 1 }, (_, index) => index * windowStep);
  return last % windowStep === 0 ? starts : [...starts, last];
}

function windowSimilarity(a: Float32Array, b: Float32Array, width: number, region: Region): number {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let y = region.top; y < region.bottom; y++) {
    for (let at = y * width + region.left; at < y * width + region.right; at++) {
      sumA += a[at];
      sumB += b[at];
      squareA += a[at] * a[at];
      squareB += b[at] * b[at];
      product += a[at] * b[at];
    }
  }
  const count = (region.right - region.left) * (region.bottom - region.top);
  const meanA = sumA / count;
  const meanB = sumB / count;
  const varianceA = squareA / count - meanA * meanA;
  const varianceB = squareB / count - meanB * meanB;
  const covariance = product / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + luminanceConstant) * (2 * covariance + contrastConstant)) /
    ((meanA * meanA + meanB * meanB + luminanceConstant) * (varianceA + varianceB + contrastConstant))
  );
}

function luma({ data }: Picture): Float32Array {
  const values = new Float32Array(data.length / 4);
  for (let i = 0; i < values.length; i++) {
    values[i] = 0.2126 * data[4 * i] + 0.7152 * data[4 * i + 1] + 0.0722 * data[4 * i + 2];
  }
  return values;
}

const regionSide = 16;

export interface RegionDifference {
  /** Mean absolute difference of the region's pixels over red, green and blue. */
  readonly levels: number;
  /** The region's upper left corner. */
  readonly x: number;
  readonly y: number;
}

/** The region of 16 x 16 pixels (smaller at the right and lower edge) in which two opaque pictures differ most. */
export function worstRegion(one: Picture, other: Picture): RegionDifference {
  demandSameSize(one, other);
  const { width, height } = one;
  let worst: RegionDifference = { levels: 0, x: 0, y: 0 };
  for (let top = 0; top < height; top += regionSide) {
    for (let left = 0; left < width; left += regionSide) {
      const right = Math.min(width, left + regionSide);
      const bottom = Math.min(height, top + regionSide);
      let sum = 0;
      for (let y = top; y < bottom; y++) {
        for (let at = 4 * (y * width + left); at < 4 * (y * width + right); at++) {
          sum += Math.abs(one.data[at] - other.data[at]);
        }
      }
      const levels = sum / (3 * (right - left) * (bottom - top));
      if (levels > worst.levels) worst = { levels, x: left, y: top };
    }
  }
  return worst;
}

/** Peak signal-to-noise ratio over red, green and blue in decibels; Infinity for equal pictures. */
export function peakSignalToNoise(one: Picture, other: Picture): number {
  demandSameSize(one, other);
  let sum = 0;
  for (let at = 0; at < one.data.length; at++) {
    if (at % 4 !== 3) sum += (one.data[at] - other.data[at]) ** 2;
  }
  const meanSquare = sum / ((one.data.length / 4) * 3);
  return 10 * Math.log10(255 ** 2 / meanSquare);
}

function demandSameSize(one: Picture, other: Picture): void {
  if (one.width === other.width && one.height === other.height) return;
  throw new Error(
    `the pictures must be of one size, but are ${one.width} x ${one.height} and ${other.width} x ${other.height}`,
  );
}
