import type { Problems } from './problems.ts';

/** Replaces an invalid value in the copy of a document, so that everything else can still be checked. */
export const broken: unique symbol = Symbol('broken');

/**
 * Returns a copy of the value without unknown properties, in which `broken` replaces every invalid value. All checks
 * push to and pop from the same path array.
 */
export type Check = (value: unknown, path: (string | number)[], problems: Problems) => unknown;

/** Whether a value is an object with fields. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isMap(value) ? value : {};
}
