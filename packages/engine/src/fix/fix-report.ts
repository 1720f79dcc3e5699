import type { Advice } from '../advice/advice.ts';
import type { JsonValue } from '../project/problem.ts';

// The package exports these types, so they must not need the types of a development dependency.

/** One value of a document that a fix changes. */
export interface ValueChange {
  /** The place of the value in the document. */
  readonly path: string;
  /** The value before; missing for a new field. */
  readonly from?: JsonValue;
  /** The value after; missing for a removed field. */
  readonly to?: JsonValue;
}

/** A change that solves a piece of advice. */
export interface FixChange extends ValueChange, Pick<Advice, 'rule' | 'message'> {
  /** The line of the value in the fixed text, or of the nearest value around a removed field. */
  readonly line: number;
}

/** A piece of advice that was not fixed. */
export interface LeftAdvice extends Advice {
  /** Why it was not fixed. */
  readonly reason: string;
}

/** A text with all fixes that help. */
export interface FixReport {
  /** The fixed text; the text as it was if there was nothing to fix. */
  readonly text: string;
  /** The changes in the order in which they were made. */
  readonly changes: readonly FixChange[];
  /** The advice that is left. */
  readonly left: readonly LeftAdvice[];
}
