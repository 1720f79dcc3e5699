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

/** BullMQ's reason for a job whose workers died. */
const stalledTooOften = 'job stalled more than allowable limit';

const maxProblemLength = 2000;

/** The reason of a failed job in BullMQ: a line for the code, then one or more lines for each problem. */
export function failedReason(code: ProblemCode, problems: readonly string[]): string {
  return [code, ...problems].join('\n');
}

/** Parses the reason of a failed job, which other programs may have written. The problems are safe to print. */
export function readFailedReason(reason: string): {
  readonly code: ProblemCode;
  readonly problems: readonly string[];
} {
  if (reason === stalledTooOften) {
    const problem =
      'its worker crashed or lost its connection three times during this job, perhaps for lack of memory';
    return { code: 'failed', problems: [problem] };
  }
  const lines = reason.split('\n').filter((line) => line !== '');
  const [first = ''] = lines;
  const isCode = isProblemCode(first);
  const problems = (isCode ? lines.slice(1) : lines).map((line) => printable(line, maxProblemLength));
  return {
    code: isCode ? first : 'failed',
    problems: problems.length === 0 ? ['it failed, but no reason was recorded'] : problems,
  };
}

function isProblemCode(text: string): text is ProblemCode {
  return codes.has(text);
}
