import type { Faults } from './faults.ts';
import { readPictureParameters, readSequenceParameters, type SequenceParameters } from './h264-parameters.ts';
import { type CodedPicture, readPicture, splitSample } from './h264-pictures.ts';
import type { ParsedTrack } from './parse-film.ts';

interface Level {
  /** Ten times the level; 9 is level 1b. */
  readonly name: number;
  /** Macroblocks per second, and per picture. */
  readonly blockRate: number;
  readonly blocks: number;
  /** Bits per second, and bits that a decoder holds, in thousands; the High profile has a quarter more. */
  readonly rate: number;
  readonly buffer: number;
}

/** The limits of the levels of H.264 (ITU-T H.264, table A-1). */
const levels: readonly Level[] = (
  [
    [9, 1485, 99, 128, 350],
    [10, 1485, 99, 64, 175],
    [11, 3000, 396, 192, 500],
    [12, 6000, 396, 384, 1000],
    [13, 11_880, 396, 768, 2000],
    [20, 11_880, 396, 2000, 2000],
    [21, 19_800, 792, 4000, 4000],
    [22, 20_250, 1620, 4000, 4000],
    [30, 40_500, 1620, 10_000, 10_000],
    [31, 108_000, 3600, 14_000, 14_000],
    [32, 216_000, 5120, 20_000, 20_000],
    [40, 245_760, 8192, 20_000, 25_000],
    [41, 245_760, 8192, 50_000, 62_500],
    [42, 522_240, 8704, 50_000, 62_500],
    [50, 589_824, 22_080, 135_000, 135_000],
    [51, 983_040, 36_864, 240_000, 240_000],
    [52, 2_073_600, 36_864, 240_000, 240_000],
  ] as const
).map(([name, blockRate, blocks, rate, buffer]) => ({ name, blockRate, blocks, rate, buffer }));
/** Bits of the High profile, to a thousand bits of the table. */
const highFactor = 1250;
/** The resolution of a film's clock. */
const ticksPerFrame = 1000;
/** The level that every common player supports, if pictures and rate fit into it. */
const commonLevel = 41;

export interface CheckedVideo {
  readonly framesPerSecond: number;
  readonly parameters: SequenceParameters;
  readonly pictures: readonly CodedPicture[];
  /** Bytes of each picture. */
  readonly sizes: readonly number[];
  /** Numbers of the file's sync samples, from 0. */
  readonly syncSamples: readonly number[];
  /** Bits of the largest second of the film. */
  readonly highestBitrate: number;
  /** The decoder buffer that the file declares, in bits. */
  readonly bufferBits: number | null;
}

/** Checks the pictures: their stream, its description in the file, and the duration of each picture. */
export function checkVideo({ track, samples, box }: ParsedTrack, faults: Faults): CheckedVideo {
  const [entry] = box.mdia.minf.stbl.stsd.entries;
  faults.equal('the video sample entry', entry?.type, 'avc1');
  const { avcC, colr, btrt, pasp } = entry as typeof entry & VideoBoxes;
  if (!avcC) throw new Error('the video track has no avcC box');
  faults.equal('sequence parameter sets in the avcC box', avcC.SPS.length, 1);
  // The first is that of x264, with CABAC. The others are for unchanged pictures, with CAVLC, and for our own coder.
  faults.equal(
    'picture parameter sets in the avcC box',
    avcC.PPS.map(({ data }) => readPictureParameters(data)),
    [
      { id: 0, sequenceParameterSet: 0, usesCabac: true },
      { id: 1, sequenceParameterSet: 0, usesCabac: false },
      { id: 2, sequenceParameterSet: 0, usesCabac: true },
    ],
  );
  const set = avcC.SPS[0].data;
  const parameters = readSequenceParameters(set);
  faults.equal('profile, constraints and level in the avcC box', declared(avcC), [...set.subarray(1, 4)]);
  checkSize(track, parameters, faults);
  checkColor(parameters, colr, faults);
  faults.equal('the aspect of a pixel', [pasp?.hSpacing ?? 1, pasp?.vSpacing ?? 1], [1, 1]);

  // Only the clock of a film of one shortened picture reveals its rate.
  const framesPerSecond = track.timescale / (samples.length > 1 ? samples[0].duration : ticksPerFrame);
  checkDurations(track.timescale, samples, framesPerSecond, faults);
  const pictures = samples.map(({ bytes }, index) => {
    try {
      return readPicture(splitSample(bytes, avcC.lengthSizeMinusOne + 1), parameters);
    } catch (error) {
      throw new Error(`video sample ${index} holds ${error instanceof Error ? error.message : error}`);
    }
  });
  const syncSamples = numbersOf(samples, ({ isSync }) => isSync);
  const listed = box.mdia.minf.stbl.stss?.sample_numbers;
  if (listed)
    faults.equal(
      'the table of sync samples',
      [...listed],
      syncSamples.map((number) => number + 1),
    );
  checkOrder(pictures, syncSamples, framesPerSecond, parameters, faults);
  const highestBitrate = bitsOfFullestSecond(samples, track.timescale);
  const bufferBits = btrt ? 8 * btrt.bufferSizeDB : null;
  checkLevel({ parameters, framesPerSecond, samples, timescale: track.timescale, bufferBits }, faults);
  const sizes = samples.map(({ size }) => size);
  return {
    framesPerSecond,
    parameters,
    pictures,
    sizes,
    syncSamples,
    highestBitrate,
    bufferBits,
  };
}

/** The boxes of a sample entry, for which mp4box.js has no common type. */
export interface VideoBoxes {
  readonly avcC?: {
    readonly AVCProfileIndication: number;
    readonly profile_compatibility: number;
    readonly AVCLevelIndication: number;
    readonly lengthSizeMinusOne: number;
    readonly SPS: readonly { readonly data: Uint8Array }[];
    readonly PPS: readonly { readonly data: Uint8Array }[];
  };
  readonly colr?: {
    readonly colour_primaries: number;
    readonly transfer_characteristics: number;
    readonly matrix_coefficients: number;
    readonly full_range_flag: number;
  };
  readonly btrt?: { readonly bufferSizeDB: number; readonly maxBitrate: number };
  readonly pasp?: { readonly hSpacing: number; readonly vSpacing: number };
}

function declared(avcC: NonNullable<VideoBoxes['avcC']>): number[] {
  return [avcC.AVCProfileIndication, avcC.profile_compatibility, avcC.AVCLevelIndication];
}

function checkSize(track: ParsedTrack['track'], parameters: SequenceParameters, faults: Faults): void {
  const { width, height } = parameters;
  faults.equal('the size in the track header', [track.track_width, track.track_height], [width, height]);
  faults.equal('the size in the sample entry', [track.video?.width, track.video?.height], [width, height]);
  faults.demand(width % 2 === 0 && height % 2 === 0, `the sides must be even, but are ${width} x ${height}`);
}

function checkColor(parameters: SequenceParameters, colr: VideoBoxes['colr'], faults: Faults): void {
  const { chromaFormat, bitDepths, color, fullRange, chromaLocation, pixelAspect } = parameters;
  faults.equal('the chroma format (4:2:0)', chromaFormat, 1);
  faults.equal('bits of a sample', bitDepths, [8, 8]);
  faults.equal('the colours of the stream (BT.709)', color, [1, 1, 1]);
  faults.equal('the full range of the stream', fullRange, false);
  // A chroma sample is the mean of its four pixels.
  faults.equal('the place of chroma samples (centre)', chromaLocation, [1, 1]);
  faults.equal('the aspect of a pixel in the stream', pixelAspect ?? [1, 1], [1, 1]);
  checkColorBox(colr, faults);
}

/** The box declares the colours of BT.709 in the limited range. */
export function checkColorBox(colr: VideoBoxes['colr'], faults: Faults): void {
  faults.equal(
    'the colours in the colr box',
    [
      colr?.colour_primaries,
      colr?.transfer_characteristics,
      colr?.matrix_coefficients,
      colr?.full_range_flag,
    ],
    [1, 1, 1, 0],
  );
}

/** Every sample lasts one frame, the last one at most that. */
export function checkDurations(
  timescale: number,
  samples: ParsedTrack['samples'],
  framesPerSecond: number,
  faults: Faults,
): void {
  const known = [24, 30, 60].includes(framesPerSecond);
  faults.demand(known, `the film has ${framesPerSecond} frames a second`);
  const frame = samples[0].duration;
  for (const [index, { duration }] of samples.entries()) {
    if (index < samples.length - 1) faults.equal(`the duration of video sample ${index}`, duration, frame);
    else faults.demand(duration <= frame, `the last video sample lasts ${duration} of ${timescale}`);
  }
}

/** Sync samples are the IDR pictures, the first among them; frame numbers count the pictures to which others refer. */
function checkOrder(
  pictures: readonly CodedPicture[],
  syncSamples: readonly number[],
  framesPerSecond: number,
  { frameNumberBits, reorderedFrames }: SequenceParameters,
  faults: Faults,
): void {
  const refreshes = numbersOf(pictures, ({ isIdr }) => isIdr);
  faults.equal('the sync samples', syncSamples, refreshes);
  faults.equal('the first sync sample', syncSamples[0], 0);
  faults.demand(
    pictures.every(({ isIdr, isIntra }) => isIntra || !isIdr),
    'an IDR picture looks at others',
  );
  for (const [index, start] of refreshes.entries()) {
    const gap = (refreshes[index + 1] ?? pictures.length) - start;
    if (pictures.length > 1) {
      faults.demand(
        gap <= 2 * framesPerSecond,
        `after picture ${start} no key frame comes for ${gap} frames`,
      );
    }
  }
  faults.equal('pictures that are shown in another order', reorderedFrames ?? 0, 0);
  for (const [index, { pictureParameterSet, idrPictureId }] of pictures.entries()) {
    faults.demand(
      pictureParameterSet <= 2,
      `picture ${index} uses a missing parameter set, ${pictureParameterSet}`,
    );
    const before = pictures[index - 1]?.idrPictureId ?? null;
    faults.demand(
      idrPictureId === null || idrPictureId !== before,
      `the IDR pictures ${index - 1} and ${index} have the same idr_pic_id`,
    );
  }
  let expected = 0;
  for (const [index, { isIdr, isReference, frameNumber }] of pictures.entries()) {
    if (isIdr) expected = 0;
    faults.equal(`the frame number of picture ${index}`, frameNumber, expected % 2 ** frameNumberBits);
    if (isReference) expected++;
  }
}

function checkLevel(
  film: {
    readonly parameters: SequenceParameters;
    readonly framesPerSecond: number;
    readonly samples: ParsedTrack['samples'];
    readonly timescale: number;
    readonly bufferBits: number | null;
  },
  faults: Faults,
): void {
  const { parameters, framesPerSecond, samples, timescale, bufferBits } = film;
  const { profile, macroblocks } = parameters;
  const level = levels.find(({ name }) => name === parameters.level);
  faults.equal('the profile (High)', profile, 100);
  if (!level) {
    faults.demand(false, `the level must be one of common players, but is ${parameters.level / 10}`);
    return;
  }
  const name = `level ${level.name / 10}`;
  const blockRate = Math.round(macroblocks * framesPerSecond);
  const least = levels.find((one) => blockRate <= one.blockRate && macroblocks <= one.blocks)?.name ?? 0;
  faults.demand(level.name <= Math.max(commonLevel, least), `${name} is higher than it need be`);
  faults.demand(macroblocks <= level.blocks, `${name} does not allow ${macroblocks} macroblocks`);
  faults.demand(blockRate <= level.blockRate, `${name} does not allow ${blockRate} macroblocks a second`);
  const buffer = level.buffer * highFactor;
  faults.demand((bufferBits ?? 0) <= buffer, `${name} does not allow a buffer of ${bufferBits} bits`);
  const held = maxBitsHeld(samples, (level.rate * highFactor) / timescale);
  faults.demand(held <= buffer, `${name} does not allow that a decoder has to hold ${held} bits`);
}

/** The maximum bits in a decoder's buffer when they arrive at a constant rate, in bits per tick. */
function maxBitsHeld(samples: ParsedTrack['samples'], rate: number): number {
  let most = 0;
  let held = 0;
  for (const { size, duration } of samples) {
    held += 8 * size;
    most = Math.max(most, held);
    held = Math.max(0, held - rate * duration);
  }
  return Math.round(most);
}

function bitsOfFullestSecond(samples: ParsedTrack['samples'], timescale: number): number {
  let most = 0;
  let bits = 0;
  let first = 0;
  for (const { size, dts } of samples) {
    bits += 8 * size;
    for (; samples[first].dts <= dts - timescale; first++) bits -= 8 * samples[first].size;
    most = Math.max(most, bits);
  }
  return most;
}

function numbersOf<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (isMeant(item) ? [index] : []));
}
