/** A date as in ISO 8601, of which a year is enough. */
const isoDate = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;
/** A date and a time as in ISO 8601, also with a space between them. */
const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const weekday = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\\.?,?\\s+';
const clock = '(?:,?\\s+\\d{1,2}(?::\\d{2}){1,2}(?:\\s*[ap]m)?)?';
const zone = '(?:\\s*(?:z|utc?|gmt|[ecmp][sd]t|[+-]\\d{2}:?\\d{2}))';
/** "1/31/2024", "Jan 31, 2024", "31 January 2024" and "Jan 2024", with or without a time and a zone. */
const written = new RegExp(
  `^(?:${weekday})?(?:\\d{1,2}/\\d{1,2}/\\d{4}|${month}(?:\\s+\\d{1,2})?,?\\s+\\d{4}|\\d{1,2}\\s+${month},?\\s+\\d{4})${clock}(${zone})?$`,
  'i',
);

/**
 * Reads a date with or without a time as milliseconds since 1970; null for a text that is no date. A time without a
 * zone is UTC, so that a film is the same on every machine; `Date.parse` would read it in the zone of the machine.
 */
export function readTime(text: string): number | null {
  const trimmed = text.trim();
  const time = millisecondsOf(trimmed);
  return time !== null && Number.isFinite(time) ? time : null;
}

function millisecondsOf(text: string): number | null {
  if (isoDate.test(text)) return timeOfDate(text);
  const [, date, clock = '', offset = 'Z'] = isoTime.exec(text) ?? [];
  if (date !== undefined) {
    return timeOfDate(date) === null ? null : Date.parse(`${date}T${clock}${fullOffset(offset)}`);
  }
  const parts = written.exec(text);
  if (!parts) return null;
  return Date.parse(parts[1] === undefined ? `${text} UTC` : text);
}

/** The start of a date, in which `Date.parse` would read February 30 as March 1. */
function timeOfDate(date: string): number | null {
  const time = Date.parse(date);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(date) ? time : null;
}

/** An offset with minutes and a colon, as `Date.parse` expects it. */
function fullOffset(offset: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d{2})(?::?(\d{2}))?$/.exec(offset) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
