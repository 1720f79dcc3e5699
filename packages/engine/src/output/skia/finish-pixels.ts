import type { PixelArea } from '@render-service/h264';
import { transformBounds } from '../../drawing/bounds.ts';
import type { DisplayList } from '../../drawing/display-list.ts';
import type { Finish } from '../../timeline/timeline.ts';
import { fitScene, type Size } from '../fit-scene.ts';
import { vignetteCurve } from '../vignette-curve.ts';
import { columnShift, type Dither } from './dither-gradient.ts';

// The vignette and the grain are computed from pixels, because blending on a canvas would round them to steps.

/** Pixels of RGBA, not premultiplied, in rows without gaps, with the place of an area in them. */
export interface PixelPlace {
  readonly rgba: Uint8Array | Uint8ClampedArray;
  /** Pixels in a row. */
  readonly width: number;
  readonly x: number;
  readonly y: number;
}

/** Lays the vignette and the grain of a picture of this size over an area of it, in place. */
export function finishPixels(
  { rgba, width: stride, x: left, y: top }: PixelPlace,
  area: PixelArea,
  list: DisplayList,
  size: Size,
  dither: Dither,
): void {
  const { finish } = list;
  if (!finish) return;
  const scene = transformBounds(
    { left: 0, top: 0, right: list.width, bottom: list.height },
    fitScene(list, size),
  );
  const begin = Math.max(area.x, Math.round(scene.left));
  const end = Math.min(area.x + area.width, Math.round(scene.right));
  const lastRow = Math.min(area.y + area.height, Math.round(scene.bottom));
  const across = Float64Array.from({ length: Math.max(0, end - begin) }, (_, index) =>
    squareShare(begin + index + 0.5, scene.left, scene.right),
  );
  const shifts = across.map((_, index) => columnShift(begin + index, dither));
  const brightness = brightnessTable(finish.vignette);
  const noise = finish.grain > 0 ? noiseOf(finish.grain) : undefined;
  const [tileX, tileY] = tilePlace(finish);
  for (let y = Math.max(area.y, Math.round(scene.top)); y < lastRow; y++) {
    const down = squareShare(y + 0.5, scene.top, scene.bottom);
    const tileRow = ((y + tileY) & tileMask) * tileSize;
    let at = ((top + y - area.y) * stride + left + begin - area.x) * 4;
    for (let index = 0; index < across.length; index++, at += 4) {
      const factor = brightness[((across[index] + down) * brightnessSteps) | 0];
      const grain = noise ? noise[tileRow + ((begin + index + tileX) & tileMask)] : 0;
      const added = grain + 0.5 + (factor < 1 ? shifts[index] : 0);
      for (let channel = at; channel < at + 3; channel++) {
        const value = Math.floor(rgba[channel] * factor + added);
        rgba[channel] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
  }
}

/** Half the square of the distance from the middle of two sides, as a share of that from it to a side. */
function squareShare(position: number, from: number, to: number): number {
  const share = (2 * position - from - to) / (to - from);
  return (share * share) / 2;
}

/** Steps of the square of the distance from the middle of a picture, which is 1 in its corners. */
const brightnessSteps = 4096;

/** How bright a picture is at each step. */
function brightnessTable(vignette: number): Float64Array {
  return Float64Array.from(
    { length: brightnessSteps + 1 },
    (_, step) => 1 - vignette * vignetteCurve(Math.sqrt(step / brightnessSteps)),
  );
}

/** Pixels of a side of the noise, which repeats, a power of two. */
const tileSize = 256;
const tileMask = tileSize - 1;

const noises = new Map<number, Float32Array>();

/** The levels that a grain adds to the pixels of a tile. */
function noiseOf(amount: number): Float32Array {
  const cached = noises.get(amount);
  if (cached) return cached;
  if (noises.size > 8) noises.clear();
  const noise = unitNoise().map((value) => (value * amount * 255) / 2);
  noises.set(amount, noise);
  return noise;
}

let unit: Float32Array | undefined;

/** Noise with a standard deviation of 1, a little softened, so that its grains are larger than a pixel. */
function unitNoise(): Float32Array {
  if (unit) return unit;
  const white = new Float32Array(tileSize * tileSize);
  let state = 0x9e3779b9;
  const random = () => {
    // Marsaglia's xorshift with 32 bits.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let index = 0; index < white.length; index++) white[index] = random() + random() + random() - 1.5;
  const soft = white.map((value, index) => {
    const [row, column] = [index & ~tileMask, index & tileMask];
    const [above, below] = [(index - tileSize) & (white.length - 1), (index + tileSize) & (white.length - 1)];
    const beside = white[row + ((column - 1) & tileMask)] + white[row + ((column + 1) & tileMask)];
    return value + (beside + white[above] + white[below]) / 3;
  });
  const deviation = Math.sqrt(soft.reduce((sum, value) => sum + value * value, 0) / soft.length);
  unit = soft.map((value) => value / deviation);
  return unit;
}

/** Where the tile begins: each picture of a moving grain has another place, far from that of the last one. */
function tilePlace({ grainPicture }: Finish): readonly [x: number, y: number] {
  return [(grainPicture * 97) & tileMask, (grainPicture * 181) & tileMask];
}
