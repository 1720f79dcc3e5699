import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../support/command-line.ts';
import { judgeFilm } from '../support/film/judge-film.ts';

const runFile = promisify(execFile);
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const scripts = fileURLToPath(new URL('../fixtures/projects/scripts.json', import.meta.url));

describe('a render needs nothing of the machine', () => {
  it.each(['svg', 'png', 'mp4'])(
    'neither programs, fonts nor settings, for %s [service.no-external-tools drawing.fonts.bundled]',
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
      if (format === 'mp4') await judgeFilm(await readFile(bare), { width: 480 });
    },
  );
});

/** What Node itself cannot start without on Windows. */
function windowsNeeds(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
