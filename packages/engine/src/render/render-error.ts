import { ContentError } from '../project/content-error.ts';
import { type CallRule, describeProblem, type Problem, problemAt } from '../project/problem.ts';

/** The reason why a call failed. */
export type RenderErrorCode = CallRule;

/** The error with which failed calls reject. */
export class RenderError extends Error {
  /** The reason for the failure. */
  readonly code: RenderErrorCode;
  /** One or more problems; at most 20 for an invalid project. The message joins their sentences. */
  readonly problems: readonly Problem[];

  /** A string is a problem of the call as a whole; its rule is the code. */
  constructor(code: RenderErrorCode, problems: readonly (Problem | string)[], cause?: unknown) {
    const all = problems.map((one) => (typeof one === 'string' ? problemAt([], code, one) : one));
    super(all.map(describeProblem).join('; '), cause === undefined ? undefined : { cause });
    this.name = 'RenderError';
    this.code = code;
    this.problems = all;
  }
}

/**
 * The render process ended before its task was done. The cause need not be the project, and another try may succeed.
 */
export class RenderCrash extends RenderError {
  /** Whether a signal ended it, such as that of a system that is out of memory. */
  readonly wasKilled: boolean;

  constructor(problems: readonly (Problem | string)[], cause: unknown, { wasKilled = false } = {}) {
    super('failed', problems, cause);
    this.wasKilled = wasKilled;
  }
}

/** Returns the stack of an unexpected failure for a log; undefined for any other failure. */
export function unexpectedCause({ cause }: RenderError): string | undefined {
  if (cause === undefined || cause instanceof ContentError) return undefined;
  return describeUnexpected(cause);
}

/** Formats an unexpected error for a log, with its stack if it has one. */
export function describeUnexpected(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error);
}

export function invalidOption(...problems: readonly string[]): RenderError {
  return new RenderError('invalid-option', problems);
}
