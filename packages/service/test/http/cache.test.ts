import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { post } from '../../../../test/support/ask.ts';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { smallText } from '../../../../test/support/http-projects.ts';
import { startMeasuredService } from '../../../../test/support/measured-service.ts';
import { serveToEnd, startService, useService } from '../../../../test/support/service.ts';
import { cacheContent } from '../../../engine/src/render/film/kept/cache-folder.ts';

const film = '/render?format=mp4&width=160';

describe('a service with a cache', () => {
  const folder = mkdtempSync(join(tmpdir(), 'render-service-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const cached = useService({ env: { SERVICE_RENDER_CACHE: folder } });
  const plain = useService();

  it.each([
    ['a film from kept pieces', film],
    ['a kept still', '/render?format=png&width=160'],
  ])('%s has the body and the headers of one that is made anew', { tags: 'ffmpeg' }, async (_, query) => {
    const anew = await post(plain(), query, smallText);
    const before = (await cacheContent(folder)).pieces;
    const first = await post(cached(), query, smallText);
    expect(await readdir(folder)).toEqual(['pieces']);
    const { pieces } = await cacheContent(folder);
    expect(pieces).toBeGreaterThan(before);
    const second = await post(cached(), query, smallText);
    expect((await cacheContent(folder)).pieces).toBe(pieces);
    for (const { status, headers, body } of [first, second]) {
      const { date: __, ...others } = anew.headers;
      expect(status).toBe(200);
      expect(headers).toMatchObject(others);
      expect(body.equals(anew.body)).toBe(true);
    }
  });

  it('a cache that cannot be written is logged once, and films are made all the same', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const service = await startService({ env: { SERVICE_RENDER_CACHE: '/dev/null/cache' } });
    const anew = await post(plain(), film, smallText);
    for (const _ of [1, 2]) expect((await post(service, film, smallText)).body.equals(anew.body)).toBe(true);
    const problems = service.logs.filter(({ level }) => level === 40);
    expect(problems.map(({ msg }) => msg)).toEqual([
      'the cache /dev/null/cache cannot be written: a part of its path is a file, not a folder',
    ]);
  });

  it.each([
    [['--cache', ''], '--cache must be the path of a folder, but is ""'],
    [['--cache', 's3://films/pieces'], '--cache must be the path of a folder, but is "s3://films/pieces"'],
    [
      ['--cache-size', 'much'],
      '--cache-size must be a whole number of bytes, at least 1000000, such as 2GB, but is "much"',
    ],
  ])('serve %j is refused', async (flags, message) => {
    const { code, stderr } = await serveToEnd({ flags });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

it('metrics count pieces that were kept and made, and their bytes', async () => {
  const { post: send, scrape } = await startMeasuredService({ flags: { cache: await temporaryFolder() } });
  await send(film, smallText);
  const first = await scrape();
  const made = first.value('render_service_pieces_total', { outcome: 'made' });
  const bytes = first.value('render_service_piece_bytes_total', { outcome: 'made' });
  expect(made).toBeGreaterThan(0);
  expect(bytes).toBeGreaterThan(0);
  expect(first.value('render_service_pieces_total', { outcome: 'kept' })).toBe(0);
  await send(film, smallText);
  const second = await scrape();
  for (const outcome of ['kept', 'made']) {
    expect(second.value('render_service_pieces_total', { outcome })).toBe(made);
    expect(second.value('render_service_piece_bytes_total', { outcome })).toBe(bytes);
  }
});
