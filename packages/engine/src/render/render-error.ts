import { ContentError } from '../project/content-error.ts';

/** The reason why a call failed. */
export type RenderErrorCode =
  | 'invalid-project'
  | 'invalid-option'
  | 'unsupported'
  | 'too-large'
  | 'timeout'
  | 'aborted'
  | 'failed';

/** The error with which failed calls reject. */
export class RenderError extends Error {
  /** The reason for the failure. */
  readonly code: RenderErrorCode;
  /**
   * One or more sentences, each with the place, the rule and the value seen; at most 20 for an invalid project. The
   * message joins all of them.
   */
  readonly problems: readonly string[];

  constructor(code: RenderErrorCode, problems: readonly string[], cause?: unknown) {
    super(problems.join('; '), cause === undefined ? undefined : { cause });
    this.name = 'RenderError';
    this.code = code;
    this.problems = problems;
  }
}

/**
 * The render process ended before its task was done. The cause need not be the project, and another try may succeed.
 */
export class RenderCrash extends RenderError {
  /** Whether a signal ended it, such as that of a system that is out of memory. */
  readonly wasKilled: boolean;

  constructor(problems: readonly string[], cause: unknown, { wasKilled = false } = {}) {
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
