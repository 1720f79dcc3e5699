import { type ComputeNumber, type ComputePlot, compileFormula, type Plots } from './evaluate-formula.ts';
import { type Formula, type FormulaNode, type FormulaProblem, quote, type UsedVariable } from './formula.ts';
import { parseFormula } from './parse-formula.ts';

/** What a plot draws, by the form of its formula. */
export type PlotForm = keyof typeof localNames;

/** The names that have a meaning of their own in formulas of each form. */
const localNames = {
  /** `y = x^2`, which other formulas can call. */
  y: ['x'],
  /** `x = y^2`. */
  x: ['y'],
  /** `r = cos(2*t)`; t is the angle, from the right and counterclockwise. */
  r: ['t', 'theta'],
  /** `(cos(t), sin(t))`. */
  point: ['t'],
  /** `x^2 + y^2 = 4`. */
  equation: ['x', 'y'],
} as const;

/** A parsed formula of a plot. */
export interface PlotFormula {
  readonly form: PlotForm;
  /** One formula, or the two coordinates of a point, or the two sides of an equation. */
  readonly formulas: readonly Formula[];
  /** The variables of the film that it uses, each once. */
  readonly variables: readonly UsedVariable[];
  readonly plots: readonly UsedVariable[];
}

export type ParsedPlot =
  | { readonly ok: true; readonly plot: PlotFormula }
  | ({ readonly ok: false } & FormulaProblem);

/** Parses the formula of a plot, such as `y = a*x^2`. Without an equals sign, it is that of y. */
export function parsePlot(text: string): ParsedPlot {
  const signs = [...text.matchAll(/(?<![<>=!])=(?!=)/g)].map(({ index }) => index);
  const [sign, second] = signs;
  if (second !== undefined) {
    const message = `has a second "=" at letter ${second + 1}; write one equation, and == to compare`;
    return { ok: false, message, at: second };
  }
  if (sign === undefined) {
    const point = pointIn(text);
    return point === null ? formOf('y', [[text, 0]]) : formOf('point', point);
  }
  const [left, right] = [text.slice(0, sign), text.slice(sign + 1)];
  const name = left.trim();
  const value = [right, sign + 1] as const;
  if (name === 'x' || name === 'y' || name === 'r') {
    const uses = (local: string) => new RegExp(`(?<![\\w.])${local}(?!\\w)`).test(right);
    if (name === 'r' || !uses(name)) return formOf(name, [value]);
  }
  if (/^\w+\s*\(\s*x\s*\)$/.test(name)) return formOf('y', [value]);
  const point = name === '' || name === '(x, y)' || name === '(x,y)' ? pointIn(right) : null;
  if (point !== null)
    return formOf(
      'point',
      point.map(([part, at]) => [part, at + sign + 1] as const),
    );
  return formOf('equation', [[left, 0], value]);
}

/** Returns the names with a meaning of their own in a form of formulas. */
export function localNamesOf(form: PlotForm): readonly string[] {
  return localNames[form];
}

/** Returns both coordinates of a text in parentheses with a comma, with their places; null for any other text. */
function pointIn(text: string): (readonly [text: string, at: number])[] | null {
  const start = text.search(/\S/);
  const end = text.trimEnd().length;
  if (text[start] !== '(' || text[end - 1] !== ')') return null;
  let depth = 0;
  let comma = -1;
  for (let index = start; index < end; index++) {
    if (text[index] === '(') depth++;
    if (text[index] === ')') depth--;
    if (depth === 0 && index < end - 1) return null;
    if (text[index] === ',' && depth === 1 && comma < 0) comma = index;
  }
  if (comma < 0) return null;
  return [
    [text.slice(start + 1, comma), start + 1],
    [text.slice(comma + 1, end - 1), comma + 1],
  ];
}

function formOf(form: PlotForm, texts: readonly (readonly [text: string, at: number])[]): ParsedPlot {
  const formulas: Formula[] = [];
  const variables = new Map<string, UsedVariable>();
  const plots = new Map<string, UsedVariable>();
  const locals: readonly string[] = localNames[form];
  for (const [text, at] of texts) {
    const parsed = parseFormula(text, at);
    if (!parsed.ok) return parsed;
    formulas.push(parsed.formula);
    for (const used of parsed.formula.variables) {
      if (locals.includes(used.name) || variables.has(used.name)) continue;
      const message = wrongLocal(form, used);
      if (message !== null) return { ok: false, message, at: used.at };
      variables.set(used.name, used);
    }
    for (const used of parsed.formula.plots) if (!plots.has(used.name)) plots.set(used.name, used);
  }
  return {
    ok: true,
    plot: { form, formulas, variables: [...variables.values()], plots: [...plots.values()] },
  };
}

/** What is wrong with a name that means something only in plots of another form; null for other names. */
function wrongLocal(form: PlotForm, { name, at }: UsedVariable): string | null {
  if (name !== 'x' && name !== 'y') return null;
  const localList = localNames[form].map((local) => quote(local)).join(' and ');
  const wayOut = form === 'y' ? 'write an equation such as x^2 + y^2 = 4 for both' : `use ${localList}`;
  return `uses ${quote(name)} at letter ${at + 1}, which has no value here; ${wayOut}`;
}

/** A plot, ready to be computed. All values may be infinite or NaN. */
export type ComputedPlot =
  | { readonly form: 'y' | 'x' | 'r'; readonly value: ComputePlot }
  | { readonly form: 'point'; readonly x: ComputePlot; readonly y: ComputePlot }
  | {
      readonly form: 'equation';
      /** The left side minus the right one. */
      readonly difference: (x: number, y: number, values: ArrayLike<number>) => number;
    };

/** Compiles the formula of a plot for the variables `names`. */
export function compilePlot(
  { form, formulas }: PlotFormula,
  names: readonly string[],
  plots: Plots,
): ComputedPlot {
  const [one, other] = formulas;
  if (one === undefined) throw new TypeError('a plot must have a formula');
  if (form === 'equation') {
    if (other === undefined) throw new TypeError('an equation must have two sides');
    const root: FormulaNode = { kind: 'binary', operator: '-', left: one.root, right: other.root };
    const [compute, scratch] = withLocals({ root }, names, localNames.equation, plots);
    return {
      form,
      difference: (x, y, values) => compute(filled(scratch, values, names.length, [x, y])),
    };
  }
  const compiled = formulas.map((formula): ComputePlot => {
    const locals = localNames[form];
    const [compute, scratch] = withLocals(formula, names, locals, plots);
    return (local, values) =>
      compute(
        filled(
          scratch,
          values,
          names.length,
          locals.map(() => local),
        ),
      );
  });
  const [value, y] = compiled;
  if (value === undefined) throw new TypeError('a plot must have a formula');
  if (form !== 'point') return { form, value };
  if (y === undefined) throw new TypeError('a point must have two coordinates');
  return { form, x: value, y };
}

/** Local names hide variables of the film. */
function withLocals(
  formula: Pick<Formula, 'root'>,
  names: readonly string[],
  locals: readonly string[],
  plots: Plots,
): [compute: ComputeNumber, scratch: Float64Array] {
  const compute = compileFormula(formula, [...names, ...locals], plots);
  return [compute, new Float64Array(names.length + locals.length)];
}

/** No formula calls itself, so the values of one are never needed by two calls at once. */
function filled(
  scratch: Float64Array,
  values: ArrayLike<number>,
  count: number,
  locals: readonly number[],
): Float64Array {
  for (let index = 0; index < count; index++) scratch[index] = values[index] ?? NaN;
  for (let index = 0; index < locals.length; index++) scratch[count + index] = locals[index] ?? NaN;
  return scratch;
}

/** Compiles the plots that formulas can call: those of y. Each is compiled when it is first called. */
export function callablePlots(formulas: ReadonlyMap<string, PlotFormula>, names: readonly string[]): Plots {
  const plots = new Map<string, ComputePlot>();
  for (const [id, plot] of formulas) {
    if (plot.form !== 'y') continue;
    let compiled: ComputePlot | undefined;
    plots.set(id, (x, values) => {
      if (compiled === undefined) {
        const computed = compilePlot(plot, names, plots);
        compiled = computed.form === 'y' ? computed.value : () => NaN;
      }
      return compiled(x, values);
    });
  }
  return plots;
}

/** Number of numbers, variables, operators and functions of a formula. */
export function countNodes(node: FormulaNode): number {
  return partsOf(node).reduce((sum, part) => sum + countNodes(part), 1);
}

/** Returns the calls of plots in a formula, with repetitions. */
export function callsIn(node: FormulaNode): Extract<FormulaNode, { kind: 'plot' }>[] {
  const inside = partsOf(node).flatMap(callsIn);
  return node.kind === 'plot' ? [node, ...inside] : inside;
}

function partsOf(node: FormulaNode): readonly FormulaNode[] {
  switch (node.kind) {
    case 'number':
    case 'variable':
      return [];
    case 'negative':
    case 'plot':
      return [node.value];
    case 'binary':
      return [node.left, node.right];
    case 'choice':
      return [node.test, node.one, node.other];
    case 'call':
      return node.values;
  }
}
