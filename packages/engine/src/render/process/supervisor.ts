import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import type { Result } from '../../project/result.ts';
import { defaultCacheBytes } from '../capabilities.ts';
import { onAbort } from '../control/on-abort.ts';
import { withTimeLimit } from '../control/time-limit.ts';
import type { Conversion, Converted } from '../convert/conversion.ts';
import type { PieceStore } from '../film/kept/piece-store.ts';
import type { StoreOptions } from '../film/kept/store-options.ts';
import { trimFolder } from '../film/kept/trim-folder.ts';
import type { InspectTaskOptions, RenderInspection } from '../inspect.ts';
import type { RenderControl } from '../options/render-options.ts';
import type { ProjectInput, ShorthandOptions } from '../project-input.ts';
import type { NamedResult, RenderTaskOptions } from '../render.ts';
import { RenderError } from '../render-error.ts';
import type { SheetTaskOptions, SheetTaskResult } from '../sheet/sheet.ts';
import type { FilmOutline } from '../view/film-outline.ts';
import type { ViewAnswers, ViewRequest } from '../view/view-request.ts';
import {
  defaultMemoryBytes,
  idleMemoryBytes,
  keepingStopMs,
  maxIdleEnds,
  maxProcessesOffered,
  stillStopMs,
} from './limits.ts';
import type { Task, TaskResults } from './messages.ts';
import { RenderProcess, TaskNotTakenError } from './render-process.ts';
import type { SupervisorObserver, TaskTimes } from './supervisor-observer.ts';

// See docs/decisions.md, "Pictures are rendered in a process that may be killed".

/** Names of tasks in messages. */
const taskNames = {
  render: 'render',
  inspect: 'inspection',
  sheet: 'sheet',
  expand: 'expansion',
  convert: 'render',
  open: 'render',
  view: 'render',
} as const satisfies Record<keyof TaskResults, string>;

/** Tasks that stop on request, so the process stays warm. */
const stoppable: readonly (keyof TaskResults)[] = ['open', 'view'];

/** Tasks that also do in a process that keeps pieces of films, so that these are not lost. */
const stoppableBesidePieces: readonly (keyof TaskResults)[] = ['render', 'inspect', 'sheet'];

interface TaskControl<Kind extends keyof TaskResults> extends RenderControl {
  readonly onDone?: (value: TaskResults[Kind], times: TaskTimes) => void;
  /** Where this process keeps the pieces of a film. */
  readonly store?: PieceStore | undefined;
}

interface RendererOptions {
  readonly startsAhead?: boolean;
  readonly warmsUp?: boolean;
  readonly maxMemoryBytes?: number;
  readonly niceness?: number;
  readonly processors?: number | undefined;
  readonly endsStalled?: boolean;
}

/**
 * Renders and inspects in a separate, warm process, one task after the other. A task that is cancelled or takes too
 * long is stopped by ending the process, unless that keeps pieces of films and the task stops on request; a crash fails
 * only one task. Importing this module or calling the constructor starts nothing; an idle process does not keep this one
 * from exiting.
 */
export class RenderSupervisor implements AsyncDisposable {
  readonly #startsAhead: boolean;
  readonly #warmsUp: boolean;
  readonly #maxMemoryBytes: number;
  readonly #niceness: number;
  readonly #processors: number | undefined;
  readonly #endsStalled: boolean;
  #process: RenderProcess | undefined;
  #started: ChildProcess | undefined;
  #observer: SupervisorObserver | undefined;
  /** The process that keeps pieces of films in its memory. */
  #keeper: RenderProcess | undefined;
  #idleEnds = 0;
  /** Number of running and waiting tasks. */
  #tasks = 0;
  #lastTask: Promise<unknown> = Promise.resolve();
  #trimmed: Promise<void> = Promise.resolve();
  #closed = false;

  /**
   * With `startsAhead`, a process that has ended is replaced at once rather than with the next task. Without
   * `warmsUp`, it does nothing while it is idle, for a caller with only one task. `maxMemoryBytes` limits the
   * process's JavaScript heap, and likewise its resident memory; a task that needs more fails. With a `niceness` above
   * 0, other processes get the processors first. Films use at most `processors` processors. With `endsStalled`, a
   * process that has a task but does not run for some seconds, because it was stopped, is ended.
   */
  constructor({
    startsAhead = false,
    warmsUp = true,
    maxMemoryBytes = defaultMemoryBytes,
    niceness = 0,
    processors,
    endsStalled = false,
  }: RendererOptions = {}) {
    this.#startsAhead = startsAhead;
    this.#warmsUp = warmsUp;
    this.#maxMemoryBytes = maxMemoryBytes;
    this.#niceness = niceness;
    this.#processors = processors;
    this.#endsStalled = endsStalled;
  }

  /** Creates a supervisor for one task, whose process starts at once, unless it was `started` by `startChild`. */
  static forOneTask(started?: ChildProcess): RenderSupervisor {
    const supervisor = new RenderSupervisor({ warmsUp: false });
    supervisor.#started = started;
    // A failure reaches the caller through the task.
    supervisor.start().catch(() => {});
    return supervisor;
  }

  /** Starts the process ahead of the first task, and resolves when it accepts one. Rejects with a RenderError. */
  async start(): Promise<void> {
    try {
      await this.#startedProcess();
    } catch (error) {
      throw error instanceof TaskNotTakenError ? error.failure : error;
    }
  }

  /** Id of the render process, if one runs. */
  get processId(): number | undefined {
    return this.#process?.pid;
  }

  /** Whether a task runs or waits. */
  get isBusy(): boolean {
    return this.#tasks > 0;
  }

  /** Resident memory of the process after its last task, in bytes; 0 before. */
  get residentBytes(): number {
    return this.#process?.residentBytes ?? 0;
  }

  /** Sets the observer, in place of the previous one. */
  observe(observer: SupervisorObserver): void {
    this.#observer = observer;
  }

  /**
   * Like `render` of `render.ts`, which checks the options. The input must not change until the promise settles;
   * neither input nor options may contain values that cannot be sent to another process, such as functions. A `store`
   * stays in this process. Rejects with a RenderError.
   */
  render(input: ProjectInput, options: RenderTaskOptions = {}): Promise<NamedResult> {
    const { signal, timeoutMs, onProgress, store, ...rest } = options;
    const onDone: TaskControl<'render'>['onDone'] = (made, times) => this.#observer?.rendered(made, times);
    const taken = store === undefined ? rest : { ...rest, asksForPieces: true };
    const control = { signal, timeoutMs, onProgress, onDone, store };
    return this.#keeping(rest, this.#enqueue({ kind: 'render', input, options: taken }, control));
  }

  /** Like `inspect` of `inspect.ts`; input and options as above. Rejects with a RenderError. */
  inspect(input: ProjectInput, options: InspectTaskOptions = {}): Promise<RenderInspection> {
    // An inspection reports no progress, and functions cannot be sent.
    const { signal, timeoutMs, onProgress: _, ...rest } = options;
    return this.#enqueue({ kind: 'inspect', input, options: rest }, { signal, timeoutMs });
  }

  /** Like `sheet` of `sheet/sheet.ts`; input and options as above. Rejects with a RenderError. */
  sheet(input: ProjectInput, options: SheetTaskOptions = {}): Promise<SheetTaskResult> {
    const { signal, timeoutMs, ...rest } = options;
    return this.#keeping(rest, this.#enqueue({ kind: 'sheet', input, options: rest }, { signal, timeoutMs }));
  }

  /**
   * The project in the full format, as JSON, with its files embedded. Rejects with a RenderError for one that is not
   * valid.
   */
  expand(
    input: ProjectInput,
    options: ShorthandOptions & Pick<RenderControl, 'signal' | 'timeoutMs'> = {},
  ): Promise<Uint8Array> {
    const { signal, timeoutMs, ...rest } = options;
    return this.#enqueue({ kind: 'expand', input, options: rest }, { signal, timeoutMs });
  }

  /** Like `convertFile` of `convert/conversion.ts`. Rejects with a RenderError. */
  convert({ bytes, ...options }: Conversion, signal: AbortSignal): Promise<Result<Converted>> {
    return this.#enqueue({ kind: 'convert', input: bytes, options }, { signal });
  }

  /**
   * Opens a film for `view` under the name `film`. The two that were opened last stay open. Cancelling does not end the
   * process unless it fails to stop within a second. Rejects with a RenderError for a project that cannot be rendered
   * as a still.
   */
  open(
    film: string,
    input: ProjectInput,
    options: ShorthandOptions & Pick<RenderControl, 'signal' | 'timeoutMs'> = {},
  ): Promise<FilmOutline> {
    const { signal, timeoutMs, ...rest } = options;
    return this.#enqueue({ kind: 'open', input, options: { ...rest, film } }, { signal, timeoutMs });
  }

  /**
   * Answers a request about the film that was opened under that name; null if the process does not have it, because it
   * was replaced or has opened two others since. Cancelled like `open`.
   */
  async view<Request extends ViewRequest>(
    film: string,
    request: Request,
    control: Pick<RenderControl, 'signal' | 'timeoutMs'> = {},
  ): Promise<ViewAnswers[Request['kind']] | null> {
    const answer = await this.#enqueue({ kind: 'view', input: null, options: { film, request } }, control);
    return answer as ViewAnswers[Request['kind']] | null;
  }

  /** Ends the process; waiting and running tasks reject with `aborted`. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#process?.kill('cancelled');
    await this.#lastTask;
    await this.#trimmed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * Trims the folder of a cache after work that keeps something in it. The caller does not wait for that, and no time
   * limit applies; only `close` waits.
   */
  async #keeping<Result>({ cache, cacheBytes }: StoreOptions, work: Promise<Result>): Promise<Result> {
    const result = await work;
    if (typeof cache === 'string')
      this.#trimmed = this.#trimmed.then(() => trimFolder(resolve(cache), cacheBytes ?? defaultCacheBytes));
    return result;
  }

  async #enqueue<Kind extends keyof TaskResults>(
    task: Task<Kind>,
    { signal, timeoutMs, onProgress, onDone, store }: TaskControl<Kind>,
  ): Promise<TaskResults[Kind]> {
    const queuedAt = performance.now();
    this.#tasks++;
    const before = this.#lastTask;
    // The time limit applies to the task alone: earlier tasks and the start of a process do not count.
    const result = untilAborted(before, signal)
      .then(() => (this.#closed ? undefined : untilAborted(this.#startedOrEnded(), signal)))
      .then(() =>
        withTimeLimit(
          { signal, timeoutMs },
          (stop) => this.#perform(task, stop, { signal, onProgress, onDone, store, queuedAt }),
          taskNames[task.kind],
        ),
      );
    // The chain must not keep results alive.
    this.#lastTask = Promise.allSettled([before, result]).then(() => {
      this.#tasks--;
    });
    return result;
  }

  async #perform<Kind extends keyof TaskResults>(
    task: Task<Kind>,
    stop: AbortSignal,
    {
      signal,
      onProgress,
      onDone,
      store,
      queuedAt,
    }: Pick<TaskControl<Kind>, 'signal' | 'onProgress' | 'onDone' | 'store'> & { queuedAt: number },
  ): Promise<TaskResults[Kind]> {
    for (let offered = 1; ; offered++) {
      if (this.#closed) throw closed();
      const process = this.#liveProcess();
      const stopLimitMs = this.#stopLimitOf(task as Task, process);
      let stopLimit: NodeJS.Timeout | undefined;
      const stopCause = () => (signal?.aborted ? 'cancelled' : 'time_limit');
      const end = () => {
        if (stopLimitMs === undefined) return void process.kill(stopCause());
        process.cancel();
        stopLimit = setTimeout(() => void process.kill(stopCause()), stopLimitMs);
        return undefined;
      };
      stop.addEventListener('abort', end, { once: true });
      try {
        const { value, stages, takenAt } = await process.run(task, onProgress, store);
        this.#idleEnds = 0;
        onDone?.(value, { ...stages, queue: takenAt - queuedAt });
        return value;
      } catch (error) {
        if (this.#closed) throw closed();
        if (!(error instanceof TaskNotTakenError)) {
          this.#idleEnds = 0;
          throw error;
        }
        if (stop.aborted || offered === maxProcessesOffered) throw error.failure;
      } finally {
        stop.removeEventListener('abort', end);
        clearTimeout(stopLimit);
        if (stop.aborted && stopLimitMs === undefined) await process.kill(stopCause());
        else if (process.hasFailedUnexpectedly) await process.kill('unexpected_failure');
        else if (process.residentBytes > idleMemoryBytes) await process.kill('idle_memory');
      }
    }
  }

  /** Milliseconds in which a task of the process must stop on request; undefined if the process is ended instead. */
  #stopLimitOf(task: Task, process: RenderProcess): number | undefined {
    if (task.kind === 'render' && task.options.keepsPieces) this.#keeper = process;
    if (stoppable.includes(task.kind)) return stillStopMs;
    return process === this.#keeper && stoppableBesidePieces.includes(task.kind) ? keepingStopMs : undefined;
  }

  async #startedProcess(): Promise<void> {
    await this.#liveProcess().started();
  }

  /**
   * Like `#startedProcess`, but resolves if the process ended before it took its task, which is then offered to another
   * one.
   */
  async #startedOrEnded(): Promise<void> {
    try {
      await this.#startedProcess();
    } catch (error) {
      if (!(error instanceof TaskNotTakenError)) throw error;
    }
  }

  #liveProcess(): RenderProcess {
    if (this.#process?.isAlive) return this.#process;
    const options = {
      maxMemoryBytes: this.#maxMemoryBytes,
      warmsUp: this.#warmsUp,
      processors: this.#processors,
      endsStalled: this.#endsStalled,
    };
    const process = new RenderProcess(options, this.#started);
    this.#started = undefined;
    this.#process = process;
    if (this.#niceness > 0 && process.pid !== undefined) lowerPriority(process.pid, this.#niceness);
    process.ended.then(() => {
      if (!this.#closed) this.#observer?.processEnded(process.endCause);
    });
    if (this.#startsAhead) {
      process.ready
        .then(() => process.ended)
        .then(() => {
          if (this.#process !== process || this.#closed) return;
          this.#idleEnds++;
          if (this.#idleEnds <= maxIdleEnds) this.#liveProcess();
        })
        // A process that does not even start is not tried again until it is needed.
        .catch(() => {});
    }
    return process;
  }
}

/**
 * Called at once, before the process has threads: threads inherit the priority when they start, but later changes do
 * not affect them.
 */
function lowerPriority(processId: number, niceness: number): void {
  try {
    setPriority(processId, niceness);
  } catch {
    // The process has ended, or the system does not allow it.
  }
}

/** Settles with the promise, or resolves when the signal is aborted. */
function untilAborted(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopListening = signal && onAbort(signal, resolve);
    promise.then(() => resolve(), reject).finally(() => stopListening?.());
  });
}

function closed(): RenderError {
  return new RenderError('aborted', ['the renderer was closed']);
}
