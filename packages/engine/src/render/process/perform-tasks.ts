import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { muxerReuse } from '../../output/film/muxer-reuse.ts';
import { problemAt } from '../../project/problem.ts';
import { maxTimeoutMs } from '../capabilities.ts';
import { StageClock } from '../control/stage-clock.ts';
import { withTimeLimit } from '../control/time-limit.ts';
import { convertFile } from '../convert/convert-file.ts';
import { loadFilmModules } from '../film/film-modules.ts';
import { startThreadsAhead } from '../film/film-threads.ts';
import { mayHavePieces } from '../film/kept/load-cacache.ts';
import { limitProcessors } from '../film/thread-count.ts';
import { inspect } from '../inspect.ts';
import { loadProject } from '../load-project.ts';
import type { RenderProgress } from '../options/render-options.ts';
import type { ProjectInput } from '../project-input.ts';
import { render } from '../render.ts';
import { RenderError, unexpectedCause } from '../render-error.ts';
import { sheet } from '../sheet/sheet.ts';
import type { OpenedFilm } from '../view/opened-film.ts';
import { warmUpDelayMs } from './limits.ts';
import {
  type Cancellation,
  type GuardCommand,
  type InputPart,
  processorsArgument,
  type RenderProcessMessage,
  type Task,
  type TaskResults,
  warmUpArgument,
} from './messages.ts';
import { ParentStore, type PieceAnswer } from './piece-messages.ts';

// The render process: it reads projects and renders, one task after the other. Tasks that do not stop on request are
// stopped by ending it.

/** Matches errors of V8 and Emscripten about memory that cannot be reserved, which have no code. */
const noAddressSpace =
  /cannot allocate wasm memory|could not allocate memory|array buffer allocation failed/i;
const starterProject = new URL('../../../assets/hello.json', import.meta.url);

// The parent handles signals to the process group; its end closes the lifeline.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
muxerReuse.isOn = true;
process.title = 'render-service: render process';

const maxMemoryBytes = Number(process.argv[2]);
const warmsUp = process.argv.includes(warmUpArgument);
const processors = process.argv.find((argument) => argument.startsWith(processorsArgument));
if (processors !== undefined) limitProcessors(Number(processors.slice(processorsArgument.length)));
const guard = new Worker(new URL('./guard-thread.cjs', import.meta.url), { workerData: maxMemoryBytes });
guard.on('error', (error) => {
  throw error;
});

/** Of scripts/start-program.cjs; undefined in a program that is not bundled. */
declare const keepCompiledCode: ((task: string) => void) | undefined;

let hasTask = false;
/** Stops the running task. */
let stop = new AbortController();
/** Length of a document that is read in some milliseconds. */
const shortBytes = 4096;
/** Maximum number of open films: the preview compares a version with the one before, and tries edits of it. */
const keptFilms = 3;
/** The open films by name, the least recently opened first. */
const opened = new Map<string, OpenedFilm>();

/** Parts of the next task's input that have arrived. */
let parts: Uint8Array[] = [];

/** The place of the running task's pieces, if the parent has it. */
let parentStore: ParentStore | undefined;

process.on('message', (message: Task | InputPart | Cancellation | PieceAnswer) => {
  if (message.kind === 'piece') {
    parentStore?.take(message);
    return;
  }
  if (message.kind === 'cancel') {
    stop.abort();
    return;
  }
  hasTask = true;
  if (message.kind === 'part') {
    parts.push(message.bytes);
    return;
  }
  const task = parts.length === 0 ? message : withInput(message, parts);
  parts = [];
  stop = new AbortController();
  send({ type: 'taken' });
  if (residentMemory() === undefined) {
    sendFailed(
      new RenderError('failed', [
        problemAt(
          [],
          'environment',
          'could not be rendered, because the memory of the render process cannot be limited without /proc; mount it: mount -t proc proc /proc',
        ),
      ]),
    );
    return;
  }
  commandGuard('watch');
  const clock = new StageClock();
  perform(task, stop.signal, clock).then((value) => {
    if (typeof keepCompiledCode === 'function') keepCompiledCode(codeName(task));
    sendDone(value, clock);
  }, sendFailed);
});
send({ type: 'ready' });
if (warmsUp) void warmUp();

/** Names what the compiled code of a task depends on. */
function codeName({ kind, options }: Task): string {
  return kind === 'render' ? `render-${options.format}` : kind;
}

/** Whether a document is read long before a thread has started. */
function isShort(input: ProjectInput): boolean {
  return input instanceof Uint8Array && input.length < shortBytes;
}

function withInput(task: Task, given: readonly Uint8Array[]): Task {
  return task.kind === 'view' ? task : { ...task, input: Buffer.concat(given) };
}

async function warmUp(): Promise<void> {
  await wait(warmUpDelayMs);
  if (hasTask) return;
  try {
    await render(await readFile(starterProject), { format: 'png' });
    await loadFilmModules();
  } catch {
    // A task that fails for the same reason reports that to its caller.
  }
}

async function perform(
  task: Task,
  signal: AbortSignal,
  clock: StageClock,
): Promise<TaskResults[keyof TaskResults]> {
  // The caller enforces the time limit by ending this process; the maximum here never applies first.
  const timeoutMs = maxTimeoutMs;
  switch (task.kind) {
    case 'inspect':
      return inspect(task.input, { ...task.options, signal, timeoutMs });
    case 'sheet':
      return sheet(task.input, { ...task.options, signal, timeoutMs });
    case 'expand': {
      const { project } = await withTimeLimit({ signal, timeoutMs }, (stopped) =>
        loadProject(task.input, task.options, stopped),
      );
      return Buffer.from(`${JSON.stringify(project, null, 2)}\n`);
    }
    case 'render': {
      const { asksForPieces, ...options } = task.options;
      // A film that is made of kept pieces alone needs no threads, nor does one without motion, which is soon known.
      const mayBeKept = typeof options.cache === 'string' && mayHavePieces(options.cache);
      if (options.format === 'mp4' && !mayBeKept && !isShort(task.input)) startThreadsAhead();
      const store = asksForPieces ? new ParentStore(send) : undefined;
      parentStore = store;
      const onProgress = (progress: RenderProgress) => send({ type: 'progress', progress });
      return render(task.input, { ...options, store, signal, timeoutMs, onProgress }, clock);
    }
    case 'convert': {
      const { input, options } = task;
      if (!(input instanceof Uint8Array)) throw new Error('a file to convert must be bytes');
      return withTimeLimit({ signal, timeoutMs }, (stopped) =>
        convertFile({ ...options, bytes: input }, stopped),
      );
    }
    case 'open': {
      const { OpenedFilm } = await import('../view/opened-film.ts');
      const film = await withTimeLimit({ signal, timeoutMs }, (stopped) =>
        OpenedFilm.open(task.input, task.options, stopped),
      );
      const { film: name } = task.options;
      forget(name);
      opened.set(name, film);
      for (const old of [...opened.keys()].slice(0, -keptFilms)) forget(old);
      return film.outline;
    }
    case 'view': {
      const { film: name, request } = task.options;
      const film = opened.get(name);
      if (film === undefined) return null;
      if (request.kind === 'changes') {
        const before = opened.get(request.since);
        return before === undefined ? null : film.changesSince(before);
      }
      return withTimeLimit({ signal, timeoutMs }, (stopped) => film.answer(request, stopped));
    }
  }
}

function forget(name: string): void {
  opened.get(name)?.close();
  opened.delete(name);
}

function sendDone(value: TaskResults[keyof TaskResults], clock: StageClock): void {
  commandGuard('pause');
  send({ type: 'done', value, stages: clock.milliseconds, residentBytes: residentMemory() ?? 0 });
}

function sendFailed(error: unknown): void {
  commandGuard('pause');
  const failure = failureOf(error);
  send({
    type: 'failed',
    code: failure.code,
    problems: failure.problems,
    details: unexpectedCause(failure),
    residentBytes: residentMemory() ?? 0,
  });
}

function failureOf(error: unknown): RenderError {
  if (!(error instanceof RenderError)) return new RenderError('failed', [String(error)], error);
  if (!noAddressSpace.test(unexpectedCause(error) ?? '')) return error;
  return new RenderError('failed', [
    problemAt(
      [],
      'environment',
      'could not be rendered, because the system gives the render process too little address space; raise the limit (ulimit -v), preferably to unlimited',
    ),
  ]);
}

/** Resident memory of this process in bytes; undefined if the system does not report it, as Linux without /proc. */
function residentMemory(): number | undefined {
  try {
    return process.memoryUsage.rss();
  } catch {
    return undefined;
  }
}

function commandGuard(command: GuardCommand): void {
  guard.postMessage(command);
}

function send(message: RenderProcessMessage): void {
  // Sending fails if the parent has ended; the guard then ends this process.
  process.send?.(message, undefined, undefined, () => {});
}
