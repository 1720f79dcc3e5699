import { numberFormat } from '../../formulas/number-format.ts';
import { nameProblem } from '../../formulas/parse-formula.ts';
import { callsIn, countNodes, type PlotFormula, parsePlot } from '../../formulas/plot-formula.ts';
import { isAxes, isPlot } from '../../language/kinds.ts';
import type { SceneObject } from '../object-schemas.ts';
import { plotFormulasOf } from '../plots.ts';
import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { CompositionState, Scene } from '../schema.ts';

type Objects = Scene['objects'];

/** Maximum number of operations for one value of a plot, with those of the plots that it calls. */
const maxOperations = 5000;

/** A plot that is called for its slope is computed this many times. */
const valuesPerSlope = 4;

/** Checks that plots lie on axes and have formulas that can be read, the labels of axes, and the ranges of both. */
export function checkPlots({ objects, compositions }: Scene, path: Path, problems: Problems): void {
  for (const [id, object] of Object.entries(objects)) {
    const place = [...path, 'objects', id];
    if (isAxes(object?.kind)) checkLabels(object, [...place, 'axes'], problems);
    if (!isPlot(object?.kind)) continue;
    const { parentId, plot } = object;
    const parent = parentId != null && Object.hasOwn(objects, parentId) ? objects[parentId] : undefined;
    if (parentId == null || (parent !== undefined && !isAxes(parent.kind))) {
      const seen = parent === undefined ? 'it has none' : `${showValue(parentId)} is of kind ${parent.kind}`;
      problems.add(
        [...place, 'parentId'],
        'wrong-kind',
        `must name the axes that the plot is on, but ${seen}`,
      );
    }
    const parsed = typeof plot?.formula === 'string' ? parsePlot(plot.formula) : undefined;
    if (parsed?.ok === false) problems.add([...place, 'plot', 'formula'], 'formula', parsed.message);
  }
  for (const [key, { states }] of Object.entries(compositions)) {
    for (const [id, state] of Object.entries(states)) {
      if (problems.full) return;
      const object = Object.hasOwn(objects, id) ? objects[id] : undefined;
      if (!isAxes(object?.kind) && !isPlot(object?.kind)) continue;
      checkState(objects, id, state, [...path, 'compositions', key, 'states', id], problems);
    }
  }
}

/** Labels that are no formats. */
const namedLabels: readonly unknown[] = ['auto', 'none', 'pi', undefined];

function checkLabels({ axes = {} }: SceneObject, path: Path, problems: Problems): void {
  for (const axis of ['x', 'y'] as const) {
    const [labels, scale] = [axes[`${axis}Labels`], axes[`${axis}Scale`]];
    if (typeof labels !== 'string' || namedLabels.includes(labels)) continue;
    const isFormat = scale === 'time' ? labels.includes('%') : numberFormat(labels) !== null;
    if (isFormat) continue;
    const example = scale === 'time' ? 'd3-time-format such as "%b %Y"' : 'd3-format such as ".1f"';
    const rule = `must be a format of ${example}, "pi", "auto" or "none"`;
    problems.add([...path, `${axis}Labels`], 'value', `${rule}, but is ${showValue(labels)}`);
  }
}

function checkState(
  objects: Objects,
  id: string,
  state: CompositionState,
  path: Path,
  problems: Problems,
): void {
  const { axes } = objects[id] ?? {};
  for (const name of ['xRange', 'yRange', 'tRange'] as const) {
    const range: unknown = state[name];
    if (!Array.isArray(range) || !range.every(Number.isFinite)) continue;
    const [from, to, step] = range;
    if (from === to) {
      problems.add([...path, name], 'value', `must have different ends, but both are ${from}`);
    }
    if (step !== undefined && !(step > 0)) {
      problems.add([...path, name], 'value', `must have a step above 0, but has ${step}`);
    }
    const scale = name === 'xRange' ? axes?.xScale : name === 'yRange' ? axes?.yScale : undefined;
    if (scale === 'log' && !(from > 0 && to > 0)) {
      const rule = 'must be above 0 on a logarithmic scale';
      problems.add([...path, name], 'value', `${rule}, but is from ${from} to ${to}`);
    }
  }
  const base: unknown = state.area?.base;
  if (typeof base === 'string' && !plotFormulasOf(objects).has(base)) {
    const rule = 'must be a number or the id of a plot with a formula';
    problems.add([...path, 'area', 'base'], 'unknown-id', `${rule}, but is ${showValue(base)}`);
  }
}

/** Checks the variables and the plots that formulas of plots use. */
export function checkPlotNames(
  objects: Objects,
  variables: Readonly<Record<string, unknown>>,
  path: Path,
  problems: Problems,
): void {
  const plots = plotFormulasOf(objects);
  const callable = [...plots].flatMap(([id, { form }]) => (form === 'y' ? [id] : []));
  const placeOf = (id: string) => [...path, id, 'plot', 'formula'];
  for (const [id, plot] of plots) {
    const problem = nameProblem(plot, variables, callable);
    if (problem !== undefined) problems.add(placeOf(id), 'unknown-variable', problem.message);
  }
  const costs = new Map<string, number>();
  for (const id of plots.keys()) {
    const cost = costOf(id, plots, { costs, callers: [] });
    if (typeof cost !== 'number') {
      problems.add(placeOf(id), 'cycle', `plots call each other in a cycle: ${cost.join(' -> ')}`);
      return;
    }
    if (cost <= maxOperations) continue;
    const rule = `needs over ${maxOperations} operations for each of its values, with the plots that it calls`;
    problems.add(placeOf(id), 'too-complex', `${rule}; call fewer of them`);
    return;
  }
}

/** Number of operations for a value of a plot, or the plots that call each other in a cycle. */
function costOf(
  id: string,
  plots: ReadonlyMap<string, PlotFormula>,
  { costs, callers }: { readonly costs: Map<string, number>; readonly callers: readonly string[] },
): number | readonly string[] {
  const cached = costs.get(id);
  const plot = plots.get(id);
  if (cached !== undefined || plot === undefined) return cached ?? 0;
  if (callers.includes(id)) return [...callers.slice(callers.indexOf(id)), id];
  let sum = 0;
  for (const { root } of plot.formulas) {
    sum += countNodes(root);
    for (const { name, derivative } of callsIn(root)) {
      const cost = costOf(name, plots, { costs, callers: [...callers, id] });
      if (typeof cost !== 'number') return cost;
      sum = Math.min(sum + cost * valuesPerSlope ** derivative, 2 * maxOperations);
    }
  }
  costs.set(id, sum);
  return sum;
}
