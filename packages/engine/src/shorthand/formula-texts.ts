import { evaluate } from '../formulas/evaluate-formula.ts';
import { variablesOf } from '../formulas/formula.ts';
import { isVariableName, nameProblem, parseFormula } from '../formulas/parse-formula.ts';
import { fillTemplate, parseTemplate } from '../formulas/template.ts';
import { formulaProperties } from '../project/properties/all-properties.ts';
import type { VariableValue } from './schema.ts';

/** A text with numbers that run with the variables of a film, in the form of the full format. */
export class RunningText {
  readonly template: string;

  constructor(template: string) {
    this.template = template;
  }
}

/** Fields whose strings may be formulas, beside those of the full format. */
const others = [
  'scale',
  'margin',
  'gap',
  'flex',
  'padding',
  'wrapWidth',
  'duration',
  'start',
  'stagger',
  'zoom',
  'columns',
  'max',
  // Numbers inside these are formulas, too.
  ...['xRange', 'yRange', 'tRange', 'sweep', 'matrix', 'from', 'to', 'steps'],
];

const numberFields: ReadonlySet<string | number> = new Set([...formulaProperties, ...others]);

/** Whether a value of a field is a formula: a string that begins with an equals sign, in the place of a number. */
export function isFormula(value: unknown, field: string | number): value is string {
  return typeof value === 'string' && value.startsWith('=') && numberFields.has(field);
}

/** Fields whose strings may also be the names of something. */
const namingFields: readonly (string | number)[] = ['from', 'to', 'start', 'columns'];

/** Whether a value looks like a formula without its equals sign: it computes something from variables of the film. */
export function isBareFormula(
  value: string,
  field: string | number,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  if (!numberFields.has(field) || namingFields.includes(field)) return false;
  const parsed = parseFormula(value);
  if (!parsed.ok) return false;
  const used = variablesOf(parsed.formula);
  return used.length > 0 && used.every((name) => Object.hasOwn(variables, name));
}

/** The variables that a formula may use. */
export interface FormulaVariables {
  /** The values of variables that stay the same. */
  readonly constants: Readonly<Record<string, VariableValue>>;
  /** Names of those that compositions change. */
  readonly changing: ReadonlySet<string>;
  /** The plots of the film, which formulas can call. */
  readonly plots: readonly string[];
}

/** What a formula is once its constants are known, and the names that it used; or a problem in words. */
export type ReadFormula<Value> =
  | { readonly ok: true; readonly value: Value; readonly used: readonly string[] }
  | { readonly ok: false; readonly message: string };

const notFinite = 'has no finite value; keep divisors away from 0, and roots and logarithms in their range';

/** Returns the number of a formula such as "=2*s", or the formula with the values of constants in place of names. */
export function readFormula(text: string, variables: FormulaVariables): ReadFormula<number | string> {
  const parsed = parseFormula(text.slice(1), 1);
  if (!parsed.ok) return { ok: false, message: parsed.message };
  const problem = nameProblem(parsed.formula, declared(variables), variables.plots);
  if (problem !== undefined) return { ok: false, message: problem.message };
  const used = variablesOf(parsed.formula);
  const isConstant = parsed.formula.plots.length === 0 && !used.some((name) => variables.changing.has(name));
  if (!isConstant) return { ok: true, value: `=${withConstants(text.slice(1), variables)}`, used };
  const value = evaluate(parsed.formula, variables.constants as Readonly<Record<string, number>>);
  return Number.isFinite(value) ? { ok: true, value, used } : { ok: false, message: notFinite };
}

/** Returns the text of a number such as `1 + s:.1f` in a text, or the number with constants in place of names. */
export function readNumber(inner: string, variables: FormulaVariables): ReadFormula<string | RunningText> {
  const written = `\${${inner}}`;
  const parsed = parseTemplate(written);
  if (!parsed.ok) return { ok: false, message: parsed.message };
  const problem = nameProblem(parsed.template, declared(variables), variables.plots);
  if (problem !== undefined) return { ok: false, message: problem.message };
  const used = variablesOf(parsed.template);
  if (parsed.template.plots.length > 0 || used.some((name) => variables.changing.has(name))) {
    const colon = inner.lastIndexOf(':');
    const isFormatted =
      colon >= 0 && !inner.slice(colon).includes(')') && !inner.slice(0, colon).includes('?');
    const formula = withConstants(isFormatted ? inner.slice(0, colon) : inner, variables);
    return {
      ok: true,
      value: new RunningText(`\${${formula}${isFormatted ? inner.slice(colon) : ''}}`),
      used,
    };
  }
  const value = fillTemplate(parsed.template, variables.constants as Readonly<Record<string, number>>);
  return value === null ? { ok: false, message: notFinite } : { ok: true, value, used };
}

function declared({ constants, changing }: FormulaVariables): Readonly<Record<string, unknown>> {
  return { ...constants, ...Object.fromEntries([...changing].map((name) => [name, 0])) };
}

/** Returns a formula with the values of constants in place of their names. */
export function withConstants(
  formula: string,
  { constants, changing }: Omit<FormulaVariables, 'plots'>,
): string {
  return formula.replace(/(?<![\w.])[A-Za-z_]\w*/g, (name) => {
    const value = Object.hasOwn(constants, name) && !changing.has(name) ? constants[name] : undefined;
    if (typeof value !== 'number' || !isVariableName(name)) return name;
    return value < 0 ? `(${value})` : String(value);
  });
}
