import { problemAt } from '../../project/problem.ts';
import { RenderCrash, RenderError } from '../render-error.ts';
import { startLimitMs } from './limits.ts';

/** End of a render process. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What is known of a process that ended with a task. */
interface Ending {
  readonly maxMemoryBytes: number;
  readonly isOutOfMemory: boolean;
  readonly isStartOverdue: boolean;
  readonly startError: Error | undefined;
  readonly end: End;
  /** The beginning and the end of what it printed. */
  readonly firstOutput: string;
  readonly lastOutput: string;
}

const mebibyte = 1024 ** 2;

/** Creates the error of a task whose process ended. */
export function crashError({
  maxMemoryBytes,
  isOutOfMemory,
  isStartOverdue,
  startError,
  end,
  firstOutput,
  lastOutput,
}: Ending): RenderError {
  if (isOutOfMemory) {
    return new RenderError('failed', [
      problemAt(
        [],
        'memory',
        `needs more than ${Math.floor(maxMemoryBytes / mebibyte)} MiB of memory to be rendered; simplify it, or render it smaller`,
      ),
    ]);
  }
  if (isStartOverdue) {
    return new RenderCrash(
      [
        problemAt(
          [],
          'environment',
          `could not be rendered, because the render process did not start within ${startLimitMs / 1000} s; try again when the machine is less busy`,
        ),
      ],
      `the render process did not start within ${startLimitMs} ms${lastOutput}`,
      { wasKilled: true },
    );
  }
  const { code, signal } = end;
  const reason = /^\w*Error: (?<message>.+)$/m.exec(firstOutput)?.groups?.message;
  if (/Cannot find native binding/.test(reason ?? '')) {
    return new RenderError('failed', [
      problemAt(
        [],
        'environment',
        `could not be rendered, because the drawing library has no build for ${process.platform} ${process.arch} in node_modules; install again without --omit=optional: npm ci`,
      ),
    ]);
  }
  const how = startError?.message ?? (signal ? `was ended by ${signal}` : `ended with code ${code}`);
  return new RenderCrash(
    [problemAt([], 'crash', 'could not be rendered, because the render process ended unexpectedly')],
    `the render process ${how}${reason === undefined ? '' : `: ${reason}`}${lastOutput}`,
    { wasKilled: signal !== null },
  );
}
