import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exifOrientation,
  exifSegment,
  jpegSegment,
  writeJpeg,
} from '../../../../../test/support/jpeg-writer.ts';
import { joinPngChunks, pngHeaderChunk, writePng } from '../../../../../test/support/png-writer.ts';
import { readImageHeader } from '../../../src/media/images/image-header.ts';
import { fixture } from './support.ts';

const flat = (id: number) => ({ id, level: () => 128 });
const jpeg = (segments: Uint8Array[] = []) =>
  writeJpeg({ width: 30, height: 20, components: [flat(1), flat(2), flat(3)], segments });
const headerOf = (bytes: Uint8Array) => {
  const header = readImageHeader(bytes);
  return header.ok ? header.value : header.problems;
};
const orientationOf = (bytes: Uint8Array) => {
  const header = readImageHeader(bytes);
  return header.ok ? header.value.orientation : header.problems;
};
const problemOf = (bytes: Uint8Array) => {
  const header = readImageHeader(bytes);
  return header.ok ? undefined : header.problems.join('; ');
};

describe('a PNG header', () => {
  test("reads a PNG's size, bit depth, alpha and profile", () => {
    const bytes = writePng({ width: 3, height: 5, colorType: 6, bitDepth: 16, pixel: () => [0, 0, 0, 0] });
    expect(headerOf(bytes)).toEqual({
      type: 'image/png',
      width: 3,
      height: 5,
      orientation: 1,
      hasColorProfile: false,
      hasAlpha: true,
      isAnimated: false,
      png: { width: 3, height: 5, bitDepth: 16, colorType: 6, interlaced: false },
    });
  });

  test('reads a PNG header even if the file ends right after it', () => {
    const bytes = writePng({ width: 3, height: 5, colorType: 2, bitDepth: 8, pixel: () => [0, 0, 0] });
    expect(headerOf(bytes.subarray(0, 33))).toMatchObject({ width: 3, height: 5, hasAlpha: false });
    expect(problemOf(bytes.subarray(0, 32))).toBe('the PNG does not start with a complete IHDR chunk');
  });

  test.each([
    [{ width: 0, height: 4, bitDepth: 8, colorType: 2 }, 'the PNG has no pixels (0 x 4)'],
    [
      { width: 4, height: 4, bitDepth: 4, colorType: 2 },
      'the PNG has colour type 2 with bit depth 4, which PNG does not define',
    ],
  ] as const)('refuses an invalid PNG header: %o', (header, problem) => {
    expect(problemOf(joinPngChunks([pngHeaderChunk(header)]))).toBe(problem);
  });

  test("reads a PNG's orientation unless the eXIf checksum is wrong", () => {
    const chunks = [{ type: 'eXIf', data: exifOrientation(6, 'II') }];
    const bytes = writePng({ width: 1, height: 1, colorType: 0, bitDepth: 8, pixel: () => [0], chunks });
    expect(orientationOf(bytes)).toBe(6);
    // The checksum is wrong, so the chunk is ignored.
    const damaged = Buffer.from(bytes);
    damaged[damaged.indexOf('eXIf') + 4 + 18] = 5;
    expect(orientationOf(damaged)).toBe(1);
  });
});

describe('a JPEG header', () => {
  test("reads a JPEG's size, colour model and profile", () => {
    expect(headerOf(jpeg())).toMatchObject({
      type: 'image/jpeg',
      width: 30,
      height: 20,
      orientation: 1,
      hasColorProfile: false,
      colorModel: 'ycbcr',
    });
    expect(headerOf(fixture('quadrants-cmyk.jpg'))).toMatchObject({ colorModel: 'cmyk' });
    expect(headerOf(fixture('quadrants-display-p3.jpg'))).toMatchObject({ hasColorProfile: true });
  });

  test.each(['II', 'MM'] as const)('reads every JPEG orientation in byte order %s', (order) => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      expect(orientationOf(jpeg([exifSegment(orientation, order)]))).toBe(orientation);
    }
  });

  test.each(['II', 'MM'] as const)(
    "finds a JPEG's orientation among other EXIF entries in byte order %s",
    (order) => {
      const make = { tag: 0x010f, type: 2, count: 4, value: 0 };
      const orientation = { tag: 0x0112, type: 3, count: 1, value: 6 };
      const unit = { tag: 0x0128, type: 3, count: 1, value: 2 };
      const said = (entries: readonly ExifEntry[], listed = entries.length) =>
        orientationOf(
          jpeg([jpegSegment(0xe1, [...Buffer.from('Exif\0\0', 'latin1'), ...exif(order, entries, listed)])]),
        );
      expect(said([make, make, orientation, unit])).toBe(6);
      expect(said([make, unit])).toBe(1);
      // The bytes after the last entry are not an entry.
      expect(said([make, unit, orientation], 2)).toBe(1);
      expect(said([{ ...orientation, type: 4 }])).toBe(1);
      expect(said([{ ...orientation, count: 2 }])).toBe(1);
    },
  );

  test('treats an invalid JPEG orientation as 1', () => {
    expect(orientationOf(jpeg([exifSegment(0)]))).toBe(1);
    expect(orientationOf(jpeg([exifSegment(9)]))).toBe(1);
    expect(orientationOf(jpeg([exifSegment(300)]))).toBe(1);
  });

  test("reads a JPEG's orientation from the first EXIF segment and ignores XMP", () => {
    const xmp = jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>', 'latin1'));
    expect(orientationOf(jpeg([xmp, exifSegment(8), exifSegment(3)]))).toBe(8);
  });

  test("treats a JPEG's orientation as 1 if its EXIF data points outside itself", () => {
    for (const at of [4, 5, 6, 7]) {
      const tiff = exifOrientation(6);
      tiff[at] = 0xff;
      const segment = jpegSegment(0xe1, [...Buffer.from('Exif\0\0', 'latin1'), ...tiff]);
      expect(orientationOf(jpeg([segment]))).toBe(1);
    }
  });

  test.each([
    [0xc3, 'the JPEG has lossless coding; only baseline and progressive JPEG can be decoded'],
    [0xc5, 'the JPEG has hierarchical coding; only baseline and progressive JPEG can be decoded'],
    [0xc9, 'the JPEG has arithmetic coding; only baseline and progressive JPEG can be decoded'],
  ])('refuses a JPEG coding that Skia cannot decode: 0x%s', (marker, problem) => {
    expect(problemOf(withFrame((frame) => frame.writeUInt8(marker, 1)))).toBe(problem);
  });

  test('refuses an invalid JPEG header', () => {
    expect(problemOf(withFrame((frame) => frame.writeUInt8(12, 4)))).toBe(
      'the JPEG has 12 bits per sample; it must have 8',
    );
    expect(problemOf(withFrame((frame) => frame.writeUInt16BE(0, 5)))).toBe(
      'the JPEG has no pixels (30 x 0)',
    );
    expect(problemOf(writeJpeg({ width: 8, height: 8, components: [flat(1), flat(2)] }))).toBe(
      'the JPEG has 2 colour components; it must have 1, 3 or 4',
    );
    expect(problemOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9))).toBe(
      'the JPEG is cut short: it has no frame header',
    );
  });

  function withFrame(change: (frame: Buffer) => void): Uint8Array {
    const bytes = Buffer.from(jpeg());
    change(bytes.subarray(bytes.indexOf(Uint8Array.of(0xff, 0xc0))));
    return bytes;
  }
});

interface ExifEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

/** Returns a TIFF block with a directory of entries that claims to have `listed` entries. */
function exif(order: 'II' | 'MM', entries: readonly ExifEntry[], listed: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(10 + entries.length * 12 + 4));
  const little = order === 'II';
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  view.setUint16(8, listed, little);
  for (const [index, { tag, type, count, value }] of entries.entries()) {
    const at = 10 + index * 12;
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, type, little);
    view.setUint32(at + 4, count, little);
    view.setUint16(at + 8, value, little);
  }
  return new Uint8Array(view.buffer);
}

test('refuses bytes that are neither PNG nor JPEG and shows the first ones', () => {
  expect(problemOf(Buffer.from('GIF89a'))).toBe(
    'the bytes are neither a PNG nor a JPEG; they start with 47 49 46 38 39 61',
  );
  expect(problemOf(new Uint8Array())).toBe('the image has no bytes');
});

test('readImageHeader returns a header or a problem for any bytes', () => {
  const signatures = fc.constantFrom(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0xff, 0xd8, 0xff],
    [],
  );
  fc.assert(
    fc.property(signatures, fc.uint8Array({ maxLength: 200 }), (signature, rest) => {
      const header = readImageHeader(Uint8Array.of(...signature, ...rest));
      if (!header.ok) expect(header.problems.join('')).not.toBe('');
      else expect(header.value.width * header.value.height).toBeGreaterThan(0);
    }),
  );
});
