// @module-tag chromium

import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openChromium } from '../../../test/support/chromium-session.ts';
import { start, temporaryFolder } from '../../../test/support/command-line.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

const main = fileURLToPath(new URL('../../render-service/dist/cli/main.js', import.meta.url));
const execute = promisify(execFile);

/** Runs a command with the shell in a folder. In it, `render-service` is the built command line. */
async function runByShell(command: string, folder: string): Promise<void> {
  const programs = await temporaryFolder();
  const program = join(programs, 'render-service');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  await chmod(program, 0o755);
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
  await execute('sh', ['-c', command], { cwd: folder, env });
}

const film = JSON.stringify({
  shorthand: true,
  width: 320,
  height: 180,
  background: 'white',
  variables: { title: 'none', '-size': 20, number: 'none' },
  objects: {
    title: {
      kind: 'text',
      state: { x: 160, y: 60, text: `\${title}`, fontSize: `\${-size}`, fill: 'black' },
    },
    number: { kind: 'text', state: { x: 160, y: 120, text: `\${number}`, fontSize: 20, fill: 'black' } },
  },
  compositions: { one: { duration: 300, states: { title: {}, number: {} } } },
});

it("the export dialog's command makes the same bytes as the export, even with special characters", {
  timeout: 60_000,
}, async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'my  films'));
  const given = "my  films/-it's $(a) film.json";
  await writeFile(join(folder, given), film);
  const settings = [`title=It's "so"  $HOME\\n; \`echo\` *`, '-size=24', 'number="12"'];
  const preview = start(['preview', given, ...settings.map((one) => `--set=${one}`)], '', {}, folder);
  const url = await waitUntil('the URL', () => /http:\S+/.exec(preview.printed())?.[0]);
  const { page, close } = await openChromium({ acceptDownloads: true });
  onTestFinished(close);
  await page.goto(url);
  await page.locator('#status[data-status="ready"]').waitFor();
  await page.keyboard.press('e');
  const made: Buffer[] = [];
  for (const what of ['Still, PNG', 'Contact sheet']) {
    await page.locator('label', { hasText: what }).click();
    await page.locator('#export-width').fill('400');
    // The selected text, as a user would copy it.
    const command = await page.evaluate<string>(`(() => {
      getSelection().selectAllChildren(document.getElementById('export-command'));
      return getSelection().toString();
    })()`);
    const download = page.waitForEvent('download');
    await page.locator('#export-start').click();
    const file = await download;
    const name = what === 'Contact sheet' ? "-it's $(a) film-sheet.png" : "-it's $(a) film.png";
    await runByShell(command, folder);
    const bytes = await readFile(join(folder, name));
    expect(bytes.equals(await readFile(await file.path())), command).toBe(true);
    made.push(bytes);
  }
  await runByShell(`render-service render my*/*.json -o plain.png --width 400`, folder);
  expect(made[0]?.equals(await readFile(join(folder, 'plain.png')))).toBe(false);
});
