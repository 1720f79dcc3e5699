import type { Size } from '../output/fit-scene.ts';
import { type FilmFormat, formats, isFilmFormat, smallestSides } from '../output/formats.ts';
import { type Problem, problemAt } from '../project/problem.ts';
import { failure, type Result, success } from '../project/result.ts';
import type { Timeline } from '../timeline/timeline.ts';
import {
  contractSize,
  maxFootageMs,
  maxVideoDurationMs,
  maxVideoFrames,
  type SizeLimit,
  sizeLimitOf,
} from './capabilities.ts';
import type { CheckedOptions } from './options/check-options.ts';
import type { Span } from './options/film-range.ts';
import { RenderError } from './render-error.ts';

/** Size, times and frames of a render. */
export interface RenderPlan {
  readonly size: Size;
  /** The part of the project that a film shows. */
  readonly span: Span;
  /** Frames of a film; 0 for a still. */
  readonly frames: number;
}

/**
 * Computes size and frames of a render. Throws a RenderError: `invalid-option` for a size or time that the project
 * does not allow, `unsupported` for a film that is too long; `hasClips` tells whether the project shows clips.
 */
export function planRender(
  timeline: Timeline,
  options: CheckedOptions,
  span: Span = { startMs: 0, endMs: timeline.durationMs },
  hasClips = false,
): RenderPlan {
  const { format, fps, timeMs } = options;
  const { durationMs } = timeline;
  if (timeMs > durationMs) {
    throw new RenderError('invalid-option', [
      `timeMs must lie inside the project's duration of ${durationMs} ms, but is ${timeMs}`,
    ]);
  }
  const size = outputSize(timeline.scenes[0], options);
  if (!isFilmFormat(format)) return { size, span, frames: 0 };
  const frames = countFilmFrames(span.endMs - span.startMs, fps, format);
  if (!frames.ok) throw new RenderError('unsupported', filmLength(frames.problems, span, options, hasClips));
  return { size, span, frames: frames.value };
}

/** The problems of a project that cannot become a film for these reasons, which `countFilmFrames` returned. */
export function filmLength(
  reasons: readonly string[],
  { startMs, endMs }: Span,
  { format }: Pick<CheckedOptions, 'format'>,
  hasClips: boolean,
): readonly Problem[] {
  const durationMs = endMs - startMs;
  if (!hasClips || format !== 'mp4' || durationMs === 0)
    return reasons.map((reason) => problemAt([], 'film-length', reason));
  if (durationMs > maxFootageMs + rounding) {
    const most = `but an MP4 over clips at most ${maxFootageMs} ms; shorten it or split it into several projects`;
    return [problemAt([], 'film-length', `lasts ${durationMs} ms, ${most}`)];
  }
  const rule = `lasts ${durationMs} ms, but one render makes at most ${maxVideoDurationMs} ms and ${maxVideoFrames} frames; the commands, the tool server, queues and renderParts make films over clips of up to ${maxFootageMs} ms`;
  return [problemAt([], 'long-footage', rule)];
}

/** Whether a render failed only because its film over clips is to be made in parts. */
export function isForParts(error: unknown): boolean {
  return error instanceof RenderError && error.problems.length > 0 && error.problems.every(isLongFootage);
}

export function isLongFootage({ rule }: Problem): boolean {
  return rule === 'long-footage';
}

/** Counts the frames of a film of `durationMs`, which is more than 0; frame i shows the time i / framesPerSecond. */
export function countFrames(durationMs: number, framesPerSecond: number): number {
  return Math.max(1, firstFrameFrom(durationMs, framesPerSecond));
}

/** Returns the first frame at or after a time of the film; frame i shows the time i / framesPerSecond. */
export function firstFrameFrom(timeMs: number, framesPerSecond: number): number {
  // Rounded to a millionth, since a rounding error could add a frame to a film that ends exactly on a frame.
  return Math.ceil(Math.round(timeMs * framesPerSecond * 1e3) / 1e6);
}

/** Tolerance in milliseconds for the rounding error of a sum of many durations. */
const rounding = 1e-6;

/** Returns the frames of a film of `durationMs`, or why no film is possible. */
export function countFilmFrames(durationMs: number, fps: number, format: FilmFormat = 'mp4'): Result<number> {
  const { label } = formats[format];
  // The names of the letters A and M start with a vowel sound.
  const film = `${/^[AM]P/.test(label) ? 'an' : 'a'} ${label}`;
  if (durationMs === 0) {
    return failure('lasts 0 ms, so there is no film to render; stills still work');
  }
  if (durationMs > maxVideoDurationMs + rounding) {
    return failure(
      `lasts ${durationMs} ms, but ${film} at most ${maxVideoDurationMs} ms; shorten it or split it into several projects; stills still work`,
    );
  }
  const frames = countFrames(durationMs, fps);
  if (frames > maxVideoFrames) {
    return failure(
      `has ${frames} frames at ${fps} fps, but ${film} at most ${maxVideoFrames}; choose a lower fps`,
    );
  }
  return success(frames);
}

/**
 * Returns the size of the output in pixels, for a project whose first scene has this size. Throws a RenderError
 * `invalid-option` if the options do not allow it.
 */
export function outputSize(scene: Size, options: SizeOptions): Size {
  const size = askedSize(scene, options);
  const { codec } = options;
  const smallest = codec === undefined ? 1 : smallestSides[codec];
  if (Math.min(size.width, size.height) < smallest) {
    throw new RenderError('invalid-option', [
      `codec ${codec} needs ${smallest} pixels or more for each side, but the output has ${size.width} x ${size.height}; choose h264, or a larger width or height`,
    ]);
  }
  return size;
}

type SizeOptions = Pick<CheckedOptions, 'width' | 'height' | 'format' | 'codec' | 'offered'>;

function askedSize(scene: Size, { width, height, format, offered }: SizeOptions): Size {
  const step = formats[format].sideStep;
  if (width !== undefined && height !== undefined) return { width, height };
  if (width === undefined && height === undefined) return reducedSize(scene, step);
  const nearest = (length: number) => Math.max(step, Math.round(length / step) * step);
  const size =
    width !== undefined
      ? { width, height: nearest((width * scene.height) / scene.width) }
      : { width: nearest(((height ?? 0) * scene.width) / scene.height), height: height ?? 0 };
  const limit = sizeLimitOf(offered);
  if (isLarger(size, limit)) {
    const given = width !== undefined ? `width ${width}` : `height ${height}`;
    throw new RenderError('invalid-option', [
      `${given} keeps the first scene's aspect (${scene.width} x ${scene.height}) only at ${size.width} x ${size.height}, ` +
        `but each side must be at most ${limit.side} and width x height at most ${limit.pixels}`,
    ]);
  }
  return size;
}

/** Whether a size exceeds a limit. */
export function isLarger({ width, height }: Size, { side, pixels }: SizeLimit): boolean {
  return Math.max(width, height) > side || width * height > pixels;
}

/** Returns the scene's size, reduced to the contract's limits and rounded down to whole steps. */
function reducedSize(scene: Size, step: number): Size {
  const isWide = scene.width >= scene.height;
  const [long, short] = isWide ? [scene.width, scene.height] : [scene.height, scene.width];
  // Each is one division of whole numbers, or the root of one, so integral results are exact.
  const reduced = (side: number, other: number) => {
    const length = Math.min(
      side,
      (side * contractSize.side) / long,
      Math.sqrt((side * contractSize.pixels) / other),
    );
    return Math.max(step, Math.floor(length / step) * step);
  };
  const shorter = reduced(short, long);
  // Rounding the shorter side down could leave whole rows next to the scene empty.
  const filled = step === 1 ? long : Math.ceil((shorter * long) / short / step) * step;
  const longer = Math.min(filled, reduced(long, short));
  return isWide ? { width: longer, height: shorter } : { width: shorter, height: longer };
}
