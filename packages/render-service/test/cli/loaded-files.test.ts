import { fork } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { start, temporaryFolder } from '../../../../test/support/command-line.ts';

// A cold still is mostly the loading of code: see docs/decisions.md, "A cold still loads little".

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const hello = join(root, 'examples/hello.json');
const renderProcess = join(root, 'packages/engine/dist/render/process/main.start.cjs');

/** The files of this package that a process and its threads loaded, from the coverage that V8 wrote into a folder. */
async function loadedFiles(coverageFolder: string): Promise<string[]> {
  const files = new Set<string>();
  for (const name of await readdir(coverageFolder)) {
    const { result } = JSON.parse(await readFile(join(coverageFolder, name), 'utf8'));
    for (const { url } of result) {
      const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
      if (/^packages\/[^/]+\/(dist|assets)\b/.test(path)) files.add(path.split(sep).join('/'));
    }
  }
  return [...files].sort();
}

it.each([
  ['render', ['-o', 'still.png']],
  ['sheet', ['-o', 'sheet.png']],
  ['inspect', []],
  ['fix', ['--check']],
  ['expand', []],
])('the command %s loads its program and what starts it', async (command, options) => {
  const folder = await temporaryFolder();
  const coverage = join(folder, 'coverage');
  const running = start([command, hello, ...options], '', { NODE_V8_COVERAGE: coverage }, folder);
  expect((await running.finished).code).toBe(0);
  expect(await loadedFiles(coverage)).toEqual([
    'packages/render-service/dist/cli/main.js',
    'packages/render-service/dist/cli/program.cjs',
    'packages/render-service/dist/cli/program.start.cjs',
  ]);
});

it('the render process loads its program and what starts it for a plain still, and its guard another file', async () => {
  const coverage = await temporaryFolder();
  const input = await readFile(hello);
  const child = fork(renderProcess, [String(2 ** 30)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    env: { NODE_V8_COVERAGE: coverage },
  });
  const ended = new Promise((done) => child.on('exit', done));
  const answer = await new Promise<{ type: string }>((done) => {
    child.on('message', (message: { type: string }) => {
      if (message.type === 'ready') child.send({ kind: 'render', input, options: { format: 'png' } });
      else if (message.type === 'done' || message.type === 'failed') done(message);
    });
  });
  child.disconnect();
  await ended;
  expect(answer.type).toBe('done');
  expect((await loadedFiles(coverage)).filter((file) => !file.endsWith('guard-thread.cjs'))).toEqual([
    'packages/engine/dist/render/process/main.cjs',
    'packages/engine/dist/render/process/main.start.cjs',
  ]);
});

it('the render process contains no translations of zod', async () => {
  expect(await readFile(renderProcess.replace('.start', ''), 'utf8')).not.toMatch(
    /Ungültige|Entrée invalide|不正な/,
  );
});
