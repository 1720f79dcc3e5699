import type { RenderSupervisor } from '@render-service/engine/process';
import type { Job } from 'bullmq';
import { batchOf, outputName, printable, type QueuedJobResult } from './queued-job.ts';

/** Milliseconds for which the same message is not printed again. */
const sameNoticeMs = 60_000;
/** Maximum number of messages that are remembered to avoid repetition. */
const maxNotices = 100;

/** The result of one attempt at a job. */
export type JobEnd = {
  /** Id of the job in the queue. */
  readonly id: string;
  /** Number of its batch, if any. */
  readonly batch: number | undefined;
  readonly name: string;
} & (
  | { readonly outcome: 'done'; readonly result: QueuedJobResult }
  | {
      /** `retried` jobs are tried again later; so are `returned` jobs, whose try is not counted. */
      readonly outcome: 'failed' | 'retried' | 'returned';
      readonly problems: readonly string[];
    }
);

/** Receives the events of a worker. */
export interface WorkerObserver {
  /** Called before the renderer has a task. */
  rendererMade?(renderer: RenderSupervisor): void;
  jobStarted?(): void;
  jobEnded?(end: JobEnd): void;
  /** Called when the worker of a job was lost and the job went back into the queue. */
  jobStalled?(): void;
  /** Called with the reason for which the worker stops after its running jobs. */
  faulty?(reason: string): void;
  /** Receives messages about the queue that concern no single job. */
  notice?(message: string): void;
}

/** Passes the events of a worker to its observers. */
export class WorkerEvents implements Required<WorkerObserver> {
  readonly #observers: readonly WorkerObserver[];
  /** Time at which each message was last printed. */
  readonly #noticed = new Map<string, number>();

  constructor(observers: readonly WorkerObserver[]) {
    this.#observers = observers;
  }

  rendererMade(renderer: RenderSupervisor): void {
    for (const observer of this.#observers) observer.rendererMade?.(renderer);
  }

  jobStarted(): void {
    for (const observer of this.#observers) observer.jobStarted?.();
  }

  jobEnded(end: JobEnd): void {
    for (const observer of this.#observers) observer.jobEnded?.(end);
  }

  jobStalled(): void {
    for (const observer of this.#observers) observer.jobStalled?.();
  }

  faulty(reason: string): void {
    for (const observer of this.#observers) observer.faulty?.(reason);
  }

  notice(message: string): void {
    for (const observer of this.#observers) observer.notice?.(message);
  }

  /** Prints the same message only once a minute. */
  noticeSeldom(message: string): void {
    const last = this.#noticed.get(message) ?? -Infinity;
    if (performance.now() - last < sameNoticeMs) return;
    if (this.#noticed.size >= maxNotices) this.#noticed.clear();
    this.#noticed.set(message, performance.now());
    this.notice(message);
  }
}

/** Identifies a job in the log; safe to print even if another program wrote its data. */
export function identify(job: Job | undefined): Pick<JobEnd, 'id' | 'batch' | 'name'> {
  return { id: printable(job?.id ?? ''), batch: batchOf(job?.data), name: outputName(job?.data) };
}
