import { setTimeout as sleep } from 'node:timers/promises';
import { RenderCrash, type RenderSupervisor } from '@render-service/engine/process';
import type { Job } from 'bullmq';
import { withJitter } from '../backoff.ts';
import type { StorePool } from '../outputs/store-pool.ts';
import type { PiecePlaces } from '../pieces/piece-places.ts';
import type { QueueConnection } from './connection.ts';
import { DestinationRecords } from './destination-records.ts';
import { doJob, JobFailedError } from './do-job.ts';
import { DocumentStore } from './document-store.ts';
import { readFailedReason } from './failed-reason.ts';
import { FairTurns } from './fair-turns.ts';
import { NameClaims, type NamedJob } from './name-claims.ts';
import { type QueuedJob, type QueuedJobResult, queuedJobId, readQueuedJob, sharesOf } from './queued-job.ts';
import { retryJob } from './retry-job.ts';
import {
  causeOf,
  type FailureCause,
  nextStep,
  RetryError,
  suspiciousCrashes,
  type WorkerWaits,
} from './retry-policy.ts';
import { identify, type WorkerEvents } from './worker-events.ts';
import type { WorkerFault } from './worker-fault.ts';
import type { StoreFailures, WorkerPause } from './worker-pause.ts';

const idleCheckMs = 100;

export interface JobProcessorSettings {
  readonly connection: QueueConnection;
  readonly stores: StorePool;
  readonly pieces: PiecePlaces;
  readonly waits: WorkerWaits;
  /** One for each job that runs at the same time. */
  readonly renderers: readonly RenderSupervisor[];
  readonly events: WorkerEvents;
  readonly fault: WorkerFault;
  readonly pause: WorkerPause;
  readonly storeFailures: StoreFailures;
}

/** A try of a job by this worker. */
interface Try {
  readonly job: Job;
  /** BullMQ's token for the lock that this worker holds on the job. */
  readonly token: string;
  readonly renderer: RenderSupervisor;
  readonly cancelled: AbortSignal;
}

/** Does the jobs that BullMQ gives to a worker, and decides what happens to those that fail. */
export class JobProcessor {
  readonly #settings: JobProcessorSettings;
  readonly #documents: DocumentStore;
  readonly #claims: NameClaims;
  readonly #destinations: DestinationRecords;
  readonly #crashed = new CrashedJobs();
  readonly #idle: RenderSupervisor[];

  constructor(settings: JobProcessorSettings) {
    const { redis } = settings.connection;
    this.#settings = settings;
    this.#documents = new DocumentStore(redis);
    this.#claims = new NameClaims(redis);
    this.#destinations = new DestinationRecords(redis);
    this.#idle = [...settings.renderers];
  }

  /** Does a job. Rejects with the error that makes BullMQ take the next step. */
  async process(job: Job, token: string, cancelled: AbortSignal): Promise<QueuedJobResult> {
    const renderer = this.#idle.pop();
    if (renderer === undefined) throw new Error('every render process is busy');
    this.#settings.events.jobStarted();
    const current = { job, token, renderer, cancelled };
    let queued: QueuedJob | undefined;
    try {
      queued = readQueuedJob(job.data, this.#settings.connection.version);
      if (sharesOf(queued) !== undefined) await this.#expectShares(current);
      return await this.#render(queued, current);
    } catch (error) {
      if (error instanceof this.#settings.connection.bullmq.WaitingChildrenError) throw error;
      if (cancelled.aborted) throw new Error(String(cancelled.reason));
      const cause = await this.#causeOf(error, queued, current);
      throw await this.#settle(cause, error instanceof Error ? error : new Error(String(error)), current);
    } finally {
      this.#idle.push(renderer);
    }
  }

  /** Records that a job was done, so earlier failures were no outage. */
  jobDone(): void {
    this.#settings.storeFailures.jobDone();
    this.#crashed.jobDone();
  }

  async untilIdle(): Promise<void> {
    while (this.#idle.length < this.#settings.renderers.length) {
      await sleep(idleCheckMs, undefined, { ref: false });
    }
  }

  /**
   * Rejects with the failure of a film's share, after which the others are not made, or with BullMQ's
   * WaitingChildrenError if some are not made yet, because a failed one was put back.
   */
  async #expectShares({ job, token }: Try): Promise<void> {
    const [failure] = Object.values(await job.getIgnoredChildrenFailures());
    if (failure !== undefined) {
      await job.removeUnprocessedChildren();
      const { code, problems } = readFailedReason(failure);
      throw new JobFailedError(code, problems);
    }
    const { bullmq } = this.#settings.connection;
    if (await job.moveToWaitingChildren(token)) throw new bullmq.WaitingChildrenError();
  }

  async #render(queued: QueuedJob, { job, renderer, cancelled }: Try): Promise<QueuedJobResult> {
    const { destination, token, share } = queued;
    // A share works for the job that has claimed the name.
    const named = { id: share === undefined ? (job.id ?? '') : queuedJobId(queued), name: queued.job.name };
    const isDisplaced = () => this.#claims.isDisplaced(destination, named);
    const tools = {
      ...{ renderer, documents: this.#documents, isDisplaced, signal: cancelled },
      pieces: await this.#settings.pieces.optionsFor(queued),
      onPieceProblem: (problem: string) => this.#settings.events.noticeSeldom(problem),
    };
    const result = await this.#settings.stores.use(queued, (store) => doJob(queued, { ...tools, store }));
    if (result.outcome === 'made') {
      await this.#remakeDisplacing(destination, named);
      await this.#destinations.used(token);
    }
    return result;
  }

  /** A displaced job that ended late may have replaced the output of the job that displaced it. */
  async #remakeDisplacing(destination: string, named: NamedJob): Promise<void> {
    const { connection } = this.#settings;
    const holder = await this.#claims.holder(destination, named.name);
    if (holder === undefined || holder === named.id) return;
    const displacing = await connection.queue.getJob(holder);
    if (displacing?.returnvalue !== undefined) await retryJob(connection, displacing);
  }

  /** `queued` is undefined if the job's data is invalid. */
  async #causeOf(
    error: unknown,
    queued: QueuedJob | undefined,
    { job, renderer }: Try,
  ): Promise<FailureCause> {
    const storeWorks = async () => queued !== undefined && (await this.#settings.stores.works(queued));
    const cause = await causeOf(error, storeWorks);
    if (cause === 'crash') {
      return (await this.#crashed.isMachinesFault(job.id ?? '', renderer)) ? 'worker' : 'crash';
    }
    if (cause === 'worker' && queued !== undefined) {
      return (await this.#destinations.isWorkersFault(queued.token)) ? 'worker' : 'store';
    }
    return cause;
  }

  /** Moves the job if it goes back into the queue, and returns the error to throw to BullMQ. */
  async #settle(cause: FailureCause, { message }: Error, { job, token }: Try): Promise<Error> {
    const { connection, events, fault, pause, storeFailures, waits } = this.#settings;
    const { bullmq } = connection;
    const step = nextStep(cause, job.attemptsMade);
    if (step === 'fail') return new bullmq.UnrecoverableError(message);
    if (step === 'retry') return new RetryError(message, cause);
    const end = { outcome: 'returned', ...identify(job), ...readFailedReason(message) } as const;
    events.jobEnded(end);
    if (step === 'hand back later') {
      storeFailures.add(message);
      // In its old place, it would be due again before jobs whose store works, whenever the worker waits that long.
      await job.changePriority({ priority: await FairTurns.last(connection, job.priority) });
      await job.moveToDelayed(Date.now() + withJitter(waits.storeDown), token);
      return new bullmq.DelayedError();
    }
    pause.start();
    fault.report(`cannot do its jobs: ${end.problems.join('; ')}`);
    await job.moveToWait(token);
    return new bullmq.WaitingError();
  }
}

/** Jobs whose render process crashed since a job was last done. */
class CrashedJobs {
  readonly #ids = new Set<string>();

  /**
   * Records a crash, and returns whether this machine caused it. Several crashes in a row may be due to the jobs or to
   * the machine. To find out, the worker renders a film that never crashes an intact machine.
   */
  async isMachinesFault(id: string, renderer: RenderSupervisor): Promise<boolean> {
    this.#ids.add(id);
    if (this.#ids.size < suspiciousCrashes) return false;
    this.#ids.clear();
    return !(await rendersAtAll(renderer));
  }

  /** Records that a job was done. */
  jobDone(): void {
    this.#ids.clear();
  }
}

/** A film of 0.1 s with movement, which exercises drawing and encoding. */
const film = {
  ...{ shorthand: true, width: 32, height: 32 },
  objects: { dot: { kind: 'circle', state: { y: 16, width: 8, height: 8, fill: 'white' } } },
  compositions: {
    left: { duration: 0, states: { dot: { x: 8 } } },
    right: { duration: 0, enter: 100, states: { dot: { x: 24 } } },
  },
};

/** Whether the render process survives a film that every intact machine can render. */
async function rendersAtAll(renderer: RenderSupervisor): Promise<boolean> {
  try {
    await renderer.render(Buffer.from(JSON.stringify(film)), { format: 'mp4' });
    return true;
  } catch (error) {
    return !(error instanceof RenderCrash);
  }
}
