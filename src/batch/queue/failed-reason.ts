import type { ProblemCode } from '../make-output.ts';
import { printable } from './queued-job.ts';

const codes: ReadonlySet<string> = new Set<ProblemCode>([
  ...([
    'invalid-project',
    'invalid-option',
    'unsupported',
    'too-large',
    'timeout',
    'aborted',
    'failed',
  ] as const),
  ...(['invalid-row', 'exists', 'displaced'] as const),
]);

/** What BullMQ says of a job whose workers died. */
const stalledTooOften = 'job stalled more than allowable limit';

const longestProblem = 2000;

/** The reason that BullMQ keeps of a failed job: a line for the code, and one or more for each problem. */
export function failedReason(code: ProblemCode, problems: readonly string[]): string {
  return [code, ...problems].join('\n');
}

/** Reads the reason of a failed job, which others may have written. Problems are text that a terminal takes for no more. */
export function readFailedReason(reason: string): {
  readonly code: ProblemCode;
  readonly problems: readonly string[];
} {
  if (reason === stalledTooOften) {
    const problem = 'its worker died or was cut off three times while it did this job, as if memory ran out';
    return { code: 'failed', problems: [problem] };
  }
  const lines = reason.split('\n').filter((line) => line !== '');
  const [first = ''] = lines;
  const isCode = isProblemCode(first);
  const problems = (isCode ? lines.slice(1) : lines).map((line) => printable(line, longestProblem));
  return {
    code: isCode ? first : 'failed',
    problems: problems.length === 0 ? ['it failed without a reason'] : problems,
  };
}

function isProblemCode(text: string): text is ProblemCode {
  return codes.has(text);
}
