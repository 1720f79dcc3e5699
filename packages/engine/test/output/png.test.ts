import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalProgram } from '../../../../test/support/external-programs.ts';
import { splitPngChunks } from '../../../../test/support/png-writer.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import { writePng } from '../../src/output/png.ts';

/** Returns the pixels of a PNG as read by FFmpeg: RGBA, not premultiplied. */
function decode(png: Uint8Array): Buffer {
  const { status, stdout, stderr } = spawnSync(
    externalProgram('ffmpeg'),
    ['-v', 'error', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    { input: png, maxBuffer: 1 << 28 },
  );
  if (status !== 0 || stderr.length > 0) throw new Error(`ffmpeg says: ${stderr}`);
  return stdout;
}

/** Pictures with solid runs, equal rows and noise, which use every row filter. */
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
  it('writePng writes opaque pixels losslessly as RGB', { tags: ['ffmpeg', 'slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(anyPicture, async ({ width, height, colors }) => {
        const rgba = Uint8Array.from(colors.flatMap(([red, green, blue]) => [red, green, blue, 255]));
        const png = Buffer.from(await writePng(rgba, { width, height }));
        expect(png[25]).toBe(2);
        expect(decode(png).equals(rgba)).toBe(true);
      }),
      { numRuns: runs(25) },
    );
  });

  it('writePng writes translucent pixels without premultiplied alpha', { tags: 'ffmpeg' }, async () => {
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

  it('writePng writes a picture in which every pixel is translucent', { tags: 'ffmpeg' }, async () => {
    const pixels = Uint8Array.from([100, 50, 0, 128, 10, 20, 30, 254]);
    expect([...decode(await writePng(pixels, { width: 2, height: 1 }))]).toEqual([
      ...[199, 100, 0, 128],
      ...[10, 20, 30, 254],
    ]);
  });

  it('writePng rounds unpremultiplied colours to the nearest value', { tags: 'ffmpeg' }, async () => {
    const pixels = Uint8Array.from(
      Array.from({ length: 254 }, (_, index) => {
        const alpha = index + 1;
        return [Math.floor(alpha / 3), Math.floor(alpha / 2), alpha, alpha];
      }).flat(),
    );
    const decoded = decode(await writePng(pixels, { width: 254, height: 1 }));
    for (const [index, value] of pixels.entries()) {
      const alpha = pixels[index | 3];
      const exact = index % 4 === 3 ? value : (value * 255) / alpha;
      expect(Math.abs(decoded[index] - exact)).toBeLessThanOrEqual(0.5);
    }
  });

  it('writePng declares sRGB colours and writes no other metadata', async () => {
    const png = await writePng(new Uint8Array(4).fill(255), { width: 1, height: 1 });
    expect(splitPngChunks(png).map(({ type, data }) => [type, data.length])).toEqual([
      ['IHDR', 13],
      ['sRGB', 1],
      ['IDAT', expect.any(Number)],
      ['IEND', 0],
    ]);
  });

  it('writePng compresses solid areas to less than 1% of their pixels', async () => {
    const size = { width: 640, height: 360 };
    const pixels = new Uint8Array(size.width * size.height * 4).fill(255);
    for (let y = 100; y < 200; y++) pixels.fill(y, (y * 640 + 50) * 4, (y * 640 + 400) * 4);
    for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
    expect((await writePng(pixels, size)).length).toBeLessThan(pixels.length / 100);
  });

  it('writePng writes the same bytes for the same pixels', async () => {
    const pixels = Uint8Array.from({ length: 4 * 64 * 64 }, (_, index) =>
      index % 4 === 3 ? 255 : index % 251,
    );
    const size = { width: 64, height: 64 };
    expect(Buffer.compare(await writePng(pixels, size), await writePng(pixels.slice(), size))).toBe(0);
  });
});
