import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { object } from '../../../../test/support/project-parts.ts';
import { compileFormula } from '../../src/formulas/evaluate-formula.ts';
import { nameProblem, parseFormula } from '../../src/formulas/parse-formula.ts';
import { callablePlots, parsePlot } from '../../src/formulas/plot-formula.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { Problems } from '../../src/project/problems.ts';
import { checkPlotNames } from '../../src/project/rules/plots.ts';

function problemOf(text: string): string {
  const parsed = parsePlot(text);
  return parsed.ok ? '' : parsed.message;
}

/** Computes a formula that calls plots. */
function valueWith(
  text: string,
  plots: Readonly<Record<string, string>>,
  variables: Record<string, number> = {},
) {
  const formulas = new Map(
    Object.entries(plots).flatMap(([id, formula]) => {
      const parsed = parsePlot(formula);
      return parsed.ok ? [[id, parsed.plot] as const] : [];
    }),
  );
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const names = Object.keys(variables);
  return compileFormula(parsed.formula, names, callablePlots(formulas, names))(Object.values(variables));
}

/** The problems of plots that call each other. */
function problemsOf(
  plots: Readonly<Record<string, string>>,
  variables: Record<string, number> = {},
): string[] {
  const problems = new Problems();
  const objects = Object.fromEntries(
    Object.entries(plots).map(([id, formula]) => [id, object(id, { kind: 'plot', plot: { formula } })]),
  );
  checkPlotNames(objects, variables, ['objects'], problems);
  return problems.items.map(describeProblem);
}

describe('formulas of plots', () => {
  it.each([
    ['y = x^2', 'y', ['x']],
    ['x^2', 'y', ['x']],
    ['f(x) = a*x', 'y', ['x', 'a']],
    ['x = y^2', 'x', ['y']],
    ['r = 1 + cos(t)', 'r', ['t']],
    ['r = theta', 'r', ['theta']],
    ['(cos(t), sin(2*t))', 'point', ['t']],
    ['(x, y) = (t, max(t, 2))', 'point', ['t']],
    ['x^2 + y^2 = 4', 'equation', ['x', 'y']],
    ['y = y^2 - x', 'equation', ['x', 'y']],
    ['y = x == 2 ? 1 : 0', 'y', ['x']],
  ])('%s is of the form %s', (text, form) => {
    const parsed = parsePlot(text);
    expect(parsed.ok ? parsed.plot.form : parsed.message).toBe(form);
  });

  it.each([
    ['y = 2x', 'has no operator before "x" at letter 6; write 2*x to multiply'],
    ['y = x = 2', 'has a second "=" at letter 7; write one equation, and == to compare'],
    ['y = sin x', 'uses the function sin at letter 5 without its values; write sin(…)'],
    ['r = x', 'uses "x" at letter 5, which has no value here; use "t" and "theta"'],
    ['(t, x)', 'uses "x" at letter 5, which has no value here; use "t"'],
    ['y', 'uses "y" at letter 1, which has no value here; write an equation such as x^2 + y^2 = 4 for both'],
    ['', 'is empty; write a number or a formula such as 2*s'],
    ['y = ', 'has an empty formula at letter 4; write a number or a formula such as 2*s'],
    ["y = sin'(x)", `has "sin'" at letter 5; only plots have slopes`],
    [`y = ${'x+'.repeat(2500)}1`, 'must have at most 1000 characters, but has'],
  ])('%s says what is wrong, and where', (text, message) => {
    expect(problemOf(text)).toContain(message.slice(0, 60));
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
    'names of prototypes, such as %s, are unknown like any other',
    (name) => {
      const parsed = parseFormula(`${name}(1) + ${name}`);
      expect(parsed.ok && nameProblem(parsed.formula, {}, ['f'])?.message).toContain('unknown');
      expect(() => valueWith(`${name}(1)`, { f: 'x' })).toThrow('not declared');
    },
  );

  it('formulas call plots, and plots call each other', () => {
    expect(valueWith('f(3) + 1', { f: 'y = x^2' })).toBe(10);
    expect(valueWith('g(2)', { f: 'y = x^2', g: 'y = f(f(x)) - f(x)' })).toBe(12);
    expect(valueWith('f(t)', { f: 'y = a*x + t' }, { a: 3, t: 2 })).toBe(8);
  });

  it('the slope of a plot is its derivative', () => {
    const cases: readonly (readonly [formula: string, slope: (x: number) => number])[] = [
      ['x^3 - 2*x', (x) => 3 * x * x - 2],
      ['sin(x)', Math.cos],
      ['exp(x/2)', (x) => Math.exp(x / 2) / 2],
      ['1/(1 + x^2)', (x) => (-2 * x) / (1 + x * x) ** 2],
      ['ln(5 + x)', (x) => 1 / (5 + x)],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.double({ min: -4, max: 4, noNaN: true }),
        ([formula, slope], x) => {
          expect(
            valueWith(
              `f'(${x < 0 ? `(${x})` : x})`.replace('((', '(').replace('))', ')').replace(/e/g, '*10^'),
              { f: formula },
            ),
          ).toBeCloseTo(slope(x), 6);
        },
      ),
    );
    expect(valueWith("f''(2)", { f: 'x^4' })).toBeCloseTo(48, 5);
    expect(valueWith("f'''(1)", { f: 'x^4' })).toBeCloseTo(24, 4);
  });

  it('plots that call each other in a cycle, and too many of them, are refused', () => {
    expect(problemsOf({ f: 'g(x) + 1', g: 'f(x)' })).toEqual([
      'objects.f.plot.formula: plots call each other in a cycle: f -> g -> f',
    ]);
    expect(problemsOf({ f: 'f(x - 1)' })[0]).toContain('cycle: f -> f');
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `f${index}`,
        index === 0 ? 'x' : `f${index - 1}(x) + f${index - 1}(2*x)`,
      ]),
    );
    expect(problemsOf(chain)[0]).toContain('needs over 5000 operations');
    expect(problemsOf({ f: 'g(x)' })[0]).toContain('has the unknown function "g" at letter 1');
    expect(problemsOf({ f: 'a*x' })[0]).toContain('uses the unknown variable "a"');
    expect(problemsOf({ f: 'a*x' }, { a: 1 })).toEqual([]);
  });
});
