// @module-tag ffmpeg

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../../test/support/command-line.ts';
import { childrenOf, isRunning, onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { hello } from './support/fixtures.ts';
import { inMidFilm, untilGone } from './support/mid-film.ts';
import { type Json, WireClient } from './support/wire-client.ts';

describe('calls during a film', () => {
  it('the tool server can cancel a waiting call, and then runs the next call', async () => {
    const { client, folder, id } = await inMidFilm();
    const waiting = client.startTool('service_render', {
      inputPath: hello,
      outputPath: join(folder, 'a.png'),
    });
    const after = client.startTool('service_inspect', { inputPath: hello });
    await waitUntil('the calls wait', () => client.progress(after).length > 0);
    client.notify('notifications/cancelled', { requestId: waiting });
    client.notify('notifications/cancelled', { requestId: id });
    expect(await client.toolResult(after)).toMatchObject({ isError: false });
    expect(await readdir(folder)).toEqual([]);
    expect(client.messages.filter((message) => message.id === waiting)).toEqual([]);
  });
});

describe.skipIf(!onLinux)('the end of the tool server', () => {
  it.each<[string, (client: WireClient) => void]>([
    ['at the end of its input', ({ process: { stdin } }) => stdin?.end()],
    ['on SIGTERM', ({ process }) => void process.kill('SIGTERM')],
    ['on SIGINT', ({ process }) => void process.kill('SIGINT')],
    [
      'when its client closes both pipes',
      ({ process: { stdin, stdout } }) => {
        stdout?.destroy();
        stdin?.destroy();
      },
    ],
  ])('the tool server stops a film and exits %s', async (_, end) => {
    const { client, folder, renderProcess } = await inMidFilm();
    end(client);
    expect(await client.finished).toBe(0);
    expect(isRunning(renderProcess)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    expect(client.stderr).toBe('');
    expect(client.unfinishedLine).toBe('');
  });

  it('the tool server stops a film and exits when its client closes the output pipe', async () => {
    const { client, folder, renderProcess } = await inMidFilm();
    client.process.stdout?.destroy();
    await client.finished;
    expect(isRunning(renderProcess)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('the tool server exits when its input ends while calls wait for a cancelled film', async () => {
    const { client, folder, id, renderProcess } = await inMidFilm();
    client.notify('notifications/cancelled', { requestId: id });
    const paths = ['a.svg', 'b.png', 'c.mp4'].map((name) => join(folder, name));
    const calls = new Map(
      paths.map((outputPath) => {
        return [client.startTool('service_render', { inputPath: hello, outputPath }), outputPath];
      }),
    );
    client.process.stdin?.end();
    expect(await client.finished).toBe(0);
    expect(isRunning(renderProcess)).toBe(false);
    // The first call may finish before the server sees the end of the input; then it gets a response.
    const answered = client.messages.filter(({ result }) => result && !(result as Json).isError);
    const made = answered.flatMap((message) => calls.get(Number(message.id)) ?? []);
    expect((await readdir(folder)).map((name) => join(folder, name))).toEqual(made);
    expect(client.stderr).toBe('');
  });

  it('the render process ends when the tool server is killed', async () => {
    const { client, renderProcess } = await inMidFilm();
    client.process.kill('SIGKILL');
    expect(await client.finished).toBe('SIGKILL');
    await untilGone(renderProcess);
  });

  it.each<[string, (client: WireClient) => void]>([
    ['at the end of its input', ({ process: { stdin } }) => stdin?.end()],
    ['on SIGTERM', ({ process }) => void process.kill('SIGTERM')],
    ['on SIGINT', ({ process }) => void process.kill('SIGINT')],
  ])('the tool server exits while idle %s', async (_, end) => {
    const client = await WireClient.open();
    await client.callTool('service_inspect', { inputPath: hello });
    const [renderProcess] = childrenOf(client.pid);
    end(client);
    expect(await client.finished).toBe(0);
    expect(isRunning(renderProcess)).toBe(false);
    expect(client.stderr).toBe('');
  });

  it('the tool server exits when its input ends before the first message', async () => {
    const { code, stdout, stderr } = await run(['mcp']);
    expect({ code, stdout: stdout.toString(), stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('settings of the tool server', () => {
  it.each(['0', '600001', '-5', '12.5', '2 s', '', 'NaN'])(
    'the tool server does not start with SERVICE_RENDER_TIMEOUT_MS="%s"',
    async (value) => {
      const client = new WireClient({ env: { SERVICE_RENDER_TIMEOUT_MS: value } });
      expect(await client.finished).toBe(1);
      expect(client.stderr).toBe(
        `render-service: SERVICE_RENDER_TIMEOUT_MS must be an integer from 1 to 600000, but is ${JSON.stringify(value)}\n`,
      );
      expect(client.lines).toEqual([]);
    },
  );
});
