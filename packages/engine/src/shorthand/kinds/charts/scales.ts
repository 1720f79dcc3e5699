import { minSeparated, separateThousands } from '../../../formulas/number-format.ts';

/** The values along a chart's axis. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Distance between two round values. */
  readonly step: number;
  /** Whether equal distances are equal factors; `step` is then about how many powers of ten it shows. */
  readonly isLog?: true;
}

/** The steps of common scales. */
const roundSteps = [1, 2, 2.5, 5, 10];

/** Approximate number of steps of an axis by default. */
const usualSteps = 4;
const spanSteps = 6;

/** What an author may say about a scale. */
interface ScaleOptions {
  /** About how many steps it has. */
  readonly steps?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isLog?: boolean;
  /** Whether it only has to show the values, and not 0. */
  readonly isSpan?: boolean;
}

/**
 * Returns a scale from 0 or below to a round value at or above the largest one, or between the powers of ten around the
 * values. `min` and `max` set its ends.
 */
export function scaleFor(values: readonly number[], options: ScaleOptions = {}): Scale {
  const { min, max, isLog = false, isSpan = false } = options;
  const { steps = isSpan ? spanSteps : usualSteps } = options;
  if (isLog) return logScale(values, options);
  const [lowest, highest] = isSpan ? rangeOf(values) : [Math.min(0, ...values), Math.max(0, ...values)];
  const [least, most] = [min ?? lowest, max ?? highest];
  const range = most - least || 1;
  const power = 10 ** Math.floor(Math.log10(range / steps));
  const step = power * (roundSteps.find((one) => one * power * steps >= range) ?? 10);
  const ceiling = max ?? Math.ceil(most / step - 1e-9) * step;
  return {
    min: min ?? exact(Math.floor(least / step + 1e-9) * step),
    max: exact(ceiling > least ? ceiling : least + step),
    step,
  };
}

/** The smallest and the largest of many values. */
function rangeOf(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [values[0] ?? 0, values[0] ?? 0],
  );
}

function logScale(values: readonly number[], { steps = usualSteps, min, max }: ScaleOptions): Scale {
  const positive = values.filter((value) => value > 0);
  const least = min ?? 10 ** Math.floor(Math.log10(rangeOf(positive)[0]) + 1e-9);
  const most = max ?? 10 ** Math.ceil(Math.log10(rangeOf(positive)[1]) - 1e-9);
  return { min: least, max: most > least ? most : least * 10, step: steps, isLog: true };
}

/** Returns the share of a scale at which a value is, from 0 at its lower end and below. */
export function shareOf({ min, max, isLog }: Scale, value: number): number {
  if (isLog) return value <= min ? 0 : Math.log(value / min) / Math.log(max / min);
  return Math.max(0, (value - min) / (max - min));
}

/** The value at which bars and areas begin: 0, or the end of the scale that is nearest to it. */
export function baseOf({ min, max }: Scale): number {
  return Math.max(min, Math.min(max, 0));
}

/** The round values of a scale, from its lower to its upper end. */
export function ticksOf(scale: Scale): number[] {
  const { min, max, step } = scale;
  if (scale.isLog) return logTicks(scale);
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.floor(max / step + 1e-9) - first;
  return Array.from({ length: count + 1 }, (_, index) => exact((first + index) * step));
}

/** Powers of ten, with 2 and 5 between them in a short scale, and only some of them in a long one. */
function logTicks({ min, max, step }: Scale): number[] {
  const [first, last] = [Math.floor(Math.log10(min) + 1e-9), Math.ceil(Math.log10(max) - 1e-9)];
  const every = Math.max(1, Math.ceil((last - first) / (2 * step)));
  const factors = last - first <= 2 ? [1, 2, 5] : [1];
  const powers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return powers
    .filter((power) => (power - first) % every === 0)
    .flatMap((power) => factors.map((factor) => exact(factor * 10 ** power)))
    .filter((tick) => tick >= min * (1 - 1e-9) && tick <= max * (1 + 1e-9));
}

/** Returns how the numbers of a chart are written, with commas between thousands if it has large ones. */
export function numberStyle({ min, max }: Scale): (value: number, decimals?: number) => string {
  const isSeparated = Math.max(Math.abs(min), Math.abs(max)) >= minSeparated;
  return (value, decimals) => {
    const text = decimals === undefined ? String(value) : value.toFixed(decimals);
    return isSeparated ? separateThousands(text) : text;
  };
}

/** Removes the rounding errors of sums such as 0.1 + 0.2. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
