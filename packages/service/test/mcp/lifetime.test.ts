import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { longInspection } from '../../../../test/support/http-projects.ts';
import { childrenOf, onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { crowd, hello } from './support/fixtures.ts';
import { inMidFilm, untilGone } from './support/mid-film.ts';
import { type Era, WireClient } from './support/wire-client.ts';

const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

describe.skipIf(!onLinux)('cancelled calls', () => {
  it.each(eras)(
    'the tool server stops a cancelled film without a file or a response, at revision %s',
    { tags: 'slow' },
    async (era) => {
      const { client, folder, id, renderProcess } = await inMidFilm({ era });
      client.notify('notifications/cancelled', { requestId: id, reason: 'changed my mind' });
      await untilGone(renderProcess);
      const next = await client.callTool('service_render', {
        inputPath: hello,
        outputPath: join(folder, 'next.png'),
      });
      expect(next).toMatchObject({ isError: false });
      expect(await readdir(folder)).toEqual(['next.png']);
      expect(client.messages.filter((message) => message.id === id)).toEqual([]);
      expect(client.stderr).toBe('');
    },
  );

  it('the tool server runs the next call after a film is cancelled', { tags: 'slow' }, async () => {
    const { client, folder, id } = await inMidFilm();
    client.notify('notifications/cancelled', { requestId: id });
    const { isError, text } = await client.callTool('service_inspect', { inputPath: hello });
    expect({ isError, text }).toMatchObject({ isError: false });
    expect(await readdir(folder)).toEqual([]);
  });

  it('the tool server leaves no file from a call that is cancelled right after it was sent', {
    tags: 'slow',
  }, async () => {
    const client = await WireClient.open();
    const folder = await temporaryFolder();
    const id = client.startTool('service_render', { inputPath: hello, outputPath: join(folder, 'a.png') });
    client.notify('notifications/cancelled', { requestId: id });
    await client.callTool('service_inspect', { inputPath: hello });
    expect(await readdir(folder)).toEqual([]);
  });

  it('the tool server ignores cancellations of unknown and finished calls', { tags: 'slow' }, async () => {
    const client = await WireClient.open();
    client.notify('notifications/cancelled', { requestId: 4711 });
    client.notify('notifications/cancelled', {});
    const id = client.startTool('service_inspect', { inputPath: hello });
    await client.toolResult(id);
    client.notify('notifications/cancelled', { requestId: id });
    expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({ isError: false });
  });
});

describe('calls during a film', () => {
  it('the tool server queues calls in order, and notifies the client that they wait', {
    tags: 'slow',
  }, async () => {
    const { client, folder, id } = await inMidFilm();
    const first = client.startTool('service_render', {
      inputPath: hello,
      outputPath: join(folder, 'first.png'),
    });
    const second = client.startTool('service_inspect', { inputPath: join(folder, 'first.png') });
    await waitUntil('both calls are told that they wait', () =>
      [first, second].every((one) => client.progress(one).length > 0),
    );
    expect(client.progress(first)[0]).toMatchObject({ message: 'waiting for another call to finish' });
    expect(await client.callTool('service_capabilities')).toMatchObject({ isError: false });
    expect(await client.request('resources/read', { uri: 'service://examples/hello' })).toHaveProperty(
      'result',
    );
    expect(client.messages.some((message) => [id, first, second].includes(Number(message.id)))).toBe(false);
    client.notify('notifications/cancelled', { requestId: id });
    expect(await client.toolResult(first)).toMatchObject({ isError: false });
    // The second call reads the file that the first one wrote, which is not a project.
    expect((await client.toolResult(second)).text).toContain('is not valid UTF-8');
    expect(await readdir(folder)).toEqual(['first.png']);
  });

  it('the tool server reports increasing progress at most ten times per second', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const client = await WireClient.open();
    const outputPath = join(await temporaryFolder(), 'film.mp4');
    const start = performance.now();
    const id = client.startTool('service_render', { inputPath: crowd, outputPath, width: 320 });
    const { structured } = await client.toolResult(id);
    const elapsed = performance.now() - start;
    const heard = client.progress(id);
    expect(heard.at(-1)).toEqual({
      progressToken: id,
      progress: structured?.frames,
      total: structured?.frames,
      message: `${structured?.frames} of ${structured?.frames} frames`,
    });
    const values = heard.map(({ progress }) => Number(progress));
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    // The last notification comes when the work is done.
    expect(heard.length - 1).toBeLessThanOrEqual(1 + elapsed / 100);
    const order = client.messages.map((message) => ('id' in message ? 'answer' : 'progress'));
    expect(order.lastIndexOf('answer')).toBe(order.length - 1);
  });

  it('the tool server reports no progress to a client that did not request it', {
    tags: 'slow',
  }, async () => {
    const client = await WireClient.open();
    const outputPath = join(await temporaryFolder(), 'film.mp4');
    const params = { name: 'service_render', arguments: { inputPath: hello, outputPath, width: 320 } };
    expect(await client.request('tools/call', params)).toHaveProperty('result');
    expect(client.messages.filter((message) => 'method' in message)).toEqual([]);
  });

  it.skipIf(!onLinux)(
    'the tool server fails only the running call if the render process ends',
    { tags: 'slow' },
    async () => {
      const { client, folder, id, renderProcess } = await inMidFilm();
      process.kill(renderProcess, 'SIGKILL');
      const { isError, text } = await client.toolResult(id);
      expect({ isError, text }).toEqual({
        isError: true,
        text: 'project: could not be rendered, because the render process ended unexpectedly',
      });
      expect(client.stderr).toContain('SIGKILL');
      expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({
        isError: false,
      });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it.skipIf(!onLinux)('the tool server stops a film at the time limit', { tags: 'slow' }, async () => {
    const client = await WireClient.open({ env: { SERVICE_RENDER_TIMEOUT_MS: '2500' } });
    const folder = await temporaryFolder();
    const outputPath = join(folder, 'film.mp4');
    expect(await client.toolError('service_render', { inputPath: crowd, outputPath, fps: 60 })).toMatch(
      /^the render took longer than its time limit of 2500 ms; /,
    );
    await waitUntil('the render process is gone', () => childrenOf(client.pid).length === 0);
    expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({
      isError: false,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('inspections', () => {
  it('the tool server stops an inspection at the time limit', { tags: 'slow' }, async () => {
    const client = await WireClient.open({ env: { SERVICE_RENDER_TIMEOUT_MS: '2000' } });
    const inputPath = join(await temporaryFolder(), 'long.json');
    await writeFile(inputPath, JSON.stringify(longInspection()));
    expect(await client.toolError('service_inspect', { inputPath })).toBe(
      'the inspection took longer than its time limit of 2000 ms; reduce the workload or raise the limit',
    );
    expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({ isError: false });
  });
});

describe.skipIf(!onLinux)('the tool server', () => {
  it('the tool server starts no render process before the first inspection', { tags: 'slow' }, async () => {
    const client = await WireClient.open();
    await client.callTool('service_capabilities');
    await client.request('tools/list');
    expect(childrenOf(client.pid)).toEqual([]);
    await client.callTool('service_inspect', { inputPath: hello });
    expect(childrenOf(client.pid).length).toBe(1);
  });
});

describe('settings of the tool server', () => {
  it('mcp uses --timeout-ms instead of SERVICE_RENDER_TIMEOUT_MS', async () => {
    const client = new WireClient({ args: ['--timeout-ms', '0'], env: { SERVICE_RENDER_TIMEOUT_MS: '5' } });
    expect(await client.finished).toBe(2);
    expect(client.stderr).toContain('--timeout-ms must be an integer from 1 to 600000, but is "0"');
  });

  it('mcp accepts --help and --version, and refuses unknown options', { tags: 'slow' }, async () => {
    expect((await run(['mcp', '--help'])).stdout.toString()).toContain('SERVICE_RENDER_TIMEOUT_MS');
    expect((await run(['mcp', '--version'])).stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await run(['mcp', 'hello.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('hello.json'),
    });
    expect(await run(['mcp', '--port', '1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--port'),
    });
  });
});
