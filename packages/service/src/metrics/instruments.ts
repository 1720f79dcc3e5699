import { readFile } from 'node:fs/promises';
import { capabilities } from '@render-service/engine';
import { endCauses, stages } from '@render-service/engine/process';
import type * as PromClient from 'prom-client';
import type { Registry } from 'prom-client';
import { documents, errorStatuses, operations } from '../contract/operations.ts';
import { packageVersion } from '../contract/package-version.ts';
import { addQueueGauges, type QueueBacklog } from './queue-gauges.ts';

/** The properties of a renderer that the metrics report. */
export interface MeasuredRenderer {
  readonly processId: number | undefined;
  readonly isBusy: boolean;
  /** Resident memory of its process after the last task. */
  readonly residentBytes: number;
}

/** The values of the label `route`. All other paths are `other`. */
export const routes: readonly string[] = [
  ...Object.values(operations).map(({ path }) => path),
  ...Object.values(documents),
  'other',
];

/** The statuses of responses, and 499 for a client that disconnected. */
const statuses = [200, ...Object.keys(errorStatuses), 404, 405, 408, 431, 499];

/** Outcomes of an attempt at a job: done, failed for good, to be tried again, or returned to the queue uncounted. */
export const jobOutcomes = ['done', 'failed', 'retried', 'returned'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** What became of a piece of a film with a cache. */
const pieceOutcomes = ['kept', 'made'] as const;

/** Seconds, from the time of a picture of a few objects to the longest time limit. */
const secondsBuckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600,
];

export type Instruments = ReturnType<typeof createInstruments>;

/**
 * Creates the instruments in their own registry; `renderers` may grow. Label values come from fixed lists, and every
 * series starts at 0: otherwise `increase()` would miss its first event.
 */
export function createInstruments(promClient: typeof PromClient, renderers: readonly MeasuredRenderer[]) {
  const registry = new promClient.Registry();
  const instruments = {
    ...requestInstruments(promClient, registry),
    ...renderInstruments(promClient, registry),
    ...jobInstruments(promClient, registry),
  };
  addProcessGauges(promClient, registry, renderers);
  return {
    registry,
    ...instruments,
    addQueue: (read: () => Promise<readonly QueueBacklog[]>) => addQueueGauges(promClient, registry, read),
  };
}

function requestInstruments({ Counter, Histogram }: typeof PromClient, registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'render_service_requests_total',
    help: 'HTTP requests by route and status; 499 when the client disconnected before it had the response.',
    labelNames: ['route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'render_service_request_duration_seconds',
    help: "Time from a request's head to the end of its response, by route.",
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  });
  for (const route of routes) {
    requestSeconds.zero({ route });
    for (const status of statuses) requests.inc({ route, status }, 0);
  }
  return { requests, requestSeconds };
}

function renderInstruments({ Counter, Histogram }: typeof PromClient, registry: Registry) {
  const registers = [registry];
  const stageSeconds = new Histogram({
    name: 'render_service_stage_duration_seconds',
    help: 'Time that renders spent waiting for the render process (queue), reading the project (parse), drawing and encoding.',
    labelNames: ['format', 'stage'],
    buckets: secondsBuckets,
    registers,
  });
  const frames = new Counter({
    name: 'render_service_frames_total',
    help: 'Encoded frames of films.',
    registers,
  });
  const rasterizedFrames = new Counter({
    name: 'render_service_rasterized_frames_total',
    help: 'Pictures drawn: PNGs, and frames of films except those that repeat a held picture.',
    registers,
  });
  const outputBytes = new Counter({
    name: 'render_service_output_bytes_total',
    help: 'Bytes of rendered files, by format.',
    labelNames: ['format'],
    registers,
  });
  const pieces = new Counter({
    name: 'render_service_pieces_total',
    help: 'Pieces of films with a cache, by outcome: kept from an earlier film, or made.',
    labelNames: ['outcome'],
    registers,
  });
  const pieceBytes = new Counter({
    name: 'render_service_piece_bytes_total',
    help: 'Bytes of these pieces, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const processEnds = new Counter({
    name: 'render_service_render_process_restarts_total',
    help: 'Render processes that ended and were replaced, by cause.',
    labelNames: ['cause'],
    registers,
  });
  for (const format of capabilities.formats) {
    outputBytes.inc({ format }, 0);
    for (const stage of ['queue', ...stages]) stageSeconds.zero({ format, stage });
  }
  for (const outcome of pieceOutcomes) {
    pieces.inc({ outcome }, 0);
    pieceBytes.inc({ outcome }, 0);
  }
  for (const cause of endCauses) processEnds.inc({ cause }, 0);
  return { stageSeconds, frames, rasterizedFrames, outputBytes, pieces, pieceBytes, processEnds };
}

function jobInstruments({ Counter }: typeof PromClient, registry: Registry) {
  const registers = [registry];
  const jobs = new Counter({
    name: 'render_service_jobs_total',
    help: 'Attempts of a worker at jobs, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const stalledJobs = new Counter({
    name: 'render_service_stalled_jobs_total',
    help: 'Jobs of lost workers that this worker put back into the queue.',
    registers,
  });
  for (const outcome of jobOutcomes) jobs.inc({ outcome }, 0);
  return { jobs, stalledJobs };
}

/** Adds the values that are read from the processes when the metrics are collected. */
function addProcessGauges(
  { Gauge }: typeof PromClient,
  registry: Registry,
  renderers: readonly MeasuredRenderer[],
): void {
  const registers = [registry];
  new Gauge({
    name: 'render_service_renderers',
    help: 'Renderers, each with a render process.',
    registers,
    collect() {
      this.set(renderers.length);
    },
  });
  new Gauge({
    name: 'render_service_busy_renderers',
    help: 'Renderers that are working.',
    registers,
    collect() {
      this.set(renderers.filter(({ isBusy }) => isBusy).length);
    },
  });
  new Gauge({
    name: 'render_service_resident_memory_bytes',
    help: 'Resident memory of this process (main) and of all its render processes (render).',
    labelNames: ['process'],
    registers,
    async collect() {
      const sizes = await Promise.all(renderers.map(residentBytesOf));
      this.set({ process: 'main' }, process.memoryUsage.rss());
      this.set(
        { process: 'render' },
        sizes.reduce((sum, size) => sum + size, 0),
      );
    },
  });
  new Gauge({
    name: 'render_service_info',
    help: 'Always 1; the label has the version.',
    labelNames: ['version'],
    registers,
  }).set({ version: packageVersion() }, 1);
}

/**
 * Resident memory of a renderer's process, in bytes: current on Linux, elsewhere from the end of the last task. 0
 * without a process.
 */
async function residentBytesOf({ processId, residentBytes }: MeasuredRenderer): Promise<number> {
  if (processId === undefined) return 0;
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? residentBytes : Number(kibibytes) * 1024;
}
