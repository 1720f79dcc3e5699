import type { Path } from '../project/problem-text.ts';
import { onlyVariable, plainName } from './variable-syntax.ts';

/** The names of the variables that compositions change, in a document that need not be valid. */
export function changingNames(project: object): ReadonlySet<string> {
  const valuesOf = (value: unknown, name: string): unknown[] => {
    const inner: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    return typeof inner === 'object' && inner !== null ? Object.values(inner) : [];
  };
  const scenes = [project, ...valuesOf(project, 'scenes')];
  const compositions = scenes.flatMap((scene) => valuesOf(scene, 'compositions'));
  return new Set(
    compositions.flatMap((one) => {
      const changed: unknown =
        typeof one === 'object' && one !== null ? Reflect.get(one, 'variables') : undefined;
      return typeof changed === 'object' && changed !== null ? Object.keys(changed) : [];
    }),
  );
}

/** The ids of the objects of kind plot, in a document that need not be valid. */
export function plotsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isPlot = typeof inner === 'object' && inner !== null && Reflect.get(inner, 'kind') === 'plot';
    return isPlot ? [key] : plotsIn(inner);
  });
}

/** The field that a value belongs to, which may be in a list. */
export function fieldOf(key: string | number, path: Path): string | number {
  return typeof key === 'string' ? key : (path.findLast((name) => typeof name === 'string') ?? key);
}

/** Whether an object makes items from a template. */
export function isTemplate(object: object): boolean {
  return 'each' in object && 'data' in object;
}

/** Names with a meaning of their own in the formulas of plots. */
export const plotNames: readonly string[] = ['x', 'y', 'r', 't', 'theta'];

/** Fields for text: numbers and booleans of variables are converted to text there. */
export const textFields: ReadonlySet<string | number> = new Set(['name', 'text']);

/** Whether a text is a formula in braces and nothing else, `${size / 2}`, whose value is a number where no text is. */
export function isNumberOfFormula(text: string, value: unknown, field: string | number): boolean {
  const inner = onlyVariable(text);
  const isFormula = inner !== undefined && !plainName.test(inner) && typeof value === 'string';
  return isFormula && !textFields.has(field) && value !== '' && Number.isFinite(Number(value));
}
