import { formulaProperties } from '../../project/schema.ts';
import { isFormula, RunningText } from '../formula-texts.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

const properties: ReadonlySet<string> = new Set(formulaProperties);

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
