import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { maxTimeoutMs } from '../capabilities.ts';
import { loadFilmParts } from '../film/film-parts.ts';
import { inspect } from '../inspect.ts';
import { render } from '../render.ts';
import { RenderError, unexpectedCause } from '../render-error.ts';
import { type Answer, type GuardOrder, type Task, type Work, warmUpArgument } from './messages.ts';

// The process in which projects are read and pictures are made: one task at a time, ended from outside.

/** Milliseconds that a fresh process waits for a task that may be due already before it warms itself up. */
const warmUpDelay = 20;
const starterProject = new URL('../../../examples/hello.json', import.meta.url);

// A signal to the whole process group is the parent's to answer; it closes the lifeline when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.title = 'render-service: render process';

const maxMemoryBytes = Number(process.argv[2]);
const warmsUp = process.argv.includes(warmUpArgument);
const guard = new Worker(new URL('./guard-thread.js', import.meta.url), { workerData: maxMemoryBytes });
guard.on('error', (error) => {
  throw error;
});

let asked = false;
process.on('message', (task: Task) => {
  asked = true;
  say({ type: 'taken' });
  order('watch');
  perform(task).then(answerDone, answerFailed);
});
say({ type: 'ready' });
if (warmsUp) {
  await wait(warmUpDelay);
  if (!asked) await warmUp();
}

async function warmUp(): Promise<void> {
  try {
    await render(await readFile(starterProject), { format: 'png' });
    await loadFilmParts();
  } catch {
    // A task that fails for the same reason says so to its caller.
  }
}

function perform({ kind, input, options }: Task): Promise<Work[keyof Work]> {
  // The caller keeps the time and ends this process; the longest limit never gets in its way.
  const control = { ...options, timeoutMs: maxTimeoutMs };
  if (kind === 'inspect') return inspect(input, control);
  return render(input, {
    ...control,
    onProgress: (progress) => say({ type: 'progress', progress }),
  });
}

function answerDone(value: Work[keyof Work]): void {
  order('rest');
  say({ type: 'done', value, residentBytes: process.memoryUsage.rss() });
}

function answerFailed(error: unknown): void {
  order('rest');
  const failure = error instanceof RenderError ? error : new RenderError('failed', [String(error)], error);
  say({
    type: 'failed',
    code: failure.code,
    problems: failure.problems,
    details: unexpectedCause(failure),
    residentBytes: process.memoryUsage.rss(),
  });
}

function order(message: GuardOrder): void {
  guard.postMessage(message);
}

function say(answer: Answer): void {
  // A parent that is gone hears nothing; the guard ends this process then.
  process.send?.(answer, undefined, undefined, () => {});
}
