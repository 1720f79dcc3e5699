import { BitReader } from './bit-reader.ts';
import type { SequenceParameters } from './h264-parameters.ts';

/** One coded picture, from the headers of its NAL units (ITU-T H.264, 7.3.1 and 7.3.3). */
export interface CodedPicture {
  /** An instantaneous decoding refresh: no picture from here on refers to an earlier one. */
  readonly isIdr: boolean;
  /** Whether it is coded without reference to other pictures. */
  readonly isIntra: boolean;
  /** Whether later pictures may refer to it. */
  readonly isReference: boolean;
  readonly frameNumber: number;
  /** The picture parameter set of its slices. */
  readonly pictureParameterSet: number;
  /** The number that distinguishes an IDR picture from the previous one; null for other pictures. */
  readonly idrPictureId: number | null;
  /** Types of its NAL units, in order (table 7-1). */
  readonly units: readonly number[];
}

const sliceTypes = [1, 5];
const idrType = 5;
/** Slice types of I, once for some and once for all slices of the picture (table 7-6). */
const intraSlices = [2, 7];

/** The NAL units of a sample, each preceded by its length. Throws an Error if the lengths do not add up. */
export function splitSample(sample: Uint8Array, lengthSize: number): Uint8Array[] {
  const units: Uint8Array[] = [];
  for (let at = 0; at < sample.length; ) {
    const length = sample.subarray(at, at + lengthSize).reduce((sum, byte) => sum * 256 + byte, 0);
    at += lengthSize;
    if (length === 0 || at + length > sample.length) {
      throw new Error(`a NAL unit of ${length} bytes at ${at} of a sample of ${sample.length}`);
    }
    units.push(sample.subarray(at, at + length));
    at += length;
  }
  return units;
}

/** Reads the one picture of a sample. Throws an Error if it contains no picture, parts of two, or a parameter set. */
export function readPicture(units: readonly Uint8Array[], parameters: SequenceParameters): CodedPicture {
  const types = units.map((unit) => unit[0] & 31);
  const slices = units.filter((_, index) => sliceTypes.includes(types[index]));
  const headers = slices.map((slice) => readSlice(slice, parameters));
  const [first] = headers;
  if (!first) throw new Error(`no slice, only NAL units of the types ${types.join(', ')}`);
  if (first.firstMacroblock !== 0) throw new Error(`a picture that begins at ${first.firstMacroblock}`);
  for (const header of headers.slice(1)) {
    if (header.firstMacroblock === 0) throw new Error('more than one picture');
    if (
      header.isIdr !== first.isIdr ||
      header.frameNumber !== first.frameNumber ||
      header.pictureParameterSet !== first.pictureParameterSet
    ) {
      throw new Error('slices of different pictures');
    }
  }
  // In a track of type avc1, they are only in the sample entry, before the film.
  if (types.includes(7) || types.includes(8)) throw new Error('a parameter set among the pictures');
  return { ...first, isIntra: headers.every(({ isIntra }) => isIntra), units: types };
}

function readSlice(slice: Uint8Array, { frameNumberBits, framesOnly }: SequenceParameters) {
  if (!framesOnly) throw new Error('a picture that may be a field');
  // The header is far shorter than this; the slice may be a megabyte.
  const reader = new BitReader(slice.subarray(0, 32));
  const firstMacroblock = reader.unsigned();
  const type = reader.unsigned();
  const pictureParameterSet = reader.unsigned();
  const isIdr = (slice[0] & 31) === idrType;
  return {
    firstMacroblock,
    isIdr,
    isIntra: intraSlices.includes(type),
    isReference: (slice[0] & 0x60) !== 0,
    pictureParameterSet,
    frameNumber: reader.bits(frameNumberBits),
    idrPictureId: isIdr ? reader.unsigned() : null,
  };
}
