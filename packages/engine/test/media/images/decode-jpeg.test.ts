import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { externalProgram } from '../../../../../test/support/external-programs.ts';
import { adobeSegment, writeJpeg } from '../../../../../test/support/jpeg-writer.ts';
import { readPixels } from '../../../src/media/images/decode-image.ts';
import { decode, fixture, jpegUrl, largestDifference, pixelAt } from './support.ts';

const flat = (id: number, level: number) => ({ id, level: () => level });
const ids = (text: string, levels: readonly number[]) =>
  levels.map((level, index) => flat(text.charCodeAt(index), level));

describe('JPEG colour models', () => {
  test.each([
    // R = Y + 1.402 (Cr - 128), G = Y - 0.344136 (Cb - 128) - 0.714136 (Cr - 128), B = Y + 1.772 (Cb - 128)
    ['YCbCr', ids('\x01\x02\x03', [100, 138, 148]), [], [128, 82, 118]],
    ['RGB by Adobe marker', ids('\x01\x02\x03', [100, 138, 148]), [adobeSegment(0)], [100, 138, 148]],
    ['RGB by ids', ids('RGB', [100, 138, 148]), [], [100, 138, 148]],
    ['grey', ids('\x01', [77]), [], [77, 77, 77]],
    // Inverted CMYK: each channel is C'K' / 255.
    ['CMYK', ids('CMYK', [200, 100, 50, 153]), [adobeSegment(0)], [120, 60, 30]],
    ['CMYK without Adobe marker', ids('\x01\x02\x03\x04', [200, 100, 50, 153]), [], [120, 60, 30]],
    // YCCK: the YCbCr row above gives C'M'Y' of 128, 82, 118 inverted, that is 127, 173, 137.
    [
      'YCCK',
      ids('\x01\x02\x03\x04', [100, 138, 148, 153]),
      [adobeSegment(2)],
      [(127 * 153) / 255, (173 * 153) / 255, (137 * 153) / 255],
    ],
  ] as const)('decodes a JPEG with the colour model %s', async (_, components, segments, expected) => {
    const bytes = writeJpeg({ width: 16, height: 8, components, segments: [...segments] });
    const image = await decode(jpegUrl(bytes));
    expect(image.opaque).toBe(true);
    const pixels = readPixels(image);
    for (const x of [0, 15]) {
      const seen = pixelAt(pixels, 16, x, 7);
      for (const [channel, value] of expected.entries()) {
        expect(Math.abs((seen[channel] ?? 0) - value)).toBeLessThanOrEqual(1);
      }
    }
  });

  test('decodes a CMYK JPEG from an image editor', async () => {
    const pixels = readPixels(await decode(jpegUrl(fixture('quadrants-cmyk.jpg'))));
    // These follow from its ink values; browsers show the same.
    expect(pixelAt(pixels, 32, 4, 4)).toEqual([247, 15, 2, 255]);
  });

  test('converts a JPEG with a wide-gamut profile to sRGB', async () => {
    const pixels = readPixels(await decode(jpegUrl(fixture('quadrants-display-p3.jpg'))));
    const quadrants = [
      [4, 4, 230, 40, 40],
      [28, 4, 40, 200, 60],
      [4, 20, 50, 70, 220],
      [28, 20, 240, 240, 240],
    ] as const;
    for (const [x, y, ...expected] of quadrants) {
      const seen = pixelAt(pixels, 32, x, y);
      for (const [channel, value] of expected.entries()) {
        expect(Math.abs((seen[channel] ?? 0) - value)).toBeLessThanOrEqual(2);
      }
    }
  });
});

describe('JPEG scans', () => {
  const components = [
    { id: 1, level: (x: number, y: number) => 60 + x * 30 + y * 11, horizontal: 2, vertical: 2 },
    { id: 2, level: () => 128 },
    { id: 3, level: () => 128 },
  ];
  const size = { width: 45, height: 27, components };

  test.each([
    ['baseline', {}],
    ['baseline, one scan per component', { separateScans: true }],
    ['baseline with restarts', { restartInterval: 2 }],
    ['progressive', { progressive: true }],
    ['progressive, one scan per component', { progressive: true, separateScans: true }],
    ['progressive with restarts', { progressive: true, restartInterval: 1 }],
  ])('decodes a JPEG: %s', async (_, options) => {
    const image = await decode(jpegUrl(writeJpeg({ ...size, ...options })));
    const pixels = readPixels(image);
    for (const [x, y] of [
      [0, 0],
      [44, 26],
      [17, 9],
    ] as const) {
      const grey = 60 + (x >> 3) * 30 + (y >> 3) * 11;
      expect(pixelAt(pixels, 45, x, y)).toEqual([grey, grey, grey, 255]);
    }
  });

  test.each([
    ['gradient-baseline-420.jpg', 20],
    ['gradient-progressive-444.jpg', 12],
    ['gradient-progressive-mozjpeg.jpg', 30],
  ])('decodes %s close to its original colours', async (name, meanTolerance) => {
    const pixels = readPixels(await decode(jpegUrl(fixture(name))));
    let sum = 0;
    for (let y = 0; y < 37; y++) {
      for (let x = 0; x < 50; x++) {
        const blue = ((x >> 2) + (y >> 2)) % 2 ? 200 : 60;
        const [r = 0, g = 0, b = 0] = pixelAt(pixels, 50, x, y);
        sum += Math.abs(r - 5 * x) + Math.abs(g - 6 * y) + Math.abs(b - blue);
      }
    }
    expect(sum / (50 * 37 * 3)).toBeLessThan(meanTolerance);
  });

  test('decodes JPEG scans like FFmpeg', { tags: 'ffmpeg' }, async () => {
    const bytes = fixture('gradient-progressive-444.jpg');
    const ffmpeg = spawnSync(
      externalProgram('ffmpeg'),
      '-v error -i - -f rawvideo -pix_fmt rgba -'.split(' '),
      {
        input: bytes,
      },
    );
    const pixels = readPixels(await decode(jpegUrl(bytes)));
    expect(largestDifference(pixels, ffmpeg.stdout)).toBeLessThanOrEqual(4);
  });
});
