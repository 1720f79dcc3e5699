import { variablesOf } from '../formulas/formula.ts';
import { parseFormula } from '../formulas/parse-formula.ts';
import { parseTemplate } from '../formulas/template.ts';
import { fieldOfProperty } from './properties/all-properties.ts';
import type { CompositionState } from './schema.ts';

/** Returns the fields of a state whose values formulas compute. */
export function computedFields({ formulas = {} }: CompositionState): ReadonlySet<keyof CompositionState> {
  return new Set(Object.keys(formulas).map(fieldOfProperty) as (keyof CompositionState)[]);
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
