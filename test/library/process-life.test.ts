import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { crowd, hello } from '../mcp/support/fixtures.ts';
import { isRunning, onLinux } from '../support/linux-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const library = new URL('../../dist/index.js', import.meta.url).href;

/** Runs a script of its own that has the library and `read`; resolves to what it prints and its exit code. */
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

describe.skipIf(!onLinux)('a program', () => {
  it('that only imports the library starts nothing, and loads no native code [library.exports]', async () => {
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
      'inspect',
      'projectSchema',
      'render',
    ]);
    expect({ children, native }).toEqual({ children: '', native: [] });
  });

  it('that forgets to close ends by itself, and the render process with it', async () => {
    const { code, stdout, stderr } = await runScript(`
      const { bytes } = await library.render(hello, { format: 'svg' });
      console.log(JSON.stringify({ bytes, child: Number(children()) }));
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { bytes, child } = JSON.parse(stdout);
    expect(bytes).toBeGreaterThan(0);
    await waitUntil('the render process is gone', () => !isRunning(child));
  });

  it('that renders without waiting for it still gets its result', async () => {
    const { code, stdout } = await runScript(`
      library.render(hello, { format: 'mp4' }).then(({ frames }) => console.log(frames));
    `);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '30\n' });
  });

  it('that exits in mid-film leaves nothing running', async () => {
    const { code, stdout } = await runScript(`
      library.render(crowd, { format: 'mp4', onProgress: () => { console.log(children()); process.exit(7); } });
    `);
    expect(code).toBe(7);
    await waitUntil('the render process is gone', () => !isRunning(Number(stdout)));
  });
});
