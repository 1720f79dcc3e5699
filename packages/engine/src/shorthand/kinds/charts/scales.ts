import { minSeparated, separateThousands } from '../../../formulas/number-format.ts';

/** The values along a chart's axis. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Distance between two round values. */
  readonly step: number;
}

/** The steps of common scales. */
const roundSteps = [1, 2, 2.5, 5, 10];

/** Approximate number of steps of an axis by default. */
const usualSteps = 4;

/**
 * Returns a scale from 0 or below to a round value at or above the largest one, in about the requested number of steps.
 * `max` sets the upper end.
 */
export function scaleFor(values: readonly number[], steps: number = usualSteps, max?: number): Scale {
  const least = Math.min(0, ...values);
  const most = max ?? Math.max(0, ...values);
  const range = most - least || 1;
  const power = 10 ** Math.floor(Math.log10(range / steps));
  const step = power * (roundSteps.find((one) => one * power * steps >= range) ?? 10);
  const ceiling = max ?? Math.ceil(most / step - 1e-9) * step;
  return {
    min: exact(Math.floor(least / step + 1e-9) * step),
    max: exact(ceiling > least ? ceiling : least + step),
    step,
  };
}

/** Returns the share of a scale at which a value is, from 0 at its lower end. */
export function shareOf({ min, max }: Scale, value: number): number {
  return (value - min) / (max - min);
}

/** The round values of a scale, from its lower to its upper end. */
export function ticksOf({ min, max, step }: Scale): number[] {
  const count = Math.floor((max - min) / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => exact(min + index * step));
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
