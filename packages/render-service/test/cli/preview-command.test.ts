import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { eventsOf } from '../../../../test/support/preview-events.ts';
import { smallFilm } from '../../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

async function filmFile(): Promise<string> {
  const file = join(await temporaryFolder(), 'film.json');
  await writeFile(file, smallFilm());
  return file;
}

it('preview prints the page URL, and exits with code 0 when it is interrupted', {
  tags: 'slow',
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
  { tags: 'slow' },
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

it.each([
  ['there is no opener', undefined],
  ['the opener finds no browser', '#!/bin/sh\nexit 3\n'],
])('preview --open prints the URL to open and continues if %s', { tags: 'slow' }, async (_, script) => {
  const programs = await temporaryFolder();
  for (const name of script === undefined ? [] : ['xdg-open', 'open'])
    await writeFile(join(programs, name), script ?? '', { mode: 0o755 });
  const preview = start(['preview', await filmFile(), '--open'], '', { PATH: programs });
  let said = '';
  preview.process.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await waitUntil('the sentence', () => said.endsWith('\n'));
  const [url = ''] = /http:\S+/.exec(preview.printed()) ?? [];
  expect(said).toBe(`render-service: no browser could be opened; open ${url} yourself\n`);
  expect((await fetch(url)).status).toBe(200);
  preview.process.kill('SIGINT');
  expect((await preview.finished).code).toBe(0);
});

it('preview rejects standard input, a missing file, and an invalid or used port', {
  tags: 'slow',
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

it('preview escapes control characters in file and option names', { tags: 'slow' }, async () => {
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

/** Starts a preview and resolves with its URL. */
async function urlOf(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const preview = start(['preview', ...args], '', environment);
  const url = await waitUntil('the URL', () => /http:\S+/.exec(preview.printed())?.[0]);
  const end = async () => {
    preview.process.kill('SIGINT');
    expect(await preview.finished).toMatchObject({ code: 0, stderr: '' });
  };
  return { url, end };
}

it('preview has the same URL when it is started again on the same file, but not with --port 0', {
  tags: 'slow',
}, async () => {
  const environment = { XDG_STATE_HOME: await temporaryFolder() };
  const [file, other] = [await filmFile(), await filmFile()];
  const first = await urlOf([file], environment);
  const beside = await urlOf([file], environment);
  expect(beside.url).not.toBe(first.url);
  await beside.end();
  await first.end();
  const again = await urlOf([file], environment);
  expect(again.url).toBe(beside.url);
  await again.end();
  for (const args of [[file, '--port', '0'], [other]]) {
    const fresh = await urlOf(args, environment);
    expect(new URL(fresh.url).pathname).not.toBe(new URL(beside.url).pathname);
    await fresh.end();
  }
  const folder = join(environment.XDG_STATE_HOME, 'render-service', 'previews');
  const [remembered = ''] = await readdir(folder);
  expect((await stat(join(folder, remembered))).mode & 0o077).toBe(0);
});

it('preview has a new URL if the file of its last URL is a named pipe', { tags: 'slow' }, async () => {
  const environment = { XDG_STATE_HOME: await temporaryFolder() };
  const file = await filmFile();
  const first = await urlOf([file], environment);
  await first.end();
  const folder = join(environment.XDG_STATE_HOME, 'render-service', 'previews');
  const [remembered = ''] = await readdir(folder);
  await rm(join(folder, remembered));
  execFileSync('mkfifo', [join(folder, remembered)]);
  const fresh = await urlOf([file], environment);
  expect(new URL(fresh.url).pathname).not.toBe(new URL(first.url).pathname);
  await fresh.end();
  // It now remembers the new URL.
  expect((await stat(join(folder, remembered))).isFile()).toBe(true);
});

it('preview has a new URL if its last URL cannot be read or written', { tags: 'slow' }, async () => {
  const blocked = join(await temporaryFolder(), 'a file');
  await writeFile(blocked, '');
  const { url, end } = await urlOf([await filmFile()], { XDG_STATE_HOME: blocked });
  expect((await fetch(url)).status).toBe(200);
  await end();
});

it('preview shows the rows of a data file, and refuses one that it cannot read or watch', {
  tags: 'slow',
}, async () => {
  const folder = await temporaryFolder();
  const [file, data] = [join(folder, 'card.json'), join(folder, 'people.csv')];
  await writeFile(file, smallFilm({ name: `\${title}`, variables: { title: 'None' } }));
  await writeFile(data, 'title\nAda\nGrace\n');
  const { url, end } = await urlOf([file, '--data', data], { XDG_STATE_HOME: folder });
  const events = await eventsOf(url);
  const { row, outline } = await events.next((state) => state.status === 'ready');
  expect([row?.number, row?.count, outline?.name]).toEqual([1, 2, 'Ada']);
  await events.close();
  await end();
  for (const [args, code, message] of [
    [['--data', '-'], 2, '--data needs a file'],
    [['--data', join(folder, 'none.csv')], 1, 'none.csv'],
    [['--editor', ' '], 2, '--editor must name an editor'],
  ] as const) {
    const ended = await run(['preview', file, ...args]);
    expect(ended.code, message).toBe(code);
    expect(ended.stderr).toContain(message);
  }
});
