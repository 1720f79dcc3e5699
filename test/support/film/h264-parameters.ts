import { BitReader } from './bit-reader.ts';

/** The fields of a sequence parameter set (ITU-T H.264, 7.3.2.1 and annex E). */
export interface SequenceParameters {
  /** 100 is High. */
  readonly profile: number;
  /** Ten times the level: 41 is level 4.1. */
  readonly level: number;
  /** 1 is 4:2:0. */
  readonly chromaFormat: number;
  readonly bitDepths: readonly [luma: number, chroma: number];
  readonly frameNumberBits: number;
  readonly referenceFrames: number;
  /** False where a picture may be a field. */
  readonly framesOnly: boolean;
  readonly macroblocks: number;
  /** In pixels, without the cropped part. */
  readonly width: number;
  readonly height: number;
  /** Width to height of a pixel; null if it is not specified. */
  readonly pixelAspect: readonly [number, number] | null;
  readonly fullRange: boolean | null;
  /** Primaries, transfer and matrix; 1 is BT.709. */
  readonly color: readonly [number, number, number] | null;
  /** Where a chroma sample lies among its four pixels, by field; 0 is left, 1 the centre. */
  readonly chromaLocation: readonly [number, number] | null;
  /** Pictures that may be reordered after decoding; null if it is not specified. */
  readonly reorderedFrames: number | null;
  /** In bits per second and bits, if the stream has parameters of the hypothetical decoder. */
  readonly timing: {
    readonly unitsInTick: number;
    readonly timeScale: number;
    readonly fixed: boolean;
  } | null;
}

/** The profiles whose parameter sets name a chroma format. */
const highProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128];
/** Means an explicit aspect ratio. */
const extendedAspect = 255;

/**
 * Reads a sequence parameter set, a whole NAL unit. Throws an Error for features that films of this project never use.
 */
export function readSequenceParameters(unit: Uint8Array): SequenceParameters {
  const reader = new BitReader(unit);
  const profile = reader.bits(8);
  reader.bits(8);
  const level = reader.bits(8);
  reader.unsigned();
  let chromaFormat = 1;
  let bitDepths: [number, number] = [8, 8];
  if (highProfiles.includes(profile)) {
    chromaFormat = reader.unsigned();
    if (chromaFormat === 3) reader.flag();
    bitDepths = [8 + reader.unsigned(), 8 + reader.unsigned()];
    reader.flag();
    if (reader.flag()) throw new Error('the stream has scaling matrices, which this reader does not know');
  }
  const frameNumberBits = reader.unsigned() + 4;
  readPictureOrder(reader);
  const referenceFrames = reader.unsigned();
  reader.flag();
  const columns = reader.unsigned() + 1;
  const rows = reader.unsigned() + 1;
  const framesOnly = reader.flag();
  if (!framesOnly) reader.flag();
  reader.flag();
  const crop = reader.flag() ? [0, 0, 0, 0].map(() => reader.unsigned()) : [0, 0, 0, 0];
  const mapUnits = framesOnly ? 1 : 2;
  return {
    profile,
    level,
    chromaFormat,
    bitDepths,
    frameNumberBits,
    referenceFrames,
    framesOnly,
    macroblocks: columns * rows * mapUnits,
    width: 16 * columns - 2 * (crop[0] + crop[1]),
    height: mapUnits * (16 * rows - 2 * (crop[2] + crop[3])),
    ...readUsability(reader),
  };
}

/** The first fields of a picture parameter set (ITU-T H.264, 7.3.2.2). */
export interface PictureParameters {
  readonly id: number;
  readonly sequenceParameterSet: number;
  readonly usesCabac: boolean;
}

/** Reads a picture parameter set, a whole NAL unit. */
export function readPictureParameters(unit: Uint8Array): PictureParameters {
  const reader = new BitReader(unit);
  return {
    id: reader.unsigned(),
    sequenceParameterSet: reader.unsigned(),
    usesCabac: reader.flag(),
  };
}

function readPictureOrder(reader: BitReader): void {
  const type = reader.unsigned();
  if (type === 0) reader.unsigned();
  if (type !== 1) return;
  reader.flag();
  reader.signed();
  reader.signed();
  for (let left = reader.unsigned(); left > 0; left--) reader.signed();
}

type Usability = Pick<
  SequenceParameters,
  'pixelAspect' | 'fullRange' | 'color' | 'chromaLocation' | 'reorderedFrames' | 'timing'
>;

function readUsability(reader: BitReader): Usability {
  const nothing = { pixelAspect: null, fullRange: null, color: null };
  if (!reader.flag()) return { ...nothing, chromaLocation: null, reorderedFrames: null, timing: null };
  const pixelAspect = reader.flag() ? readAspect(reader) : null;
  if (reader.flag()) reader.flag();
  const { fullRange, color } = reader.flag() ? readColor(reader) : nothing;
  const chromaLocation: [number, number] | null = reader.flag()
    ? [reader.unsigned(), reader.unsigned()]
    : null;
  const timing = reader.flag()
    ? { unitsInTick: reader.bits(32), timeScale: reader.bits(32), fixed: reader.flag() }
    : null;
  if (reader.flag() || reader.flag()) {
    throw new Error('the stream describes a hypothetical decoder, which this reader does not know');
  }
  reader.flag();
  return { pixelAspect, fullRange, color, chromaLocation, timing, reorderedFrames: readReordering(reader) };
}

function readAspect(reader: BitReader): [number, number] {
  const known = reader.bits(8);
  if (known === extendedAspect) return [reader.bits(16), reader.bits(16)];
  if (known === 1) return [1, 1];
  throw new Error(`the stream has pixels of the aspect ${known} of table E-1, not square ones`);
}

function readColor(reader: BitReader): Pick<Usability, 'fullRange' | 'color'> {
  reader.bits(3);
  const fullRange = reader.flag();
  const color: [number, number, number] | null = reader.flag()
    ? [reader.bits(8), reader.bits(8), reader.bits(8)]
    : null;
  return { fullRange, color };
}

function readReordering(reader: BitReader): number | null {
  if (!reader.flag()) return null;
  reader.flag();
  for (let i = 0; i < 4; i++) reader.unsigned();
  return reader.unsigned();
}
