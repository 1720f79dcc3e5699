/** The largest share of a value that a step may have: shares and scales change in smaller steps than pixels. */
const fineBelow = 10;

/**
 * A number with what follows it, such as the unit of `40%`; null for a text that is no number.
 * @param {string} text
 */
export function readNumber(text) {
  const [, digits, unit = ''] = /^\s*(-?(?:\d+\.?\d*|\.\d+))\s*([a-z%°]*)\s*$/i.exec(text) ?? [];
  return digits === undefined ? null : { number: Number(digits), unit };
}

/**
 * The text of a number that is changed by some steps; its unit stays. Null if the text is no number.
 * @param {string} text
 * @param {number} steps
 * @param {{ readonly minimum: number | null, readonly maximum: number | null }} limits
 */
export function stepNumber(text, steps, { minimum, maximum }) {
  const read = readNumber(text);
  if (!read) return null;
  const isShare = maximum !== null && maximum < fineBelow && read.unit === '';
  const isFine = isShare || (read.unit !== '' && !['%', 'ms', 'px'].includes(read.unit));
  const step = isFine ? 0.05 : read.unit === 'ms' ? 10 : 1;
  const [low, high] = read.unit === '' ? [minimum ?? -Infinity, maximum ?? Infinity] : [-Infinity, Infinity];
  const number = Math.min(high, Math.max(low, read.number + steps * step));
  return `${Number(number.toFixed(isFine ? 2 : 1))}${read.unit}`;
}

/**
 * The value that a typed text stands for: a number, or a text such as `40%`; undefined for nothing.
 * @param {string} text
 */
export function typedNumber(text) {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const read = readNumber(trimmed);
  return read && read.unit === '' ? read.number : trimmed;
}
