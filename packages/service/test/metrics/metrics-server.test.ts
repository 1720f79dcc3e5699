import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { longFilm, smallText } from '../../../../test/support/http-projects.ts';
import {
  scrapeOf,
  startMeasuredService,
  startTestMetrics,
} from '../../../../test/support/measured-service.ts';
import { nodeExchange } from '../../../../test/support/node-exchange.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { RenderSupervisor } from '../../../engine/src/render/process/supervisor.ts';
import { SettingsError } from '../../src/contract/settings.ts';
import { listenForScrapes } from '../../src/metrics/metrics-server.ts';
import { startMetrics } from '../../src/metrics/start-metrics.ts';
import { boundPort } from '../../src/web/listening.ts';

/** A server of empty metrics, and a function to request them. */
async function startEmpty() {
  const { url } = await startTestMetrics([]);
  const { host, hostname, port } = new URL(url);
  const address = { url, host, address: hostname, port: Number(port) };
  return { ...address, ask: (path: string, request = {}) => nodeExchange(address, { path, ...request }) };
}

/** Everything that a server sends to a client that sends only this text. */
async function received(port: number, bytes: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  let text = '';
  socket.setEncoding('utf8').on('data', (more) => {
    text += more;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

describe('the metrics port', () => {
  it('/healthz reports whether the process can work, or why it cannot', async () => {
    let problem: string | undefined;
    const address = { host: '127.0.0.1', address: '127.0.0.1', port: 0 };
    const health = () => problem;
    const exposition = { contentType: 'text/plain', metrics: async () => '', health };
    const server = await listenForScrapes(address, exposition);
    onTestFinished(() => void server.close());
    const ask = async () => {
      const response = await fetch(`http://127.0.0.1:${boundPort(server)}/healthz`);
      return [response.status, await response.text()];
    };
    expect(await ask()).toEqual([200, 'ok\n']);
    problem = 'Redis has been unavailable for 31 s';
    expect(await ask()).toEqual([503, 'Redis has been unavailable for 31 s\n']);
  });

  it('the metrics port serves only GET and HEAD for /metrics', async () => {
    const { ask } = await startEmpty();
    const got = await ask('/metrics');
    expect([got.status, got.body.toString()]).toEqual([200, expect.stringContaining('# TYPE ')]);
    expect((await ask('/metrics?format=text')).status).toBe(200);
    const head = await ask('/metrics', { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const path of ['/', '/metrics/', '/Metrics', '/capabilities', '/render', '/metrics/../metrics']) {
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect([method, (await ask('/metrics', { method })).status]).toEqual([method, 404]);
    }
  });

  it('the metrics port serves a scraper despite 40 connections that send nothing', async () => {
    const { ask, port } = await startEmpty();
    const silent = Array.from({ length: 40 }, () => connect({ host: '127.0.0.1', port }));
    onTestFinished(() => {
      for (const socket of silent) socket.destroy();
    });
    await Promise.all(
      silent.map((socket) => {
        socket.on('error', () => {});
        return once(socket, 'connect');
      }),
    );
    expect((await ask('/metrics')).status).toBe(200);
  });

  it('the metrics port refuses a request with a foreign Host or no Host', async () => {
    const { ask, port } = await startEmpty();
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1']) {
      expect([host, (await ask('/metrics', { headers: { host } })).status]).toEqual([host, 403]);
    }
    expect((await ask('/metrics', { headers: { host: `localhost:${port}` } })).status).toBe(200);
    expect(await received(port, 'GET /metrics HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('startMetrics reports a port in use or an unknown host in one sentence', async () => {
    const { port } = await startEmpty();
    const second = startMetrics({ host: '127.0.0.1', port });
    await expect(second).rejects.toThrow(
      new SettingsError(
        `cannot listen on 127.0.0.1:${port}: port ${port} is in use; choose another with SERVICE_RENDER_METRICS_PORT or --metrics-port`,
      ),
    );
    await expect(startMetrics({ host: 'no-such-host.invalid', port: 0 })).rejects.toThrow(
      'SERVICE_RENDER_METRICS_HOST: host not found: "no-such-host.invalid"',
    );
  });

  it('the metrics port accepts one request per connection', async () => {
    const { host, port } = await startEmpty();
    const request = `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const text = await received(port, request.repeat(500));
    expect(text.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(1);
  });

  it('the metrics port collects metrics once for concurrent requests, and disconnects slow clients', async () => {
    let collected = 0;
    let finish = (_: string) => {};
    const server = await listenForScrapes(
      { host: '127.0.0.1', address: '127.0.0.1', port: 0 },
      {
        contentType: 'text/plain',
        metrics: () => {
          collected++;
          return new Promise((resolve) => {
            finish = resolve;
          });
        },
      },
      400,
    );
    onTestFinished(() => void server.close());
    const port = boundPort(server);
    const url = `http://127.0.0.1:${port}/metrics`;
    let asked = 0;
    server.on('request', () => asked++);
    const all = Array.from({ length: 8 }, async () => (await fetch(url)).text());
    await waitUntil('all have asked', () => asked === 8);
    finish('some 1\n');
    expect(await Promise.all(all)).toEqual(all.map(() => 'some 1\n'));
    expect(collected).toBe(1);

    // Neither of them ever ends its request.
    expect(await received(port, 'GET /metrics HTTP/1.1\r\nHost: 127')).not.toContain(' 200 ');
    expect(await received(port, '')).not.toContain(' 200 ');
  });

  it('the metrics port responds with 500 if the metrics cannot be collected', async () => {
    const server = await listenForScrapes(
      { host: '127.0.0.1', address: '127.0.0.1', port: 0 },
      { contentType: 'text/plain', metrics: () => Promise.reject(new Error('secret')) },
    );
    onTestFinished(() => void server.close());
    const response = await fetch(`http://127.0.0.1:${boundPort(server)}/metrics`);
    expect([response.status, await response.text()]).toEqual([500, 'the metrics could not be collected\n']);
  });

  it('the metrics port serves metrics during a render without interrupting the render', async () => {
    const { post, scrape } = await startMeasuredService();
    const film = post('/render?format=mp4&width=320', JSON.stringify(longFilm(60, 150)));
    await waitUntil('it renders', async () => {
      return (await scrape()).value('render_service_busy_renderers') === 1;
    });
    expect((await post('/inspect', smallText)).status).toBe(429);
    expect((await film).status).toBe(200);
  });
});

describe("a worker's metrics", () => {
  it("a worker's metrics add up its renderers and count its jobs", async () => {
    const renderers = [new RenderSupervisor(), new RenderSupervisor()];
    onTestFinished(async () => {
      for (const renderer of renderers) await renderer.close();
    });
    const metrics = await startTestMetrics(renderers);
    const idle = await scrapeOf(metrics);
    expect(idle.value('render_service_renderers')).toBe(2);
    expect(idle.value('render_service_busy_renderers')).toBe(0);
    expect(idle.value('render_service_resident_memory_bytes', { process: 'render' })).toBe(0);

    const renders = renderers.map((renderer) => renderer.render(smallText, { format: 'png' }));
    expect((await scrapeOf(metrics)).value('render_service_busy_renderers')).toBe(2);
    const made = await Promise.all(renders);
    metrics.countJob('done');
    metrics.countJob('done');
    metrics.countJob('retried');
    const after = await scrapeOf(metrics);
    expect(after.nonZero('render_service_jobs_total')).toEqual({
      'outcome="done"': 2,
      'outcome="retried"': 1,
    });
    expect(after.nonZero('render_service_output_bytes_total')).toEqual({
      'format="png"': made[0].bytes + made[1].bytes,
    });
    expect(after.value('render_service_busy_renderers')).toBe(0);
  });
});
