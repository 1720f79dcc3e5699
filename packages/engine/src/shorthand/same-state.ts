import type { CompositionState } from '../project/schema.ts';

/** Whether an object differs in two compositions. */
export function changes(from: CompositionState | undefined, to: CompositionState | undefined): boolean {
  if (from === to) return false;
  if (from === undefined || to === undefined) return true;
  const { path: pathFrom, ...valuesFrom } = from;
  const { path: pathTo, ...valuesTo } = to;
  return (
    !areEqual(valuesFrom, valuesTo) || !areEqual(pathFrom.c1, pathTo.c1) || !areEqual(pathFrom.c2, pathTo.c2)
  );
}

function areEqual(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

/** Compares lists of numbers and of points by their items. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return (
    Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => isSameValue(item, other[index]))
  );
}
