import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { onLinux } from '../../../../../test/support/linux-process.ts';
import { changeFile, copyPackages } from '../../../../../test/support/package-copy.ts';
import { heapSettings } from '../../../src/render/process/start-child.ts';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../../../../', import.meta.url));

interface Surroundings {
  /** Start of the main file of a package's render process. */
  readonly prelude?: string;
  /** Code with `RenderSupervisor`, `hello`, `children` and `wait`, which prints JSON. */
  readonly script: string;
}

/** Runs a script in a copy of the package. */
async function runIn({ prelude = '', script }: Surroundings): Promise<unknown> {
  const folder = await copyPackages();
  if (prelude)
    await changeFile(join(folder, 'packages/engine/dist/render/process/main.cjs'), (text) => prelude + text);
  const start = `
    import { closeSync, openSync, readFileSync } from 'node:fs';
    import { execFileSync } from 'node:child_process';
    import { setTimeout as wait } from 'node:timers/promises';
    import { RenderSupervisor } from ${JSON.stringify(pathToFileURL(join(folder, 'packages/engine/dist/render/process/supervisor.js')).href)};
    const hello = readFileSync(${JSON.stringify(join(root, 'examples/hello.json'))});
    const children = () =>
      readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ').filter(Boolean);
  `;
  const { stdout } = await runFile(process.execPath, ['--input-type=module', '--eval', start + script], {
    timeout: 55_000,
  });
  return JSON.parse(stdout);
}

describe.skipIf(!onLinux)('a render process', { timeout: 60_000 }, () => {
  it('a render process that dies while it warms up is not restarted endlessly', {
    tags: 'slow',
  }, async () => {
    const started = await runIn({
      // As a native module does whose instructions the processor does not have.
      prelude: 'setTimeout(() => process.abort(), 300);\n',
      script: `
        const renderer = new RenderSupervisor({ startsAhead: true });
        await renderer.start();
        const seen = new Set();
        const end = performance.now() + 20_000;
        let alone = 0;
        while (alone < 100 && performance.now() < end) {
          const there = children();
          for (const child of there) seen.add(child);
          alone = there.length === 0 ? alone + 1 : 0;
          await wait(10);
        }
        console.log(JSON.stringify({ seen: seen.size, left: children().length }));
      `,
    });
    expect(started).toEqual({ seen: expect.toSatisfy((count) => count >= 2 && count <= 4), left: 0 });
  });

  it.each([
    { mebibytes: 1100, replaced: true },
    { mebibytes: 700, replaced: false },
  ])(
    'an idle render process with $mebibytes MiB is replaced: $replaced',
    { tags: 'slow' },
    async ({ mebibytes, replaced }) => {
      const seen = await runIn({
        prelude: `globalThis.kept = Buffer.alloc(${mebibytes} * 1024 ** 2, 1);\n`,
        script: `
        const renderer = new RenderSupervisor({ startsAhead: true });
        await renderer.start();
        const first = renderer.processId;
        await renderer.inspect(hello);
        const isThere = children().includes(String(first));
        const result = await renderer.render(hello);
        console.log(JSON.stringify({ isThere, format: result.format }));
        await renderer.close();
      `,
      });
      expect(seen).toEqual({ isThere: !replaced, format: 'png' });
    },
  );

  it('a render process may use 2 GiB of JavaScript heap and 2 GiB of resident memory', {
    tags: 'slow',
  }, async () => {
    const told = await runIn({
      prelude: `
        process.stderr.write([...process.execArgv, ...process.argv.slice(2)].join(' '));
        process.exit(3);
      `,
      script: `
        const { cause } = await new RenderSupervisor().render(hello).catch((error) => error);
        console.log(JSON.stringify(cause));
      `,
    });
    const settings = ['--max-old-space-size=2048', ...heapSettings, '2147483648', 'warm-up'];
    expect(told).toBe(`the render process ended with code 3\n${settings.join(' ')}`);
  });

  it('a render process reports the cause of an unexpected failure', { tags: 'slow' }, async () => {
    const told = await runIn({
      prelude: `
        const fail = () => { throw new TypeError('a bug'); };
        // A PNG needs it.
        Object.defineProperty(Array.prototype, 'findLastIndex', { value: fail });
      `,
      script: `
        const { code, message, cause } = await new RenderSupervisor().render(hello).catch((error) => error);
        console.log(JSON.stringify({ code, message, cause }));
      `,
    });
    expect(told).toEqual({
      code: 'failed',
      message: 'project: could not be rendered, because of an unexpected failure',
      cause: expect.stringMatching(/^TypeError: a bug\n +at /),
    });
  });

  it('a task fails if its render process cannot be started for lack of file descriptors', {
    tags: 'slow',
  }, async () => {
    const told = await runIn({
      script: `
        const renderer = new RenderSupervisor({ startsAhead: true });
        await renderer.start();
        execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=256:4096']);
        const files = [];
        const openAll = () => {
          for (;;) {
            try {
              files.push(openSync('/dev/null'));
            } catch {
              return;
            }
          }
        };
        openAll();
        process.kill(renderer.processId, 'SIGKILL');
        await wait(500);
        openAll();
        const { code, cause } = await renderer.render(hello).catch((error) => error);
        for (const file of files) closeSync(file);
        const result = await renderer.render(hello);
        console.log(JSON.stringify({ code, cause, format: result.format }));
      `,
    });
    expect(told).toEqual({ code: 'failed', cause: expect.stringContaining('EMFILE'), format: 'png' });
  });
});
