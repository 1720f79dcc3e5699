import type { CalendarLength } from './gantt.ts';

export const dayMs = 86_400_000;

/** The longest time that a task lasts, and the last time that a chart shows, in milliseconds. */
export const longestTask = 36_525 * dayMs;
const lastTime = Date.UTC(9999, 11, 31);

const fixed: Readonly<Record<string, number>> = {
  ...{ ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs },
};

/** Returns a time later by a length, in milliseconds since 1970. Months are those of the calendar. */
export function laterBy(time: number, { count, unit }: CalendarLength): number {
  const length = fixed[unit];
  if (length !== undefined) return time + Math.round(count * length);
  const date = new Date(time);
  const months = Math.round(count * (unit === 'y' ? 12 : 1));
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  // A month later than January 31 is the last day of February.
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.getTime();
}

/** Reads a length such as 3d, 2w, 24h or 1.5d; null for another text. */
export function readLength(text: string): CalendarLength | null {
  const [, count, unit] = /^(\d{1,12}(?:\.\d{1,6})?)\s*(ms|[smhdwMy])$/.exec(text) ?? [];
  return count === undefined ? null : { count: Number(count), unit: unit as CalendarLength['unit'] };
}

/** Approximate milliseconds of a length. */
export function lengthMs({ count, unit }: CalendarLength): number {
  return count * (fixed[unit] ?? (unit === 'M' ? 30 : 365) * dayMs);
}

const tokens: Readonly<Record<string, string>> = {
  ...{ YYYY: '(?<year>\\d{4})', YY: '(?<short>\\d{2})', MM: '(?<month>\\d{2})', M: '(?<month>\\d{1,2})' },
  ...{ DD: '(?<day>\\d{2})', D: '(?<day>\\d{1,2})', HH: '(?<hour>\\d{2})', H: '(?<hour>\\d{1,2})' },
  ...{ mm: '(?<minute>\\d{2})', ss: '(?<second>\\d{2})', SSS: '(?<ms>\\d{3})' },
  ...{ X: '(?<unix>\\d{1,11})', x: '(?<unixMs>\\d{1,14})' },
};

/** Returns what reads dates of a format such as YYYY-MM-DD; null for a format with other letters. */
export function dateReader(format: string): ((text: string) => number | null) | null {
  const used = new Set<string>();
  let isKnown = true;
  const pattern = format.replace(/[A-Za-z]+|[^A-Za-z]+/g, (piece) => {
    if (!/[A-Za-z]/.test(piece)) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return piece.replace(/YYYY|YY|MM|DD|HH|mm|ss|SSS|[MDHXx]|./g, (token) => {
      const group = /<(\w+)>/.exec(tokens[token] ?? '')?.[1] ?? '';
      isKnown &&= group !== '' && !used.has(group);
      used.add(group);
      return tokens[token] ?? '';
    });
  });
  if (!isKnown) return null;
  const whole = new RegExp(`^${pattern}$`);
  return (text) => {
    const { groups } = whole.exec(text) ?? {};
    return groups === undefined ? null : timeOf(groups);
  };
}

function timeOf(groups: Readonly<Record<string, string | undefined>>): number | null {
  const {
    unix,
    unixMs,
    year,
    short,
    month = '1',
    day = '1',
    hour = '0',
    minute = '0',
    second = '0',
  } = groups;
  const time =
    unix === undefined && unixMs === undefined
      ? Date.UTC(
          ...([
            Number(year ?? (short === undefined ? 1970 : 2000 + Number(short))),
            Number(month) - 1,
          ] as const),
          ...([Number(day), Number(hour), Number(minute), Number(second), Number(groups.ms ?? 0)] as const),
        )
      : Number(unixMs ?? Number(unix) * 1000);
  if (!isShown(time)) return null;
  const date = new Date(time);
  const isReal =
    unix !== undefined ||
    unixMs !== undefined ||
    (date.getUTCMonth() === Number(month) - 1 &&
      date.getUTCDate() === Number(day) &&
      date.getUTCHours() === Number(hour));
  return isReal ? time : null;
}

/** Whether a chart can show a time. */
export function isShown(time: number): boolean {
  return Number.isFinite(time) && time >= -lastTime && time <= lastTime;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The days on which nobody works. */
export class DaysOff {
  readonly #weekdays = new Set<number>();
  readonly #dates = new Set<number>();
  #weekend: readonly number[] = [6, 0];

  /** Whether no day is left to work. */
  get isAlways(): boolean {
    return this.#weekdays.size === weekdays.length;
  }

  set weekend(first: 'friday' | 'saturday') {
    this.#weekend = first === 'friday' ? [5, 6] : [6, 0];
  }

  /** Adds weekends, a weekday or a date; false for another text. */
  add(text: string, readDate: (text: string) => number | null): boolean {
    const weekday = weekdays.indexOf(text.toLowerCase());
    const date = readDate(text);
    if (text.toLowerCase() === 'weekends') for (const day of this.#weekend) this.#weekdays.add(day);
    else if (weekday >= 0) this.#weekdays.add(weekday);
    else if (date !== null) this.#dates.add(Math.floor(date / dayMs));
    else return false;
    return true;
  }

  /** Returns the end of a task that lasts longer by each day off in it. */
  extended(start: number, end: number): number {
    if ((this.#weekdays.size === 0 && this.#dates.size === 0) || this.isAlways) return end;
    let last = end;
    for (let day = start; day < last && last - start <= 2 * longestTask; day += dayMs)
      if (this.#weekdays.has(new Date(day).getUTCDay()) || this.#dates.has(Math.floor(day / dayMs)))
        last += dayMs;
    return last;
  }
}
