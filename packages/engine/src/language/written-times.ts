/** A day. */
const maxTimeMs = 86_400_000;

const withUnit = /^(\d{1,9}(?:\.\d{1,6})?|\.\d{1,6})\s*(ms|s)$/;
const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:\.\d{1,6})?)$/;

/** Times that `readMilliseconds` understands, for a message. */
export const timeExamples = '"2.5s", "600ms" or "0:07"';

/** A text that `readMilliseconds` understands, unless it is too long a time, for a JSON Schema. */
export const timePattern: RegExp = new RegExp(`${withUnit.source}|${clock.source}`);

/** Reads a time such as "2.5s", "600ms", "0:12.4" or "1:02:03" in milliseconds; undefined for any other text. */
export function readMilliseconds(text: string): number | undefined {
  const trimmed = text.trim();
  const [, number, unit] = withUnit.exec(trimmed) ?? [];
  if (number !== undefined) return withinDay(Number(number) * (unit === 's' ? 1000 : 1));
  const [, hours = '0', minutes, seconds] = clock.exec(trimmed) ?? [];
  if (minutes === undefined || seconds === undefined || Number(seconds) >= 60) return undefined;
  return withinDay(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
}

/** Returns a number of milliseconds, or a text for it, as a number; undefined for anything else. */
export function millisecondsOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readMilliseconds(value) : undefined;
}

/** Rounded to a thousandth, because 0.1 s are no exact number of milliseconds in binary. */
function withinDay(ms: number): number | undefined {
  const time = Math.round(ms * 1000) / 1000;
  return time <= maxTimeMs ? time : undefined;
}

/** Shows a time as "0:12.4". */
export function showClock(ms: number): string {
  const tenths = Math.round(Math.max(0, ms) / 100);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
}
