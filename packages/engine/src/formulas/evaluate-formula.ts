import type { BinaryOperator, Formula, FormulaNode } from './formula.ts';
import { power } from './functions.ts';

/** Computes a formula from the values of variables, in the order of the names that it was compiled for. */
export type ComputeNumber = (values: ArrayLike<number>) => number;

/** Computes the value of a plot at x, from the values of the same variables as the formula that calls it. */
export type ComputePlot = (x: number, values: ArrayLike<number>) => number;

/** The plots that formulas can call, by name. */
export type Plots = ReadonlyMap<string, ComputePlot>;

const noPlots: Plots = new Map();

/**
 * Compiles a formula into a function of the values of the variables `names`, which have to contain all of its variables.
 * The result may be infinite or NaN.
 */
export function compileFormula(
  { root }: Pick<Formula, 'root'>,
  names: readonly string[],
  plots: Plots = noPlots,
): ComputeNumber {
  return compile(root, { indices: new Map(names.map((name, index) => [name, index])), plots });
}

/** Computes a formula once. The result may be infinite or NaN. Throws a TypeError for a variable without a number. */
export function evaluate(formula: Formula, variables: Readonly<Record<string, number>>): number {
  const names = formula.variables.map(({ name }) => name);
  const values = names.map((name) => ownNumber(variables, name));
  return compileFormula(formula, names)(values);
}

/** Returns a variable's value. Throws a TypeError for anything but a number. */
export function ownNumber(variables: Readonly<Record<string, number>>, name: string): number {
  const value: unknown = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (typeof value !== 'number') throw new TypeError(`the variable ${name} must be a number`);
  return value;
}

/** Returns a formula for the sum of a formula and a number or another formula, such as `(2*s) + 120`. */
export function sumFormula(formula: string, term: number | string): string {
  if (typeof term === 'string') return `(${formula}) + (${term})`;
  if (term === 0) return formula;
  return term < 0 ? `(${formula}) - ${-term}` : `(${formula}) + ${term}`;
}

/** What the names of a formula mean. */
interface Names {
  readonly indices: ReadonlyMap<string, number>;
  readonly plots: Plots;
}

function compile(node: FormulaNode, meanings: Names): ComputeNumber {
  switch (node.kind) {
    case 'number': {
      const { value } = node;
      return () => value;
    }
    case 'variable': {
      const index = meanings.indices.get(node.name);
      if (index === undefined) throw new TypeError(`the variable ${node.name} is not declared`);
      return (values) => values[index] ?? NaN;
    }
    case 'negative': {
      const value = compile(node.value, meanings);
      return (values) => -value(values);
    }
    case 'choice': {
      const test = compile(node.test, meanings);
      const operand = compile(node.one, meanings);
      const other = compile(node.other, meanings);
      return (values) => (test(values) ? operand(values) : other(values));
    }
    case 'binary': {
      const combine = combinations[node.operator];
      const left = compile(node.left, meanings);
      const right = compile(node.right, meanings);
      return (values) => combine(left(values), right(values));
    }
    case 'call': {
      const { compute } = node.called;
      const inner = node.values.map((value) => compile(value, meanings));
      const [first, second] = inner;
      if (first !== undefined && inner.length === 1) return (values) => compute(first(values));
      if (first !== undefined && second !== undefined && inner.length === 2) {
        return (values) => compute(first(values), second(values));
      }
      return (values) => compute(...inner.map((value) => value(values)));
    }
    case 'plot': {
      const plot = meanings.plots.get(node.name);
      if (plot === undefined) throw new TypeError(`the plot ${node.name} is not declared`);
      const computed = differentiated(plot, node.derivative);
      const value = compile(node.value, meanings);
      return (values) => computed(value(values), values);
    }
  }
}

/** Relative distance of the points from which a slope is computed, and how much larger it is for each further one. */
const slopeStep = 1e-3;
const stepGrowth = 4;

/**
 * Returns a derivative of a plot by central differences of fourth order (Abramowitz and Stegun, 25.3.21), with as many
 * digits as they have.
 */
function differentiated(plot: ComputePlot, derivative: number): ComputePlot {
  if (derivative === 0) return plot;
  const exact = difference(plot, derivative, slopeStep * stepGrowth ** (derivative - 1));
  return (x, values) => {
    const slope = exact(x, values);
    return Number.isFinite(slope) ? Number(slope.toPrecision(slopeDigits - derivative)) : slope;
  };
}

function difference(plot: ComputePlot, derivative: number, distance: number): ComputePlot {
  if (derivative === 0) return plot;
  const below = difference(plot, derivative - 1, distance);
  return (x, values) => {
    const step = distance * Math.max(1, Math.abs(x));
    const near = below(x + step, values) - below(x - step, values);
    const far = below(x + 2 * step, values) - below(x - 2 * step, values);
    return (8 * near - far) / (12 * step);
  };
}

const slopeDigits = 10;

const combinations: Readonly<Record<BinaryOperator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': power,
  '<': (left, right) => (left < right ? 1 : 0),
  '>': (left, right) => (left > right ? 1 : 0),
  '<=': (left, right) => (left <= right ? 1 : 0),
  '>=': (left, right) => (left >= right ? 1 : 0),
  '==': (left, right) => (left === right ? 1 : 0),
  '!=': (left, right) => (left !== right ? 1 : 0),
};
