import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run, start, temporaryFolder } from '../support/command-line.ts';
import { smallFilm } from '../support/preview-stand.ts';
import { waitUntil } from '../support/wait-until.ts';

async function filmFile(): Promise<string> {
  const file = join(await temporaryFolder(), 'film.json');
  await writeFile(file, smallFilm());
  return file;
}

it('preview prints the URL of its page, and ends with 0 when it is interrupted', {
  tags: ['preview.command'],
}, async () => {
  const { process: child, finished } = start(['preview', await filmFile()]);
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const url = await waitUntil(
    'the URL',
    () => /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}/.exec(printed)?.[0],
  );
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('<title>Preview</title>');
  child.kill('SIGINT');
  const { code, stderr } = await finished;
  expect(code).toBe(0);
  expect(stderr).toBe('');
  await expect(fetch(url)).rejects.toThrow();
});

it('preview refuses what it cannot show', { tags: ['preview.command'] }, async () => {
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
