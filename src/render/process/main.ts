import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { maxTimeoutMs } from '../capabilities.ts';
import { loadFilmParts } from '../film/film-parts.ts';
import { inspect } from '../inspect.ts';
import { render } from '../render.ts';
import { RenderError, unexpectedCause } from '../render-error.ts';
import { sheet } from '../sheet/sheet.ts';
import {
  type GuardCommand,
  type RenderProcessMessage,
  type Task,
  type TaskResults,
  warmUpArgument,
} from './messages.ts';

// The process that reads projects and renders: one task at a time, stopped by ending the process.

/** Milliseconds that a new process waits before it warms up, in case a task is already waiting. */
const warmUpDelay = 20;
const starterProject = new URL('../../../examples/hello.json', import.meta.url);

// The parent handles signals to the process group; when it ends, it closes the lifeline.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.title = 'render-service: render process';

const maxMemoryBytes = Number(process.argv[2]);
const warmsUp = process.argv.includes(warmUpArgument);
const guard = new Worker(new URL('./guard-thread.js', import.meta.url), { workerData: maxMemoryBytes });
guard.on('error', (error) => {
  throw error;
});

let hasTask = false;
process.on('message', (task: Task) => {
  hasTask = true;
  send({ type: 'taken' });
  commandGuard('watch');
  perform(task).then(sendDone, sendFailed);
});
send({ type: 'ready' });
if (warmsUp) {
  await wait(warmUpDelay);
  if (!hasTask) await warmUp();
}

async function warmUp(): Promise<void> {
  try {
    await render(await readFile(starterProject), { format: 'png' });
    await loadFilmParts();
  } catch {
    // A task that fails for the same reason reports it to its caller.
  }
}

function perform(task: Task): Promise<TaskResults[keyof TaskResults]> {
  // The caller enforces the time limit by ending this process; the maximum here never applies first.
  const timeoutMs = maxTimeoutMs;
  switch (task.kind) {
    case 'inspect':
      return inspect(task.input, { ...task.options, timeoutMs });
    case 'sheet':
      return sheet(task.input, { ...task.options, timeoutMs });
    case 'render':
      return render(task.input, {
        ...task.options,
        timeoutMs,
        onProgress: (progress) => send({ type: 'progress', progress }),
      });
  }
}

function sendDone(value: TaskResults[keyof TaskResults]): void {
  commandGuard('pause');
  send({ type: 'done', value, residentBytes: process.memoryUsage.rss() });
}

function sendFailed(error: unknown): void {
  commandGuard('pause');
  const failure = error instanceof RenderError ? error : new RenderError('failed', [String(error)], error);
  send({
    type: 'failed',
    code: failure.code,
    problems: failure.problems,
    details: unexpectedCause(failure),
    residentBytes: process.memoryUsage.rss(),
  });
}

function commandGuard(command: GuardCommand): void {
  guard.postMessage(command);
}

function send(message: RenderProcessMessage): void {
  // Sending fails when the parent has ended; the guard then ends this process.
  process.send?.(message, undefined, undefined, () => {});
}
