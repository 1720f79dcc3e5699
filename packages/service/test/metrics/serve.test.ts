import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../../../test/support/command-line.ts';
import { Scrape } from '../../../../test/support/metrics-text.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { serveCommand } from '../../src/serve-command.ts';

const promClient = vi.hoisted(() => ({ isLoaded: false }));
vi.mock('prom-client', (original) => {
  promClient.isLoaded = true;
  return original();
});

/** The command in this process, and its output. */
function startServing(...flags: string[]) {
  const stop = new AbortController();
  const printed: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  const ended = serveCommand(['--port', '0', ...flags], stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await ended.catch(() => {});
  });
  return {
    printed,
    ended,
    stop: () => stop.abort(),
    urls: (count: number) =>
      waitUntil('it prints where it listens', () => {
        const urls = printed.join('').match(/http:\S+/g) ?? [];
        return urls.length >= count && urls;
      }),
  };
}

afterEach(() => void vi.restoreAllMocks());

const listeners = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

describe('render-service serve', () => {
  it('serve does not listen for scrapes or load prom-client without --metrics-port', async () => {
    const before = listeners();
    const service = startServing();
    const [url] = await service.urls(1);
    expect((await fetch(`${url}/capabilities`)).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(listeners()).toBe(before + 1);
    expect(promClient.isLoaded).toBe(false);
    expect(service.printed).toHaveLength(1);
    service.stop();
    expect(await service.ended).toBe(0);
  });

  it('serve offers metrics on loopback, prints their URL, and stops both servers together', async () => {
    const before = listeners();
    const service = startServing('--metrics-port', '0');
    const [url, metricsUrl] = await service.urls(2);
    expect(service.printed[1]).toMatch(/^metrics are at http:\/\/127\.0\.0\.1:\d+\/metrics\n$/);
    expect(listeners()).toBe(before + 2);
    expect(promClient.isLoaded).toBe(true);
    await (await fetch(`${url}/capabilities`)).arrayBuffer();
    const count = await waitUntil('the request is counted', async () => {
      const scrape = new Scrape(await (await fetch(metricsUrl)).text());
      return scrape.nonZero('render_service_requests_total')['route="/capabilities",status="200"'];
    });
    expect(count).toBe(1);
    service.stop();
    expect(await service.ended).toBe(0);
    await expect(fetch(metricsUrl)).rejects.toThrow();
    expect(listeners()).toBe(before);
  });

  it('serve offers metrics only on the interface in --metrics-host', async () => {
    const service = startServing('--metrics-port', '0', '--metrics-host', '127.0.0.2');
    const [, metricsUrl] = await service.urls(2);
    const { hostname, port } = new URL(metricsUrl);
    expect(hostname).toBe('127.0.0.2');
    expect((await fetch(metricsUrl)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });

  it('serve does not start if the metrics port is in use', async () => {
    const first = startServing('--metrics-port', '0');
    const [, metricsUrl] = await first.urls(2);
    const { port } = new URL(metricsUrl);
    vi.restoreAllMocks();
    const second = await run(['serve', '--port', '0', '--metrics-port', port]);
    expect([second.code, second.stdout.toString()]).toEqual([1, '']);
    expect(second.stderr).toMatch(
      new RegExp(`^\\S.*port ${port} is in use; choose another.*--metrics-port\\n$`),
    );
  });
});
