import { type RenderError, unexpectedCause } from '../render/render-error.ts';

/** Matches text whose second line is a line of a stack trace. */
const stackLine = /^[^\n]*\n {4}at /;

/**
 * Describes a failure in one sentence per problem. For a crash of the render process it is one sentence that says how
 * the process ended. A stack trace is added only for a bug in this program, so that the user can report it.
 */
export function describeFailure(error: RenderError): readonly string[] {
  const cause = unexpectedCause(error);
  if (cause === undefined) return error.problems;
  if (stackLine.test(cause)) return [...error.problems, cause];
  return [`${error.problems.join('; ')} (${cause.split('\n', 1)[0]})`];
}
