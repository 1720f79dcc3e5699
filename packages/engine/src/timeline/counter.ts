/** The text at a progress from 0 to 1, with a number between those of two texts. */
type NumberCounter = (progress: number) => string;

/** Counts from one text to another. */
export interface Counter {
  /** The parts of the text at a progress from 0 to 1: texts and numbers alternately, with a text at both ends. */
  at(progress: number): readonly string[];
  /** The lengths of the same parts of both texts, in UTF-16 units. */
  readonly fromLengths: readonly number[];
  readonly toLengths: readonly number[];
}

/** A part of a text: a number, or the text between two numbers. */
type Part = string | NumberToken;

/** A number as written in a text, before its separators are interpreted. */
interface NumberToken {
  /** The sign with marks of direction, and the symbol of a currency after it. */
  readonly prefix: string;
  /** Digits 0 to 9 between separators; one more than separators. */
  readonly runs: readonly string[];
  readonly separators: readonly string[];
  /** The code point of the script's digit zero. */
  readonly zero: number;
}

/** A number and its format. */
interface WrittenNumber {
  readonly token: NumberToken;
  readonly isNegative: boolean;
  /** Without leading or trailing separators. */
  readonly whole: string;
  readonly fraction: string;
  /** Empty if there is none. */
  readonly decimalSeparator: string;
  readonly groupSeparator: string;
  /** Number of digits in the last group of the whole part and in the groups before it. */
  readonly lastGroup: number;
  readonly otherGroups: number;
}

const signs = '[-+\\u2212]';
const marks = '[\\u200e\\u200f\\u061c]*';
// A hyphen after a letter, a digit or a closing bracket is not part of the number.
const prefix = `(?:(?<![\\p{L}\\p{N}\\p{M}\\p{Pe}])${marks}${signs})?\\p{Sc}?`;
const grouping = " \\u00a0\\u2009\\u202f'\\u2019\\u066c";
const separator = `[.,\\u066b${grouping}]`;
const withSeparators = new RegExp(`(${prefix})(\\p{Nd}(?:${separator}?\\p{Nd})*)`, 'gu');
const digitsOnly = new RegExp(`(${prefix})(\\p{Nd}+)`, 'gu');

const onlyGroups = new RegExp(`^[${grouping}]$`, 'u');
const arabicDecimalSeparator = '\u066b';
const digit = /\p{Nd}/u;
const signOrMark = new RegExp(`${marks}${signs}`, 'u');
const minus = /[-\u2212]/u;

/** Numbers with at most this many digits are exact in floating point. */
const maxExactDigits = 15;

/** Longer texts do not count: nobody could read them, and every frame sets all letters again. In UTF-16 units. */
export const maxCountedLength = 800;

/**
 * Returns the text between two texts that are equal except for their numbers, which are written as in `to`; null if
 * the texts differ in something else, or are longer than `maxCountedLength`.
 */
export function counterBetween(from: string, to: string): Counter | null {
  if (Math.max(from.length, to.length) > maxCountedLength) return null;
  // Dates and versions, such as 1.2.3, are several numbers.
  return counterOf(from, to, withSeparators) ?? counterOf(from, to, digitsOnly);
}

function counterOf(from: string, to: string, pattern: RegExp): Counter | null {
  const [first, last] = [partsOf(from, pattern), partsOf(to, pattern)];
  if (first.length !== last.length) return null;
  const between: (string | NumberCounter)[] = [];
  for (const [index, part] of first.entries()) {
    const step = partBetween(part, last[index] ?? '');
    if (step === null) return null;
    between.push(step);
  }
  return {
    at: (progress) => between.map((part) => (typeof part === 'string' ? part : part(progress))),
    fromLengths: lengthsOf(from, pattern),
    toLengths: lengthsOf(to, pattern),
  };
}

/** The lengths of the parts of a text. */
function lengthsOf(text: string, pattern: RegExp): number[] {
  const lengths: number[] = [];
  let end = 0;
  for (const { 0: all, index } of text.matchAll(pattern)) {
    lengths.push(index - end, all.length);
    end = index + all.length;
  }
  return [...lengths, text.length - end];
}

/**
 * Returns the position in a text of the given lengths of parts that corresponds to a position in another one. Digits
 * keep their distance from the end of their number.
 */
export function movedPosition(position: number, from: readonly number[], to: readonly number[]): number {
  let [start, newStart] = [0, 0];
  for (const [index, length] of from.entries()) {
    const newLength = to[index] ?? 0;
    const offset = position - start;
    if (offset < length || index === from.length - 1) {
      return newStart + (offset <= 0 ? 0 : Math.max(0, newLength - (length - offset)));
    }
    start += length;
    newStart += newLength;
  }
  return position;
}

/** Texts and numbers alternately, with a text at both ends. */
function partsOf(text: string, pattern: RegExp): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [all, before = '', number = ''] = match;
    parts.push(text.slice(end, match.index), tokenOf(before, number));
    end = match.index + all.length;
  }
  return [...parts, text.slice(end)];
}

function tokenOf(prefixText: string, number: string): NumberToken {
  const characters = [...number];
  const zero = zeroOf(characters[0] ?? '0');
  const runs = [''];
  const separators: string[] = [];
  for (const character of characters) {
    if (digit.test(character)) {
      const value = (character.codePointAt(0) ?? 0) - zero;
      runs[runs.length - 1] += String(value);
    } else {
      separators.push(character);
      runs.push('');
    }
  }
  return { prefix: prefixText, runs, separators, zero };
}

/** Digits of all scripts come in tens without gaps, some of them one after the other. */
function zeroOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first--;
  return code - ((code - first) % 10);
}

function partBetween(from: Part, to: Part): string | NumberCounter | null {
  if (typeof from === 'string') return from === to ? from : null;
  if (typeof to === 'string') return null;
  const first = readNumber(from, to);
  const last = readNumber(to, from);
  if (first === null || last === null || symbolOf(from) !== symbolOf(to)) return null;
  return numberBetween(first, last);
}

function symbolOf({ prefix: text }: NumberToken): string {
  return text.replace(signOrMark, '');
}

/** Null for anything else, such as 1.2.3. `other` resolves a separator that is ambiguous. */
function readNumber(token: NumberToken, other: NumberToken): WrittenNumber | null {
  const { runs, separators } = token;
  if (runs.some((run) => /\D/.test(run))) return null;
  const decimal = decimalSeparatorOf(token, other);
  const wholeRuns = decimal === '' ? runs : runs.slice(0, -1);
  const groupSeparators = decimal === '' ? separators : separators.slice(0, -1);
  const groupSeparator = groupSeparators[0] ?? '';
  if (groupSeparators.some((one) => one !== groupSeparator || one === decimal)) return null;
  const lengths = wholeRuns.map((run) => run.length);
  const [lastGroup = 3] = lengths.slice(-1);
  const [otherGroups = 3] = lengths.slice(1, -1);
  if (lengths.length > 1) {
    const isGrouped =
      lastGroup === 3 &&
      (otherGroups === 2 || otherGroups === 3) &&
      lengths.slice(1, -1).every((length) => length === otherGroups) &&
      (lengths[0] ?? 0) <= otherGroups;
    if (!isGrouped) return null;
  }
  return {
    token,
    isNegative: minus.test(token.prefix),
    whole: wholeRuns.join(''),
    fraction: decimal === '' ? '' : (runs.at(-1) ?? ''),
    decimalSeparator: decimal,
    groupSeparator,
    lastGroup: 3,
    otherGroups,
  };
}

/** Returns the decimal separator of a number; empty for a whole number. */
function decimalSeparatorOf(token: NumberToken, other: NumberToken): string {
  const certain = certainSeparator(token);
  if (certain !== null) return certain;
  // A point or a comma before three digits: thousands, unless the other number shows that it is not.
  const [only = ''] = token.separators;
  const { separators } = other;
  const isDecimalThere = certainSeparator(other) === only;
  const otherIsGroup = certainSeparator(other) !== null && separators.includes(only === '.' ? ',' : '.');
  return isDecimalThere || (otherIsGroup && !separators.includes(only)) ? only : '';
}

/** Returns the decimal separator if the number alone determines it, and null otherwise. */
function certainSeparator({ runs, separators }: NumberToken): string | null {
  const last = separators.at(-1);
  if (last === undefined) return '';
  if (last === arabicDecimalSeparator) return last;
  if (onlyGroups.test(last)) return '';
  if (separators.length > 1) return separators.indexOf(last) === separators.length - 1 ? last : '';
  const [before = '', after = ''] = runs;
  return after.length !== 3 || before.length > 3 || before.startsWith('0') ? last : null;
}

function numberBetween(from: WrittenNumber, to: WrittenNumber): NumberCounter {
  const format = formatOf(from, to);
  const between = valueBetween(from, to);
  return (progress) => {
    const { isNegative, digits } = between(progress);
    const whole = digits.slice(0, digits.length - to.fraction.length);
    const fraction = digits.slice(digits.length - to.fraction.length);
    const text = group(whole.padStart(format.minDigits, '0'), format);
    const written = fraction === '' ? text : `${text}${to.decimalSeparator}${fraction}`;
    return (isNegative ? format.negative : format.positive) + inScript(written, to.token.zero);
  };
}

interface NumberFormat {
  readonly groupSeparator: string;
  readonly lastGroup: number;
  readonly otherGroups: number;
  /** Shorter whole numbers are not grouped. */
  readonly minGroupedDigits: number;
  /** Shorter whole numbers start with zeros. */
  readonly minDigits: number;
  readonly negative: string;
  readonly positive: string;
}

/** If the new number is too short to have separators, the old one determines its grouping. */
function formatOf(from: WrittenNumber, to: WrittenNumber): NumberFormat {
  const isUngrouped = ({ whole, groupSeparator }: WrittenNumber, digits: number) =>
    groupSeparator === '' && whole.length >= digits;
  const shown = to.groupSeparator !== '' ? to : from;
  const spares4 = [from, to].some((number) => isUngrouped(number, 4) && number.whole.length === 4);
  const isLong = shown.whole.length > 4;
  const isGrouped = shown === to || !isUngrouped(to, isLong ? 5 : 4);
  const startsWithZero = ({ whole }: WrittenNumber) => whole.length > 1 && whole.startsWith('0');
  const isPadded = startsWithZero(to) || (startsWithZero(from) && to.whole.length >= from.whole.length);
  return {
    groupSeparator: isGrouped ? shown.groupSeparator : '',
    lastGroup: shown.lastGroup,
    otherGroups:
      shown.groupSeparator === from.groupSeparator
        ? Math.min(from.otherGroups, to.otherGroups)
        : shown.otherGroups,
    minGroupedDigits: spares4 && isLong ? 5 : 4,
    minDigits: isPadded
      ? startsWithZero(from)
        ? Math.min(from.whole.length, to.whole.length)
        : to.whole.length
      : 1,
    negative: (to.isNegative ? to : from).token.prefix,
    positive: (to.isNegative ? from : to).token.prefix,
  };
}

/** Digits of the number at a progress, those of the fraction as many as in `to`. */
function valueBetween(
  from: WrittenNumber,
  to: WrittenNumber,
): (progress: number) => { readonly isNegative: boolean; readonly digits: string } {
  const digits =
    Math.max(from.whole.length, to.whole.length) + Math.max(from.fraction.length, to.fraction.length);
  return digits <= maxExactDigits ? floatBetween(from, to) : integerBetween(from, to);
}

function floatBetween(from: WrittenNumber, to: WrittenNumber): ReturnType<typeof valueBetween> {
  const places = Math.max(from.fraction.length, to.fraction.length);
  // In units of the last decimal place, so that halves are exact.
  const numberOf = ({ isNegative, whole, fraction }: WrittenNumber) =>
    (isNegative ? -1 : 1) * Number(whole + fraction.padEnd(places, '0'));
  const [first, last] = [numberOf(from), numberOf(to)];
  const unit = 10 ** (places - to.fraction.length);
  return (progress) => {
    const sum = first + (last - first) * progress;
    const value = Math.round(Math.abs(sum) / unit);
    return { isNegative: sum < 0 && value > 0, digits: digitsOf(value, to) };
  };
}

/** The same calculation with integers of any size. */
function integerBetween(from: WrittenNumber, to: WrittenNumber): ReturnType<typeof valueBetween> {
  const places = Math.max(from.fraction.length, to.fraction.length);
  const numberOf = ({ isNegative, whole, fraction }: WrittenNumber) =>
    (isNegative ? -1n : 1n) * BigInt(whole + fraction.padEnd(places, '0'));
  const [first, last] = [numberOf(from), numberOf(to)];
  const steps = 2 ** 48;
  const unit = BigInt(steps) * 10n ** BigInt(places - to.fraction.length);
  return (progress) => {
    const sum = first * BigInt(steps) + (last - first) * BigInt(Math.round(progress * steps));
    const value = ((sum < 0n ? -sum : sum) * 2n + unit) / (2n * unit);
    return { isNegative: sum < 0n && value > 0n, digits: digitsOf(value, to) };
  };
}

function digitsOf(value: number | bigint, { fraction }: WrittenNumber): string {
  return String(value).padStart(fraction.length + 1, '0');
}

function group(whole: string, format: NumberFormat): string {
  const { groupSeparator, lastGroup, otherGroups, minGroupedDigits } = format;
  if (groupSeparator === '' || whole.length < minGroupedDigits) return whole;
  const groups = [whole.slice(-lastGroup)];
  let rest = whole.slice(0, -lastGroup);
  for (; rest !== ''; rest = rest.slice(0, -otherGroups)) groups.unshift(rest.slice(-otherGroups));
  return groups.join(groupSeparator);
}

function inScript(text: string, zero: number): string {
  return text.replace(/\d/g, (one) => String.fromCodePoint(zero + Number(one)));
}
