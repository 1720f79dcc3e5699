import { createRequire } from 'node:module';
import type { FormatLocaleObject } from 'd3-format';

/** A parser of one expression, with the parts of jsep that formulas use. */
export interface ExpressionParser {
  index: number;
  readonly expr: string;
  readonly char: string;
  gobbleSpaces(): void;
  gobbleExpression(): object;
  gobbleToken(): object;
}

/** The class of jsep. Its operators and hooks are static. */
export interface ExpressionParserClass {
  new (text: string): ExpressionParser;
  readonly hooks: {
    add(name: 'gobble-token', hook: (this: ExpressionParser, found: { node?: object }) => void): void;
  };
  removeAllBinaryOps(): void;
  removeAllUnaryOps(): void;
  addBinaryOp(operator: string, precedence: number, isRightAssociative?: boolean): void;
}

/**
 * Loads a copy of jsep that shares nothing with those of other packages, because operators and hooks change all of its
 * parsers. `require` loads it at the first formula: a document is checked synchronously, and most have no formulas.
 */
export function loadJsep(): ExpressionParserClass {
  const require = createRequire(import.meta.url);
  const file = require.resolve('jsep');
  const shared = require.cache[file];
  delete require.cache[file];
  const bundled: { readonly Jsep: ExpressionParserClass } = require(file);
  if (shared === undefined) delete require.cache[file];
  else require.cache[file] = shared;
  return bundled.Jsep;
}

let locale: FormatLocaleObject | undefined;

/** Returns the formats of d3-format in English, whatever other packages set as its default. */
export function loadNumberFormats(): FormatLocaleObject {
  if (locale === undefined) {
    const name = 'd3-format';
    const library: typeof import('d3-format') = createRequire(import.meta.url)(name);
    locale = library.formatLocale({ decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''] });
  }
  return locale;
}

/** What axes with times need of d3-time and d3-time-format. */
export interface TimeLibraries {
  readonly utcTicks: (start: Date, stop: Date, count: number) => Date[];
  /** Round times at a distance from each other, which begins anew in each year, month or day. */
  readonly utcEvery: (unit: TimeUnit, count: number, start: Date, stop: Date) => Date[];
  readonly utcFormat: (specifier: string) => (date: Date) => string;
  /** The usual format for the ticks of a range of this length in milliseconds. */
  readonly usualTimeFormat: (rangeMs: number) => (date: Date) => string;
}

export type TimeUnit = 'ms' | 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'y';

let times: TimeLibraries | undefined;

const dayMs = 86_400_000;

/** Returns the ticks and formats of times in UTC and in English. */
export function loadTimeLibraries(): TimeLibraries {
  if (times === undefined) {
    const require = createRequire(import.meta.url);
    const names = ['d3-time', 'd3-time-format'] as const;
    const time: typeof import('d3-time') = require(names[0]);
    const format: typeof import('d3-time-format') = require(names[1]);
    const usual = (rangeMs: number) => {
      if (rangeMs < 2 * dayMs) return format.utcFormat('%H:%M');
      if (rangeMs < 90 * dayMs) return format.utcFormat('%-d %b');
      return format.utcFormat(rangeMs < 3 * 366 * dayMs ? '%b %Y' : '%Y');
    };
    const intervals = {
      ...{ ms: time.utcMillisecond, s: time.utcSecond, m: time.utcMinute, h: time.utcHour },
      ...{ d: time.utcDay, w: time.utcMonday, M: time.utcMonth, y: time.utcYear },
    };
    const utcEvery: TimeLibraries['utcEvery'] = (unit, count, start, stop) =>
      // Weeks have no numbers that begin anew.
      unit === 'w'
        ? intervals.w.range(intervals.w.ceil(start), stop, count)
        : (intervals[unit].every(count)?.range(start, stop) ?? []);
    times = {
      ...{ utcTicks: time.utcTicks, utcEvery, utcFormat: format.utcFormat, usualTimeFormat: usual },
    };
  }
  return times;
}
