import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Finished, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import {
  fixture,
  hello,
  interrupt,
  manyEquations,
  renderProcessOf,
  signals,
  stuckWhilePublishing,
  untilItListens,
} from './support/interrupted-command.ts';

describe.skipIf(!onLinux)('a signal', () => {
  it.each(signals.slice(0, 2))(
    '%s ends a command that renders a film, and leaves no files',
    { tags: 'slow' },
    async (signal, code) => {
      const folder = await temporaryFolder();
      const command = start(['render', fixture('crowd-500'), '-o', join(folder, 'out.mp4')]);
      await renderProcessOf(command, 1500);
      await interrupt(command, signal, code);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it.each(signals)('%s ends a command that publishes a file, and leaves no files', async (signal, code) => {
    const folder = await temporaryFolder();
    const command = start(['render', hello, '-o', join(folder, 'out.svg')], '', stuckWhilePublishing);
    await waitUntil('a temporary file', async () => (await readdir(folder)).length > 0, 60_000);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.render-service-[\w-]+\.tmp$/)]);
    await interrupt(command, signal, code);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a signal ends a command that waits for standard input', async () => {
    const folder = await temporaryFolder();
    const command = start(['render', '-', '-o', join(folder, 'x.png')], null);
    await untilItListens(command);
    await interrupt(command, 'SIGINT', 130);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe.skipIf(!onLinux)('the render process of a command', () => {
  it('inspect and render end their render process at the time limit, even during typesetting', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    const project = await manyEquations(folder);
    for (const [args, environment] of [
      [['inspect', project, '--timeout-ms', '1500'], {}],
      [['render', project, '-o', join(folder, 'x.svg')], { SERVICE_RENDER_TIMEOUT_MS: '1500' }],
    ] as const) {
      const { code, stderr } = await start(args, '', environment).finished;
      expect(stderr).toMatch(/^render-service: the \w+ took longer than its time limit of 1500 ms; .*\n$/);
      expect(code).toBe(1);
    }
    expect(await readdir(folder)).toEqual(['equations.json']);
  });

  it.each(['SIGKILL', 'SIGSEGV'] as const)(
    'render reports in one sentence that %s ended its render process',
    { tags: 'slow' },
    async (signal) => {
      const folder = await temporaryFolder();
      const command = start(['render', fixture('crowd-500'), '-o', join(folder, 'out.mp4')]);
      process.kill(await renderProcessOf(command, 1500), signal);
      expect(await command.finished).toEqual<Finished>({
        code: 1,
        stdout: Buffer.alloc(0),
        stderr:
          'render-service: project: could not be rendered, because the render process ended unexpectedly ' +
          `(the render process was ended by ${signal})\n`,
      });
      expect(await readdir(folder)).toEqual([]);
    },
  );
});

describe('standard output', () => {
  it('a command ends without a message if the reader closes standard output', async () => {
    const { process: child, finished } = start([
      'render',
      fixture('crowd-500'),
      '-o',
      '-',
      '--format',
      'svg',
    ]);
    child.stdout?.destroy();
    await once(child, 'exit');
    expect(await finished).toMatchObject({ code: 1, stderr: '' });
  });
});
