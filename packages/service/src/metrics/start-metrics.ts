import type { Server } from 'node:http';
import type { RenderSupervisor } from '@render-service/engine/process';
import { settingsTable } from '../contract/settings.ts';
import { boundPort, cannotListen, resolveHost } from '../web/listening.ts';
import { urlHost } from '../web/origin-policy.ts';
import { createInstruments, type Instruments, type JobOutcome, routes } from './instruments.ts';
import { type Exposition, listenForScrapes } from './metrics-server.ts';
import type { QueueBacklog } from './queue-gauges.ts';

/** Where metrics are served. */
export interface MetricsSettings {
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
}

/**
 * Metrics of a service or a worker, for Prometheus. Watched renderers are counted without further calls; requests and
 * jobs are counted by their handlers. No call here waits or throws.
 */
export class Metrics implements AsyncDisposable {
  /** URL of the metrics, such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
  readonly #instruments: Instruments;
  readonly #renderers: RenderSupervisor[];
  readonly #server: Server;

  /** For `startMetrics`. The instruments read `renderers`. */
  constructor(url: string, instruments: Instruments, renderers: RenderSupervisor[], server: Server) {
    this.url = url;
    this.#instruments = instruments;
    this.#renderers = renderers;
    this.#server = server;
  }

  /** Starts to count the work of a renderer. */
  watch(renderer: RenderSupervisor): void {
    const { frames, rasterizedFrames, outputBytes, pieces, pieceBytes, stageSeconds, processEnds } =
      this.#instruments;
    this.#renderers.push(renderer);
    renderer.observe({
      rendered: (result, times) => {
        const { format, build } = result;
        frames.inc(result.frames);
        rasterizedFrames.inc(result.rasterizedFrames);
        outputBytes.inc({ format }, result.bytes);
        for (const { isKept, bytes } of build?.pieces ?? []) {
          const outcome = isKept ? 'kept' : 'made';
          pieces.inc({ outcome });
          pieceBytes.inc({ outcome }, bytes);
        }
        for (const [stage, ms] of Object.entries(times)) stageSeconds.observe({ format, stage }, ms / 1000);
      },
      processEnded: (cause) => processEnds.inc({ cause }),
    });
  }

  /** Counts a request; `path` is null if it could not be read, `ms` is its duration. */
  countRequest({ path, status, ms }: { path: string | null; status: number; ms: number }): void {
    const route = path !== null && routes.includes(path) ? path : 'other';
    this.#instruments.requests.inc({ route, status });
    this.#instruments.requestSeconds.observe({ route }, ms / 1000);
  }

  /** Counts a worker's attempt at a job. */
  countJob(outcome: JobOutcome): void {
    this.#instruments.jobs.inc({ outcome });
  }

  /** Counts a job whose worker was lost. */
  countStalledJob(): void {
    this.#instruments.stalledJobs.inc();
  }

  /** Adds the gauges of a queue, which scrapes read at most every few seconds. */
  watchQueue(read: () => Promise<readonly QueueBacklog[]>): void {
    this.#instruments.addQueue(read);
  }

  /** Stops serving metrics and closes all connections. */
  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * Serves metrics at `/metrics`, and `health` at `/healthz`, on a separate port. prom-client is loaded only here.
 * Rejects with a SettingsError of one sentence if it cannot listen on the port.
 *
 * A service watches its one renderer and passes `countRequest` to its server. A worker watches each of its renderers
 * before the first task, and calls `countJob` at the end of each attempt at a job.
 */
export async function startMetrics(
  { host, port }: MetricsSettings,
  { health }: Pick<Exposition, 'health'> = {},
): Promise<Metrics> {
  const { metricsHost, metricsPort } = settingsTable;
  const address = await resolveHost(host, metricsHost);
  const renderers: RenderSupervisor[] = [];
  const instruments = createInstruments(await import('prom-client'), renderers);
  const { registry } = instruments;
  const exposition = { contentType: registry.contentType, metrics: () => registry.metrics(), health };
  const server = await listenForScrapes({ host, address, port }, exposition).catch((error) => {
    throw cannotListen(error, { host, port }, metricsPort);
  });
  const url = `http://${urlHost(host)}:${boundPort(server)}/metrics`;
  return new Metrics(url, instruments, renderers, server);
}
