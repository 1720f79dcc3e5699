import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

let stand: PreviewStand;
let folder: string;

beforeAll(async () => {
  stand = await PreviewStand.open(smallFilm());
  folder = dirname(stand.file);
});
afterAll(() => stand.close());

const content = Buffer.from('not really a picture');

const own = () => ({ 'content-type': 'application/octet-stream', origin: stand.url.origin });

async function drop(name: string, body: Uint8Array = content, headers: Record<string, string> = {}) {
  const response = await fetch(`${stand.url}api/files?${new URLSearchParams({ name })}`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { ...own(), ...headers },
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

describe('files that are dropped into the page', () => {
  it('are copied beside the document under their name', async () => {
    expect(await drop('a.png')).toEqual({ status: 200, answer: { name: 'a.png', kind: 'image' } });
    expect(await readFile(join(folder, 'a.png'))).toEqual(content);
  });

  it('get another name if a file, a folder or a link has theirs, and the same bytes are copied once', async () => {
    await writeFile(join(folder, 'b.mp3'), 'other');
    await symlink('/dev/null', join(folder, 'b-2.mp3'));
    await mkdir(join(folder, 'b-3.mp3'));
    expect((await drop('b.mp3')).answer).toEqual({ name: 'b-4.mp3', kind: 'sound' });
    expect((await drop('b.mp3')).answer).toEqual({ name: 'b-4.mp3', kind: 'sound' });
    expect(await readFile(join(folder, 'b.mp3'), 'utf8')).toBe('other');
    expect((await lstat(join(folder, 'b-2.mp3'))).isSymbolicLink()).toBe(true);
  });

  it.each([
    '../out.png',
    '..\\out.png',
    '/etc/out.png',
    '.hidden.png',
    'a\u0000.png',
    'film.json',
    'run.sh',
    'png',
  ])('with the name %j are refused, and nothing is written', async (name) => {
    const before = await readdir(folder);
    const { status, answer } = await drop(name);
    expect(status).toBe(409);
    expect(answer.error).toMatch(/^not copied: /);
    expect(await readdir(folder)).toEqual(before);
    for (const outside of [dirname(folder), '/etc']) expect(existsSync(join(outside, 'out.png'))).toBe(false);
  });

  it('are refused if they are empty', async () => {
    expect((await drop('empty.png', new Uint8Array())).answer.error).toBe('not copied: empty.png is empty');
  });

  it('are refused from another site', async () => {
    const { status } = await drop('foreign.png', content, { origin: 'https://example.org' });
    expect(status).toBe(403);
    expect(await readdir(folder)).not.toContain('foreign.png');
  });

  it('leave nothing if the page ends in the middle', async () => {
    const before = await readdir(folder);
    const url = `${stand.url}api/files?name=half.png`;
    const headers = { ...own(), 'content-length': '1000000' };
    const sent = request(url, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.write(Buffer.alloc(100_000));
    await waitUntil('the copy begins', async () => (await readdir(folder)).length > before.length);
    sent.destroy();
    await waitUntil('the copy is gone', async () => (await readdir(folder)).length === before.length);
    expect(await readdir(folder)).toEqual(before);
  });
});
