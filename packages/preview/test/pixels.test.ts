import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackPixels } from '../../../test/support/preview-pixels.ts';
import { runs } from '../../../test/support/random-runs.ts';
import { packPixels } from '../../engine/src/render/view/pixel-runs.ts';

/** Pictures of few colours with runs, repeated rows and single pixels. */
const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      pixels: fc
        .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 2 * width })), {
          minLength: 1,
          maxLength: 40,
        })
        .map((runs) => {
          const colors = runs.flatMap(([color, length]) => Array.from({ length }, () => color * 0x3f7fbfff));
          return Uint32Array.from(
            { length: width * height },
            (_, index) => colors[index % colors.length] ?? 0,
          );
        }),
    }),
  );

describe('packed pictures', () => {
  it('packing and unpacking a preview picture keeps every pixel', () => {
    fc.assert(
      fc.property(pictures, ({ width, height, pixels }) => {
        const unpacked = unpackPixels(packPixels(pixels, { width, height }));
        expect([unpacked.width, unpacked.height]).toEqual([width, height]);
        expect(Array.from(new Uint32Array(unpacked.data.buffer))).toEqual(Array.from(pixels));
      }),
      { numRuns: runs(500) },
    );
  });

  it('a packed flat picture takes less than 40 bytes, and packed noise takes little more than its pixels', () => {
    const size = { width: 640, height: 360 };
    const length = size.width * size.height;
    expect(packPixels(new Uint32Array(length).fill(7), size).byteLength).toBeLessThan(40);
    const noise = Uint32Array.from({ length }, (_, index) => index * 2654435761);
    expect(packPixels(noise, size).byteLength).toBeLessThan(4 * length + 40);
  });
});
