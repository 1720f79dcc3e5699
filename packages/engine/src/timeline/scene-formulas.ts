import { clockNames, heldName, timeName } from '../formulas/clocks.ts';
import { type ComputeNumber, compileFormula, type Plots } from '../formulas/evaluate-formula.ts';
import { parseFormula } from '../formulas/parse-formula.ts';
import { type ComputedPlot, callablePlots, compilePlot, type PlotFormula } from '../formulas/plot-formula.ts';
import { compileTemplate, type FillText, parseTemplate } from '../formulas/template.ts';
import type { VariableTrack } from '../project/motion-schemas.ts';
import { allVariablesOf, plotFormulasOf } from '../project/plots.ts';
import type { FormulaProperty } from '../project/properties/all-properties.ts';
import { rangeOf } from '../project/properties/all-properties.ts';
import type { Composition, Scene } from '../project/schema.ts';
import { clockChannel, isConstant, lineChannel, type NumberChannel, numberAt } from './channel.ts';
import { keyedValues } from './keyframes.ts';
import type { SegmentClock, TimingProgress, TimingTable } from './timing.ts';

/** A formula or a text of formulas, compiled for the variables of a scene. */
export interface CompiledFormula<Compute> {
  readonly compute: Compute;
  /** Indices of its variables. */
  readonly variables: readonly number[];
}

/** A plot with all texts on which its values depend: those with equal sources have the same functions. */
export type PlotFunctions = ComputedPlot & { readonly source: readonly unknown[] };

/** A plot, and the indices of all variables that it depends on. */
export interface CompiledPlot {
  readonly computed: PlotFunctions;
  readonly variables: readonly number[];
}

/** The side of a transition that a formula belongs to, which counts the time since it began to be entered. */
export type Side = 'from' | 'to';

/** The formulas of a valid scene. Equal formulas are compiled once and are the same object. */
export class SceneFormulas {
  /** Names of the variables, which are the same in all compositions, and of the clocks of the film. */
  readonly names: readonly string[];
  readonly #namesOfFrom: readonly string[];
  readonly #numbers = new Map<string, CompiledFormula<ComputeNumber>>();
  readonly #texts = new Map<string, CompiledFormula<FillText>>();
  readonly #plots = new Map<string, CompiledPlot>();
  readonly #plotFormulas: ReadonlyMap<string, PlotFormula>;
  readonly #callable: Plots;

  /** A variable with the name of a clock replaces it. */
  constructor(variables: readonly string[], plots: ReadonlyMap<string, PlotFormula> = new Map()) {
    this.names = [...variables, ...clockNames.filter((name) => !variables.includes(name))];
    // The values end with the time since the other side began to be entered.
    this.#namesOfFrom = variables.includes(heldName)
      ? this.names
      : [...this.names.map((name) => (name === heldName ? '' : name)), heldName];
    this.#plotFormulas = plots;
    this.#callable = callablePlots(plots, this.names);
  }

  /** The plot with an id; null if it has no formula. */
  plot(id: string): CompiledPlot | null {
    const cached = this.#plots.get(id);
    const formula = this.#plotFormulas.get(id);
    if (cached !== undefined || formula === undefined) return cached ?? null;
    const computed = {
      ...compilePlot(formula, this.names, this.#callable),
      source: this.#source(formula),
    };
    const compiled = { computed, variables: this.#indices(formula) };
    this.#plots.set(id, compiled);
    return compiled;
  }

  /** The values of a property, limited to its range; NaN where the formula is not finite. */
  number(text: string, property: FormulaProperty, side: Side = 'to'): CompiledFormula<ComputeNumber> {
    const [min, max] = rangeOf(property);
    const key = `${this.#sideIn(text, side)} ${min} ${max} ${text}`;
    const cached = this.#numbers.get(key);
    if (cached !== undefined) return cached;
    const parsed = parseFormula(text);
    if (!parsed.ok) throw new TypeError(`the formula ${parsed.message}`);
    const unlimited = compileFormula(parsed.formula, this.#namesOf(side), this.#callable);
    const compute: ComputeNumber = (values) => {
      const value = unlimited(values);
      return Number.isFinite(value) ? Math.min(max, Math.max(min, value)) + 0 : NaN;
    };
    const compiled = { compute, variables: this.#indices(parsed.formula) };
    this.#numbers.set(key, compiled);
    return compiled;
  }

  text(text: string, side: Side = 'to'): CompiledFormula<FillText> {
    const key = `${this.#sideIn(text, side)} ${text}`;
    const cached = this.#texts.get(key);
    if (cached !== undefined) return cached;
    const parsed = parseTemplate(text);
    if (!parsed.ok) throw new TypeError(`the text ${parsed.message}`);
    const compute = compileTemplate(parsed.template, this.#namesOf(side), this.#callable);
    const compiled = { compute, variables: this.#indices(parsed.template) };
    this.#texts.set(key, compiled);
    return compiled;
  }

  #namesOf(side: Side): readonly string[] {
    return side === 'to' ? this.names : this.#namesOfFrom;
  }

  /** Formulas without the time of their composition are the same on both sides. */
  #sideIn(text: string, side: Side): Side {
    return text.includes(heldName) ? side : 'to';
  }

  #source({ form, formulas, plots }: PlotFormula): readonly unknown[] {
    const textsOf = (plot: Pick<PlotFormula, 'formulas'>) => plot.formulas.map(({ text }) => text);
    const callable = plots.length === 0 ? [] : [...this.#plotFormulas];
    return [form, textsOf({ formulas }), this.names, callable.map(([id, plot]) => [id, textsOf(plot)])];
  }

  #indices(formula: Pick<PlotFormula, 'variables' | 'plots'>): readonly number[] {
    return [...allVariablesOf(formula, this.#plotFormulas)].map((name) => this.names.indexOf(name));
  }
}

/** Returns the formulas of a scene; null if no state and no plot has any. */
export function sceneFormulasOf({ objects, compositions }: Scene): SceneFormulas | null {
  const all = Object.values(compositions);
  const hasFormulas = all.some(({ states }) =>
    Object.values(states).some(({ formulas }) => formulas !== undefined),
  );
  const plots = plotFormulasOf(objects);
  if (!hasFormulas && plots.size === 0) return null;
  return new SceneFormulas(Object.keys(all[0]?.variables ?? {}), plots);
}

/** The variables of a scene over a transition. */
export interface Variables {
  readonly formulas: SceneFormulas;
  /** In the order of the names. */
  readonly channels: readonly NumberChannel[];
  /** The values at the start. */
  readonly first: readonly number[];
}

/** The variables from one composition to another. A hold goes from a composition to itself. */
export function variablesBetween(
  formulas: SceneFormulas,
  from: Composition,
  to: Composition,
  {
    tracks,
    durationMs,
    clock,
  }: {
    readonly tracks: Readonly<Record<string, VariableTrack>>;
    readonly durationMs: number;
    readonly clock: SegmentClock;
  },
  timings: TimingTable,
): Variables {
  const isDeclared = (name: string) => from.variables !== undefined && Object.hasOwn(from.variables, name);
  const { startMs, enteredMs } = clock;
  const held = enteredMs.map((entered) => clockChannel(startMs - entered));
  const channels = formulas.names.map((name): NumberChannel => {
    if (!isDeclared(name) && name === timeName) return clockChannel(startMs);
    if (!isDeclared(name) && name === heldName) return held[1];
    const [start, end] = [from.variables?.[name] ?? 0, to.variables?.[name] ?? 0];
    const track = Object.hasOwn(tracks, name) ? tracks[name] : undefined;
    const { keyframes = [], ...timing } = track ?? { start: 0, duration: durationMs, easing: 'easeInOut' };
    const timingIndex = timings.indexOf(timing, false);
    if (keyframes.length === 0) return lineChannel(start, end, timingIndex);
    // The sort is stable, so of two keyframes at the same time the later one applies.
    const sorted = keyframes.toSorted((one, other) => one.at - other.at);
    const points = sorted.filter((point, place) => point.at !== sorted[place + 1]?.at);
    const keyed = keyedValues(start, end, timing.easing, points, ({ value }) => value);
    return { kind: 'keyed', timing: timingIndex, keyed };
  });
  channels.push(held[0]);
  const atStart = { elapsed: new Float64Array(), eased: new Float64Array(), timeMs: 0 };
  const first = channels.map((channel, index) => {
    const name = formulas.names[index] ?? heldName;
    return isDeclared(name) ? (from.variables?.[name] ?? 0) : numberAt(channel, atStart);
  });
  return { formulas, channels, first };
}

/** Returns the progress of all timings by the time, with the values of the variables if there are any. */
export function progressOver(
  timings: TimingTable,
  variables: Variables | null,
): (timeMs: number) => TimingProgress {
  if (variables === null) return (timeMs) => timings.progressAt(timeMs);
  const { channels } = variables;
  return (timeMs) => {
    const progress = timings.progressAt(timeMs);
    return { ...progress, variables: channels.map((channel) => numberAt(channel, progress)) };
  };
}

/** Whether one of some variables changes. */
export function doesMove({ channels }: Variables, indices: readonly number[]): boolean {
  return indices.some((index) => !isConstant(channels[index] ?? 0));
}
