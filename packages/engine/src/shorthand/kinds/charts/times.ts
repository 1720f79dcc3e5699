import { readTime } from '../../../language/read-time.ts';
import type { ChartTable } from './read-data.ts';

/** The times of all labels of a chart whose labels are dates, in milliseconds since 1970. */
export interface TimeSpan {
  readonly first: number;
  readonly last: number;
  /** How they are written, as d3-time-format does; undefined for what fits the span. */
  readonly format: string | undefined;
}

/** Fewest labels that count as dates; each may be a label of its own otherwise, as in a list of events. */
const minDates = 3;

/** Returns the span of the labels, if all of them are dates with a month; years are labels like others. */
export function timesOf(tables: readonly ChartTable[], format: string | undefined): TimeSpan | null {
  const labels = tables.flatMap(({ rows }) => rows.map(({ label }) => label));
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const label of labels) {
    const time = /^\d{1,4}$/.test(label.trim()) ? null : readTime(label);
    if (time === null) return null;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return labels.length >= minDates && last > first ? { first, last, format } : null;
}

/** Returns the time of a label that is a date. */
export function timeOf(label: string): number {
  return readTime(label) ?? 0;
}
