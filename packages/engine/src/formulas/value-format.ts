import { readTime } from '../language/read-time.ts';
import { loadTimeLibraries } from './libraries.ts';
import { numberFormat } from './number-format.ts';

const field = /\{value(?::([^{}]*))?\}/g;

/** What a format can be, for messages. */
export const valueFormatRule = 'a format of d3 such as ",.2f" or "%b %Y", or a text such as "{value} €"';

/**
 * Returns the format that a document writes as `format`: one of d3 for numbers or dates, or a text around `{value}` or
 * `{value:.1f}`; null for anything else. `usual` writes a value without a specifier, and one that the specifier is not
 * for; a result that is no text, or an empty one, stands alone.
 */
export function readValueFormat<Value, Text>(
  format: string,
  usual: (value: Value) => Text,
): ((value: Value) => Text | string) | null {
  const specifiers = [...format.matchAll(field)].map(([, specifier]) => specifier);
  if (specifiers.length === 0) return format.includes('{value') ? null : readSpecifier(format, usual);
  const inner = specifiers.map((specifier) =>
    specifier === undefined ? usual : readSpecifier(specifier, usual),
  );
  if (inner.includes(null)) return null;
  return (value) => {
    const texts = inner.map((write) => write?.(value));
    const alone = texts.find((text) => typeof text !== 'string' || text === '');
    if (alone !== undefined) return alone;
    let index = 0;
    return format.replaceAll(field, () => String(texts[index++]));
  };
}

function readSpecifier<Value, Text>(
  specifier: string,
  usual: (value: Value) => Text,
): ((value: Value) => Text | string) | null {
  const ofNumbers = numberFormat(specifier);
  if (ofNumbers !== null) return (value) => (typeof value === 'number' ? ofNumbers(value) : usual(value));
  if (!/%[-_0]?[A-Za-z]/.test(specifier)) return null;
  return (value) => {
    const time = typeof value === 'string' ? readTime(value) : null;
    return time === null ? usual(value) : loadTimeLibraries().utcFormat(specifier)(new Date(time));
  };
}
