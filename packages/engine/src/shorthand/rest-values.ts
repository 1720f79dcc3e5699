import { evaluate } from '../formulas/evaluate-formula.ts';
import { nameProblem, parseFormula } from '../formulas/parse-formula.ts';
import { fillTemplate, parseTemplate } from '../formulas/template.ts';
import { withNumber } from '../project/formula-fields.ts';
import type { CompositionState, FormulaProperty } from '../project/schema.ts';
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
): readonly Record<string, CompositionState>[] {
  return states.map((inComposition, index) => {
    const entries = Object.entries(inComposition).map(([id, state]): [string, CompositionState] => [
      id,
      state.formulas === undefined ? state : computed(state, state.formulas, variables[index] ?? {}),
    ]);
    const made: Record<string, CompositionState> = Object.create(null);
    for (const [id, state] of entries) made[id] = state;
    return made;
  });
}

function computed(
  state: CompositionState,
  formulas: NonNullable<CompositionState['formulas']>,
  variables: VariableValues,
): CompositionState {
  let at = state;
  for (const [field, formula] of Object.entries(formulas)) {
    if (formula === undefined) continue;
    if (field === 'text') {
      const parsed = parseTemplate(formula);
      const isKnown = parsed.ok && nameProblem(parsed.template, variables) === undefined;
      const text = isKnown ? fillTemplate(parsed.template, variables) : null;
      if (text !== null) at = { ...at, text };
      continue;
    }
    const parsed = parseFormula(formula);
    const isKnown = parsed.ok && nameProblem(parsed.formula, variables) === undefined;
    const value = isKnown ? evaluate(parsed.formula, variables) : Number.NaN;
    if (Number.isFinite(value)) at = withNumber(at, field as FormulaProperty, value);
  }
  return at;
}
