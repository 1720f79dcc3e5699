import type { Plots } from '../formulas/evaluate-formula.ts';
import { variablesOf } from '../formulas/formula.ts';
import { callablePlots, type PlotFormula, parsePlot } from '../formulas/plot-formula.ts';
import { isPlot } from '../language/kinds.ts';
import type { Scene } from './schema.ts';

type Objects = Scene['objects'];

const formulasByObjects = new WeakMap<Objects, ReadonlyMap<string, PlotFormula>>();

/** Returns the formulas of the plots of a scene by their ids, without broken ones. */
export function plotFormulasOf(objects: Objects): ReadonlyMap<string, PlotFormula> {
  const found = formulasByObjects.get(objects);
  if (found !== undefined) return found;
  const formulas = new Map<string, PlotFormula>();
  for (const [id, object] of Object.entries(objects)) {
    const formula: unknown = isPlot(object?.kind) ? object.plot?.formula : undefined;
    const parsed = typeof formula === 'string' ? parsePlot(formula) : undefined;
    if (parsed?.ok) formulas.set(id, parsed.plot);
  }
  formulasByObjects.set(objects, formulas);
  return formulas;
}

/** What formulas of a scene can name. */
export interface FormulaNames {
  /** The variables, in the order of their values. */
  readonly variables: readonly string[];
  readonly plots: Plots;
}

/** Returns what formulas of a scene can name, whose compositions have these variables. */
export function formulaNamesOf(objects: Objects, variables: readonly string[]): FormulaNames {
  return { variables, plots: callablePlots(plotFormulasOf(objects), variables) };
}

/** Returns the names of the variables of a formula, and of the plots that it calls. */
export function allVariablesOf(
  formula: Pick<PlotFormula, 'variables' | 'plots'>,
  plots: ReadonlyMap<string, PlotFormula>,
): ReadonlySet<string> {
  const names = new Set(variablesOf(formula));
  const called = new Set<string>();
  const pending = formula.plots.map(({ name }) => name);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const plot = called.has(name) ? undefined : plots.get(name);
    called.add(name);
    if (plot === undefined) continue;
    for (const used of variablesOf(plot)) names.add(used);
    pending.push(...plot.plots.map((one) => one.name));
  }
  return names;
}
