import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSequenceParameters as readByReference } from '../../../test/support/film/h264-parameters.ts';
import { readPicture } from '../../../test/support/film/h264-pictures.ts';
import { runs } from '../../../test/support/random-runs.ts';
import { H264Encoder } from '../../engine/src/output/film/h264-encoder.ts';
import { nalUnits, readSequenceParameters, renumberedPicture, skippedPicture } from '../src/index.ts';

const startCode = Buffer.from([0, 0, 0, 1]);

/** Returns a number as bits of a fixed length, and as an unsigned Exp-Golomb code. */
const fixed = (value: number, bits: number) => value.toString(2).padStart(bits, '0');
const golomb = (value: number) => '0'.repeat((value + 1).toString(2).length - 1) + (value + 1).toString(2);

/** Returns a NAL unit of these bits, escaped byte by byte as in ITU-T H.264, 7.3.1. */
function unitOf(header: number, bits: string): Buffer {
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const escaped = [header];
  let zeros = 0;
  for (let at = 0; at < padded.length; at += 8) {
    const byte = Number.parseInt(padded.slice(at, at + 8), 2);
    if (zeros === 2 && byte <= 3) {
      escaped.push(3);
      zeros = 0;
    }
    escaped.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(escaped);
}

/** The bytes after a slice's header start: often zeros, so that many need to be escaped. */
const anyRest = fc
  .array(fc.constantFrom('00000000', '00000000', '00000001', '00000011', '10110010'), { maxLength: 40 })
  .map((bytes) => `${bytes.join('')}1`);

describe('H.264 slices', () => {
  it('renumbering an H.264 picture changes only its frame number', () => {
    const anySlice = fc.record({
      frameNumberBits: fc.integer({ min: 4, max: 16 }),
      frameNumber: fc.nat(65_535),
      skipped: fc.integer({ min: 1, max: 2000 }),
      type: fc.constantFrom(0, 5),
      rest: anyRest,
    });
    fc.assert(
      fc.property(anySlice, ({ frameNumberBits, frameNumber, skipped, type, rest }) => {
        const sliceOf = (number: number) =>
          unitOf(0x41, golomb(0) + golomb(type) + golomb(0) + fixed(number, frameNumberBits) + rest);
        const most = 2 ** frameNumberBits;
        const given = Buffer.concat([startCode, sliceOf(frameNumber % most)]);
        const expected = Buffer.concat([startCode, sliceOf(((frameNumber % most) + skipped) % most)]);
        const renumbered = renumberedPicture(given, skipped, { frameNumberBits, macroblocks: 1 });
        expect(renumbered.toString('hex')).toBe(expected.toString('hex'));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('skipped H.264 pictures', () => {
  it('writes skipped H.264 pictures that another parser reads as numbered reference pictures', () => {
    const encoder = new H264Encoder({
      ...{ width: 1280, height: 720, durationMs: 1000, framesPerSecond: 30 },
      quality: { kind: 'flat' },
    });
    try {
      const parameters = readSequenceParameters(encoder.parameterSets);
      const set = [...nalUnits(encoder.parameterSets)].find((unit) => (unit[0] & 31) === 7);
      if (!set) throw new Error('the encoder returned no sequence parameter set');
      const reference = readByReference(set);
      expect(parameters).toEqual({
        frameNumberBits: reference.frameNumberBits,
        macroblocks: reference.macroblocks,
      });
      for (let number = 0; number < 600; number++) {
        const units = [...nalUnits(skippedPicture(number, parameters))];
        const picture = readPicture(units, reference);
        expect(picture.frameNumber).toBe(number % 2 ** reference.frameNumberBits);
        expect([picture.isReference, picture.isIdr, picture.isIntra]).toEqual([true, false, false]);
      }
    } finally {
      encoder.close();
    }
  });
});
