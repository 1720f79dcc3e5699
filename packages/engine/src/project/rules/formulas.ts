import { clockNames, withClocks } from '../../formulas/clocks.ts';
import { type ComputeNumber, compileFormula } from '../../formulas/evaluate-formula.ts';
import { type FormulaProblem, type UsedVariable, variablesOf } from '../../formulas/formula.ts';
import { isVariableName, nameProblem, parseFormula } from '../../formulas/parse-formula.ts';
import { compileTemplate, type FillText, parseTemplate } from '../../formulas/template.ts';
import { isMap } from '../check.ts';
import type { VariableTrack } from '../motion-schemas.ts';
import { type FormulaNames, formulaNamesOf, plotFormulasOf } from '../plots.ts';
import { type Path, showNumber, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import { rangeOf, withNumber } from '../properties/all-properties.ts';
import type { Composition, CompositionState, Scene, Transition } from '../schema.ts';
import { checkPlotNames } from './plots.ts';
import { endsWithin, exceeds } from './timing.ts';

/** Maximum length of a text, in UTF-16 units. */
const maxTextLength = 10_000;
const maxShownVariables = 3;

/**
 * Checks the variables of a scene and the formulas of its states, and gives each field with a formula its value at rest,
 * so that everything that reads a state without playing the film sees what the film shows.
 */
export function checkFormulas(scene: Scene, path: Path, problems: Problems): void {
  const compositions = Object.entries(scene.compositions);
  const transitions = Object.entries(scene.transitions);
  const hasFormulas = compositions.some(([, { states }]) => Object.values(states).some(formulasOf));
  const hasPlots = plotFormulasOf(scene.objects).size > 0;
  if (!hasFormulas && !hasPlots && !transitions.some(([, { variables }]) => isMap(variables))) return;
  checkNames(compositions, path, problems);
  const declared = compositions
    .map(([, composition]) => declaredBy(composition))
    .find((one) => one !== undefined);
  if (hasPlots) checkPlotNames(scene.objects, withClocks(declared ?? {}), [...path, 'objects'], problems);
  // Compositions whose names differ have a problem already; their formulas are read nevertheless.
  const names = new Set([
    ...compositions.flatMap(([, composition]) => Object.keys(declaredBy(composition) ?? {})),
    ...clockNames,
  ]);
  const checked = new FormulaReader(formulaNamesOf(scene.objects, [...names]));
  const parents = new Set(Object.values(scene.objects).map(({ parentId }) => parentId));
  for (const [id, composition] of compositions) {
    const declared = declaredBy(composition);
    const variables = declared && withClocks(declared);
    const place = [...path, 'compositions', id, 'states'];
    for (const [objectId, state] of Object.entries(composition.states)) {
      if (problems.full) return;
      if (!formulasOf(state)) continue;
      const settle = { state, variables, isSeen: state.visible === true || parents.has(objectId), checked };
      composition.states[objectId] = checkState(settle, [...place, objectId], problems);
    }
  }
  for (const [id, transition] of transitions) {
    if (problems.full) return;
    checkTransition(scene, transition, [...path, 'transitions', id], problems);
  }
}

/** The formulas of a state; undefined without any, and if they are broken. */
function formulasOf(state: CompositionState): Record<string, unknown> | undefined {
  const formulas: unknown = isMap(state) ? state.formulas : undefined;
  return isMap(formulas) && Object.keys(formulas).length > 0 ? formulas : undefined;
}

/** The variables of a composition; undefined if they are broken. */
function declaredBy({ variables = {} }: Composition): Readonly<Record<string, number>> | undefined {
  const isSound = isMap(variables) && Object.values(variables).every((value) => typeof value === 'number');
  return isSound ? variables : undefined;
}

/** Checks that formulas can use all names, and that every composition declares the same ones. */
function checkNames(
  compositions: readonly (readonly [id: string, Composition])[],
  path: Path,
  problems: Problems,
): void {
  const declared = compositions.flatMap(([id, composition]) => {
    const variables = declaredBy(composition);
    return variables === undefined ? [] : [{ id, names: Object.keys(variables) }];
  });
  const first = declared.find(({ names }) => names.length > 0);
  for (const { id, names } of declared) {
    const place = [...path, 'compositions', id, 'variables'];
    for (const name of names) {
      if (isVariableName(name)) continue;
      const rule = 'cannot be used in formulas: names have letters, digits and _, start with a letter or _';
      problems.add([...place, name], 'formula', `${rule}, and differ from those of constants and functions`);
    }
    const missing = first?.names.find((name) => !names.includes(name));
    const other = names.find((name) => first?.names.includes(name) !== true);
    if (first === undefined) continue;
    const rule = 'must have the same variables as the other compositions of the scene';
    if (missing !== undefined) {
      const message = `${rule}, but ${showValue(missing)} of ${showValue(first.id)} is missing; add it`;
      problems.add(place, 'unknown-variable', message);
    } else if (other !== undefined) {
      const message = `${rule}, but ${showValue(first.id)} has no ${showValue(other)}; add it there`;
      problems.add(place, 'unknown-variable', message);
    }
  }
}

/** A formula or a text of formulas that parses, or what is wrong with it. */
type CheckedFormula = { readonly problem: FormulaProblem } | ReadFormula;

interface ReadFormula {
  readonly problem?: undefined;
  readonly variables: readonly UsedVariable[];
  readonly plots: readonly UsedVariable[];
  readonly compute: ComputeNumber;
  readonly fill: FillText;
}

interface Settle {
  readonly state: CompositionState;
  readonly variables: Readonly<Record<string, number>> | undefined;
  /** Whether the object is drawn, or may be the parent of one that is. */
  readonly isSeen: boolean;
  readonly checked: FormulaReader;
}

/** Returns the state with the values of its formulas. */
function checkState({ state, variables, isSeen, checked }: Settle, path: Path, problems: Problems) {
  let settled = state;
  for (const [property, text] of Object.entries(formulasOf(state) ?? {})) {
    // A broken formula has a problem already.
    if (typeof text !== 'string') continue;
    const place = [...path, 'formulas', property];
    const formula = checked.read(property, text);
    if (formula.problem !== undefined) {
      problems.add(place, 'formula', formula.problem.message);
      continue;
    }
    if (variables === undefined) continue;
    const unknown = nameProblem(formula, variables, checked.plots);
    if (unknown !== undefined) {
      problems.add(place, 'unknown-variable', unknown.message);
      continue;
    }
    const value = valueAtRest(property, formula, checked.valuesOf(variables));
    if (value === null) {
      // What follows the time of the film may be finite later.
      const isTimed = variablesOf(formula).some((name) => clockNames.includes(name));
      if (isSeen && !isTimed) problems.add(place, 'formula', notFinite(variablesOf(formula), variables));
    } else if (typeof value === 'string' && value.length > maxTextLength) {
      const rule = `must have at most ${maxTextLength} characters with its numbers`;
      problems.add(place, 'value', `${rule}, but has ${value.length}`);
    } else settled = withValue(settled, property, value);
  }
  return settled;
}

/** Reads the formulas of a scene, each text once. */
export class FormulaReader {
  /** The plots that formulas can call. */
  readonly plots: readonly string[];
  readonly #names: FormulaNames;
  readonly #read = new Map<string, CheckedFormula>();

  constructor(names: FormulaNames) {
    this.#names = names;
    this.plots = [...names.plots.keys()];
  }

  read(property: string, text: string): CheckedFormula {
    const key = property === 'text' ? `text ${text}` : `= ${text}`;
    const formula = this.#read.get(key) ?? (property === 'text' ? this.#template(text) : this.#formula(text));
    this.#read.set(key, formula);
    return formula;
  }

  /** The values of the variables in their order. */
  valuesOf(variables: Readonly<Record<string, number>>): readonly number[] {
    return this.#names.variables.map((name) => variables[name] ?? NaN);
  }

  #formula(text: string): CheckedFormula {
    const parsed = parseFormula(text);
    if (!parsed.ok) return { problem: parsed };
    const { variables, plots } = parsed.formula;
    return { variables, plots, compute: this.#compiled(parsed.formula, compileFormula), fill: nothing };
  }

  #template(text: string): CheckedFormula {
    const parsed = parseTemplate(text);
    if (!parsed.ok) return { problem: parsed };
    const { variables, plots } = parsed.template;
    return { variables, plots, compute: () => NaN, fill: this.#compiled(parsed.template, compileTemplate) };
  }

  /** Compiled when it is first computed, because its names may be unknown. */
  #compiled<Source, Value>(
    source: Source,
    compile: (
      source: Source,
      names: readonly string[],
      plots: FormulaNames['plots'],
    ) => (values: ArrayLike<number>) => Value,
  ): (values: ArrayLike<number>) => Value {
    let compiled: ((values: ArrayLike<number>) => Value) | undefined;
    return (values) => {
      compiled ??= compile(source, this.#names.variables, this.#names.plots);
      return compiled(values);
    };
  }
}

/** Returns a state with the values of its formulas at rest, without those that have none. */
export function stateAtRest(
  state: CompositionState,
  variables: Readonly<Record<string, number>>,
  checked: FormulaReader,
): CompositionState {
  let settled = state;
  for (const [property, text] of Object.entries(state.formulas ?? {})) {
    if (text === undefined) continue;
    const formula = checked.read(property, text);
    if (formula.problem !== undefined) continue;
    if (nameProblem(formula, variables, checked.plots) !== undefined) continue;
    const value = valueAtRest(property, formula, checked.valuesOf(variables));
    if (value !== null) settled = withValue(settled, property, value);
  }
  return settled;
}

/** The value of a formula; null without a finite one. */
function valueAtRest(
  property: string,
  formula: ReadFormula,
  values: readonly number[],
): number | string | null {
  if (property === 'text') return formula.fill(values);
  const value = formula.compute(values);
  return Number.isFinite(value) ? value : null;
}

/** Returns a state with the value of a formula, within the range of its property. */
function withValue(state: CompositionState, property: string, value: number | string): CompositionState {
  if (typeof value === 'string') return { ...state, text: value };
  const [min, max] = rangeOf(property);
  return withNumber(state, property, Math.min(max, Math.max(min, value)) + 0);
}

function notFinite(names: readonly string[], variables: Readonly<Record<string, number>>): string {
  const shown = names
    .slice(0, maxShownVariables)
    .map((name) => `${name} = ${showNumber(variables[name] ?? NaN)}`);
  const where = shown.length === 0 ? '' : ` with ${shown.join(', ')}`;
  return `has no finite value${where}; keep divisors away from 0, and roots and logarithms in their range`;
}

const nothing: FillText = () => null;

function checkTransition(scene: Scene, transition: Transition, path: Path, problems: Problems): void {
  const ends = [transition.fromId, transition.toId].flatMap((id) =>
    Object.hasOwn(scene.compositions, id) ? [scene.compositions[id]] : [],
  );
  const declared = ends[0] === undefined ? undefined : declaredBy(ends[0]);
  if (declared !== undefined && isMap(transition.variables)) {
    for (const [name, track] of Object.entries(transition.variables)) {
      const place = [...path, 'variables', name];
      if (!Object.hasOwn(declared, name)) {
        problems.add(place, 'unknown-variable', 'is not a variable of the compositions; declare it in both');
      } else if (isMap(track)) checkVariableTrack(track, transition, place, problems);
    }
  }
  for (const [key, { objectId, keyframes }] of Object.entries(transition.tracks)) {
    if (!isMap(keyframes)) continue;
    const formulas = ends.map(({ states }) =>
      Object.hasOwn(states, objectId) ? formulasOf(states[objectId]) : undefined,
    );
    if (formulas.every((one) => one === undefined)) continue;
    for (const [id, keyframe] of Object.entries(keyframes)) {
      if (!isMap(keyframe) || keyframe.deleted === true) continue;
      const { property } = keyframe;
      if (!formulas.some((one) => one !== undefined && Object.hasOwn(one, String(property)))) continue;
      const message = `sets ${property}, which has a formula; remove the keyframe, or animate a variable of the formula`;
      problems.add([...path, 'tracks', key, 'keyframes', id], 'conflict', message);
    }
  }
}

function checkVariableTrack(
  track: VariableTrack,
  transition: Transition,
  path: Path,
  problems: Problems,
): void {
  const { start, duration } = track;
  if (typeof start !== 'number' || typeof duration !== 'number') return;
  if (endsWithin(start, duration, transition.duration)) return;
  problems.add(
    path,
    'time-span',
    exceeds('start + duration', start + duration, "the transition's", transition.duration),
  );
}
