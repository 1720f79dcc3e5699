import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/random-runs.ts';
import { wholeSheet } from '../../engine/src/output/skia/pixel-sheet.ts';
import { I420Picture } from '../src/index.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** ITU-R BT.709, limited range, straight from its definition. */
function bt709([red, green, blue]: Rgb): Rgb {
  const y = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  return [
    16 + 219 * y,
    128 + (224 * (blue / 255 - y)) / (2 * (1 - 0.0722)),
    128 + (224 * (red / 255 - y)) / (2 * (1 - 0.2126)),
  ];
}

const even = (max: number) => fc.integer({ min: 1, max }).map((half) => 2 * half);

/** Returns a picture of random pixels of any even size. */
const anyPicture = fc
  .tuple(even(20), even(6))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
      .map((rgba) => ({ width, height, rgba })),
  );

describe('I420Picture', () => {
  it('I420Picture computes BT.709 samples, with chroma from the mean of four pixels', () => {
    fc.assert(
      fc.property(anyPicture, ({ width, height, rgba }) => {
        const picture = new I420Picture({ width, height });
        picture.put(wholeSheet({ x: 0, y: 0, width, height }, rgba));
        const pixel = (x: number, y: number): Rgb => {
          const at = (y * width + x) * 4;
          return [rgba[at], rgba[at + 1], rgba[at + 2]];
        };
        const samples = width * height;
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            expect(Math.abs(picture.planes[y * width + x] - bt709(pixel(x, y))[0])).toBeLessThan(0.52);
          }
        }
        for (let y = 0; y < height; y += 2) {
          for (let x = 0; x < width; x += 2) {
            const four = [pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1)];
            const mean = [0, 1, 2].map((channel) => four.reduce((sum, one) => sum + one[channel] / 4, 0));
            const [, blue, red] = bt709([mean[0], mean[1], mean[2]]);
            const at = samples + (y / 2) * (width / 2) + x / 2;
            expect(Math.abs(picture.planes[at] - blue)).toBeLessThan(0.52);
            expect(Math.abs(picture.planes[at + samples / 4] - red)).toBeLessThan(0.52);
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('I420Picture converts white, black and grey without colour', () => {
    const picture = new I420Picture({ width: 16, height: 2 });
    for (const [level, luma] of [
      [0, 16],
      [255, 235],
      [128, 126],
    ]) {
      picture.put(wholeSheet({ x: 0, y: 0, width: 16, height: 2 }, new Uint8Array(128).fill(level)));
      expect([...picture.planes]).toEqual([...Array(32).fill(luma), ...Array(16).fill(128)]);
    }
  });

  it('I420Picture gives the same picture from parts as from a whole', () => {
    const [width, height] = [50, 12];
    const rgba = Uint8Array.from({ length: width * height * 4 }, (_, index) => (index * 7919) % 256);
    const whole = new I420Picture({ width, height });
    whole.put(wholeSheet({ x: 0, y: 0, width, height }, rgba));
    const parts = new I420Picture({ width, height });
    for (const area of [
      { x: 0, y: 0, width: 8, height: 12 },
      { x: 8, y: 0, width: 42, height: 4 },
      { x: 8, y: 4, width: 2, height: 8 },
      { x: 10, y: 4, width: 40, height: 8 },
    ]) {
      // The area is in another place on a sheet with longer rows.
      const sheet = { width: area.width + 3, patches: [{ area, x: 3, y: 1 }] };
      const pixels = new Uint8Array(sheet.width * (area.height + 1) * 4).fill(99);
      for (let row = 0; row < area.height; row++) {
        const start = ((area.y + row) * width + area.x) * 4;
        pixels.set(rgba.subarray(start, start + area.width * 4), ((row + 1) * sheet.width + 3) * 4);
      }
      parts.put({ ...sheet, rgba: pixels.subarray(0, Math.min(pixels.length, width * height * 4)) });
    }
    expect(parts.planes.equals(whole.planes)).toBe(true);
  });

  it('blend mixes premultiplied pixels with the samples under them', () => {
    fc.assert(
      fc.property(anyPicture, fc.integer({ min: 0, max: 255 }), ({ width, height, rgba }, level) => {
        const area = { x: 0, y: 0, width, height };
        const over = premultiplied(rgba);
        const under = rgba.map((value, at) => (at % 4 === 3 ? 255 : (value * 31 + level) % 256));
        const picture = new I420Picture({ width, height });
        picture.put(wholeSheet(area, under));
        const before = Uint8Array.from(picture.planes);
        picture.blend(wholeSheet(area, over));
        const samples = width * height;
        const mixed = (at: number, alpha: number, component: number, color: Rgb) =>
          before[at] * (1 - alpha) + bt709(color)[component] - (1 - alpha) * [16, 128, 128][component];
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            const [red, green, blue, alpha] = over.subarray((y * width + x) * 4);
            const wanted = mixed(y * width + x, alpha / 255, 0, [red, green, blue]);
            expect(Math.abs(picture.planes[y * width + x] - wanted)).toBeLessThan(0.55);
          }
        }
        for (let y = 0; y < height; y += 2) {
          for (let x = 0; x < width; x += 2) {
            const four = [0, 1, width, width + 1].map((step) => (y * width + x + step) * 4);
            const [red, green, blue, alpha] = [0, 1, 2, 3].map((channel) =>
              four.reduce((sum, at) => sum + over[at + channel] / 4, 0),
            );
            const at = samples + (y / 2) * (width / 2) + x / 2;
            for (const [plane, place] of [at, at + samples / 4].entries()) {
              const wanted = mixed(place, alpha / 255, plane + 1, [red, green, blue]);
              expect(Math.abs(picture.planes[place] - wanted)).toBeLessThan(0.55);
            }
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('blend leaves what transparent pixels cover, and replaces what opaque ones do', () => {
    const area = { x: 0, y: 0, width: 26, height: 4 };
    const [over, under] = [5, 11].map((step) =>
      Uint8Array.from({ length: 26 * 4 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * step) % 256)),
    );
    const [blended, wanted] = [new I420Picture(area), new I420Picture(area)];
    blended.put(wholeSheet(area, under));
    const before = Buffer.from(blended.planes);
    blended.blend(wholeSheet(area, new Uint8Array(over.length)));
    expect(blended.planes.equals(before)).toBe(true);
    blended.blend(wholeSheet(area, over));
    wanted.put(wholeSheet(area, over));
    expect(blended.planes.equals(wanted.planes)).toBe(true);
  });

  it('putPlanes replaces an area by the first samples of planes with longer rows', () => {
    const [width, height] = [18, 8];
    const whole = { x: 0, y: 0, width, height };
    const area = { x: 4, y: 2, width: 10, height: 4 };
    const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at * 7919) % 256);
    const [source, copy, wanted] = [0, 1, 2].map(() => new I420Picture(whole));
    source.put(wholeSheet(whole, rgba));
    for (const picture of [copy, wanted]) picture.put(wholeSheet(whole, rgba.toReversed()));
    copy.putPlanes(source.paddedPlanes, area);
    wanted.put({ rgba, width, patches: [{ area, x: 0, y: 0 }] });
    expect(copy.planes.equals(wanted.planes)).toBe(true);
    copy.putPlanes(source.paddedPlanes, whole);
    expect(copy.planes.equals(source.planes)).toBe(true);
  });
});

/** Colours of at most their alpha. */
function premultiplied(rgba: Uint8Array): Uint8Array {
  return rgba.map((value, at) => (at % 4 === 3 ? value : Math.min(value, rgba[at | 3])));
}
