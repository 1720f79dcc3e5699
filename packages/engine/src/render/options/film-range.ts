import { RenderError } from '../render-error.ts';
import type { AllOptions } from './all-options.ts';

/** Project times in milliseconds, the end after the start. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Returns the range as a span of a project that lasts `durationMs`. Throws a RenderError `invalid-option` for a range
 * outside it.
 */
export function spanOf({ fromMs = 0, toMs }: Pick<AllOptions, 'fromMs' | 'toMs'>, durationMs: number): Span {
  const endMs = toMs ?? durationMs;
  const inside = `inside the project's duration of ${durationMs} ms`;
  if (fromMs > 0 && fromMs >= durationMs) {
    throw new RenderError('invalid-option', [`fromMs must lie ${inside}, but is ${fromMs}`]);
  }
  if (endMs > durationMs)
    throw new RenderError('invalid-option', [`toMs must lie ${inside}, but is ${endMs}`]);
  return { startMs: fromMs, endMs };
}
