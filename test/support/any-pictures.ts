import fc from 'fast-check';
import type { Size } from '../../packages/engine/src/output/fit-scene.ts';
import type { Quantizer } from '../../packages/h264/src/index.ts';
import { Random } from './random.ts';

/**
 * How a rectangle of a plane is filled; `copy` takes the samples of the previous picture at a distance, even beyond its
 * edges.
 */
type Fill =
  | 'kept'
  | 'flat'
  | 'gradient'
  | 'edge'
  | 'noise'
  | 'faint noise'
  | 'text'
  | 'stripes'
  | 'chequers'
  | 'copy';

export interface AnyPatch {
  readonly luma: Fill;
  readonly chroma: Fill;
  /** Left, right, upper and lower end in hundredths of the picture, in any order. */
  readonly place: readonly [number, number, number, number];
  readonly seed: number;
  /** The distance of a copy, in quarter samples. The coder always gets it as a hint. */
  readonly distance: readonly [x: number, y: number];
}

export interface AnyPicture {
  readonly patches: readonly AnyPatch[];
  readonly isHeld: boolean;
}

export interface AnyPictures {
  readonly size: Size;
  readonly quantizer: Quantizer;
  readonly pictures: readonly AnyPicture[];
}

/**
 * Few sizes, so that pictures of the same size can be decoded together; one or more macroblocks wide and high, whole or
 * not.
 */
const sizes = [
  { width: 16, height: 16 },
  { width: 6, height: 22 },
  { width: 48, height: 4 },
  { width: 18, height: 98 },
  { width: 66, height: 46 },
  { width: 160, height: 96 },
  { width: 142, height: 74 },
];

// Most objects move by less than a macroblock; some move by more than vectors can express.
const distance = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -64, max: 64 }) },
  { weight: 2, arbitrary: fc.integer({ min: -16, max: 16 }).map((samples) => 4 * samples) },
  { weight: 2, arbitrary: fc.integer({ min: -2048, max: 2047 }) },
);

const hundredth = fc.integer({ min: 0, max: 100 });
const fills: readonly Fill[] = [
  'flat',
  'gradient',
  'edge',
  'noise',
  'faint noise',
  'text',
  'stripes',
  'chequers',
];

const anyPatch = fc
  .record({
    luma: fc.constantFrom(...fills, 'kept', 'edge', 'copy', 'copy', 'copy', 'copy'),
    chroma: fc.constantFrom(...fills, 'kept', 'kept', 'copy', 'copy', 'copy', 'copy'),
    place: fc.tuple(hundredth, hundredth, hundredth, hundredth),
    seed: fc.integer({ min: 0, max: 1 << 30 }),
    distance: fc.tuple(distance, distance),
  })
  .map(
    (patch): AnyPatch => (patch.luma === 'copy' && patch.seed % 4 > 0 ? { ...patch, chroma: 'copy' } : patch),
  );

/** Pictures that differ in a few rectangles each, at any quantizer; the first one is a key picture. */
export const anyPictures: fc.Arbitrary<AnyPictures> = fc.noBias(
  fc.record({
    size: fc.constantFrom(...sizes),
    quantizer: fc.constantFrom(
      { quantizer: 17, adaption: 0, finerWhenHeld: 3 },
      { quantizer: 14, adaption: 0.6, finerWhenHeld: 8 },
      { quantizer: 12, adaption: 2, finerWhenHeld: 5 },
      { quantizer: 28, adaption: 0, finerWhenHeld: 24 },
    ),
    pictures: fc.array(
      fc.record({
        patches: fc.array(anyPatch, { minLength: 1, maxLength: 4 }),
        isHeld: fc.constantFrom(false, false, true),
      }),
      { minLength: 3, maxLength: 8 },
    ),
  }),
);

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The even rectangle of a patch, within the picture. */
function rectangleOf({ place: [x0, x1, y0, y1] }: AnyPatch, { width, height }: Size): Rectangle {
  const [x, right] = endsOf(x0, x1, width);
  const [y, bottom] = endsOf(y0, y1, height);
  return { x, y, width: right - x, height: bottom - y };
}

function endsOf(one: number, other: number, length: number): readonly [number, number] {
  const [from, to] = [Math.min(one, other), Math.max(one, other)].map(
    (part) => 2 * Math.round((part * length) / 200),
  );
  return to > from ? [from, to] : from > 0 ? [from - 2, from] : [0, 2];
}

/** Paints a patch into I420 planes and returns its area. `before` is the previous picture. */
export function paintPatch(patch: AnyPatch, size: Size, planes: Uint8Array, before: Uint8Array): Rectangle {
  const area = rectangleOf(patch, size);
  const whole = size.width * size.height;
  for (const [plane, start] of [0, whole, (whole * 5) / 4].entries()) {
    const half = plane === 0 ? 1 : 2;
    const [width, height] = [size.width / half, size.height / half];
    const fill = plane === 0 ? patch.luma : patch.chroma;
    const [dx, dy] = patch.distance.map((quarters) => quarters / 4 / half);
    const valueAt = filler(fill, new Random(patch.seed + plane), area);
    for (let y = area.y / half; y < (area.y + area.height) / half; y++) {
      for (let x = area.x / half; x < (area.x + area.width) / half; x++) {
        const at = start + y * width + x;
        if (fill === 'kept') continue;
        if (fill === 'copy') {
          planes[at] = sampleAt(before.subarray(start), width, height, x + dx, y + dy);
        } else {
          planes[at] = Math.min(Math.max(valueAt(x - area.x / half, y - area.y / half), 0), 255);
        }
      }
    }
  }
  return area;
}

/** Interpolates between samples. Beyond an edge, the samples are those at the edge. */
function sampleAt(plane: Uint8Array, width: number, height: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) =>
    plane[Math.min(Math.max(row, 0), height - 1) * width + Math.min(Math.max(column, 0), width - 1)];
  const upper = at(left, top) * (1 + left - x) + at(left + 1, top) * (x - left);
  const lower = at(left, top + 1) * (1 + left - x) + at(left + 1, top + 1) * (x - left);
  return Math.round(upper * (1 + top - y) + lower * (y - top));
}

function filler(fill: Fill, random: Random, { width, height }: Rectangle): (x: number, y: number) => number {
  const [base, other] = [random.below(256), random.below(256)];
  const angle = random.fraction() * 2 * Math.PI;
  const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)];
  const [middleX, middleY] = [random.fraction() * width, random.fraction() * height];
  const scale = 0.2 + random.fraction() * 3;
  const distanceOf = (x: number, y: number) => (x - middleX) * alongX + (y - middleY) * alongY;
  switch (fill) {
    case 'gradient':
      return (x, y) => base + scale * distanceOf(x, y);
    case 'edge':
      return (x, y) => base + (other - base) * Math.min(Math.max(distanceOf(x, y), 0), 1);
    case 'noise':
      return () => random.below(256);
    case 'faint noise':
      return () => base + random.below(9);
    case 'text':
      return () => (random.chance(0.3) ? other : base);
    case 'stripes':
      return (x, y) => base + 90 * Math.sin(scale * distanceOf(x, y));
    case 'chequers':
      return (x, y) => (((x >> 2) + (y >> 2)) & 1) * 255;
    default:
      return () => base;
  }
}
