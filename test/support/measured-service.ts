import { onTestFinished } from 'vitest';
import { RenderSupervisor } from '../../packages/engine/src/render/process/supervisor.ts';
import type { Metrics } from '../../packages/service/src/metrics/start-metrics.ts';
import { startMetrics } from '../../packages/service/src/metrics/start-metrics.ts';
import { startLimitedService } from './limited-service.ts';
import { Scrape } from './metrics-text.ts';
import { type NodeRequest, type NodeResponse, nodeExchange } from './node-exchange.ts';
import type { ServiceAddress } from './service.ts';

export interface MeasuredService {
  readonly service: ServiceAddress;
  readonly renderer: RenderSupervisor;
  /** Sends one request and nothing else. */
  send(path: string, request?: Omit<NodeRequest, 'path'>): Promise<NodeResponse>;
  /** Sends a project. */
  post(path: string, body: string, request?: Omit<NodeRequest, 'path' | 'method'>): Promise<NodeResponse>;
  text(): Promise<string>;
  scrape(): Promise<Scrape>;
}

/** Starts a service with metrics in this process, and ends both with the test. */
export async function startMeasuredService({
  renderer = new RenderSupervisor({ startsAhead: true }),
  flags = {},
}: {
  readonly renderer?: RenderSupervisor;
  readonly flags?: Readonly<Record<string, string>>;
} = {}): Promise<MeasuredService> {
  const metrics = await startTestMetrics([renderer]);
  const service = await startLimitedService({}, renderer, flags, (request) => metrics.countRequest(request));
  await renderer.start();
  const send: MeasuredService['send'] = (path, request = {}) => nodeExchange(service, { path, ...request });
  return {
    service,
    renderer,
    send,
    post: (path, body, request = {}) =>
      send(path, {
        method: 'POST',
        body,
        ...request,
        headers: { 'content-type': 'application/json', ...request.headers },
      }),
    text: () => textOf(metrics),
    scrape: () => scrapeOf(metrics),
  };
}

/** Serves metrics of these renderers on a free port until the end of the test. */
export async function startTestMetrics(renderers: readonly RenderSupervisor[]): Promise<Metrics> {
  const metrics = await startMetrics({ host: '127.0.0.1', port: 0 });
  for (const renderer of renderers) metrics.watch(renderer);
  onTestFinished(() => metrics.close());
  return metrics;
}

async function textOf({ url }: Metrics): Promise<string> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`the metrics responded with ${response.status}`);
  return response.text();
}

/** The current response to a scraper. */
export async function scrapeOf(metrics: Metrics): Promise<Scrape> {
  return new Scrape(await textOf(metrics));
}
