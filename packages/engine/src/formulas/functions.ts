/** A function that formulas can call. */
export interface FormulaFunction {
  /** Number of its values. */
  readonly least: number;
  readonly most: number;
  readonly compute: (...values: number[]) => number;
}

/** Names that mean a number. */
export const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['tau', 2 * Math.PI],
  ['e', Math.E],
]);

/** Digits that the results of transcendental functions keep. Their last digits differ between machines. */
const keptDigits = 12;

function rounded(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(keptDigits)) : value;
}

/** Larger exponents are computed by logarithms. */
const maxWholeExponent = 1024;

/** Returns a power; whole exponents are computed by multiplication, so that 2^40 keeps all of its digits. */
export function power(base: number, exponent: number): number {
  if (!Number.isInteger(exponent) || Math.abs(exponent) > maxWholeExponent) return rounded(base ** exponent);
  let result = 1;
  let square = base;
  for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return exponent < 0 ? 1 / result : result;
}

/** Returns the remainder with the sign of the divisor. */
function modulo(value: number, divisor: number): number {
  const rest = value % divisor;
  return rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest;
}

const exact = (compute: (value: number) => number): FormulaFunction => ({ least: 1, most: 1, compute });
const inexact = (compute: (value: number) => number) => exact((value) => rounded(compute(value)));
const ofTwo = (compute: (one: number, other: number) => number): FormulaFunction => ({
  least: 2,
  most: 2,
  compute,
});
const ofThree = (compute: (one: number, other: number, third: number) => number): FormulaFunction => ({
  least: 3,
  most: 3,
  compute,
});
const ofMany = (compute: (...values: number[]) => number): FormulaFunction => ({
  least: 1,
  most: Infinity,
  compute,
});

/** The functions of formulas by name. */
export const functions: ReadonlyMap<string, FormulaFunction> = new Map([
  ['sin', inexact(Math.sin)],
  ['cos', inexact(Math.cos)],
  ['tan', inexact(Math.tan)],
  ['asin', inexact(Math.asin)],
  ['acos', inexact(Math.acos)],
  ['atan', inexact(Math.atan)],
  ['atan2', ofTwo((y, x) => rounded(Math.atan2(y, x)))],
  ['sqrt', exact(Math.sqrt)],
  ['cbrt', inexact(Math.cbrt)],
  ['abs', exact(Math.abs)],
  ['floor', exact(Math.floor)],
  ['ceil', exact(Math.ceil)],
  ['round', exact(Math.round)],
  ['sign', exact(Math.sign)],
  ['min', ofMany(Math.min)],
  ['max', ofMany(Math.max)],
  ['clamp', ofThree((value, low, high) => Math.min(Math.max(value, low), high))],
  ['mix', ofThree((from, to, share) => from + (to - from) * share)],
  ['exp', inexact(Math.exp)],
  ['ln', inexact(Math.log)],
  ['log10', inexact(Math.log10)],
  ['log2', inexact(Math.log2)],
  ['pow', ofTwo(power)],
  ['hypot', ofMany((...values) => rounded(Math.hypot(...values)))],
  ['mod', ofTwo(modulo)],
]);
