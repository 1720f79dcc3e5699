import { checkContainer } from './check-container.ts';
import { checkSound } from './check-sound.ts';
import { checkColorBox, checkDurations, type VideoBoxes } from './check-video.ts';
import { decodeStrictly } from './decode-film.ts';
import { Faults } from './faults.ts';
import { type ParsedTrack, parseFilm } from './parse-film.ts';

/** How the pictures of a codec look in an MP4. */
interface CodecRules {
  readonly sampleEntry: string;
  /** Its box in the sample entry, and the kinds of header there, such as parameter sets. */
  readonly box: string;
  readonly headers: readonly number[];
  /** The kinds of the units in a sample. */
  readonly unitsOf: (sample: Uint8Array) => number[];
  readonly startsPlayback: (kinds: readonly number[]) => boolean;
  /** Kinds that a sample must not have, as the sample entry or the file has them. */
  readonly excluded: readonly number[];
}

const rules: Readonly<Record<'hevc' | 'av1', CodecRules>> = {
  // ITU-T H.265, table 7-1: parameter sets are 32 to 34, pictures from which a decoder can start without others 19 and 20.
  hevc: {
    sampleEntry: 'hvc1',
    box: 'hvcC',
    headers: [32, 33, 34],
    unitsOf: unitsOfHevc,
    startsPlayback: (kinds) => kinds.some((kind) => kind === 19 || kind === 20),
    excluded: [32, 33, 34],
  },
  // AV1 Bitstream & Decoding Process Specification, 6.2.2: a sequence header is 1, a temporal delimiter 2.
  av1: {
    sampleEntry: 'av01',
    box: 'av1C',
    headers: [1],
    unitsOf: unitsOfAv1,
    startsPlayback: (kinds) => kinds[0] === 1,
    excluded: [2],
  },
};

export interface CheckedWholeFilm {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly frames: number;
  readonly durationMs: number;
  readonly hasSound: boolean;
}

/**
 * Checks an MP4 in HEVC or AV1 by its boxes and units, read by a parser other than FFmpeg, and by strictly decoding all
 * of it. Rejects with an Error that lists all faults.
 */
export async function checkWholeFilm(film: Uint8Array, codec: 'hevc' | 'av1'): Promise<CheckedWholeFilm> {
  const faults = new Faults();
  const parsed = parseFilm(film);
  checkContainer(film, parsed, faults);
  const { track, samples } = parsed.video;
  const seconds = track.duration / track.timescale;
  if (parsed.audio) checkSound(parsed.audio, seconds, faults);
  const framesPerSecond = track.timescale / (samples[0]?.duration ?? 1);
  checkDurations(track.timescale, samples, framesPerSecond, faults);
  checkPictures(parsed.video, framesPerSecond, rules[codec], faults);
  faults.throwAny('the film');
  const decoded = await decodeStrictly(film);
  faults.equal('the pictures that ffmpeg decodes', decoded.video, samples.length);
  const wrong = decoded.times.findIndex((time, index) => Math.abs(time * framesPerSecond - index) > 0.01);
  faults.demand(wrong < 0, `ffmpeg shows picture ${wrong} at ${decoded.times[wrong]} s`);
  faults.demand(decoded.audio > 0 === (parsed.audio !== undefined), 'ffmpeg decodes other sound');
  faults.throwAny('the film');
  return {
    width: track.track_width,
    height: track.track_height,
    framesPerSecond,
    frames: samples.length,
    durationMs: 1000 * seconds,
    hasSound: parsed.audio !== undefined,
  };
}

function checkPictures(
  { track, samples, box }: ParsedTrack,
  framesPerSecond: number,
  { sampleEntry, box: header, headers, unitsOf, startsPlayback, excluded }: CodecRules,
  faults: Faults,
): void {
  const [entry] = box.mdia.minf.stbl.stsd.entries;
  faults.equal('the video sample entry', entry?.type, sampleEntry);
  faults.equal(
    'the size in the sample entry',
    [track.video?.width, track.video?.height],
    [track.track_width, track.track_height],
  );
  const boxes = entry as unknown as VideoBoxes & Readonly<Record<string, HeaderBox | undefined>>;
  checkColorBox(boxes.colr, faults);
  const { nalu_arrays: arrays, configOBUs: units } = boxes[header] ?? {};
  faults.equal(
    `the headers in the ${header} box`,
    arrays?.map(({ nalu_type: kind }) => kind) ?? unitsOfAv1(units ?? new Uint8Array()),
    headers,
  );
  let lastStart = 0;
  for (const [index, { bytes, isSync }] of samples.entries()) {
    const kinds = unitsOf(bytes);
    faults.equal(`whether sample ${index} is one to start from`, isSync, startsPlayback(kinds));
    faults.demand(!kinds.some((kind) => excluded.includes(kind)), `sample ${index} has units ${kinds}`);
    if (isSync) lastStart = index;
    faults.demand(index - lastStart < 4 * framesPerSecond, `nothing starts within 4 s before ${index}`);
  }
  faults.equal('the first sample is one to start from', samples[0]?.isSync, true);
}

interface HeaderBox {
  readonly nalu_arrays?: readonly { readonly nalu_type: number }[];
  readonly configOBUs?: Uint8Array;
}

/** The kinds of units that follow their lengths of four bytes. */
function unitsOfHevc(sample: Uint8Array): number[] {
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength);
  const kinds: number[] = [];
  for (let at = 0; at < sample.length; at += 4 + view.getUint32(at)) kinds.push((sample[at + 4] ?? 0) >> 1);
  return kinds;
}

/** The kinds of units, each with its header and its length in groups of seven bits. */
function unitsOfAv1(sample: Uint8Array): number[] {
  const kinds: number[] = [];
  for (let at = 0; at < sample.length; ) {
    const header = sample[at++] ?? 0;
    if (header & 0b100) at++;
    if ((header & 0b10) === 0) throw new Error('a unit of AV1 has no length');
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = sample[at++] ?? 0;
      length |= (byte & 0x7f) << shift;
      more = byte > 0x7f;
    }
    kinds.push((header >> 3) & 15);
    at += length;
  }
  return kinds;
}
