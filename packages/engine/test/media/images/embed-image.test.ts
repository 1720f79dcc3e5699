import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import {
  adobeSegment,
  exifSegment,
  jpegSegment,
  writeJpeg,
} from '../../../../../test/support/jpeg-writer.ts';
import { type PngOptions, splitPngChunks, writePng } from '../../../../../test/support/png-writer.ts';
import { type DecodedImage, readPixels } from '../../../src/media/images/decode-image.ts';
import { readImageHeader } from '../../../src/media/images/image-header.ts';
import { embeddableSource } from '../../../src/output/still-writers.ts';
import { decode, fixture, jpegUrl, largestDifference, pixelAt, pngUrl } from './support.ts';

const bytesOf = (src: string) => Buffer.from(src.slice(src.indexOf(',') + 1), 'base64');

/** Returns the pixels of the embedded file in a viewer without support for profiles and orientation. */
async function drawEmbedded(src: string): Promise<Uint8ClampedArray> {
  const header = readImageHeader(bytesOf(src));
  expect(header).toMatchObject({ ok: true, value: { orientation: 1, hasColorProfile: false } });
  const drawn = await loadImage(bytesOf(src));
  const canvas = createCanvas(drawn.width, drawn.height);
  canvas.getContext('2d').drawImage(drawn, 0, 0);
  return canvas.getContext('2d').getImageData(0, 0, drawn.width, drawn.height).data;
}

async function expectSamePicture(image: DecodedImage): Promise<string> {
  const source = await embeddableSource(image);
  expect(largestDifference(await drawEmbedded(source), readPixels(image))).toBeLessThanOrEqual(1);
  return source;
}

const gradient = {
  width: 20,
  height: 10,
  pixel: (x: number, y: number) => [x * 12, y * 25, 90, 255 - x * 13],
};
const rgb: PngOptions = { ...gradient, colorType: 2, bitDepth: 8, pixel: (x, y) => [x * 12, y * 25, 90] };
const grey = [{ id: 1, level: (x: number) => 50 + x * 60 }];
const color = [...grey, { id: 2, level: () => 100 }, { id: 3, level: () => 150 }];
const named = (ids: string) => color.map((component, index) => ({ ...component, id: ids.charCodeAt(index) }));
const size = { width: 20, height: 10 };

describe('images embedded unchanged', () => {
  test.each([
    ['an RGB PNG', pngUrl(writePng(rgb))],
    ['an RGBA PNG', pngUrl(writePng({ ...gradient, colorType: 6, bitDepth: 8 }))],
    [
      'a palette PNG with tRNS',
      pngUrl(
        writePng({
          ...size,
          colorType: 3,
          bitDepth: 4,
          palette: [
            [1, 2, 3],
            [250, 3, 9],
          ],
          transparency: [0],
          pixel: (x) => [x % 2],
        }),
      ),
    ],
    ['an sRGB PNG', pngUrl(writePng({ ...rgb, chunks: [{ type: 'sRGB', data: Uint8Array.of(0) }] }))],
    ['a YCbCr JPEG', jpegUrl(writeJpeg({ ...size, components: color }))],
    ['a grey JPEG', jpegUrl(writeJpeg({ ...size, components: grey }))],
    ['a progressive JPEG', jpegUrl(fixture('gradient-progressive-444.jpg'))],
  ])('an SVG embeds %s unchanged', async (_, src) => {
    expect(await expectSamePicture(await decode(src))).toBe(src);
  });
});

test('an SVG embeds an image under its registered MIME type', async () => {
  const src = jpegUrl(writeJpeg({ ...size, components: color }));
  const spellings = ['data:image/jpg;base64', 'DATA:Image/JPEG;Base64', 'data:image/jpeg;name="><g>";base64'];
  for (const spelling of spellings) {
    const image = await decode(src.replace('data:image/jpeg;base64', spelling));
    expect(await embeddableSource(image)).toBe(src);
  }
});

describe('images embedded without metadata', () => {
  test('an SVG embeds a PNG without its text, animation chunks and trailing bytes', async () => {
    const chunks = [
      { type: 'acTL', data: Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]) },
      { type: 'tEXt', data: Buffer.from('GPS\x0012.5') },
    ];
    const bytes = Buffer.concat([writePng({ ...rgb, chunks }), Buffer.from('more')]);
    const source = await expectSamePicture(await decode(pngUrl(bytes)));
    expect(source).toBe(pngUrl(writePng(rgb)));
  });

  test('an SVG embeds a JPEG without its EXIF, XMP, comments and trailing bytes', async () => {
    const segments = [
      exifSegment(1),
      jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>')),
      jpegSegment(0xfe, Buffer.from('12.5')),
    ];
    const bytes = writeJpeg({ ...size, components: color, segments });
    const source = await expectSamePicture(await decode(jpegUrl(Buffer.concat([bytes, bytes]))));
    expect(source).toBe(jpegUrl(writeJpeg({ ...size, components: color })));
  });

  test('an SVG embeds a PNG without a gAMA chunk that only describes sRGB', async () => {
    const gamma = Buffer.alloc(4);
    gamma.writeUInt32BE(45_455);
    const image = await decode(pngUrl(writePng({ ...rgb, chunks: [{ type: 'gAMA', data: gamma }] })));
    expect(await expectSamePicture(image)).toBe(pngUrl(writePng(rgb)));
  });
});

describe('images converted to an 8-bit PNG', () => {
  const linear = Buffer.alloc(4);
  linear.writeUInt32BE(100_000);
  // The conversion changes no channel by more than 9.
  const half = Buffer.alloc(4);
  half.writeUInt32BE(50_000);
  test.each([
    [
      'a 16-bit PNG',
      pngUrl(
        writePng({
          ...size,
          colorType: 6,
          bitDepth: 16,
          pixel: (x, y) => [x * 3000, y * 6000, 777, 65_535 - x * 3300],
        }),
      ),
    ],
    ['a PNG with gamma', pngUrl(writePng({ ...rgb, chunks: [{ type: 'gAMA', data: linear }] }))],
    [
      'a PNG whose gamma differs from sRGB',
      pngUrl(writePng({ ...rgb, chunks: [{ type: 'gAMA', data: half }] })),
    ],
    ['a JPEG with a wide-gamut profile', jpegUrl(fixture('quadrants-display-p3.jpg'))],
    ['a CMYK JPEG', jpegUrl(fixture('quadrants-cmyk.jpg'))],
    ['an RGB JPEG', jpegUrl(writeJpeg({ ...size, components: color, segments: [adobeSegment(0)] }))],
    ['a JPEG whose component ids mean RGB', jpegUrl(writeJpeg({ ...size, components: named('RGB') }))],
    ['a rotated JPEG', jpegUrl(writeJpeg({ ...size, components: color, segments: [exifSegment(6)] }))],
  ])('an SVG embeds %s as an 8-bit PNG', async (_, src) => {
    const image = await decode(src);
    const source = await expectSamePicture(image);
    expect(readImageHeader(bytesOf(source))).toMatchObject({
      ok: true,
      value: { type: 'image/png', width: image.width, height: image.height, png: { bitDepth: 8 } },
    });
    const described = splitPngChunks(bytesOf(source)).map(({ type }) => type);
    expect(described.filter((type) => !['IHDR', 'sBIT', 'sRGB', 'IDAT', 'IEND'].includes(type))).toEqual([]);
    expect(await embeddableSource(await decode(src))).toBe(source);
  });

  test('keeps the premultiplied colours of translucent pixels in an embedded PNG', async () => {
    const pixel = (x: number) => [65_535, 32_768, 0, x * 257];
    const src = pngUrl(writePng({ width: 256, height: 1, colorType: 6, bitDepth: 16, pixel }));
    const pixels = await drawEmbedded(await embeddableSource(await decode(src)));
    for (let alpha = 0; alpha < 256; alpha++) {
      const [red = 0, green = 0, blue = 0, seenAlpha = 0] = pixelAt(pixels, 256, alpha, 0);
      expect(seenAlpha).toBe(alpha);
      expect(Math.abs((red * alpha) / 255 - alpha)).toBeLessThanOrEqual(1);
      expect(Math.abs((green * alpha) / 255 - alpha / 2)).toBeLessThanOrEqual(1);
      expect((blue * alpha) / 255).toBeLessThanOrEqual(1);
    }
  });
});

test('computes the embedded source of an image only once', async () => {
  const image = await decode(jpegUrl(fixture('quadrants-cmyk.jpg')));
  expect(embeddableSource(image)).toBe(embeddableSource(image));
});
