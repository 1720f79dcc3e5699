import { showValue } from '../project/problem-text.ts';
import {
  defaultTimeoutMs,
  type FrameRate,
  frameRates,
  maxOutputPixels,
  maxOutputSide,
  maxTimeoutMs,
  type OutputFormat,
  outputFormats,
} from './capabilities.ts';
import type { KnownAbortSignal } from './platform-types.ts';
import { RenderError } from './render-error.ts';

/** What a render may be told; everything has a default. */
export interface RenderOptions {
  /** Default `png`. */
  readonly format?: OutputFormat | undefined;
  /** In pixels, 1 to 1920. One alone keeps the first scene's aspect; without both its size is kept. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Frames per second of an MP4: 24, 30 (default) or 60. */
  readonly fps?: FrameRate | undefined;
  /** Project time of a still in milliseconds; default 0. */
  readonly timeMs?: number | undefined;
}

/** How a render is watched over. */
export interface RenderControl {
  readonly signal?: KnownAbortSignal | undefined;
  /** Milliseconds until the render ends with `timeout`: 1 to 600000, default 120000. */
  readonly timeoutMs?: number | undefined;
  /** May return a promise, which the call waits for. What it throws, or the promise rejects with, fails the call. */
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

export interface RenderProgress {
  /** Share of the whole work, 0 to 1; never goes back. */
  readonly fraction: number;
  /** Frames of the film done so far and in all; for a still 0 of 0. */
  readonly framesDone: number;
  readonly frames: number;
}

export interface CheckedOptions {
  readonly format: OutputFormat;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly fps: FrameRate;
  readonly timeMs: number;
}

/** Fills in defaults; throws a RenderError `invalid-option` that names every value that is not allowed. */
export function checkOptions(options: RenderOptions): CheckedOptions {
  const { format = 'png', width, height, fps = 30, timeMs = 0 } = options;
  const problems: string[] = [];
  const demand = (holds: boolean, rule: string, value: unknown) => {
    if (!holds) problems.push(`${rule}, but is ${showValue(value)}`);
  };
  demand(outputFormats.includes(format), 'format must be svg, png or mp4', format);
  for (const [name, value] of [
    ['width', width],
    ['height', height],
  ] as const) {
    if (value === undefined) continue;
    const isSide = Number.isInteger(value) && value >= 1 && value <= maxOutputSide;
    demand(isSide, `${name} must be an integer from 1 to ${maxOutputSide}`, value);
    if (isSide && format === 'mp4') demand(value % 2 === 0, `${name} must be even for mp4`, value);
  }
  const bothSides = typeof width === 'number' && typeof height === 'number';
  if (bothSides && width * height > maxOutputPixels) {
    problems.push(
      `width x height must be at most ${maxOutputPixels}, but is ${showValue(width)} x ${showValue(height)}`,
    );
  }
  demand(
    frameRates.includes(fps),
    `fps must be ${frameRates.slice(0, -1).join(', ')} or ${frameRates.at(-1)}`,
    fps,
  );
  const isTime = Number.isFinite(timeMs) && timeMs >= 0;
  demand(isTime, 'timeMs must be a number of at least 0', timeMs);
  if (isTime && format === 'mp4') demand(timeMs === 0, 'timeMs must be 0 for mp4', timeMs);
  if (problems.length > 0) throw new RenderError('invalid-option', problems);
  return { format, width, height, fps, timeMs };
}

/** The render's time limit; throws a RenderError `invalid-option` for an impossible one. */
export function checkTimeout({ timeoutMs = defaultTimeoutMs }: RenderControl): number {
  if (Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= maxTimeoutMs) return timeoutMs;
  throw new RenderError('invalid-option', [
    `timeoutMs must be an integer from 1 to ${maxTimeoutMs}, but is ${showValue(timeoutMs)}`,
  ]);
}
