import { ContentError } from '../project/content-error.ts';

export type RenderErrorCode =
  | 'invalid-project'
  | 'invalid-option'
  | 'unsupported'
  | 'too-large'
  | 'timeout'
  | 'aborted'
  | 'failed';

/** Every way in which a render or an inspection can fail. */
export class RenderError extends Error {
  readonly code: RenderErrorCode;
  /**
   * One sentence or more, each naming its place, the rule and the value seen; of an invalid project at most 20.
   * The message is all of them.
   */
  readonly problems: readonly string[];

  constructor(code: RenderErrorCode, problems: readonly string[], cause?: unknown) {
    super(problems.join('; '), cause === undefined ? undefined : { cause });
    this.name = 'RenderError';
    this.code = code;
    this.problems = problems;
  }
}

/** The render process ended before its task was done, which says nothing about the project: another try may succeed. */
export class RenderCrash extends RenderError {
  /** Whether a signal ended it, as that of a system that is out of memory, rather than the process itself. */
  readonly wasKilled: boolean;

  constructor(problems: readonly string[], cause: unknown, { wasKilled = false } = {}) {
    super('failed', problems, cause);
    this.wasKilled = wasKilled;
  }
}

/** The stack of an unexpected failure, for a log; undefined for any other failure. */
export function unexpectedCause({ cause }: RenderError): string | undefined {
  if (cause === undefined || cause instanceof ContentError) return undefined;
  return describeUnexpected(cause);
}

/** An unexpected error as a log shows it: its stack, if it has one. */
export function describeUnexpected(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error);
}
