import { isFilmFormat, type OutputFormat } from '../../output/formats.ts';
import { showValue } from '../../project/problem-text.ts';
import { RenderError } from '../render-error.ts';

/** The part of a film to render; by default all of it. Only the library and the command line have it. */
export interface FilmPart {
  /** Project time at which the film starts, in milliseconds. */
  readonly fromMs?: number | undefined;
  /** Project time at which it ends. */
  readonly toMs?: number | undefined;
}

/** Project times in milliseconds, the end after the start. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Throws a RenderError `invalid-option` for values that no project allows. */
export function checkFilmPart({ fromMs, toMs }: FilmPart, format: OutputFormat): void {
  const given = Object.entries({ fromMs, toMs }).filter(([, value]) => value !== undefined);
  const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
  const problems = given
    .filter(([, value]) => !isTime(value))
    .map(([name, value]) => `${name} must be a number of at least 0, but is ${showValue(value)}`);
  if (given.length > 0 && problems.length === 0 && !isFilmFormat(format)) {
    const names = given.map(([name]) => name).join(' and ');
    problems.push(`${names} can only choose a part of a film, but the format is ${format}`);
  }
  if (problems.length === 0 && fromMs !== undefined && toMs !== undefined && toMs <= fromMs) {
    problems.push(`toMs must be greater than fromMs, which is ${fromMs}, but is ${toMs}`);
  }
  if (problems.length > 0) throw new RenderError('invalid-option', problems);
}

/**
 * Returns the part as a span of a project that lasts `durationMs`. Throws a RenderError `invalid-option` for a part outside it.
 */
export function spanOf({ fromMs = 0, toMs }: FilmPart, durationMs: number): Span {
  const endMs = toMs ?? durationMs;
  const inside = `inside the project's duration of ${durationMs} ms`;
  if (fromMs > 0 && fromMs >= durationMs) {
    throw new RenderError('invalid-option', [`fromMs must lie ${inside}, but is ${fromMs}`]);
  }
  if (endMs > durationMs)
    throw new RenderError('invalid-option', [`toMs must lie ${inside}, but is ${endMs}`]);
  return { startMs: fromMs, endMs };
}
