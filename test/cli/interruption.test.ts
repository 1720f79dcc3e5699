import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { serverCommand } from '../mcp/support/wire-client.ts';
import { type Finished, type RunningCommand, start, temporaryFolder } from '../support/command-line.ts';
import { childrenOf, coreMilliseconds, handlesSignal, isRunning, onLinux } from '../support/linux-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/projects/${name}.json`, import.meta.url));
const hello = fixture('hello');

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const;

/** Much longer than ending takes on a busy machine, much shorter than the work would take. */
const soonMs = 10_000;

/** Equations that take most of a minute together; each stays far below its own time limit. */
async function manyEquations(folder: string): Promise<string> {
  const project = JSON.parse(await readFile(hello, 'utf8'));
  const scene = project.scenes.hello;
  const [composition] = Object.values<{ states: Record<string, object> }>(scene.compositions);
  for (let index = 0; index < 800; index++) {
    const id = `e${index}`;
    scene.objects[id] = { ...scene.objects.title, id, kind: 'equation', order: index + 1 };
    composition.states[id] = { ...composition.states.title, text: `${index}${'x^2+'.repeat(120)}1` };
  }
  const path = join(folder, 'equations.json');
  await writeFile(path, JSON.stringify(project));
  return path;
}

/** Code that the command runs first: publishing a file never gets beyond its temporary file. */
const stuckWhilePublishing = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    fs.link = () => new Promise(() => setInterval(() => {}, 1000));
    syncBuiltinESMExports();
  `)}`,
};

function pidOf({ process }: RunningCommand): number {
  if (process.pid === undefined) throw new Error('not started');
  return process.pid;
}

/** Waits until the command handles signals itself. Node has no handler of its own for SIGHUP. */
function untilItListens(command: RunningCommand): Promise<unknown> {
  return waitUntil('handlers', () => handlesSignal(pidOf(command), constants.signals.SIGHUP), 30_000);
}

/** Waits until the render process has used this much processor time, and returns its id. */
function renderProcessOf(command: RunningCommand, workedMs: number): Promise<number> {
  return waitUntil(
    'the render process',
    () => childrenOf(pidOf(command)).find((child) => coreMilliseconds(child) >= workedMs),
    60_000,
  );
}

/** Sends the signal; the command must end soon, with this code and without further output. */
async function interrupt(command: RunningCommand, signal: NodeJS.Signals, code: number): Promise<void> {
  const children = childrenOf(pidOf(command));
  const start = performance.now();
  command.process.kill(signal);
  expect(await command.finished).toMatchObject({ code, stdout: Buffer.alloc(0), stderr: '' });
  expect(performance.now() - start).toBeLessThan(soonMs);
  for (const child of children) await waitUntil('the end of the render process', () => !isRunning(child));
}

describe.skipIf(!onLinux)('a signal', () => {
  it.each(signals.slice(0, 2))(
    '%s ends a command that renders a film, and leaves no files',
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

  it('a signal ends a command that waits for standard input', async () => {
    const folder = await temporaryFolder();
    const command = start(['render', '-', '-o', join(folder, 'x.png')], null);
    await untilItListens(command);
    await interrupt(command, 'SIGINT', 130);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a signal ends a command while its render process starts', async () => {
    const command = start(['render', '-', '-o', '-'], null);
    await renderProcessOf(command, 0);
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

describe.skipIf(!onLinux)('the render process of a command', () => {
  it('inspect and render end their render process at the time limit, even during typesetting', async () => {
    const folder = await temporaryFolder();
    const project = await manyEquations(folder);
    for (const [args, environment] of [
      [['inspect', project, '--timeout-ms', '1500'], {}],
      [['render', project, '-o', join(folder, 'x.svg')], { SERVICE_RENDER_TIMEOUT_MS: '1500' }],
    ] as const) {
      const begun = performance.now();
      const { code, stderr } = await start(args, '', environment).finished;
      expect(stderr).toMatch(/^render-service: the \w+ took longer than its time limit of 1500 ms; .*\n$/);
      expect(code).toBe(1);
      expect(performance.now() - begun).toBeLessThan(30_000);
    }
    expect(await readdir(folder)).toEqual(['equations.json']);
  });

  it.each(['SIGKILL', 'SIGSEGV'] as const)(
    'render reports in one sentence that %s ended its render process',
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
