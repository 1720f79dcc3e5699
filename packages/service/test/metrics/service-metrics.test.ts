import { describe, expect, it, onTestFinished } from 'vitest';
import { checkFilm } from '../../../../test/support/film/check-film.ts';
import { longFilm, smallProject, smallText } from '../../../../test/support/http-projects.ts';
import { onLinux } from '../../../../test/support/linux-process.ts';
import {
  scrapeOf,
  startMeasuredService,
  startTestMetrics,
} from '../../../../test/support/measured-service.ts';
import type { NodeResponse } from '../../../../test/support/node-exchange.ts';
import { RawConnection } from '../../../../test/support/raw-connection.ts';
import { headersFrom } from '../../../../test/support/response.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { RenderControl } from '../../../engine/src/render/options/render-options.ts';
import { RenderSupervisor } from '../../../engine/src/render/process/supervisor.ts';
import { routes } from '../../src/metrics/instruments.ts';

const requests = 'render_service_requests_total';
const restarts = 'render_service_render_process_restarts_total';
const stageSeconds = 'render_service_stage_duration_seconds';

function frameHeaders({ rawHeaders }: NodeResponse): [number, number] {
  const headers = headersFrom(rawHeaders);
  return [Number(headers['x-service-frames']), Number(headers['x-service-rasterized-frames'])];
}

describe('metrics after a known list of requests', () => {
  it("the service's metrics exactly match its requests and outputs", {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const { service, send, post, scrape } = await startMeasuredService();
    const svg = await post('/render?format=svg', smallText);
    const pngs = [await post('/render', smallText), await post('/render?format=png&width=640', smallText)];
    const film = await post('/render?format=mp4&width=160', smallText);
    const [frames, rasterized] = frameHeaders(film);
    await checkFilm(film.body, { frames, durationMs: 1000 });
    await post('/inspect', smallText);
    await post('/inspect', '{"name":');
    await post('/render?format=gif', smallText);
    await post('/render', smallText, { headers: { 'content-type': 'text/plain' } });
    await send('/capabilities');
    await send('/capabilities', { method: 'HEAD' });
    await send('/capabilities', { headers: { host: 'elsewhere.example' } });
    await send('/render');
    await send('/openapi.json?a=b');
    await send('/metrics');
    const unreadable = await RawConnection.open(service);
    await unreadable.send('NOT HTTP\r\n\r\n');
    await unreadable.rest();

    const after = await waitUntil('the last request was counted', async () => {
      const now = await scrape();
      return now.nonZero(requests)['route="other",status="400"'] === 1 && now;
    });
    expect(after.nonZero(requests)).toEqual({
      'route="/render",status="200"': 4,
      'route="/inspect",status="200"': 1,
      'route="/inspect",status="422"': 1,
      'route="/render",status="422"': 1,
      'route="/render",status="415"': 1,
      'route="/capabilities",status="200"': 2,
      'route="/capabilities",status="403"': 1,
      'route="/render",status="405"': 1,
      'route="/openapi.json",status="200"': 1,
      'route="other",status="404"': 1,
      'route="other",status="400"': 1,
    });
    expect(after.nonZero('render_service_request_duration_seconds_count')).toEqual({
      'route="/render"': 7,
      'route="/inspect"': 2,
      'route="/capabilities"': 3,
      'route="/openapi.json"': 1,
      'route="other"': 2,
    });
    for (const [format, count] of Object.entries({ svg: 1, png: 2, mp4: 1 })) {
      for (const stage of ['queue', 'parse', 'draw', 'encode']) {
        expect(after.value(`${stageSeconds}_count`, { format, stage })).toBe(count);
        expect(after.value(`${stageSeconds}_sum`, { format, stage })).toBeGreaterThan(0);
        expect(after.value(`${stageSeconds}_bucket`, { format, stage, le: '+Inf' })).toBe(count);
      }
    }
    expect([frames, rasterized]).toEqual([30, 1]);
    expect(after.value('render_service_frames_total')).toBe(frames);
    expect(after.value('render_service_rasterized_frames_total')).toBe(rasterized + pngs.length);
    expect(after.nonZero('render_service_output_bytes_total')).toEqual({
      'format="svg"': svg.body.length,
      'format="png"': pngs[0].body.length + pngs[1].body.length,
      'format="mp4"': film.body.length,
    });
    expect(after.nonZero(restarts)).toEqual({});
    expect(after.value('render_service_renderers')).toBe(1);
    expect(after.value('render_service_busy_renderers')).toBe(0);
  });

  it("a render's stages add up to most of its request's time, and no more", { tags: 'slow' }, async () => {
    const { post, scrape } = await startMeasuredService();
    const render = () => post('/render?format=mp4&width=960', JSON.stringify(longFilm(1, 60)));
    // The first render also loads the program.
    expect((await render()).status).toBe(200);
    const before = await scrape();
    expect((await render()).status).toBe(200);
    const after = await scrape();
    const added = (name: string, labels: Record<string, string>) =>
      after.value(name, labels) - before.value(name, labels);
    const seconds = ['queue', 'parse', 'draw', 'encode'].map((stage) =>
      added(`${stageSeconds}_sum`, { format: 'mp4', stage }),
    );
    const [queue, parse, draw, encode] = seconds;
    const whole = added('render_service_request_duration_seconds_sum', { route: '/render' });
    expect(parse + draw + encode).toBeLessThanOrEqual(whole);
    expect(queue).toBeLessThanOrEqual(whole);
    expect(queue + parse + draw + encode).toBeGreaterThan(whole / 2);
    // Thirty pictures of sixty circles: both painting and encoding take far longer than reading.
    expect(Math.min(draw, encode)).toBeGreaterThan(parse);
  });
});

describe('metrics of the render process', () => {
  it('metrics count replaced render processes by cause', { tags: 'slow' }, async () => {
    const renderer = new RenderSupervisor({ startsAhead: true });
    const metrics = await startTestMetrics([renderer]);
    onTestFinished(() => renderer.close());
    const film = longFilm();
    /** Renders the film, and acts at its first frames. */
    const renderUntilFrames = (act: () => void, options: RenderControl = {}) =>
      renderer.render(film, { format: 'mp4', ...options, onProgress: act }).catch((error) => error.code);

    const client = new AbortController();
    expect(await renderUntilFrames(() => client.abort(), { signal: client.signal })).toBe('aborted');
    const kill = () => void (renderer.processId && process.kill(renderer.processId, 'SIGKILL'));
    expect(await renderUntilFrames(kill)).toBe('failed');
    expect((await scrapeOf(metrics)).nonZero(restarts)).toEqual({
      'cause="cancelled"': 1,
      'cause="crash"': 1,
    });

    expect(await renderUntilFrames(() => {}, { timeoutMs: 300 })).toBe('timeout');
    const after = await scrapeOf(metrics);
    expect(after.nonZero(restarts)).toEqual({
      'cause="cancelled"': 1,
      'cause="crash"': 1,
      'cause="time_limit"': 1,
    });
    // None of these was rendered.
    expect(after.nonZero('render_service_frames_total')).toEqual({});
    expect(after.value('render_service_busy_renderers')).toBe(0);
  });

  it("metrics count a disconnected client's request as 499, and no stages of its render", async () => {
    const { post, scrape } = await startMeasuredService();
    const client = new AbortController();
    const left = post('/render?format=mp4', JSON.stringify(longFilm()), { signal: client.signal });
    const refused = expect(left).rejects.toThrow('abort');
    await waitUntil('it renders', async () => {
      return (await scrape()).value('render_service_busy_renderers') === 1;
    });
    client.abort();
    await refused;
    const after = await waitUntil('the request is counted, and the renderer free', async () => {
      const now = await scrape();
      const isOver = now.nonZero(requests)['route="/render",status="499"'] === 1;
      return isOver && now.value('render_service_busy_renderers') === 0 && now;
    });
    expect(after.nonZero(`${stageSeconds}_count`)).toEqual({});
  });

  it.skipIf(!onLinux)(
    'metrics count a render process that needs too much memory',
    { tags: 'slow' },
    async () => {
      const renderer = new RenderSupervisor({ startsAhead: true, maxMemoryBytes: 150 * 1024 ** 2 });
      const { post, scrape } = await startMeasuredService({ renderer });
      const response = await post('/render?format=mp4', JSON.stringify(longFilm(4)));
      expect([response.status, response.body.toString()]).toEqual([422, expect.stringContaining('150 MiB')]);
      expect((await scrape()).nonZero(restarts)).toEqual({ 'cause="memory_limit"': 1 });
    },
  );

  it('metrics report the memory of the service and of its render process', async () => {
    const { post, scrape } = await startMeasuredService();
    await post('/render', smallText);
    const after = await scrape();
    for (const name of ['main', 'render']) {
      const bytes = after.value('render_service_resident_memory_bytes', { process: name });
      expect([name, bytes > 20 * 1024 ** 2, bytes < 4 * 1024 ** 3]).toEqual([name, true, true]);
    }
  });
});

describe('metric labels', () => {
  it('metrics contain no part of a project, a token, a header or a path', async () => {
    const secret = 'kryptonite';
    const { send, post, text, scrape } = await startMeasuredService({ flags: { token: `${secret}-token` } });
    const markup = `${secret}"}\n<b>#{x="`;
    const project = { ...smallProject, name: markup, [secret]: markup };
    const authorization = `Bearer ${secret}-token`;
    const headers = { authorization, 'user-agent': secret, referer: secret, cookie: secret, accept: secret };
    const body = JSON.stringify(project);
    expect((await post('/render?format=svg', body, { headers })).status).toBe(200);
    await post('/inspect', body, { headers: { ...headers, origin: `https://${secret}.example` } });
    await post('/inspect', body, { headers: { ...headers, host: `${secret}.example` } });
    await post(`/render?${secret}=${secret}`, body, { headers });
    await post(`/render?format=${secret}`, body, { headers });
    await post('/render', JSON.stringify({ ...project, version: secret }), { headers });
    await post('/render', body, { headers: { authorization: `Bearer ${secret}` } });
    await post('/render', body, { headers: { ...headers, 'content-type': secret } });
    await send(`/${secret}`, { headers });
    await send('/capabilities', { method: 'PROPFIND', headers });
    await waitUntil('all are counted', async () => {
      const counts = Object.values((await scrape()).nonZero(requests));
      return counts.reduce((sum, one) => sum + one, 0) === 10;
    });
    expect(await text()).not.toMatch(/kryptonite|<b>/i);
  });

  it('hundreds of random paths add no label values to the metrics', { tags: 'slow' }, async () => {
    const { send, scrape } = await startMeasuredService();
    await send('/one');
    await send('/%00', { method: 'POST' });
    const before = await waitUntil('two are counted', async () => {
      const now = await scrape();
      return now.value(requests, { route: 'other', status: '404' }) === 2 && now;
    });
    const paths = [
      '__proto__',
      'constructor',
      'render/',
      'RENDER',
      '..%2Frender',
      'render;a=b',
      '%F0%9F%98%80',
    ];
    for (let index = 0; index < 300; index++) {
      await send(`/${paths[index % paths.length]}${index < paths.length ? '' : index}`, {
        method: ['GET', 'POST', 'PUT', 'OPTIONS'][index % 4],
      });
    }
    const after = await waitUntil('all are counted', async () => {
      const now = await scrape();
      return now.value(requests, { route: 'other', status: '404' }) === 302 && now;
    });
    expect(after.series).toEqual(before.series);
    expect(routes).toHaveLength(7);
  });
});
