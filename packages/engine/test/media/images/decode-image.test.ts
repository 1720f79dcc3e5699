import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exifOrientation, exifSegment, writeJpeg } from '../../../../../test/support/jpeg-writer.ts';
import { type PngOptions, writePng } from '../../../../../test/support/png-writer.ts';
import { maxImagePixels, readPixels } from '../../../src/media/images/decode-image.ts';
import { pictureSegments, readJpegSegments } from '../../../src/media/images/jpeg-segments.ts';
import { Budget } from '../../../src/project/budget.ts';
import { decode, fixture, jpegUrl, largestDifference, pixelAt, pngUrl, problemOf } from './support.ts';

const pngForms = (
  [
    [0, 1],
    [0, 2],
    [0, 4],
    [0, 8],
    [0, 16],
    [2, 8],
    [2, 16],
    [3, 1],
    [3, 2],
    [3, 4],
    [3, 8],
    [4, 8],
    [4, 16],
    [6, 8],
    [6, 16],
  ] as const
).flatMap(([colorType, bitDepth]) =>
  [false, true].flatMap((interlaced) =>
    (colorType < 4 ? [false, true] : [false]).map((keyed) => ({ colorType, bitDepth, interlaced, keyed })),
  ),
);

const palette = Array.from(
  { length: 256 },
  (_, index) => [(index * 40) & 255, 255 - index, (index * 91) & 255] as [number, number, number],
);

/** Returns an 11 x 9 PNG of the given form and its 8-bit RGBA, computed from the format alone. */
function pngOfForm(form: (typeof pngForms)[number]): { bytes: Uint8Array; expected: number[] } {
  const { colorType, bitDepth, interlaced, keyed } = form;
  const max = 2 ** bitDepth - 1;
  const count = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colorType];
  const pixel = (x: number, y: number) =>
    Array.from({ length: count }, (_, k) => Math.round((((x * 3 + y * 5 + k * 7) % 16) / 15) * max));
  const key = pixel(0, 0);
  const to8 = (sample: number) => Math.round((sample / max) * 255);
  const expected: number[] = [];
  for (let y = 0; y < 9; y++) {
    for (let x = 0; x < 11; x++) {
      const samples = pixel(x, y);
      const [a = 0, b = 0, c = 0, d = 0] = samples;
      const isKey = keyed && samples.every((sample, index) => sample === key[index]);
      if (colorType === 3) expected.push(...(palette[a] ?? []), keyed && a === 0 ? 0 : 255);
      else if (colorType === 0) expected.push(to8(a), to8(a), to8(a), isKey ? 0 : 255);
      else if (colorType === 2) expected.push(to8(a), to8(b), to8(c), isKey ? 0 : 255);
      else if (colorType === 4) expected.push(to8(a), to8(a), to8(a), to8(b));
      else expected.push(to8(a), to8(b), to8(c), to8(d));
    }
  }
  const options: PngOptions = { width: 11, height: 9, colorType, bitDepth, interlaced, pixel };
  if (colorType === 3) options.palette = palette.slice(0, max + 1);
  if (keyed) options.transparency = colorType === 3 ? [0] : key.flatMap((value) => [value >> 8, value & 255]);
  return { bytes: writePng(options), expected };
}

describe('PNG decoding', () => {
  test.each(pngForms)(
    'decodes a PNG of colour type $colorType, $bitDepth bit, interlaced $interlaced, tRNS $keyed',
    async (form) => {
      const { bytes, expected } = pngOfForm(form);
      const image = await decode(pngUrl(bytes));
      expect([image.width, image.height]).toEqual([11, 9]);
      expect(image.opaque).toBe(form.colorType < 4 && !form.keyed);
      // Skia multiplies by alpha in 8 bits, and takes the upper byte of 16.
      expect(largestDifference(readPixels(image), expected)).toBeLessThanOrEqual(1);
    },
  );

  test('decodes interlaced PNGs so small that some passes are empty', async () => {
    for (const [width, height] of [
      [1, 1],
      [1, 9],
      [9, 1],
      [2, 3],
    ] as const) {
      const bytes = writePng({
        width,
        height,
        colorType: 2,
        bitDepth: 8,
        interlaced: true,
        pixel: () => [1, 2, 3],
      });
      const image = await decode(pngUrl(bytes));
      expect(pixelAt(readPixels(image), width, width - 1, height - 1)).toEqual([1, 2, 3, 255]);
    }
  });

  test.each([
    ['gAMA 1.0 alone is converted: 128 of linear light is 188 in sRGB', [gamma(100_000)], 188],
    ['gAMA 1 / 2.2 alone means sRGB', [gamma(45_455)], 128],
    ['gAMA close to 1 / 2.2 means sRGB too', [gamma(44_000)], 128],
    ['gAMA 0.5 alone is converted: (128 / 255) ^ 2 of light is 137', [gamma(50_000)], 137],
    ['an sRGB chunk overrules gAMA', [{ type: 'sRGB', data: Uint8Array.of(0) }, gamma(100_000)], 128],
    ['gAMA with the wrong length is ignored', [{ type: 'gAMA', data: new Uint8Array(3) }], 128],
    ['cHRM alone is ignored', [{ type: 'cHRM', data: displayP3Primaries() }], 128],
  ])('converts the colours of a PNG: %s', async (_, chunks, expected) => {
    const bytes = writePng({
      width: 2,
      height: 1,
      colorType: 2,
      bitDepth: 8,
      chunks,
      pixel: (x) => (x === 0 ? [128, 128, 128] : [200, 30, 30]),
    });
    const pixels = readPixels(await decode(pngUrl(bytes)));
    expect(pixelAt(pixels, 2, 0, 0)).toEqual([expected, expected, expected, 255]);
    if (expected === 128) expect(pixelAt(pixels, 2, 1, 0)).toEqual([200, 30, 30, 255]);
  });

  test("converts a PNG's colours by its profile or primaries", async () => {
    const photo = fixture('quadrants-display-p3.jpg');
    const expected = readPixels(await decode(jpegUrl(photo)));
    const stored = readPixels(
      await decode(jpegUrl(pictureSegments(photo, { keepProfile: false, orientation: 1 }))),
    );
    const corners = [
      [4, 4],
      [28, 4],
    ] as const;
    const pixel = (at: number) => pixelAt(stored, 32, corners[at === 0 ? 0 : 1][0], 4);
    const profile = readJpegSegments(photo).find(({ marker }) => marker === 0xe2);
    if (!profile) throw new Error('the photo has no profile');
    const iccp = Buffer.concat([Buffer.from('p3\0\0', 'latin1'), deflateSync(profile.payload.subarray(14))]);
    for (const [chunks, tolerance] of [
      [[{ type: 'iCCP', data: iccp }], 4],
      // A profile takes precedence over less specific chunks.
      [[{ type: 'iCCP', data: iccp }, gamma(100_000)], 4],
      // Its curve differs slightly from that of Display P3.
      [[gamma(45_455), { type: 'cHRM', data: displayP3Primaries() }], 12],
    ] as const) {
      const bytes = writePng({
        width: 2,
        height: 1,
        colorType: 2,
        bitDepth: 8,
        chunks,
        pixel: (x) => pixel(x).slice(0, 3),
      });
      const pixels = readPixels(await decode(pngUrl(bytes)));
      for (const [at, [x, y]] of corners.entries()) {
        const [seen, wanted] = [pixelAt(pixels, 2, at, 0), pixelAt(expected, 32, x, y)];
        expect(largestDifference(seen, wanted)).toBeLessThanOrEqual(tolerance);
        expect(largestDifference(seen, pixel(at))).toBeGreaterThan(tolerance + 5);
      }
    }
  });

  test("ignores a PNG's text, unknown ancillary chunks, invalid profile and bytes after IEND", async () => {
    const chunks = [
      { type: 'tEXt', data: Buffer.from('Comment\0hello') },
      { type: 'quIz', data: Buffer.from('?') },
      { type: 'iCCP', data: Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(200))]) },
    ];
    const bytes = writePng({
      width: 1,
      height: 1,
      colorType: 2,
      bitDepth: 8,
      chunks,
      pixel: () => [9, 8, 7],
    });
    const image = await decode(pngUrl(Buffer.concat([bytes, Buffer.from('more')])));
    expect(pixelAt(readPixels(image), 1, 0, 0)).toEqual([9, 8, 7, 255]);
  });
});

function gamma(value: number): { type: string; data: Uint8Array } {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return { type: 'gAMA', data };
}

function displayP3Primaries(): Uint8Array {
  const data = Buffer.alloc(32);
  const values = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000];
  for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
  return data;
}

describe('image orientation', () => {
  const corners = { topLeft: 40, topRight: 100, bottomLeft: 160, bottomRight: 220 };
  const level = (x: number, y: number) =>
    y === 0
      ? x === 0
        ? corners.topLeft
        : corners.topRight
      : x === 0
        ? corners.bottomLeft
        : corners.bottomRight;
  // The displayed corners: top left, top right, bottom left and bottom right (EXIF 2.3, tag 274).
  const shown = {
    1: [40, 100, 160, 220],
    2: [100, 40, 220, 160],
    3: [220, 160, 100, 40],
    4: [160, 220, 40, 100],
    5: [40, 160, 100, 220],
    6: [160, 40, 220, 100],
    7: [220, 100, 160, 40],
    8: [100, 220, 40, 160],
  };

  test.each(Object.entries(shown))('applies EXIF orientation %s of a JPEG', async (orientation, expected) => {
    const segments = [exifSegment(Number(orientation), 'II')];
    const components = [{ id: 1, level }];
    const image = await decode(jpegUrl(writeJpeg({ width: 16, height: 12, components, segments })));
    expectCorners(image, orientation, expected);
  });

  test.each(Object.entries(shown))('applies EXIF orientation %s of a PNG', async (orientation, expected) => {
    const chunks = [{ type: 'eXIf', data: exifOrientation(Number(orientation)) }];
    const pixel = (x: number, y: number) => [level(x >> 3, y >> 3)];
    const png = writePng({ width: 16, height: 12, colorType: 0, bitDepth: 8, chunks, pixel });
    expectCorners(await decode(pngUrl(png)), orientation, expected);
  });

  function expectCorners(image: Awaited<ReturnType<typeof decode>>, orientation: string, expected: number[]) {
    const [width, height] = Number(orientation) >= 5 ? [12, 16] : [16, 12];
    expect([image.width, image.height]).toEqual([width, height]);
    expect([image.drawable.width, image.drawable.height]).toEqual([width, height]);
    const pixels = readPixels(image);
    const corner = (x: number, y: number) => pixelAt(pixels, width, x, y)[0];
    expect([
      corner(0, 0),
      corner(width - 1, 0),
      corner(0, height - 1),
      corner(width - 1, height - 1),
    ]).toEqual(expected);
  }
});

describe('image sources', () => {
  const png = writePng({ width: 1, height: 1, colorType: 2, bitDepth: 8, pixel: () => [1, 2, 3] });
  const base64 = Buffer.from(png).toString('base64');

  test.each([
    'https://example.org/logo.png',
    '/logo.png',
    '',
    `data:image/webp;base64,${base64}`,
    `data:image/svg+xml;base64,${base64}`,
    'data:image/png,plain',
  ])("refuses %s as an image's src", async (src) => {
    expect(await problemOf(src)).toMatch(
      /^the src must be a base64 data URL of image\/png or image\/jpeg, but is "/,
    );
  });

  test.each(['*', 'A', ' ', '\n', '='])(
    'refuses image data with %j at the end of its base64',
    async (character) => {
      expect(await problemOf(`data:image/png;base64,${base64}${character}`)).toMatch(/is not valid base64/);
    },
  );

  test('refuses image data whose type differs from the declared MIME type', async () => {
    expect(await problemOf(jpegUrl(png))).toBe(
      'the src declares image/jpeg, but the data is image/png; correct the MIME type',
    );
  });

  test("names an image's path in errors", async () => {
    await expect(decode('data:image/png;base64,')).rejects.toThrow(
      'scenes.intro.objects.logo.image: the image has no bytes; export the image again',
    );
  });
});

test('refuses images with more than 16 megapixels in total', async () => {
  const png = (width: number, height: number) =>
    pngUrl(writePng({ width, height, colorType: 0, bitDepth: 1, filter: () => 0, pixel: () => [1] }));
  const budget = new Budget(maxImagePixels);
  expect(budget.take(maxImagePixels - 150)).toBe(true);
  expect(await problemOf(png(10, 10), budget)).toBeUndefined();
  expect(await problemOf(png(17, 3), budget)).toBe(
    'all images together must have at most 16000000 pixels, but with this one (17 x 3) they have 16000001; make them smaller',
  );
  expect(await problemOf(png(10, 5), budget)).toBeUndefined();
  expect(budget.left).toBe(0);
});
