import { decodeStrictly } from './decode-film.ts';
import { Faults } from './faults.ts';
import { judgeContainer } from './judge-container.ts';
import { type JudgedSound, judgeSound } from './judge-sound.ts';
import { type JudgedVideo, judgeVideo } from './judge-video.ts';
import { parseFilm } from './parse-film.ts';

/** What a film was meant to be; what is left out is not compared. */
export interface ExpectedFilm {
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
  readonly framesPerSecond?: number;
  readonly durationMs?: number;
  readonly audioCodec?: string | null;
}

export interface JudgedFilm extends JudgedVideo {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly durationMs: number;
  readonly sound: JudgedSound | null;
}

/**
 * Judges a film as every film of this project has to be: by its boxes and its NAL units, which a parser reads that
 * is not FFmpeg, and by decoding all of it with nothing forgiven. Rejects with an Error that lists what is wrong;
 * else gives what was found.
 */
export async function judgeFilm(film: Uint8Array, expected: ExpectedFilm = {}): Promise<JudgedFilm> {
  const faults = new Faults();
  const parsed = parseFilm(film);
  judgeContainer(film, parsed, faults);
  const video = judgeVideo(parsed.video, faults);
  const { timescale, duration } = parsed.video.track;
  const sound = parsed.audio ? judgeSound(parsed.audio, duration / timescale, faults) : null;
  const frames = video.pictures.length;
  const { width, height } = video.parameters;
  judgeExpectations({ width, height, frames, seconds: duration / timescale, sound, video }, expected, faults);
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

/** What a render gives, of which only films are judged. */
export interface RenderedFile extends ExpectedFilm {
  readonly data: Uint8Array;
}

/** Judges the film that a render gives, by what was said of it as well, and passes it on. */
export async function judged<Result extends RenderedFile>(
  rendering: Promise<Result>,
  framesPerSecond?: number,
): Promise<Result> {
  const result = await rendering;
  const { data, width, height, frames, durationMs, audioCodec } = result;
  await judgeFilm(data, { width, height, frames, durationMs, audioCodec, framesPerSecond });
  return result;
}

function judgeExpectations(
  found: {
    readonly width: number;
    readonly height: number;
    readonly frames: number;
    readonly seconds: number;
    readonly sound: JudgedSound | null;
    readonly video: JudgedVideo;
  },
  expected: ExpectedFilm,
  faults: Faults,
): void {
  const { width, height, frames, seconds, sound, video } = found;
  const { framesPerSecond, durationMs, audioCodec } = expected;
  faults.equal('the width', width, expected.width ?? width);
  faults.equal('the height', height, expected.height ?? height);
  faults.equal('the number of frames', frames, expected.frames ?? frames);
  // A single frame that was cut short does not tell its rate.
  if (framesPerSecond !== undefined && frames > 1) {
    faults.equal('frames a second', video.framesPerSecond, framesPerSecond);
  }
  if (durationMs !== undefined) {
    // The clock counts a thousand ticks in a frame, of which a film has at least one.
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
