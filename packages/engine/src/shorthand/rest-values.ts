import { withClocks } from '../formulas/clocks.ts';
import { formulaNamesOf } from '../project/plots.ts';
import { FormulaReader, stateAtRest } from '../project/rules/formulas.ts';
import type { CompositionState, Scene } from '../project/schema.ts';
import type { States } from './expand-track.ts';

/** The values of variables in a composition. */
export type VariableValues = Readonly<Record<string, number>>;

/**
 * Gives the fields of states that have formulas their values in each composition. Formulas without a finite value keep
 * the value before: the check of the full project reports them.
 */
export function withRestValues(
  states: readonly States[],
  variables: readonly VariableValues[],
  objects: Scene['objects'],
): readonly Record<string, CompositionState>[] {
  const checked = new FormulaReader(formulaNamesOf(objects, Object.keys(withClocks(variables[0] ?? {}))));
  return states.map((inComposition, index) => {
    const made: Record<string, CompositionState> = Object.create(null);
    for (const [id, state] of Object.entries(inComposition)) {
      const { formulas } = state;
      made[id] =
        formulas === undefined ? state : stateAtRest(state, withClocks(variables[index] ?? {}), checked);
    }
    return made;
  });
}
