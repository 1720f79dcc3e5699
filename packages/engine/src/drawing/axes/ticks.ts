import { loadTimeLibraries } from '../../formulas/libraries.ts';
import {
  minSeparated,
  numberFormat,
  plainDecimals,
  plainNumber,
  separateThousands,
} from '../../formulas/number-format.ts';
import { type AxisRange, shareOf } from '../../timeline/axes.ts';

/** A number of an axis with a tick. */
export interface Tick {
  readonly value: number;
  /** The share of the way along the axis. */
  readonly share: number;
  readonly opacity: number;
}

/** Maximum number of ticks of an axis. */
const maxTicks = 80;

/** Approximate number of ticks of an axis with times. */
const timeTicks = 6;

/** A number this close to an end, as a share of the axis, is on it. */
const roundingError = 1e-9;

/** Returns the ticks of an axis; those of only one side of a transition are translucent. */
export function ticksOf(range: AxisRange): Tick[] {
  const [from, to, share] = range.steps;
  if (range.scale !== 'linear') return ticksAt(range, 1, specialTicks(range));
  if (share >= 1) return ticksAt(range, 1, multiplesIn(range, to));
  const before = multiplesIn(range, from);
  const after = multiplesIn(range, to);
  const isIn = (list: readonly number[], value: number) =>
    list.some((other) => Math.abs(other - value) < roundingError * Math.abs(range.to - range.from));
  return [
    ...ticksAt(
      range,
      1,
      before.filter((value) => isIn(after, value)),
    ),
    ...ticksAt(
      range,
      1 - share,
      before.filter((value) => !isIn(after, value)),
    ),
    ...ticksAt(
      range,
      share,
      after.filter((value) => !isIn(before, value)),
    ),
  ];
}

function ticksAt(range: AxisRange, opacity: number, values: readonly number[]): Tick[] {
  if (opacity <= 0) return [];
  return values.map((value) => ({ value, share: shareOf(range, value), opacity }));
}

/** The multiples of a step in a range; of a larger one if there are too many. */
function multiplesIn({ from, to }: AxisRange, step: number): number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  // The step of a range near the smallest number is 0.
  if (!(step > 0) || !Number.isFinite(high - low)) return [];
  let distance = step;
  for (let factor = 0; (high - low) / distance > maxTicks; factor++) distance *= factor % 3 === 1 ? 2.5 : 2;
  const first = Math.ceil(low / distance - roundingError);
  const last = Math.floor(high / distance + roundingError);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * distance).toPrecision(12)),
  );
}

function specialTicks({ from, to, scale }: AxisRange): number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (scale === 'time') {
    const { utcTicks } = loadTimeLibraries();
    return utcTicks(new Date(low), new Date(high), timeTicks).map(Number);
  }
  if (!(low > 0)) return [];
  const powers = powersIn(low, high);
  if (powers.length > 1) return powers;
  return powersIn(low / 10, high)
    .flatMap((power) => [power, 2 * power, 5 * power])
    .filter((value) => value >= low && value <= high);
}

function powersIn(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low) - roundingError);
  const last = Math.floor(Math.log10(high) + roundingError);
  const every = Math.max(1, Math.ceil((last - first) / maxTicks));
  return Array.from({ length: Math.max(0, Math.floor((last - first) / every) + 1) }, (_, index) =>
    Number((10 ** (first + index * every)).toPrecision(12)),
  );
}

/** Returns how the numbers of an axis are written. */
export function labelStyle(labels: string, { from, to, scale }: AxisRange): (value: number) => string {
  if (labels === 'pi') return multipleOfPi;
  if (scale === 'time') {
    const { utcFormat, usualTimeFormat } = loadTimeLibraries();
    const format = labels === 'auto' ? usualTimeFormat(Math.abs(to - from)) : utcFormat(labels);
    return (value) => format(new Date(value));
  }
  const format = labels === 'auto' ? null : numberFormat(labels);
  if (format) return format;
  if (scale === 'log') return powerOfTen;
  const isSeparated = Math.max(Math.abs(from), Math.abs(to)) >= minSeparated;
  const decimals = plainDecimals(to - from);
  return (value) => {
    const text = plainNumber(value, decimals);
    return isSeparated ? separateThousands(text) : text;
  };
}

const maxDenominator = 12;

/** Writes a number as a multiple of pi, such as −3π/2. */
function multipleOfPi(value: number): string {
  const share = value / Math.PI;
  for (let denominator = 1; denominator <= maxDenominator; denominator++) {
    const numerator = Math.round(share * denominator);
    if (Math.abs(share * denominator - numerator) > 1e-6) continue;
    if (numerator === 0) return '0';
    const count = Math.abs(numerator) === 1 ? '' : Math.abs(numerator);
    return `${numerator < 0 ? '−' : ''}${count}π${denominator === 1 ? '' : `/${denominator}`}`;
  }
  return `${plainNumber(Number(share.toFixed(2)))}π`;
}

const superscripts: Readonly<Record<string, string>> = {
  ...{ '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴' },
  ...{ 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' },
};

/** Powers of ten above this one, and below its inverse, are written as powers. */
const maxWritten = 1000;

function powerOfTen(value: number): string {
  const exponent = Math.round(Math.log10(value));
  const isPower = Math.abs(value / 10 ** exponent - 1) < 1e-9;
  if (!isPower || (value <= maxWritten && value >= 1 / maxWritten))
    return plainNumber(value, plainDecimals(value));
  return `10${[...String(exponent)].map((letter) => superscripts[letter]).join('')}`;
}
