import { checkContainer } from './check-container.ts';
import { type CheckedSound, checkSound } from './check-sound.ts';
import { type CheckedVideo, checkVideo } from './check-video.ts';
import { decodeStrictly } from './decode-film.ts';
import { Faults } from './faults.ts';
import { parseFilm } from './parse-film.ts';

/** The expected properties of a film; omitted ones are not compared. */
export interface ExpectedFilm {
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
  readonly framesPerSecond?: number;
  readonly durationMs?: number;
  readonly audioCodec?: string | null;
}

export interface CheckedFilm extends CheckedVideo {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly durationMs: number;
  readonly sound: CheckedSound | null;
}

/**
 * Checks a film by the rules for every film of this project: by its boxes and NAL units, read by a parser other than
 * FFmpeg, and by strictly decoding all of it. Rejects with an Error that lists all faults, or returns the film's
 * properties.
 */
export async function checkFilm(film: Uint8Array, expected: ExpectedFilm = {}): Promise<CheckedFilm> {
  const faults = new Faults();
  const parsed = parseFilm(film);
  checkContainer(film, parsed, faults);
  const video = checkVideo(parsed.video, faults);
  const { timescale, duration } = parsed.video.track;
  const sound = parsed.audio ? checkSound(parsed.audio, duration / timescale, faults) : null;
  const frames = video.pictures.length;
  const { width, height } = video.parameters;
  checkExpectations({ width, height, frames, seconds: duration / timescale, sound, video }, expected, faults);
  faults.throwAny('the film');

  const decoded = await decodeStrictly(film);
  faults.equal('the pictures that ffmpeg decodes', decoded.video, frames);
  const wrong = decoded.times.findIndex(
    (time, index) => Math.abs(time * video.framesPerSecond - index) > 0.01,
  );
  faults.demand(wrong < 0, `ffmpeg shows picture ${wrong} at ${decoded.times[wrong]} s`);
  faults.demand(decoded.audio > 0 === (sound !== null), `ffmpeg decodes ${decoded.audio} frames of sound`);
  faults.throwAny('the film');
  return { ...video, width, height, frames, durationMs: (1000 * duration) / timescale, sound };
}

/** The result of a render; only films are checked. */
export interface RenderedFile extends ExpectedFilm {
  readonly data: Uint8Array;
}

/** Checks the film of a render, compares it with the reported properties, and returns it. */
export async function checkedFilm<Result extends RenderedFile>(
  rendering: Promise<Result>,
  framesPerSecond?: number,
): Promise<Result> {
  const result = await rendering;
  const { data, width, height, frames, durationMs, audioCodec } = result;
  await checkFilm(data, { width, height, frames, durationMs, audioCodec, framesPerSecond });
  return result;
}

function checkExpectations(
  found: {
    readonly width: number;
    readonly height: number;
    readonly frames: number;
    readonly seconds: number;
    readonly sound: CheckedSound | null;
    readonly video: CheckedVideo;
  },
  expected: ExpectedFilm,
  faults: Faults,
): void {
  const { width, height, frames, seconds, sound, video } = found;
  const { framesPerSecond, durationMs, audioCodec } = expected;
  faults.equal('the width', width, expected.width ?? width);
  faults.equal('the height', height, expected.height ?? height);
  faults.equal('the number of frames', frames, expected.frames ?? frames);
  // A single shortened frame does not reveal its rate.
  if (framesPerSecond !== undefined && frames > 1) {
    faults.equal('frames a second', video.framesPerSecond, framesPerSecond);
  }
  if (durationMs !== undefined) {
    // The clock counts a thousand ticks per frame, and a film has at least one tick.
    const tick = 1 / (1000 * (framesPerSecond ?? 24));
    const off = Math.abs(seconds - durationMs / 1000);
    const rate = framesPerSecond ?? video.framesPerSecond;
    const needed = Math.max(1, Math.ceil((durationMs * rate) / 1000 - 1e-6));
    if (frames > 1) faults.equal(`the number of frames of ${durationMs} ms`, frames, needed);
    faults.demand(
      off <= tick / 2 + 1e-9 || seconds <= tick * 1.01,
      `it lasts ${seconds} s, not ${durationMs} ms`,
    );
  }
  if (audioCodec !== undefined) faults.equal('its sound', sound ? 'mp3' : null, audioCodec);
}
