import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writePng } from '../../src/output/png.ts';
import { judge } from '../support/judges.ts';

/** The pixels of a PNG as FFmpeg reads them: RGBA, alpha not multiplied in. */
function decode(png: Uint8Array): Buffer {
  const { status, stdout, stderr } = spawnSync(
    judge('ffmpeg'),
    ['-v', 'error', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    { input: png, maxBuffer: 1 << 28 },
  );
  if (status !== 0 || stderr.length > 0) throw new Error(`ffmpeg says: ${stderr}`);
  return stdout;
}

/** Pictures with flat runs, equal rows and noise, so that every row filter comes up. */
const anyRow = (width: number) =>
  fc.oneof(
    fc.uint8Array({ minLength: 3, maxLength: 3 }).map((color) => Array(width).fill([...color])),
    fc.array(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), { minLength: width, maxLength: width }),
    fc.nat(200).map((first) => Array.from({ length: width }, (_, x) => [first + x, x, 255 - x])),
  );

const anyPicture = fc.integer({ min: 1, max: 50 }).chain((width) =>
  fc
    .array(fc.tuple(anyRow(width), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 6 })
    .map((rows) => {
      const all = rows.flatMap(([row, times]) => Array(times).fill(row));
      return { width, height: all.length, colors: all.flat() as number[][] };
    }),
);

describe('writePng', () => {
  it('writes opaque pixels without loss, as RGB', async () => {
    await fc.assert(
      fc.asyncProperty(anyPicture, async ({ width, height, colors }) => {
        const rgba = Uint8Array.from(colors.flatMap(([red, green, blue]) => [red, green, blue, 255]));
        const png = Buffer.from(await writePng(rgba, { width, height }));
        expect(png[25]).toBe(2);
        expect(decode(png).equals(rgba)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('writes transparent pixels with their own colour', async () => {
    // Premultiplied: half of white, a tenth of red, nothing, and full blue.
    const pixels = Uint8Array.from([128, 128, 128, 128, 26, 0, 0, 26, 0, 0, 0, 0, 0, 0, 255, 255]);
    const png = await writePng(pixels, { width: 2, height: 2 });
    expect([...decode(png)]).toEqual([
      ...[255, 255, 255, 128],
      ...[255, 0, 0, 26],
      ...[0, 0, 0, 0],
      ...[0, 0, 255, 255],
    ]);
  });

  it('gives the same bytes for the same pixels', async () => {
    const pixels = Uint8Array.from({ length: 4 * 64 * 64 }, (_, index) =>
      index % 4 === 3 ? 255 : index % 251,
    );
    const size = { width: 64, height: 64 };
    expect(Buffer.compare(await writePng(pixels, size), await writePng(pixels.slice(), size))).toBe(0);
  });
});
