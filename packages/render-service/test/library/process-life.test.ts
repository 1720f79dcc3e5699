import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isRunning, onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { crowd, hello } from '../../../service/test/mcp/support/fixtures.ts';

const library = new URL('../../../engine/dist/index.js', import.meta.url).href;

/** Runs a script with the library and `read` in a separate process; resolves to its output and exit code. */
function runScript(script: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const start = `
    import * as library from ${JSON.stringify(library)};
    import { readFileSync } from 'node:fs';
    const children = () => readFileSync(\`/proc/self/task/\${process.pid}/children\`, 'utf8').trim();
    const hello = readFileSync(${JSON.stringify(hello)});
    const crowd = readFileSync(${JSON.stringify(crowd)});
  `;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', start + script],
      { timeout: 20_000, cwd: fileURLToPath(new URL('.', import.meta.url)) },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

describe.skipIf(!onLinux)('a program that uses the library', () => {
  it('importing the library starts no process and loads no native code', async () => {
    const { code, stdout, stderr } = await runScript(`
      const native = readFileSync('/proc/self/maps', 'utf8').match(/\\S+\\.node$/gm) ?? [];
      console.log(JSON.stringify({
        names: Object.keys(library).sort(), children: children(), native,
      }));
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { names, children, native } = JSON.parse(stdout);
    expect(names).toEqual([
      'RenderError',
      'capabilities',
      'close',
      'createRenderer',
      'expandProject',
      'fix',
      'inspect',
      'projectSchema',
      'render',
      'renderParts',
      'sheet',
      'shorthandSchema',
    ]);
    expect({ children, native }).toEqual({ children: '', native: [] });
  });

  it('a program exits without close(), and its render process ends', async () => {
    const { code, stdout, stderr } = await runScript(`
      const { bytes } = await library.render(hello, { format: 'svg' });
      console.log(JSON.stringify({ bytes, child: Number(children()) }));
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { bytes, child } = JSON.parse(stdout);
    expect(bytes).toBeGreaterThan(0);
    await waitUntil('the render process is gone', () => !isRunning(child));
  });

  it('a program does not exit before the result of a render that it does not await', async () => {
    const { code, stdout } = await runScript(`
      library.render(hello, { format: 'mp4' }).then(({ frames }) => console.log(frames));
    `);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '30\n' });
  });

  it('the render process ends when a program exits during a film', { tags: 'slow' }, async () => {
    const { code, stdout } = await runScript(`
      library.render(crowd, { format: 'mp4', onProgress: () => { console.log(children()); process.exit(7); } });
    `);
    expect(code).toBe(7);
    await waitUntil('the render process is gone', () => !isRunning(Number(stdout)));
  });

  it.each([
    ['at once', `async () => { throw new Error('disk full'); }`],
    ['while the film goes on', `async () => { await wait(30); throw new Error('disk full'); }`],
    [
      'after the work is done',
      `async ({ fraction }) => { if (fraction === 1) { await wait(300); throw new Error('disk full'); } }`,
    ],
    [
      'in a thenable that is not a promise',
      `() => ({ then(_, reject) { reject(new Error('disk full')); } })`,
    ],
  ])(
    'a render rejects, but the program continues, if onProgress rejects %s',
    { tags: 'slow' },
    async (_, onProgress) => {
      const { code, stdout, stderr } = await runScript(`
      import { setTimeout as wait } from 'node:timers/promises';
      const failed = (error) => error.code + ': ' + error.message + ', ' + error.cause.message;
      const film = library.render(hello, { format: 'mp4', width: 320, onProgress: ${onProgress} });
      console.log(await film.then(() => 'done', failed));
      await wait(100);
      console.log((await library.render(hello, { format: 'svg' })).format);
    `);
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: 'failed: onProgress threw Error: disk full, disk full\nsvg\n',
        stderr: '',
      });
    },
  );

  it('a program continues if onProgress rejects with a value that cannot be shown as text', async () => {
    const { code, stdout, stderr } = await runScript(`
      const film = library.render(hello, { onProgress: () => Promise.reject(Object.create(null)) });
      console.log(await film.catch(({ message }) => message));
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('onProgress threw an object that cannot be shown as text\n');
  });

  it('the library prints no warning when many calls share one signal', { tags: 'slow' }, async () => {
    const { code, stdout, stderr } = await runScript(`
      const stop = new AbortController();
      const many = (project, options) =>
        Array.from({ length: 30 }, () => library.render(project, { ...options, signal: stop.signal }));
      const own = library.createRenderer();
      const done = await Promise.all([
        ...many(hello, { format: 'svg', onProgress: async () => {} }),
        ...Array.from({ length: 30 }, () => own.inspect(hello, { signal: stop.signal })),
      ]);
      const films = many(crowd, { format: 'mp4' });
      films[0].catch(() => {});
      setTimeout(() => stop.abort(), 500);
      const codes = (await Promise.allSettled(films)).map(({ reason }) => reason.code);
      console.log(JSON.stringify([done.length, [...new Set(codes)], codes.length]));
      await own.close();
    `);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '[60,["aborted"],30]\n', stderr: '' });
  });
});
