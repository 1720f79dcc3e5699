import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { onLinux } from '../../../../test/support/linux-process.ts';
import { copyPackages } from '../../../../test/support/package-copy.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const hello = join(root, 'examples/hello.json');

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a shell command, in which `render_service` calls the command line of a package. */
function shell(line: string, packageFolder = root): Promise<Ended> {
  const main = join(packageFolder, 'packages/render-service/dist/cli/main.js');
  const script = `render_service() { "${process.execPath}" "${main}" "$@"; }; ${line}`;
  return new Promise((done) => {
    execFile('sh', ['-c', script], (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

function mayUnshare(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!onLinux)('the command line', () => {
  it('render works in a working folder that was deleted', async () => {
    const folder = await temporaryFolder();
    const output = join(folder, 'hello.png');
    await mkdir(join(folder, 'gone'));
    const ended = await shell(
      `cd "${folder}/gone" && rmdir ../gone && render_service render "${hello}" -o "${output}"`,
    );
    expect(ended).toEqual({ code: 0, stdout: expect.stringContaining('1280 x 720'), stderr: '' });
  });

  it('render reports an address space that is too small for rendering', async () => {
    const folder = await temporaryFolder();
    const ended = await shell(`ulimit -v 3000000; render_service render "${hello}" -o "${folder}/hello.png"`);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /^render-service: project: could not be rendered, .*too little address space.*ulimit -v.*\n$/,
    );
  });

  it.skipIf(!mayUnshare())('render reports that it needs /proc', async () => {
    const folder = await temporaryFolder();
    const output = join(folder, 'hello.png');
    const inNamespace = `unshare --mount sh -c 'mount -t tmpfs none /proc && exec "$@"' sh`;
    const main = join(root, 'packages/render-service/dist/cli/main.js');
    const ended = await shell(
      `${inNamespace} "${process.execPath}" "${main}" render "${hello}" -o "${output}"`,
    );
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /^render-service: project: could not be rendered, .*without \/proc; mount it.*\n$/,
    );
  });

  it.each(['batch', 'preview', 'mcp', 'work'])(
    'the %s command reports a limit on open files that is too low',
    async (command) => {
      const ended = await shell(`ulimit -n 64; render_service ${command}`);
      expect(ended).toEqual({
        code: 1,
        stdout: '',
        stderr: 'render-service: the limit of open files (ulimit -n) must be at least 256, but is 64\n',
      });
    },
  );

  it.each([`render "${hello}" -o -`, `sheet "${hello}" -o -`, `expand "${hello}"`, 'schema'])(
    'a command fails if standard output is closed: %s',
    async (command) => {
      const closed = await shell(`render_service ${command} >&-`);
      expect(closed.code).toBe(1);
      expect(closed.stderr).toMatch(
        /^render-service: cannot write to standard output because it is closed;.*\n$/,
      );
      expect(await shell(`render_service ${command} > /dev/null`)).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it.each([`render "${hello}" -o -`, 'serve --port 0', `preview "${hello}"`])(
    'a command prints how to install the drawing library if the library is missing: %s',
    async (command) => {
      const folder = await copyPackages();
      const modules = join(folder, 'node_modules');
      await rm(join(modules, '@napi-rs'));
      await mkdir(join(modules, '@napi-rs'));
      await cp(join(root, 'node_modules/@napi-rs/canvas'), join(modules, '@napi-rs/canvas'), {
        recursive: true,
      });
      const ended = await shell(`render_service ${command}`, folder);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(
        /^render-service: project: could not be rendered, .*no build for linux .*npm ci\n$/,
      );
    },
  );
});
