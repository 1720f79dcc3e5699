import { printable } from './queued-job.ts';

/** What BullMQ says of a job whose workers died. */
const stalledTooOften = 'job stalled more than allowable limit';

const longestProblem = 2000;

/** The problems of a failed job, one sentence or more, from the reason that BullMQ keeps. */
export function describeFailedReason(reason: string): readonly string[] {
  if (reason === stalledTooOften) {
    return [
      'its worker died or was cut off three times while it rendered this job, as if it ran out of memory',
    ];
  }
  const lines = reason.split('\n').filter((line) => line !== '');
  return lines.length === 0
    ? ['it failed without a reason']
    : lines.map((line) => printable(line, longestProblem));
}
