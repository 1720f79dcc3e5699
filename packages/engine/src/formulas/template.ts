import { type ComputeNumber, compileFormula, ownNumber, type Plots } from './evaluate-formula.ts';
import { type Formula, FormulaError, type FormulaProblem, quote, type UsedVariable } from './formula.ts';
import { maxTemplateFormulas } from './limits.ts';
import { type NumberFormat, numberFormat, plainNumber } from './number-format.ts';
import { parseFormula } from './parse-formula.ts';

/** A text with numbers that formulas compute, such as `× ${1 + s:.1f}`. */
export interface Template {
  readonly text: string;
  /** Texts and numbers in turn; empty texts are left out. */
  readonly parts: readonly (string | TemplateNumber)[];
  /** Each variable once, at its first place, in the order of these places. */
  readonly variables: readonly UsedVariable[];
  /** Each plot that it calls once, in the same order. */
  readonly plots: readonly UsedVariable[];
}

interface TemplateNumber {
  readonly formula: Formula;
  readonly format: NumberFormat;
}

export type ParsedTemplate =
  | { readonly ok: true; readonly template: Template }
  | ({ readonly ok: false } & FormulaProblem);

/** Fills a template from the values of variables; null where one of its numbers is not finite. */
export type FillText = (values: ArrayLike<number>) => string | null;

/**
 * Parses a text with formulas in `${…}`, each with a format of d3-format after a colon if needed. `$${` is a literal `${`.
 */
export function parseTemplate(text: string): ParsedTemplate {
  try {
    return { ok: true, template: parse(text) };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, message: error.message, at: error.at };
    throw error;
  }
}

/** Compiles a template into a function of the values of the variables `names`, which have to contain all of its variables. */
export function compileTemplate({ parts }: Template, names: readonly string[], plots?: Plots): FillText {
  const compiled = parts.map((part): string | (TemplateNumber & { compute: ComputeNumber }) =>
    typeof part === 'string' ? part : { ...part, compute: compileFormula(part.formula, names, plots) },
  );
  return (values) => {
    let text = '';
    for (const part of compiled) {
      if (typeof part === 'string') text += part;
      else {
        const value = part.compute(values);
        if (!Number.isFinite(value)) return null;
        text += part.format(value);
      }
    }
    return text;
  };
}

/** Fills a template once; null if one of its numbers is not finite. Throws a TypeError for a variable without a number. */
export function fillTemplate(template: Template, variables: Readonly<Record<string, number>>): string | null {
  const names = template.variables.map(({ name }) => name);
  return compileTemplate(template, names)(names.map((name) => ownNumber(variables, name)));
}

const marks = /\$\$\{|\$\{/g;

function parse(text: string): Template {
  const parts: (string | TemplateNumber)[] = [];
  const variables = new Map<string, UsedVariable>();
  const plots = new Map<string, UsedVariable>();
  const addText = (piece: string) => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + piece;
    else if (piece !== '') parts.push(piece);
  };
  let end = 0;
  let count = 0;
  const pattern = new RegExp(marks);
  for (let mark = pattern.exec(text); mark !== null; mark = pattern.exec(text)) {
    addText(text.slice(end, mark.index));
    if (mark[0] === '$${') {
      addText('${');
      end = pattern.lastIndex;
      continue;
    }
    const start = pattern.lastIndex;
    end = text.indexOf('}', start) + 1;
    if (end === 0) {
      const wayOut = 'close it with }, or write $${ for a literal ${';
      throw new FormulaError(`opens a formula with \${ at letter ${mark.index + 1}; ${wayOut}`, mark.index);
    }
    if (++count > maxTemplateFormulas) {
      throw new FormulaError(`must have at most ${maxTemplateFormulas} formulas, but has more`, mark.index);
    }
    const number = parseNumber(text.slice(start, end - 1), start);
    addNew(variables, number.formula.variables);
    addNew(plots, number.formula.plots);
    parts.push(number);
    pattern.lastIndex = end;
  }
  addText(text.slice(end));
  return { text, parts, variables: [...variables.values()], plots: [...plots.values()] };
}

function addNew(known: Map<string, UsedVariable>, used: readonly UsedVariable[]): void {
  for (const variable of used) if (!known.has(variable.name)) known.set(variable.name, variable);
}

function parseNumber(text: string, start: number): TemplateNumber {
  const colon = formatColon(text);
  const parsed = parseFormula(colon === null ? text : text.slice(0, colon), start);
  if (!parsed.ok) throw new FormulaError(parsed.message, parsed.at);
  if (colon === null) return { formula: parsed.formula, format: plainNumber };
  const specifier = text.slice(colon + 1);
  const format = numberFormat(specifier);
  if (format === null) {
    const at = start + colon + 1;
    const wayOut = 'write a format of d3-format such as .1f, , or .0%';
    throw new FormulaError(`has the unknown format ${quote(specifier)} at letter ${at + 1}; ${wayOut}`, at);
  }
  return { formula: parsed.formula, format };
}

/** Returns the place of the colon before the format: the first that does not belong to a `? :`. */
function formatColon(text: string): number | null {
  let open = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '?') open++;
    if (text[index] === ':' && open-- === 0) return index;
  }
  return null;
}
