import { formats, isFilmFormat, type OutputFormat } from '../output/formats.ts';
import { type FrameRate, maxOutputPixels } from './capabilities.ts';
import {
  type OptionName,
  type OptionValues,
  optionTable,
  readOption,
  readTimeoutMs,
} from './option-table.ts';
import type { KnownAbortSignal } from './platform-types.ts';
import { RenderError } from './render-error.ts';

/** The options of a render; all have defaults. */
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

/** How a render is cancelled, limited in time and observed. */
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
  const problems: string[] = [];
  const read = <Name extends OptionName>(name: Name): OptionValues[Name] | undefined => {
    const value = options[name];
    if (value === undefined) return optionTable[name].default;
    const result = readOption(name, value);
    if (result.ok) return result.value;
    problems.push(...result.problems.map((problem) => `${name} ${problem}`));
    return undefined;
  };
  const format = read('format');
  const width = read('width');
  const height = read('height');
  const fps = read('fps');
  const timeMs = read('timeMs');
  if (format !== undefined) {
    for (const [name, side] of Object.entries({ width, height })) {
      if (side === undefined || side % formats[format].sideStep === 0) continue;
      problems.push(`${name} must be even for ${format}, but is ${side}`);
    }
    if (isFilmFormat(format) && timeMs !== undefined && timeMs !== 0)
      problems.push(`timeMs must be 0 for ${format}, but is ${timeMs}`);
  }
  if (width !== undefined && height !== undefined && width * height > maxOutputPixels) {
    problems.push(`width x height must be at most ${maxOutputPixels}, but is ${width} x ${height}`);
  }
  if (problems.length > 0 || format === undefined || fps === undefined || timeMs === undefined) {
    throw new RenderError('invalid-option', problems);
  }
  return { format, width, height, fps, timeMs };
}

/** The render's time limit; throws a RenderError `invalid-option` for an impossible one. */
export function checkTimeout({ timeoutMs }: RenderControl): number {
  const result = readTimeoutMs(timeoutMs);
  if (result.ok) return result.value;
  throw new RenderError(
    'invalid-option',
    result.problems.map((problem) => `timeoutMs ${problem}`),
  );
}
