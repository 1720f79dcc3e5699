// @module-tag ffmpeg

import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { childrenOf, onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { serverCommand } from '../../../service/test/mcp/support/wire-client.ts';
import {
  fixture,
  hello,
  interrupt,
  manyEquations,
  pidOf,
  renderProcessOf,
  stuckWhilePublishing,
} from './support/interrupted-command.ts';

describe.skipIf(!onLinux)('a signal', () => {
  it.each(['render', 'inspect', 'sheet'])(
    'a signal ends %s while it lays out many equations',
    async (name) => {
      const folder = await temporaryFolder();
      const project = await manyEquations(folder);
      const command = start([name, project, ...(name === 'inspect' ? [] : ['-o', join(folder, 'out.png')])]);
      await renderProcessOf(command, 1500);
      await interrupt(command, 'SIGINT', 130);
      expect(await readdir(folder)).toEqual(['equations.json']);
    },
  );

  it('a signal ends a command while its render process starts', async () => {
    const command = start(['render', '-', '-o', '-'], null);
    await renderProcessOf(command, 0);
    await interrupt(command, 'SIGINT', 130);
  });

  it.each([
    ['render', '-', '-o', '-'],
    ['inspect', '-'],
    ['sheet', '-', '-o', '-'],
  ])('%s has one render process, which starts before the program is loaded', async (...args) => {
    const command = start(args, null);
    await renderProcessOf(command, 100);
    expect(childrenOf(pidOf(command))).toHaveLength(1);
    await interrupt(command, 'SIGINT', 130);
  });

  it.each([
    ['input', (pipe: string) => ['render', pipe, '-o', '-']],
    ['output', (pipe: string) => ['render', hello, '-o', pipe, '--force']],
  ])('a signal ends a command whose %s is a pipe that nobody has opened', async (_, args) => {
    const pipe = join(await temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const command = start(args(pipe));
    // Without a project the process only starts, in about 300 ms of processor time.
    await renderProcessOf(command, 100);
    await interrupt(command, 'SIGINT', 130);
  });

  it('a signal ends a command whose output is not read', async () => {
    const command = start(['render', fixture('crowd-500'), '-o', '-', '--format', 'svg']);
    command.process.stdout?.pause();
    await renderProcessOf(command, 300);
    await waitUntil('the end of the work', () => childrenOf(pidOf(command)).length === 0, 60_000);
    command.process.kill('SIGINT');
    command.process.stdout?.resume();
    expect(await command.finished).toMatchObject({ code: 130, stderr: '' });
  });

  it.each(['SIGHUP', 'SIGQUIT'] as const)(
    'a second %s ends the tool server and removes its temporary file',
    async (signal) => {
      const folder = await temporaryFolder();
      const [, , ...args] = serverCommand;
      const command = start(args, null, stuckWhilePublishing);
      const call = { inputPath: hello, outputPath: join(folder, 'out.svg') };
      for (const message of [
        {
          id: 1,
          method: 'initialize',
          params: {
            protocolVersion: '2025-11-25',
            capabilities: {},
            clientInfo: { name: 'test', version: '1' },
          },
        },
        { method: 'notifications/initialized' },
        { id: 2, method: 'tools/call', params: { name: 'service_render', arguments: call } },
      ]) {
        command.process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      }
      await waitUntil('a temporary file', async () => (await readdir(folder)).length > 0, 60_000);
      // The first signal asks the server to end, which waits for the file here; the second ends it at once.
      command.process.kill(signal);
      await new Promise((done) => setTimeout(done, 100));
      command.process.kill(signal);
      await command.finished;
      expect(await readdir(folder)).toEqual([]);
    },
  );
});
