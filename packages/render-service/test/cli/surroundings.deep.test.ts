// @module-tag ffmpeg

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type RunningCommand, run, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { checkFilm } from '../../../../test/support/film/check-film.ts';
import { childrenOf, handlesSignal, nativeParts, onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

const runFile = promisify(execFile);
const { SIGHUP } = constants.signals;
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const scripts = fileURLToPath(new URL('../../../../test/fixtures/projects/scripts.json', import.meta.url));

describe('the environment of a render', () => {
  it.each(['svg', 'png', 'mp4'])(
    "render makes the same %s without the machine's programs, fonts or settings",
    async (format) => {
      const folder = await temporaryFolder();
      // No program is found, no font is configured, and no key, proxy or home is known.
      const fonts = join(folder, 'fonts.conf');
      await writeFile(fonts, '<?xml version="1.0"?><fontconfig></fontconfig>');
      const bare = join(folder, `bare.${format}`);
      const env = { PATH: '', FONTCONFIG_FILE: fonts, ...windowsNeeds() };
      const width = ['--width', '480'];
      await runFile(process.execPath, [main, 'render', scripts, '-o', bare, ...width], { env });
      const usual = join(folder, `usual.${format}`);
      expect((await run(['render', scripts, '-o', usual, ...width])).code).toBe(0);
      expect((await readFile(bare)).equals(await readFile(usual))).toBe(true);
      if (format === 'mp4') await checkFilm(await readFile(bare), { width: 480 });
    },
  );
});

describe.skipIf(!onLinux)('the modules that a command loads', () => {
  const crowd = fileURLToPath(new URL('../../../../test/fixtures/projects/crowd-500.json', import.meta.url));
  const skia = expect.stringContaining('skia');
  const ffmpeg = expect.stringContaining('node-av');

  it('only the render process loads native modules, and it loads FFmpeg only for films', async () => {
    const still = start(['render', '-', '-o', '-'], null);
    // It handles signals once its modules are loaded. Before that, for a moment after the fork, it still has the
    // command's handlers.
    const isReady = () =>
      childrenOf(still.process.pid ?? 0).some((pid) => handlesSignal(pid, SIGHUP)) &&
      loadedByRenderProcess(still) !== undefined;
    await waitUntil('the render process', isReady, 30_000);
    expect(loadedByRenderProcess(still)).toEqual([skia]);
    expect(nativeParts(still.process.pid ?? 0)).toEqual([]);
    still.process.stdin?.end(await readFile(scripts));
    expect((await still.finished).code).toBe(0);
    const film = start(['render', crowd, '-o', '-', '--format', 'mp4']);
    await waitUntil('FFmpeg', () => (loadedByRenderProcess(film)?.length ?? 0) > 1, 30_000);
    expect(loadedByRenderProcess(film)).toEqual(expect.arrayContaining([skia, ffmpeg]));
    expect(nativeParts(film.process.pid ?? 0)).toEqual([]);
    film.process.kill('SIGTERM');
    expect((await film.finished).code).toBe(143);
  });
});

/** Lists what the render process of a command has loaded, once it has loaded something. */
function loadedByRenderProcess({ process: { pid = 0 } }: RunningCommand): string[] | undefined {
  const [renderProcess] = childrenOf(pid);
  const loaded = renderProcess === undefined ? [] : nativeParts(renderProcess);
  return loaded.length > 0 ? loaded : undefined;
}

/** Variables without which Node does not start on Windows. */
function windowsNeeds(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
