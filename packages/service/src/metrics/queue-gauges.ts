import { setTimeout as sleep } from 'node:timers/promises';
import type * as PromClient from 'prom-client';

/** The values of the label `state`. */
export const queueStates = ['waiting', 'delayed', 'running', 'failed'] as const;

/** The jobs of one version's queue. */
export interface QueueBacklog extends Readonly<Record<(typeof queueStates)[number], number>> {
  readonly version: string;
  /** Seconds for which the oldest waiting job has waited; 0 if none waits. */
  readonly oldestSeconds: number;
}

/** Milliseconds for which a queue's response is cached: all workers are scraped, and each would query the queue. */
const freshMs = 5000;
/** Milliseconds after which a scrape continues without the queue. */
const patienceMs = 2000;

/**
 * Adds gauges of a queue, which is read on each scrape. If this fails, they have no values: an old number would hide
 * the failure.
 */
export function addQueueGauges(
  { Gauge }: typeof PromClient,
  registry: PromClient.Registry,
  readQueue: () => Promise<readonly QueueBacklog[]>,
): void {
  let asked = -Infinity;
  let answer: Promise<readonly QueueBacklog[]> = Promise.resolve([]);
  const read = () => {
    if (performance.now() - asked > freshMs) {
      asked = performance.now();
      answer = Promise.race([readQueue(), sleep(patienceMs, [], { ref: false })]).catch(() => []);
    }
    return answer;
  };
  const registers = [registry];
  new Gauge({
    name: 'render_service_queue_jobs',
    help: 'Jobs in the queue of each version, by state. Every worker reports the same numbers.',
    labelNames: ['version', 'state'],
    registers,
    async collect() {
      const queues = await read();
      this.reset();
      for (const { version, ...queue } of queues) {
        for (const state of queueStates) this.set({ version, state }, queue[state]);
      }
    },
  });
  new Gauge({
    name: 'render_service_queue_oldest_job_age_seconds',
    help: 'Time for which the oldest waiting job has waited, by version; 0 if none waits.',
    labelNames: ['version'],
    registers,
    async collect() {
      const queues = await read();
      this.reset();
      for (const { version, oldestSeconds } of queues) this.set({ version }, oldestSeconds);
    },
  });
}
