import type { BinaryOperator, Formula, FormulaNode } from './formula.ts';
import { power } from './functions.ts';

/** Computes a formula from the values of variables, in the order of the names that it was compiled for. */
export type ComputeNumber = (values: ArrayLike<number>) => number;

/**
 * Compiles a formula into a function of the values of the variables `names`, which have to contain all of its variables.
 * The result may be infinite or NaN.
 */
export function compileFormula({ root }: Formula, names: readonly string[]): ComputeNumber {
  return compile(root, new Map(names.map((name, index) => [name, index])));
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

function compile(node: FormulaNode, indices: ReadonlyMap<string, number>): ComputeNumber {
  switch (node.kind) {
    case 'number': {
      const { value } = node;
      return () => value;
    }
    case 'variable': {
      const index = indices.get(node.name);
      if (index === undefined) throw new TypeError(`the variable ${node.name} is not declared`);
      return (values) => values[index] ?? NaN;
    }
    case 'negative': {
      const value = compile(node.value, indices);
      return (values) => -value(values);
    }
    case 'choice': {
      const test = compile(node.test, indices);
      const one = compile(node.one, indices);
      const other = compile(node.other, indices);
      return (values) => (test(values) ? one(values) : other(values));
    }
    case 'binary': {
      const combine = combinations[node.operator];
      const left = compile(node.left, indices);
      const right = compile(node.right, indices);
      return (values) => combine(left(values), right(values));
    }
    case 'call': {
      const { compute } = node.called;
      const inner = node.values.map((value) => compile(value, indices));
      const [first, second] = inner;
      if (first !== undefined && inner.length === 1) return (values) => compute(first(values));
      if (first !== undefined && second !== undefined && inner.length === 2) {
        return (values) => compute(first(values), second(values));
      }
      return (values) => compute(...inner.map((value) => value(values)));
    }
  }
}

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
