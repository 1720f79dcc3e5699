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
    case 'xStart':
    case 'xEnd':
    case 'yStart':
    case 'yEnd':
    case 'tStart':
    case 'tEnd': {
      const field = rangeField(property);
      const [from, to, ...step] = state[field] ?? defaultRange(field);
      return {
        ...state,
        [field]: property.endsWith('Start') ? [value, to, ...step] : [from, value, ...step],
      };
    }
    case 'm11':
    case 'm12':
    case 'm21':
    case 'm22': {
      const matrix = (state.matrix ?? unitMatrix).map((row) => [...row]);
      const [row, column] = [Number(property[1]) - 1, Number(property[2]) - 1];
      return { ...state, matrix: matrix.map((own, at) => (at === row ? own.with(column, value) : own)) };
    }
    case 'areaStart':
      return { ...state, area: { ...(state.area ?? noArea), from: value } };
    case 'areaEnd':
      return { ...state, area: { ...(state.area ?? noArea), to: value } };
    case 'areaSteps':
      return { ...state, area: { ...(state.area ?? noArea), steps: value } };
    default:
      return { ...state, [property]: value };
  }
}

const unitMatrix = [
  [1, 0],
  [0, 1],
];
const noArea = { from: 0, to: 0 };

type RangeField = 'xRange' | 'yRange' | 'tRange';

function rangeField(property: string): RangeField {
  return `${property[0] === 'x' ? 'x' : property[0] === 'y' ? 'y' : 't'}Range`;
}

/** The range of an axis, or of the t of a plot, without one in the state. */
export function defaultRange(field: RangeField): number[] {
  return field === 'tRange' ? [0, 2 * Math.PI] : [-5, 5];
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
    case 'xStart':
    case 'xEnd':
    case 'yStart':
    case 'yEnd':
    case 'tStart':
    case 'tEnd':
      return rangeField(property);
    case 'm11':
    case 'm12':
    case 'm21':
    case 'm22':
      return 'matrix';
    case 'areaStart':
    case 'areaEnd':
    case 'areaSteps':
      return 'area';
    default:
      return property;
  }
}
