import type { Problems } from './problems.ts';

/** Replaces a value with a problem in the copy of a document, so that everything else can still be checked. */
export const broken: unique symbol = Symbol('broken');

/**
 * Returns a copy of the value without unknown properties, in which every value with a problem is `broken`. The path is one
 * array that all checks push to and pop from.
 */
export type Check = (value: unknown, path: (string | number)[], problems: Problems) => unknown;

/** Whether a value of a document has fields. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
