import { randomBytes } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { RenderError, type RenderProgress } from '@render-service/engine';
import { waitFor } from '@render-service/engine/files';
import { closestName, joinWords, mustBe } from '@render-service/engine/text';
import type { JobRunner } from './job-runner.ts';
import type { ProgressReport } from './progress-report.ts';
import { failedResult, structuredResult } from './tool-result.ts';

/** How many jobs stay known after they have ended, so that a client may ask again. */
const keptJobs = 20;

/** What a job is doing. */
export type JobStatus = 'running' | 'done' | 'failed' | 'cancelled';

/** The work of a job. Resolves with the result of the call, also if that is a failure; rejects if it is cancelled. */
export type JobWork = (control: {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
}) => Promise<CallToolResult>;

/** A caller that waits for a job. */
interface Waiting {
  readonly signal: AbortSignal;
  readonly report?: ProgressReport | undefined;
}

class Job {
  readonly id = randomBytes(4).toString('hex');
  readonly outputPath: string;
  readonly #stop = new AbortController();
  readonly #startedAt = performance.now();
  readonly #ended: Promise<CallToolResult>;
  #elapsedMs: number | undefined;
  #status: JobStatus = 'running';
  #progress: RenderProgress | undefined;
  readonly #reports = new Set<ProgressReport>();

  constructor(outputPath: string, work: JobWork) {
    this.outputPath = outputPath;
    this.#ended = this.#perform(work);
    // Nobody may be waiting when it fails.
    this.#ended.catch(() => {});
  }

  get status(): JobStatus {
    return this.#status;
  }

  async #perform(work: JobWork): Promise<CallToolResult> {
    const { signal } = this.#stop;
    const onProgress = (progress: RenderProgress) => {
      this.#progress = progress;
      for (const report of this.#reports) report.update(progress);
    };
    try {
      const result = await work({ signal, onProgress });
      this.#status = !result.isError ? 'done' : signal.aborted ? 'cancelled' : 'failed';
      return result;
    } catch (error) {
      this.#status = signal.aborted ? 'cancelled' : 'failed';
      throw error;
    } finally {
      this.#elapsedMs = Math.round(performance.now() - this.#startedAt);
    }
  }

  /** What is known of the job now. */
  describe(): CallToolResult {
    const { framesDone, frames = 0 } = this.#progress ?? {};
    const state = {
      job: this.id,
      status: this.#status,
      outputPath: this.outputPath,
      elapsedMs: this.#elapsedMs ?? Math.round(performance.now() - this.#startedAt),
      ...(frames > 0 && { framesDone, frames }),
    };
    if (this.#status !== 'running') return structuredResult(state);
    const next = `Call service_job with job "${this.id}" to wait for it; the file appears when it is done.`;
    return structuredResult({ ...state, next });
  }

  /**
   * Resolves with the result of the work, or with undefined after some time, when the signal is aborted, or for work that
   * was cancelled.
   */
  async wait(milliseconds: number, { signal, report }: Waiting): Promise<CallToolResult | undefined> {
    if (report) {
      this.#reports.add(report);
      if (this.#progress) report.update(this.#progress);
    }
    try {
      return await waitFor(this.#ended, milliseconds, signal);
    } catch (error) {
      if (this.#status === 'cancelled') return undefined;
      throw error;
    } finally {
      if (report) this.#reports.delete(report);
    }
  }

  /** Stops the work. Resolves when it has ended, and its files are removed. */
  async cancel(): Promise<void> {
    if (this.#status === 'running') this.#stop.abort();
    await this.settled();
  }

  async settled(): Promise<void> {
    await this.#ended.catch(() => {});
  }
}

/** Renders that go on when the call that started them has returned, because clients do not wait long. */
export class ToolJobs {
  /** Runs the renders, so that they hold up no other calls. */
  readonly runner: JobRunner;
  readonly #waitMs: number;
  readonly #jobs = new Map<string, Job>();

  /** @param waitMs Milliseconds for which a call waits. */
  constructor(runner: JobRunner, waitMs: number) {
    this.runner = runner;
    this.#waitMs = waitMs;
  }

  /**
   * Starts work and resolves with its result, or, if it takes longer than a call waits, with its job. A call that is
   * cancelled before that cancels the work. Nothing starts while another job makes the same file.
   */
  async start(outputPath: string, work: JobWork, waiting: Waiting): Promise<CallToolResult> {
    for (const { id, status, outputPath: path } of this.#jobs.values()) {
      if (status !== 'running' || path !== outputPath) continue;
      const problem = `${path} is being made by job ${id}; call service_job to wait for it, or choose another path`;
      return failedResult(new RenderError('failed', [problem]));
    }
    const job = new Job(outputPath, work);
    this.#jobs.set(job.id, job);
    let isKept = false;
    try {
      const result = await job.wait(this.#waitMs, waiting);
      if (result) return result;
      if (waiting.signal.aborted) {
        await job.cancel();
        throw waiting.signal.reason;
      }
      isKept = true;
      this.#forgetOldJobs();
      return job.describe();
    } finally {
      // A client never learns of a job that ended within the call.
      if (!isKept) this.#jobs.delete(job.id);
    }
  }

  /** Waits for a job and resolves with the result of its work, or with its state if that takes too long. */
  async wait(id: string, waiting: Waiting): Promise<CallToolResult> {
    const job = this.#jobOf(id);
    return resultOf(job, await job.wait(this.#waitMs, waiting));
  }

  /** The result of a job's work if it has ended, otherwise its state. */
  async report(id: string, waiting: Waiting): Promise<CallToolResult> {
    const job = this.#jobOf(id);
    return job.status === 'running' ? job.describe() : resultOf(job, await job.wait(this.#waitMs, waiting));
  }

  /** Stops a job and resolves with its state, or with the result of its work if that had ended. */
  async cancel(id: string, waiting: Waiting): Promise<CallToolResult> {
    const job = this.#jobOf(id);
    await job.cancel();
    return job.status === 'cancelled' ? job.describe() : this.report(id, waiting);
  }

  /** Stops all jobs. Resolves when they have ended. */
  async close(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => job.cancel()));
    await this.runner.settled();
  }

  #forgetOldJobs(): void {
    const ended = [...this.#jobs.values()].filter(({ status }) => status !== 'running');
    for (const { id } of ended.slice(0, -keptJobs)) this.#jobs.delete(id);
  }

  #jobOf(id: string): Job {
    const job = this.#jobs.get(id);
    if (job) return job;
    const jobIds = [...this.#jobs.keys()];
    const closest = closestName(id, jobIds);
    const others =
      jobIds.length === 0 ? 'there is none yet' : `known are ${joinWords(jobIds.slice(-5), 'and')}`;
    const meant = closest === undefined ? others : `did you mean ${closest}?`;
    const rule = mustBe('one that service_render has returned since this server started', id);
    throw new RenderError('invalid-option', [`job ${rule}; ${meant}`]);
  }
}

/** The result of a job's work, with the job. */
function resultOf(job: Job, result: CallToolResult | undefined): CallToolResult {
  if (!result || job.status === 'cancelled') return job.describe();
  if (result.isError) return result;
  const { structuredContent, content } = result;
  const ended = structuredResult({ job: job.id, status: job.status, ...(structuredContent as object) });
  return { ...ended, content: [...ended.content, ...content.slice(1)] };
}
