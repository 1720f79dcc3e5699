import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run, start, temporaryFolder } from '../support/command-line.ts';
import { smallFilm } from '../support/preview-stand.ts';
import { waitUntil } from '../support/wait-until.ts';

async function filmFile(): Promise<string> {
  const file = join(await temporaryFolder(), 'film.json');
  await writeFile(file, smallFilm());
  return file;
}

it('preview prints the page URL, and exits with code 0 when it is interrupted', {
  tags: ['preview.command'],
}, async () => {
  const { process: child, finished } = start(['preview', await filmFile()]);
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const url = await waitUntil('the URL', () => /http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\//.exec(printed)?.[0]);
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('<title>Preview</title>');
  child.kill('SIGINT');
  const { code, stderr } = await finished;
  expect(code).toBe(0);
  expect(stderr).toBe('');
  await expect(fetch(url)).rejects.toThrow();
});

it.skipIf(process.platform === 'win32')(
  'preview --open gives the browser a URL that works once',
  {
    tags: ['preview.command', 'preview.access.token'],
  },
  async () => {
    // Replaces the system's opener, and records the command line, which all users can read.
    const programs = await temporaryFolder();
    const noted = join(programs, 'noted');
    for (const name of ['xdg-open', 'open']) {
      const program = join(programs, name);
      const script = `#!/bin/sh\nprintf '%s' "$@" > '${noted}.part' && mv '${noted}.part' '${noted}'\n`;
      await writeFile(program, script, { mode: 0o755 });
    }
    const environment = { PATH: `${programs}${delimiter}${process.env.PATH}` };
    const preview = start(['preview', await filmFile(), '--open'], '', environment);
    const given = await waitUntil('the opener', () => readFile(noted, 'utf8').catch(() => undefined));
    const [printed = ''] = /http:\S+/.exec(preview.printed()) ?? [];
    expect(given).not.toContain(new URL(printed).pathname);
    expect((await fetch(given)).url).toBe(printed);
    expect((await fetch(given)).status).toBe(401);
    expect((await fetch(printed)).status).toBe(200);
    preview.process.kill('SIGINT');
    expect(await preview.finished).toMatchObject({ code: 0, stderr: '' });
  },
);

it('preview --open reports that it cannot open a browser, and continues', {
  tags: ['preview.command'],
}, async () => {
  const preview = start(['preview', await filmFile(), '--open'], '', { PATH: await temporaryFolder() });
  let said = '';
  preview.process.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await waitUntil('the sentence', () => said.includes('open the URL above'));
  expect((await fetch(/http:\S+/.exec(preview.printed())?.[0] ?? '')).status).toBe(200);
  preview.process.kill('SIGINT');
  expect((await preview.finished).code).toBe(0);
});

it('preview rejects standard input, a missing file, and an invalid or used port', {
  tags: ['preview.command'],
}, async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const used = String((server.address() as AddressInfo).port);
  const file = await filmFile();
  const cases = [
    [['-'], 2, 'not standard input'],
    [[file, '--port', '70000'], 2, 'from 0 to 65535'],
    [[file, '--port', used], 1, `the port ${used} is in use`],
    [[join(file, '..', 'missing.json')], 1, 'missing.json'],
  ] as const;
  for (const [args, code, message] of cases) {
    const ended = await run(['preview', ...args]);
    expect(ended.code, message).toBe(code);
    expect(ended.stderr).toContain(message);
  }
});

it('preview escapes control characters in file and option names', {
  tags: ['preview.command'],
}, async () => {
  const name = '\u001b]0;title\u0007\u001b[2J\u009b31m\u202efilm\n.json';
  const file = join(await temporaryFolder(), name);
  const isClean = (text: string) => !/(?!\n)[\p{Cc}\u202e]/u.test(text);
  const missing = await run(['preview', file]);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('\\u001b]0;title\\u0007');
  expect(isClean(missing.stderr)).toBe(true);
  const wrong = await run(['preview', `--${name}`]);
  expect(isClean(wrong.stderr)).toBe(true);
  await writeFile(file, smallFilm());
  const preview = start(['preview', file]);
  const printed = await waitUntil('the URL', () => /http:\S+/.test(preview.printed()) && preview.printed());
  expect(isClean(printed)).toBe(true);
  expect(printed).toContain('film\\n.json at http');
  preview.process.kill('SIGINT');
  expect((await preview.finished).code).toBe(0);
});
