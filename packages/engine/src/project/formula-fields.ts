import { variablesOf } from '../formulas/formula.ts';
import { parseFormula } from '../formulas/parse-formula.ts';
import { parseTemplate } from '../formulas/template.ts';
import type { CompositionState, FormulaProperty } from './schema.ts';

/** Returns the state with another value of a property that can have a formula. */
export function withNumber(
  state: CompositionState,
  property: FormulaProperty,
  value: number,
): CompositionState {
  switch (property) {
    case 'sweepStart':
      return { ...state, sweep: [value, state.sweep?.[1] ?? 360] };
    case 'sweepEnd':
      return { ...state, sweep: [state.sweep?.[0] ?? 0, value] };
    case 'c1x':
      return withControl(state, 'c1', { x: value });
    case 'c1y':
      return withControl(state, 'c1', { y: value });
    case 'c2x':
      return withControl(state, 'c2', { x: value });
    case 'c2y':
      return withControl(state, 'c2', { y: value });
    default:
      return { ...state, [property]: value };
  }
}

function withControl(
  state: CompositionState,
  control: 'c1' | 'c2',
  changes: Partial<CompositionState['path']['c1']>,
): CompositionState {
  const { path } = state;
  return { ...state, path: { ...path, [control]: { ...path[control], ...changes } } };
}

/** Returns the fields of a state whose values formulas compute. */
export function computedFields({ formulas = {} }: CompositionState): ReadonlySet<keyof CompositionState> {
  return new Set((Object.keys(formulas) as (FormulaProperty | 'text')[]).map(fieldOf));
}

/** Returns the names of the variables that the formulas of a valid state use. */
export function usedVariables({ formulas = {} }: CompositionState): ReadonlySet<string> {
  const names = Object.entries(formulas).flatMap(([property, text]) => {
    if (property === 'text') {
      const parsed = parseTemplate(text);
      return parsed.ok ? variablesOf(parsed.template) : [];
    }
    const parsed = parseFormula(text);
    return parsed.ok ? variablesOf(parsed.formula) : [];
  });
  return new Set(names);
}

/** The field of a state that holds the value of a property. */
function fieldOf(property: FormulaProperty | 'text'): keyof CompositionState {
  switch (property) {
    case 'sweepStart':
    case 'sweepEnd':
      return 'sweep';
    case 'c1x':
    case 'c1y':
    case 'c2x':
    case 'c2y':
      return 'path';
    default:
      return property;
  }
}
