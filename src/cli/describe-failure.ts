import { type RenderError, unexpectedCause } from '../render/render-error.ts';

/** The line after the first of what a stack prints. */
const stackLine = /^[^\n]*\n {4}at /;

/**
 * A failure for people, one sentence per problem. A crash of the render process is one sentence that says how it ended.
 * A stack is added only for a bug in this program, so that it can be reported.
 */
export function describeFailure(error: RenderError): readonly string[] {
  const cause = unexpectedCause(error);
  if (cause === undefined) return error.problems;
  if (stackLine.test(cause)) return [...error.problems, cause];
  return [`${error.problems.join('; ')} (${cause.split('\n', 1)[0]})`];
}
