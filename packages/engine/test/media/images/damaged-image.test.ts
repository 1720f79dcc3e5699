import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exifSegment, jpegSegment, writeJpeg } from '../../../../../test/support/jpeg-writer.ts';
import {
  joinPngChunks,
  type PngChunk,
  pngHeaderChunk,
  scanlines,
  splitPngChunks,
  writePng,
} from '../../../../../test/support/png-writer.ts';
import { Random } from '../../../../../test/support/random.ts';
import { readPixels } from '../../../src/media/images/decode-image.ts';
import { decode, fixture, jpegUrl, pixelAt, pngUrl, problemOf } from './support.ts';

const pngOptions = {
  width: 24,
  height: 20,
  colorType: 6,
  bitDepth: 8,
  pixel: (x: number, y: number) => [x * 10, y * 12, (x * y) & 255, 255 - x],
} as const;
const png = writePng({ ...pngOptions, idatSize: 100 });
const end: PngChunk = { type: 'IEND', data: new Uint8Array() };
const rgbHeader = (width: number, height: number) =>
  pngHeaderChunk({ width, height, bitDepth: 8, colorType: 2 });
const idat = (inflated: Uint8Array): PngChunk => ({ type: 'IDAT', data: deflateSync(inflated) });
const pngProblem = (...chunks: PngChunk[]) => problemOf(pngUrl(joinPngChunks(chunks)));

describe('damaged PNGs', () => {
  test('refuses a PNG truncated at any byte', async () => {
    expect(await problemOf(pngUrl(png))).toBeUndefined();
    for (let length = 0; length < png.length; length++) {
      expect(await problemOf(pngUrl(png.subarray(0, length))), `cut to ${length} bytes`).toBeDefined();
    }
  });

  test('names the chunk in which a PNG is truncated', async () => {
    expect(await problemOf(pngUrl(png.subarray(0, 33 + 12 + 40)))).toBe(
      'the PNG is cut short: chunk IDAT of 100 bytes has only 40; export the image again',
    );
  });

  test('refuses a PNG if any one of its chunks is missing', async () => {
    const chunks = splitPngChunks(png);
    for (const index of chunks.keys()) {
      expect(await pngProblem(...chunks.toSpliced(index, 1)), `without chunk ${index}`).toBeDefined();
    }
  });

  test('refuses a PNG with one flipped bit in a critical chunk', async () => {
    const random = new Random(1);
    for (let at = 12; at < png.length; at += 3) {
      const damaged = Uint8Array.from(png);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.below(8));
      expect(await problemOf(pngUrl(damaged)), `byte ${at}`).toBeDefined();
    }
  });

  test('reports how many bytes a PNG with too few rows contains', async () => {
    const rows = scanlines(pngOptions);
    expect(rows).toHaveLength(20 * 97);
    expect(await pngProblem(pngHeaderChunk(pngOptions), idat(rows.subarray(0, 19 * 97)), end)).toBe(
      'the PNG is cut short: it holds 1843 of 1940 bytes of picture data; export the image again',
    );
  });

  test('refuses a PNG with misplaced, repeated or unknown chunks', async () => {
    const header = pngHeaderChunk({ width: 1, height: 1, bitDepth: 8, colorType: 3 });
    const palette = { type: 'PLTE', data: Uint8Array.of(1, 2, 3) };
    const data = idat(Uint8Array.of(0, 0));
    expect(await pngProblem(header, palette, data, end)).toBeUndefined();
    const colours = (count: number) => ({ type: 'PLTE', data: new Uint8Array(3 * count) });
    expect(await pngProblem(header, colours(256), data, end)).toBeUndefined();
    for (const chunks of [
      [header, data, end],
      [header, data, palette, end],
      [header, palette, palette, data, end],
      [header, header, palette, data, end],
      [header, { type: 'PLTE', data: Uint8Array.of(1, 2) }, data, end],
      [header, colours(257), data, end],
    ]) {
      expect(await pngProblem(...chunks)).toBe(
        'the image/png image cannot be decoded; export the image again',
      );
    }
    expect(await pngProblem(header, palette, end)).toMatch(/^the PNG has no picture \(no IDAT chunk\)/);
    expect(await pngProblem(header, { type: 'ABCD', data: Uint8Array.of(1) }, palette, data, end)).toMatch(
      /^the PNG has chunk ABCD, which is not a standard chunk/,
    );
  });

  test('refuses a PNG with a damaged tRNS chunk', async () => {
    const bytes = Buffer.from(
      writePng({
        ...{ width: 2, height: 1, colorType: 3, bitDepth: 8, pixel: (x: number) => [x] },
        palette: [
          [1, 2, 3],
          [4, 5, 6],
        ],
        transparency: [10, 20],
      }),
    );
    bytes[bytes.indexOf('tRNS') + 5] = 99;
    expect(await problemOf(pngUrl(bytes))).toBe(
      'the PNG is corrupt: the checksum of chunk tRNS does not match; export the image again',
    );
  });

  test('decodes a PNG with a damaged eXIf chunk', async () => {
    const chunks = [{ type: 'eXIf', data: Buffer.from('MM\0*') }];
    const bytes = Buffer.from(
      writePng({ width: 2, height: 1, colorType: 0, bitDepth: 8, chunks, pixel: (x) => [x * 50] }),
    );
    bytes[bytes.indexOf('eXIf') + 9] = 99;
    const image = await decode(pngUrl(bytes));
    expect(pixelAt(readPixels(image), 2, 1, 0)).toEqual([50, 50, 50, 255]);
  });
});

describe('damaged JPEGs', () => {
  const component = (id: number) => ({ id, level: (x: number, y: number) => 90 + 13 * x + 7 * y });
  const components = [component(1), component(2), component(3)];
  const files: [string, Uint8Array][] = [
    ['baseline', writeJpeg({ width: 30, height: 20, components })],
    ['progressive', writeJpeg({ width: 30, height: 20, components, progressive: true })],
    ['with restarts', writeJpeg({ width: 30, height: 20, components, restartInterval: 2 })],
    ['photo, baseline', fixture('gradient-baseline-420.jpg')],
    ['photo, progressive', fixture('gradient-progressive-mozjpeg.jpg')],
  ];

  test.each(files)('refuses a JPEG truncated at any byte: %s', async (_, bytes) => {
    expect(await problemOf(jpegUrl(bytes))).toBeUndefined();
    for (let length = 0; length < bytes.length; length++) {
      expect(await problemOf(jpegUrl(bytes.subarray(0, length))), `cut to ${length} bytes`).toBeDefined();
    }
  });

  test('refuses a JPEG that declares far more pixels than its bytes can hold', async () => {
    const bytes = Buffer.from(writeJpeg({ width: 8, height: 8, components }));
    bytes.writeUInt16BE(4000, bytes.indexOf(Uint8Array.of(0xff, 0xc0)) + 7);
    expect(await problemOf(jpegUrl(bytes))).toBeUndefined();
    bytes.writeUInt16BE(4000, bytes.indexOf(Uint8Array.of(0xff, 0xc0)) + 5);
    expect(await problemOf(jpegUrl(bytes))).toBe(
      `the JPEG is cut short: its ${bytes.length} bytes cannot hold 4000 x 4000 pixels; export the image again`,
    );
  });

  test('refuses a JPEG without a quantization table or with impossible sampling factors', async () => {
    const bytes = Buffer.from(writeJpeg({ width: 8, height: 8, components }));
    const at = bytes.indexOf(Uint8Array.of(0xff, 0xdb));
    const without = Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(at + 2 + bytes.readUInt16BE(at + 2)),
    ]);
    const problem = 'the image/jpeg image cannot be decoded; export the image again';
    expect(await problemOf(jpegUrl(without))).toBe(problem);
    const sampling = bytes.indexOf(Uint8Array.of(0xff, 0xc0)) + 11;
    for (const factors of [0x30, 0x51, 0x15]) {
      bytes[sampling] = factors;
      expect(await problemOf(jpegUrl(bytes))).toBe(problem);
    }
    bytes[sampling] = 0x41;
    expect(await problemOf(jpegUrl(bytes))).toBeUndefined();
  });

  test('decodes a JPEG with 99 scans and refuses one with more', async () => {
    const bytes = Buffer.from(
      writeJpeg({
        width: 16,
        height: 8,
        progressive: true,
        components: [{ id: 1, level: (x) => 60 + 100 * x }],
      }),
    );
    const [coarse, between, fine] = Array.from(
      bytes.toString('latin1').matchAll(/\xff\xda/g),
      (at) => at.index,
    );
    const middle = bytes.subarray(between, fine);
    const withScans = (count: number) =>
      jpegUrl(
        Buffer.concat([
          bytes.subarray(0, between),
          ...new Array<Uint8Array>(count - 2).fill(middle),
          bytes.subarray(fine),
        ]),
      );
    expect(coarse).toBeLessThan(between);
    const pixels = readPixels(await decode(withScans(99)));
    expect([0, 15].map((x) => pixelAt(pixels, 16, x, 7))).toEqual([
      [60, 60, 60, 255],
      [160, 160, 160, 255],
    ]);
    for (const count of [100, 101]) {
      expect(await problemOf(withScans(count))).toMatch(/^the JPEG has more than 99 scans/);
    }
  });

  test("decodes only a JPEG's main picture, not an embedded thumbnail or a trailing JPEG", async () => {
    const first = writeJpeg({ width: 8, height: 8, components: [{ id: 1, level: () => 200 }] });
    const second = writeJpeg({ width: 8, height: 8, components: [{ id: 1, level: () => 20 }] });
    const thumbnail = jpegSegment(0xe2, second);
    const image = await decode(
      jpegUrl(
        Buffer.concat([
          first.subarray(0, 2),
          thumbnail,
          exifSegment(1),
          first.subarray(2),
          second,
          Buffer.from('x'),
        ]),
      ),
    );
    expect(pixelAt(readPixels(image), 8, 3, 3)).toEqual([200, 200, 200, 255]);
  });
});

describe('decompression bombs', () => {
  test.each([
    [
      65_535,
      65_535,
      'each side must be at most 8192 pixels, but the image is 65535 x 65535; make it smaller',
    ],
    [8193, 1, 'each side must be at most 8192 pixels, but the image is 8193 x 1; make it smaller'],
    [
      4001,
      4000,
      'the image must have at most 16000000 pixels, but has 16004000 (4001 x 4000); make it smaller',
    ],
    [
      8192,
      8192,
      'the image must have at most 16000000 pixels, but has 67108864 (8192 x 8192); make it smaller',
    ],
  ])('refuses an image of %i x %i pixels before decoding', async (width, height, problem) => {
    expect(await pngProblem(rgbHeader(width, height), idat(new Uint8Array(10)), end)).toBe(problem);
    const jpeg = Buffer.from(writeJpeg({ width: 8, height: 8, components: [{ id: 1, level: () => 0 }] }));
    const frame = jpeg.indexOf(Uint8Array.of(0xff, 0xc0));
    jpeg.writeUInt16BE(height, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    expect(await problemOf(jpegUrl(jpeg))).toBe(problem);
  });

  test('decodes an image of exactly 16 megapixels', async () => {
    const header = pngHeaderChunk({ width: 4000, height: 4000, bitDepth: 1, colorType: 0 });
    const rows = new Uint8Array(4000 * 501).map((_, index) => (index % 501 === 0 ? 0 : 255));
    const image = await decode(pngUrl(joinPngChunks([header, idat(rows), end])));
    expect([image.width, image.height, image.opaque]).toEqual([4000, 4000, true]);
  });

  test('decodes a PNG whose data is far larger than the picture', async () => {
    const bomb = { type: 'IDAT', data: deflateSync(Buffer.alloc(30_000_000)) };
    const image = await decode(pngUrl(joinPngChunks([rgbHeader(4, 4), bomb, end])));
    expect(pixelAt(readPixels(image), 4, 3, 3)).toEqual([0, 0, 0, 255]);
  });
});

describe('randomly damaged images', () => {
  const files: [string, string, Uint8Array][] = [
    ['PNG', 'image/png', png],
    ['baseline JPEG', 'image/jpeg', fixture('gradient-baseline-420.jpg')],
    ['progressive JPEG', 'image/jpeg', fixture('gradient-progressive-mozjpeg.jpg')],
    ['CMYK JPEG', 'image/jpeg', fixture('quadrants-cmyk.jpg')],
    ['JPEG with a profile', 'image/jpeg', fixture('quadrants-display-p3.jpg')],
  ];

  test.each(files)(
    'reports a problem or decodes a picture for a randomly damaged %s',
    async (_, type, bytes) => {
      const random = new Random(42);
      for (let round = 0; round < 150; round++) {
        const damaged = Uint8Array.from(bytes);
        for (let count = random.below(4); count >= 0; count--)
          damaged[random.below(damaged.length)] = random.below(256);
        await expectErrorOrPicture(type, damaged);
      }
    },
  );

  test('reports a problem or decodes a picture for a randomly damaged PNG with correct checksums', async () => {
    const random = new Random(43);
    const chunks = splitPngChunks(png);
    for (let round = 0; round < 200; round++) {
      const damaged = chunks.map(({ type, data }) => {
        const copy = Uint8Array.from(data);
        if (copy.length > 0 && random.below(3) === 0) copy[random.below(copy.length)] = random.below(256);
        return { type, data: copy };
      });
      await expectErrorOrPicture('image/png', joinPngChunks(damaged));
    }
  });

  async function expectErrorOrPicture(type: string, bytes: Uint8Array): Promise<void> {
    const src = type === 'image/png' ? pngUrl(bytes) : jpegUrl(bytes);
    const problem = await problemOf(src);
    if (problem !== undefined) {
      expect(problem).toMatch(/; (export the image again|make it smaller)$/);
      return;
    }
    const image = await decode(src);
    expect([image.drawable.width, image.drawable.height]).toEqual([image.width, image.height]);
  }
});
