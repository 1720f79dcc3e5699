import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageFileNames } from '../../src/preview/page-files.ts';
import { PreviewStand, smallFilm } from '../support/preview-stand.ts';

let stand: PreviewStand;
beforeAll(async () => {
  stand = await PreviewStand.open(smallFilm(), { 'secret.txt': Buffer.from('secret') });
});
afterAll(() => stand.close());

const pagePaths = pageFileNames.map((name) => (name === 'index.html' ? '/' : `/${name}`));
const apiPaths = [
  '/api/events',
  '/api/still?revision=1&timeMs=0&width=64',
  '/api/moment?revision=1&timeMs=0',
  '/api/wave?revision=1&columns=10',
  '/api/movie?revision=1',
  '/api/exports/none',
];
const paths = [...pagePaths, ...apiPaths];

describe('the preview', () => {
  it.each(paths)('refuses %s without its cookie', { tags: ['preview.access.token'] }, async (path) => {
    for (const cookie of ['', `render-service-preview-${stand.url.port}=wrong`, 'other=1']) {
      expect((await stand.ask(path, { headers: { cookie } })).status).toBe(401);
    }
  });

  it('gives the cookie for the token in the URL, to be kept from scripts and other sites', {
    tags: ['preview.access.token'],
  }, async () => {
    const headers = { cookie: '' };
    const answer = await stand.ask(`/${stand.url.search}`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([`${stand.cookie}; Path=/; HttpOnly; SameSite=Strict`]);
    for (const token of ['', 'wrong', `${stand.url.searchParams.get('token')}x`]) {
      expect((await stand.ask(`/?token=${token}`, { headers })).status).toBe(401);
    }
  });

  it('gives the cookie for a URL that can be opened once', { tags: ['preview.access.token'] }, async () => {
    const [first, second] = [stand.issueUrl(), stand.issueUrl()];
    expect(first.search).not.toBe(second.search);
    const headers = { cookie: '' };
    for (const { search } of [first, second]) {
      expect((await stand.ask(`/preview.js${search}`, { headers })).status).toBe(401);
      const answer = await stand.ask(`/${search}`, { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers['set-cookie']).toEqual([`${stand.cookie}; Path=/; HttpOnly; SameSite=Strict`]);
      expect((await stand.ask(`/${search}`, { headers })).status).toBe(401);
      // Whoever has the cookie may load the page again.
      expect((await stand.ask(`/${search}`)).status).toBe(200);
    }
  });

  it.each(paths)(
    'refuses %s for other hosts, origins and sites',
    {
      tags: ['preview.access.origin'],
    },
    async (path) => {
      const { port } = stand.url;
      const foreign: Record<string, string>[] = [
        { host: `evil.test:${port}` },
        { host: '127.0.0.1' },
        { origin: 'https://evil.test' },
        { origin: 'null' },
        { origin: `http://127.0.0.1:${Number(port) - 1}` },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      ];
      for (const headers of foreign) expect((await stand.ask(path, { headers })).status).toBe(403);
    },
  );

  it('refuses what changes something without an Origin', { tags: ['preview.access.origin'] }, async () => {
    const body = JSON.stringify({ kind: 'sheet', options: {} });
    const headers = { 'content-type': 'application/json' };
    expect((await stand.ask('/api/exports', { method: 'POST', headers, body })).status).toBe(403);
    expect((await stand.ask('/api/exports/1', { method: 'DELETE' })).status).toBe(403);
  });

  it('allows no code but its own, no frames and no other servers', {
    tags: ['preview.access.policy'],
  }, async () => {
    for (const path of ['/', '/preview.js', '/api/moment?revision=1&timeMs=0', '/missing']) {
      const { headers } = await stand.ask(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('serves its page, which is under 100 KB, and nothing else', {
    tags: ['preview.only-its-own', 'preview.page.size'],
  }, async () => {
    let bytes = 0;
    for (const path of pagePaths) bytes += (await stand.ask(path)).body.length;
    expect(bytes).toBeLessThan(100_000);
    const others = [
      '/film.json',
      '/secret.txt',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/preview.js/../../server.js',
      '/page/index.html',
      '//etc/passwd',
      `/${encodeURIComponent(stand.file)}`,
      '/api/exports/..%2f..%2fsecret.txt',
      '/api/still/../../secret.txt',
    ];
    for (const path of others) expect((await stand.ask(path)).status, path).toBe(404);
  });

  it.each([
    ['still', { revision: '1', timeMs: '0', width: '64' }],
    ['moment', { revision: '1', timeMs: '0' }],
    ['wave', { revision: '1', columns: '8' }],
    ['movie', { revision: '1' }],
  ])('refuses wrong parameters of %s', { tags: ['preview.only-its-own'] }, async (name, good) => {
    const wrong = ['', '-1', '1e99', 'NaN', '../../etc/passwd', '/etc/passwd', '%00', '[]', '__proto__'];
    for (const parameter of Object.keys(good)) {
      for (const value of wrong) {
        const query = new URLSearchParams({ ...good, [parameter]: value });
        const { status } = await stand.ask(`/api/${name}?${query}`);
        expect([404, 422], `${parameter}=${value}`).toContain(status);
      }
    }
    const further = new URLSearchParams({ ...good, path: '/etc/passwd' });
    expect((await stand.ask(`/api/${name}?${further}`)).status).toBe(422);
  });

  it.each([
    {},
    [],
    { kind: 'render', options: { format: 'png', outputPath: '/tmp/x' } },
    { kind: 'render', options: { format: 'gif' } },
    { kind: 'sheet', options: {}, inputPath: '/etc/passwd' },
    { kind: 'sheet', options: { baseFolder: '/' } },
  ])('refuses the export %j', { tags: ['preview.only-its-own'] }, async (order) => {
    const headers = { 'content-type': 'application/json', origin: stand.url.origin };
    const body = JSON.stringify(order);
    expect((await stand.ask('/api/exports', { method: 'POST', headers, body })).status).toBe(422);
  });
});
