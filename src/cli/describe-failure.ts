import { type RenderError, unexpectedCause } from '../render/render-error.ts';

/** The line after the first of what a stack prints. */
const stackLine = /^[^\n]*\n {4}at /;

/**
 * What a person is told of a failure, a sentence each. A crash of the render process is one sentence that says how it
 * ended; only of a fault of our own, which is to be reported, the stack follows.
 */
export function describeFailure(error: RenderError): readonly string[] {
  const cause = unexpectedCause(error);
  if (cause === undefined) return error.problems;
  if (stackLine.test(cause)) return [...error.problems, cause];
  return [`${error.problems.join('; ')} (${cause.split('\n', 1)[0]})`];
}
