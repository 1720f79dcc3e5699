import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFormula, evaluate, sumFormula } from '../../src/formulas/evaluate-formula.ts';
import { variablesOf } from '../../src/formulas/formula.ts';
import { maxFormulaLength, maxFormulaNodes } from '../../src/formulas/limits.ts';
import { isVariableName, nameProblem, parseFormula } from '../../src/formulas/parse-formula.ts';
import { knownFormula } from './arbitrary-formula.ts';

function formula(text: string) {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${text} ${parsed.message}`);
  return parsed.formula;
}

const compute = (text: string, variables: Readonly<Record<string, number>> = {}) =>
  evaluate(formula(text), variables);

function problemOf(text: string): string {
  const parsed = parseFormula(text);
  if (!parsed.ok) return parsed.message;
  const unknown = parsed.formula.plots.length > 0 ? nameProblem(parsed.formula, {}) : undefined;
  if (unknown === undefined) throw new Error(`${text.slice(0, 40)} is valid`);
  return unknown.message;
}

/** Whether two values are the same, or differ by the rounding of a repeated multiplication. */
function isClose(one: number, other: number): boolean {
  return Object.is(one, other) || one === other || Math.abs(one - other) <= 1e-9 * Math.abs(one);
}

describe('values', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['10 - 4 - 3', 3],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -3 ^ 2', 2 ** -9],
    ['2 * -3 ^ 2', -18],
    ['--2', 2],
    ['7 % 3 + -7 % 3', 0],
    ['mod(-1, 3)', 2],
    ['1 < 2 == 2 > 1', 1],
    ['3 > 4 ? 1 : 0 > 1 ? 2 : 3', 3],
    ['.5e1 + 1.', 6],
    ['sin(pi / 6)', 0.5],
    ['cos(tau)', 1],
    ['2 ^ 40', 1_099_511_627_776],
    ['10 ^ -2', 0.01],
    ['3 ^ 0.5', 1.73205080757],
    ['pow(9, 0.5)', 3],
    ['hypot(3, 4)', 5],
    ['clamp(5, 0, 1)', 1],
    ['mix(10, 20, 0.25)', 12.5],
    ['log2(8) + log10(1000) + ln(e)', 7],
    ['min(3)', 3],
  ])('%s is %d', (text, value) => {
    expect(compute(text)).toBe(value);
  });

  it('values of random formulas equal those computed while writing them', () => {
    const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(knownFormula, number, number, (known, s, other) => {
        const parsed = parseFormula(known.text);
        fc.pre(parsed.ok || known.text.length <= maxFormulaLength);
        if (!parsed.ok) expect(parsed.message).toMatch(/at most 300|levels deep/);
        else {
          const variables = { s, long_Name2: other };
          const [value, expected] = [evaluate(parsed.formula, variables), known.compute(variables)];
          expect(isClose(value, expected), `${known.text}: ${value} for ${expected}`).toBe(true);
          expect(evaluate(parsed.formula, variables)).toBe(value);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('a compiled formula reads the variables in the order of their names', () => {
    const compute = compileFormula(formula('a - b'), ['b', 'unused', 'a']);
    expect(compute([1, 100, 5])).toBe(4);
    expect(() => compileFormula(formula('a'), ['b'])).toThrow('a');
  });

  it('division by zero is not finite, and an unused branch does not matter', () => {
    expect(compute('1 / 0')).toBe(Infinity);
    expect(compute('0 / 0')).toBeNaN();
    expect(compute('s == 0 ? 5 : 1 / s', { s: 0 })).toBe(5);
  });

  it('results of transcendental functions have 12 significant digits', () => {
    for (const text of ['sin(1)', 'exp(1.5)', 'ln(3)', '2^0.3', 'cbrt(2)', 'atan2(1, 3)', 'hypot(1, 2)']) {
      const value = compute(text);
      expect(value).toBe(Number(value.toPrecision(12)));
    }
  });

  it('a sum adds a number or a formula to the whole formula', () => {
    const variables = { s: 3 };
    expect(sumFormula('s > 1 ? 2 : 3', 120)).toBe('(s > 1 ? 2 : 3) + 120');
    expect(compute(sumFormula('s > 1 ? 2 : 3', 120), variables)).toBe(122);
    expect(compute(sumFormula('s', -1e-7), variables)).toBe(3 - 1e-7);
    expect(compute(sumFormula('s', '-s ? 1 : 0'), variables)).toBe(4);
    expect(sumFormula('s', 0)).toBe('s');
  });
});

describe('variables', () => {
  it('each variable is listed once, without constants and functions', () => {
    expect(variablesOf(formula('b*sin(a) + pi*b + e + _c2'))).toEqual(['b', 'a', '_c2']);
    expect(variablesOf(formula('2^3'))).toEqual([]);
  });

  it.each([
    ['s', true],
    ['long_Name2', true],
    ['pi', false],
    ['min', false],
    ['a-b', false],
    ['2a', false],
    ['größe', false],
  ])('%s can name a variable: %s', (name, isName) => {
    expect(isVariableName(name)).toBe(isName);
  });

  it('an unknown variable is answered with the closest one', () => {
    const problem = nameProblem(formula('2*widht'), { width: 1, s: 2 });
    expect(problem).toEqual({
      message: 'uses the unknown variable "widht" at letter 3; did you mean width?',
      at: 2,
    });
    expect(nameProblem(formula('q'), { s: 2 })?.message).toContain('use one of s');
    expect(nameProblem(formula('q'), {})?.message).toContain('declare it in "variables"');
    expect(nameProblem(formula('s + pi'), { s: 1 })).toBeUndefined();
  });

  it('a variable that is a text is refused', () => {
    expect(nameProblem(formula('1 + title'), { title: 'Hello' })?.message).toContain('"title" at letter 5');
  });

  it('names of the prototype are unknown variables', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'this', 'true', 'null']) {
      expect(nameProblem(formula(name), { s: 1 })?.message).toContain(`unknown variable "${name}"`);
      expect(problemOf(`${name}(1)`)).toContain('unknown function');
      expect(() => compute(name)).toThrow(TypeError);
    }
  });
});

describe('problems', () => {
  it.each([
    ['2s', 'has no operator before "s" at letter 2; write 2*s to multiply'],
    ['2(s)', 'has no operator before "(" at letter 2; write 2*(…) to multiply'],
    ['s t', 'has no operator before "t" at letter 3; write s*t to multiply'],
    ['sine(2)', 'has the unknown function "sine" at letter 1; did you mean sin?'],
    [
      'e(2)',
      'has the unknown function "e" at letter 1; e is a number: write e*(…) to multiply, or give a plot of this name another id',
    ],
    ['log(2)', 'has the unknown function "log" at letter 1; write ln, log10 or log2'],
    ['sin', 'uses the function sin at letter 1 without its values; write sin(…)'],
    ['atan2(1)', 'gives atan2 1 value at letter 1, but it takes 2'],
    ['max()', 'gives max 0 values at letter 1, but it takes at least 1'],
    ['(1', 'does not close the "(" at letter 1; write ")" after its last value'],
    ['1)', 'has a ")" at letter 2 without its "("'],
    ['1 +', 'ends after "+" at letter 3; a value is missing'],
    ['max(1 2)', 'has no operator before "2" at letter 7; write 1*2 to multiply'],
    ['max(1,)', 'has ")" at letter 7, where a number, a variable or "(" is needed'],
    ['a = b', 'has "=" at letter 3; write == to compare'],
    ['a ** 2', 'has "**" at letter 3; write ^ for a power'],
    ['a && b', 'has "&" at letter 3; write * to join comparisons'],
    ['!a', 'has "!" at letter 1; write == 0 after a value to negate it'],
    ['a.b', 'has a "." at letter 2; numbers and variables have no parts'],
    ['a[1]', 'has "[" at letter 2; write parentheses'],
    ["'a'", 'has "\'" at letter 1; formulas have no texts'],
    ['1 ? 2', 'has a "?" at letter 3 without its ":"; write test ? one : other'],
    ['1, 2', 'has a "," at letter 2, which only separates the values of a function'],
    ['3 × 4', 'has "×" at letter 3; write *'],
    ['s²', 'has "²" at letter 2; write ^2'],
    ['', 'is empty; write a number or a formula such as 2*s'],
    ['1e999', 'has the number "1e999" at letter 1, which is too large'],
  ])('%s %s', (text, message) => {
    expect(problemOf(text)).toBe(message);
  });

  it('a formula inside a text counts the letters of the text', () => {
    expect(parseFormula('2s', 10)).toEqual({
      ok: false,
      message: 'has no operator before "s" at letter 12; write 2*s to multiply',
      at: 11,
    });
  });

  it('hostile formulas are refused at once', () => {
    const hostile = [
      'x'.repeat(1_000_000),
      '('.repeat(100_000),
      `${'('.repeat(400)}1${')'.repeat(400)}`,
      '-'.repeat(999),
      `${'sin('.repeat(200)}1`,
      `${'1+'.repeat(499)}1`,
      `${'1?'.repeat(400)}1`,
      `${'1?1:'.repeat(249)}1`,
      `${'2^'.repeat(499)}2`,
      `max(${'1,'.repeat(400)}1)`,
      '?'.repeat(1000),
      '1'.repeat(1000),
    ];
    for (const text of hostile) expect(problemOf(text)).toMatch(/\w/);
    expect(problemOf('('.repeat(51))).toContain('50 levels');
  });

  it('the limits themselves are valid', () => {
    expect(compute(`${'('.repeat(50)}1${')'.repeat(50)}`)).toBe(1);
    const ones = (maxFormulaNodes + 1) / 2;
    expect(Math.floor(ones)).toBe(150);
    expect(compute(Array(150).fill('1').join('+'))).toBe(150);
    expect(compute('1'.padStart(maxFormulaLength, ' '))).toBe(1);
  });

  it('any text is parsed or refused with a letter inside the text', () => {
    const pieces = fc.constantFrom(...'+-*/%^<>=!?:(),. 12esx'.split(''), 'sin', 'max(', '==', '__proto__');
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        const parsed = parseFormula(given);
        if (parsed.ok) {
          // Those that are called are plots, which belong to a scene.
          if (parsed.formula.plots.length > 0) return;
          const names = variablesOf(parsed.formula);
          expect(compileFormula(parsed.formula, names)(names.map(() => 1))).toBeTypeOf('number');
        } else {
          expect(parsed.at).toBeGreaterThanOrEqual(0);
          expect(parsed.at).toBeLessThanOrEqual(given.length);
          expect(parsed.message).not.toMatch(/undefined|NaN|\[object/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
