import fc from 'fast-check';

/** A formula with its value, which is computed while the formula is written and not by reading it. */
export interface KnownFormula {
  readonly text: string;
  readonly compute: (variables: Readonly<Record<string, number>>) => number;
}

/** How a formula and its parts bind, so that parentheses are written only where they are needed. */
interface Part extends KnownFormula {
  readonly binding: number;
}

const choice = 0;
const equality = 1;
const comparison = 2;
const sum = 3;
const product = 4;
const negative = 5;
const power = 6;
const atom = 7;

const inside = (part: Part, least: number) => (part.binding >= least ? part.text : `(${part.text})`);
const kept = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(12)) : value);

/** Multiplies one factor after the other. */
function wholePower(base: number, exponent: number): number {
  let result = 1;
  for (let count = 0; count < exponent; count++) result *= base;
  return result;
}

function binary(
  operator: string,
  binding: number,
  compute: (left: number, right: number) => number,
  part: fc.Arbitrary<Part>,
): fc.Arbitrary<Part> {
  return fc.tuple(part, part, fc.constantFrom('', ' ')).map(([left, right, space]) => ({
    text: `${inside(left, binding)}${space}${operator}${space}${inside(right, binding + 1)}`,
    binding,
    compute: (variables) => compute(left.compute(variables), right.compute(variables)),
  }));
}

function call(
  name: string,
  compute: (...values: number[]) => number,
  ...parts: fc.Arbitrary<Part>[]
): fc.Arbitrary<Part> {
  return fc.tuple(...parts).map((values) => ({
    text: `${name}(${values.map(({ text }) => text).join(', ')})`,
    binding: atom,
    compute: (variables) => compute(...values.map((value) => value.compute(variables))),
  }));
}

const truth = (compare: (left: number, right: number) => boolean) => (left: number, right: number) =>
  compare(left, right) ? 1 : 0;

/** Formulas over the variables s and long_Name2 with all operators and functions. */
export const knownFormula: fc.Arbitrary<KnownFormula> = fc.letrec<{ part: Part }>((tie) => {
  const part = tie('part');
  const number = fc
    .oneof(fc.nat(20), fc.double({ min: 0, max: 1e6, noNaN: true }))
    .map((value): Part => ({ text: String(value + 0), binding: atom, compute: () => value + 0 }));
  const variable = fc
    .constantFrom('s', 'long_Name2')
    .map((name): Part => ({ text: name, binding: atom, compute: (variables) => variables[name] ?? NaN }));
  const constant = fc
    .constantFrom(['pi', Math.PI] as const, ['tau', 2 * Math.PI] as const, ['e', Math.E] as const)
    .map(([text, value]): Part => ({ text, binding: atom, compute: () => value }));
  return {
    part: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      number,
      variable,
      constant,
      binary('+', sum, (left, right) => left + right, part),
      binary('-', sum, (left, right) => left - right, part),
      binary('*', product, (left, right) => left * right, part),
      binary('/', product, (left, right) => left / right, part),
      binary('%', product, (left, right) => left % right, part),
      binary(
        '<',
        comparison,
        truth((left, right) => left < right),
        part,
      ),
      binary(
        '>',
        comparison,
        truth((left, right) => left > right),
        part,
      ),
      binary(
        '<=',
        comparison,
        truth((left, right) => left <= right),
        part,
      ),
      binary(
        '>=',
        comparison,
        truth((left, right) => left >= right),
        part,
      ),
      binary(
        '==',
        equality,
        truth((left, right) => left === right),
        part,
      ),
      binary(
        '!=',
        equality,
        truth((left, right) => left !== right),
        part,
      ),
      fc.tuple(part, fc.nat(3)).map(
        ([base, exponent]): Part => ({
          text: `${inside(base, atom)}^${exponent}`,
          binding: power,
          compute: (variables) => wholePower(base.compute(variables), exponent),
        }),
      ),
      part.map(
        (value): Part => ({
          text: `-${inside(value, negative)}`,
          binding: negative,
          compute: (variables) => -value.compute(variables),
        }),
      ),
      fc.tuple(part, part, part).map(
        ([test, one, other]): Part => ({
          text: `${inside(test, equality)} ? ${one.text} : ${other.text}`,
          binding: choice,
          compute: (variables) => (test.compute(variables) ? one : other).compute(variables),
        }),
      ),
      call('sin', (value) => kept(Math.sin(value)), part),
      call('cos', (value) => kept(Math.cos(value)), part),
      call('tan', (value) => kept(Math.tan(value)), part),
      call('asin', (value) => kept(Math.asin(value)), part),
      call('acos', (value) => kept(Math.acos(value)), part),
      call('atan', (value) => kept(Math.atan(value)), part),
      call('atan2', (y, x) => kept(Math.atan2(y, x)), part, part),
      call('sqrt', (value) => Math.sqrt(value), part),
      call('cbrt', (value) => kept(Math.cbrt(value)), part),
      call('abs', (value) => (value < 0 ? -value : value), part),
      call('floor', Math.floor, part),
      call('ceil', Math.ceil, part),
      call('round', (value) => Math.round(value), part),
      call('sign', (value) => (value > 0 ? 1 : value < 0 ? -1 : value), part),
      call('min', Math.min, part, part, part),
      call('max', Math.max, part, part),
      call('clamp', (value, low, high) => Math.min(Math.max(value, low), high), part, part, part),
      call('mix', (from, to, share) => from + (to - from) * share, part, part, part),
      call('exp', (value) => kept(Math.exp(value)), part),
      call('ln', (value) => kept(Math.log(value)), part),
      call('log10', (value) => kept(Math.log10(value)), part),
      call('log2', (value) => kept(Math.log2(value)), part),
      call('hypot', (...values) => kept(Math.hypot(...values)), part, part),
    ),
  };
}).part;
