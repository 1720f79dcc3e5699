import type { Path } from '../../project/problem-text.ts';
import { type FormulaProperty, formulaProperties } from '../../project/properties/all-properties.ts';
import { isFormula, RunningText } from '../formula-texts.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

const properties: ReadonlySet<string> = new Set(formulaProperties);

/** The properties of numbers that are inside other fields: in lists, in lists of lists, and by name. */
const listed: Readonly<Record<string, Readonly<Record<string, FormulaProperty>>>> = {
  xRange: { 0: 'xStart', 1: 'xEnd' },
  yRange: { 0: 'yStart', 1: 'yEnd' },
  tRange: { 0: 'tStart', 1: 'tEnd' },
  sweep: { 0: 'sweepStart', 1: 'sweepEnd' },
  matrix: { '0.0': 'm11', '0.1': 'm12', '1.0': 'm21', '1.1': 'm22' },
  path: { 'c1.x': 'c1x', 'c1.y': 'c1y', 'c2.x': 'c2x', 'c2.y': 'c2y' },
  area: { from: 'areaStart', to: 'areaEnd', steps: 'areaSteps' },
};

interface ListedFormula {
  readonly property: FormulaProperty;
  readonly formula: string;
  readonly place: Path;
}

/** Takes the formulas inside a field, and puts numbers in their places, which differ from each other. */
function takeListed(field: string, value: unknown, path: Path): ListedFormula[] {
  const properties = Object.hasOwn(listed, field) ? listed[field] : undefined;
  if (properties === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(properties).flatMap(([key, property], index) => {
    const keys = key.split('.');
    const last = keys.pop() ?? '';
    const owner: unknown = keys.length === 0 ? value : Reflect.get(value, keys[0] ?? '');
    if (typeof owner !== 'object' || owner === null) return [];
    const inner: unknown = Reflect.get(owner, last);
    if (typeof inner !== 'string' || !inner.startsWith('=')) return [];
    Reflect.set(owner, last, index);
    return [{ property, formula: inner.slice(1), place: [...path, ...keys, last] }];
  });
}

/** Moves the formulas of a state into a field of their own, as the full format has them. */
export function readFormulas(
  { problems, provenance }: Pick<SceneDraft, 'problems' | 'provenance'>,
  state: Fields,
): void {
  const formulas: Fields = {};
  const take = (field: string, formula: string) => {
    const place = provenance.placeOf(state, field, []);
    formulas[field] = formula;
    delete state[field];
    if (Object.keys(formulas).length === 1) provenance.set(formulas, place.slice(0, -1));
    provenance.field(formulas, field, place);
  };
  for (const [field, value] of Object.entries(state)) {
    for (const { property, formula, place } of takeListed(
      field,
      value,
      provenance.placeOf(state, field, []),
    )) {
      formulas[property] = formula;
      if (Object.keys(formulas).length === 1) provenance.set(formulas, place.slice(0, -1));
      provenance.field(formulas, property, place);
    }
    const isOnLine = state.on !== undefined && (field === 'x' || field === 'y');
    if (isOnLine && isFormula(value, field)) {
      const rule = 'cannot be a formula beside on; write a number, or x and y without on';
      problems.add(provenance.placeOf(state, field, []), 'formula', rule);
      delete state[field];
    } else if (properties.has(field) && isFormula(value, field)) take(field, value.slice(1));
    else if (value instanceof RunningText) {
      const [, only] = properties.has(field) ? (/^\$\{([^{}]*)\}$/.exec(value.template) ?? []) : [];
      if (field === 'text' || only !== undefined) take(field, only ?? value.template);
    }
  }
  if (Object.keys(formulas).length > 0) state.formulas = formulas;
}
