import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { pageFileNames } from '../src/page-files.ts';

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
  '/api/pick?revision=1&timeMs=0&x=1&y=1&reach=1',
  '/api/lane?revision=1&scene=main&object=box',
  '/api/changes?revision=1',
  '/api/spoken?revision=1',
  '/api/icons',
  '/api/wave?revision=1&columns=10',
  '/api/movie?revision=1',
  '/api/exports/none',
];
const paths = [...pagePaths, ...apiPaths];

describe('access to the preview', () => {
  it.each(paths)('the preview refuses %s without its token', async (path) => {
    const { base } = stand;
    for (const wrong of ['', '/wrong', `${base}x`, base.slice(0, -1), `/x${base}`, base.toUpperCase()]) {
      expect((await stand.askOutside(wrong + path)).status, wrong).toBe(401);
    }
  });

  it('the preview sets no cookie, because other servers on the machine would get it too', async () => {
    for (const path of paths.filter((one) => one !== '/api/events')) {
      expect((await stand.ask(path)).headers['set-cookie'], path).toBeUndefined();
    }
  });

  it('a one-time URL redirects to the preview page once', async () => {
    const [first, second] = [stand.issueUrl(), stand.issueUrl()];
    expect(first.href).not.toBe(second.href);
    for (const { href, pathname } of [first, second]) {
      expect(href).not.toContain(stand.base);
      expect((await stand.askOutside(`${pathname}/preview.js`)).status).toBe(401);
      expect((await stand.askOutside(pathname, { method: 'HEAD' })).status).toBe(401);
      const answer = await stand.askOutside(pathname);
      expect([answer.status, answer.headers.location]).toEqual([303, stand.url.pathname]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect((await stand.askOutside(pathname)).status).toBe(401);
    }
  });

  it('the preview proves that it has its token without revealing it', async () => {
    const challenge = 'a-challenge-of-the-page';
    const token = stand.base.slice(1);
    const proof = createHmac('sha256', token).update(challenge).digest('hex');
    const { status, body, headers } = await stand.askOutside(`/proof/${challenge}`);
    expect([status, body.toString()]).toEqual([200, proof]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    for (const path of ['/proof/', '/proof/short', `/proof/${'x'.repeat(65)}`, `/proof/${challenge}/`]) {
      expect((await stand.askOutside(path)).status, path).toBe(401);
    }
    const foreign = { headers: { host: 'evil.test' } };
    expect((await stand.askOutside(`/proof/${challenge}`, foreign)).status).toBe(403);
  });

  it('the preview closes a connection with 500 pipelined requests without the token', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(stand.url.port) });
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    socket.on('error', () => {});
    socket.write(`GET /api/still HTTP/1.1\r\nHost: ${stand.url.host}\r\n\r\n`.repeat(500));
    await once(socket, 'close');
    expect(received).not.toMatch(/HTTP\/1\.1 [^4]/);
    expect(received.match(/HTTP\/1\.1 401 /g)?.length ?? 0).toBeLessThanOrEqual(100);
  });

  it('the preview checks access before it rejects paths that cannot be decoded', async () => {
    for (const path of ['/%', '/%ff', '/api/%', '//%']) {
      expect((await stand.askOutside(path)).status, path).toBe(401);
      const headers = { host: 'evil.test' };
      expect((await stand.askOutside(path, { headers })).status, path).toBe(403);
      expect((await stand.ask(path)).status, path).toBe(404);
    }
  });

  it('without the token, the preview sends a readable page to a browser, and JSON to a program', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await stand.askOutside('/', { headers: { accept, 'sec-fetch-mode': 'navigate' } });
    expect([page.status, page.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page.body.toString()).toContain('Open the URL that render-service preview printed');
    const program = await stand.askOutside('/', { headers: { accept: '*/*' } });
    expect(JSON.parse(program.body.toString()).error).toContain('open the URL that render-service preview');
  });

  it.each(paths)('the preview refuses %s for other hosts, origins and sites', async (path) => {
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
  });

  it('the preview refuses to start or cancel an export without an Origin header', async () => {
    const body = JSON.stringify({ kind: 'sheet', options: {} });
    const headers = { 'content-type': 'application/json' };
    expect((await stand.ask('/api/exports', { method: 'POST', headers, body })).status).toBe(403);
    expect((await stand.ask('/api/exports/1', { method: 'DELETE' })).status).toBe(403);
    const fix = JSON.stringify({ revision: 1, advice: 0 });
    expect((await stand.ask('/api/fixes', { method: 'POST', headers, body: fix })).status).toBe(403);
    const foreign = { ...headers, origin: 'http://example.com' };
    expect((await stand.ask('/api/fixes', { method: 'POST', headers: foreign, body: fix })).status).toBe(403);
  });

  it("the preview's security policy allows the page's own code, but no frames or other servers", async () => {
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

  it('the preview serves a page of less than 180 KB and no other files', async () => {
    let bytes = 0;
    const ownPaths = pagePaths.filter((path) => !path.startsWith('/icons.'));
    for (const path of ownPaths) bytes += (await stand.ask(path)).body.length;
    expect(bytes).toBeLessThan(180_000);
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
    ['pick', { revision: '1', timeMs: '0', x: '1', y: '1', reach: '1' }],
    ['wave', { revision: '1', columns: '8' }],
    ['spoken', { revision: '1' }],
    ['movie', { revision: '1' }],
  ])('the preview refuses invalid parameters for %s', async (name, good) => {
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
    { kind: 'render', options: { format: 'avi' } },
    { kind: 'sheet', options: {}, inputPath: '/etc/passwd' },
    { kind: 'sheet', options: { baseFolder: '/' } },
  ])('the preview refuses the invalid export %j', async (order) => {
    const headers = { 'content-type': 'application/json', origin: stand.url.origin };
    const body = JSON.stringify(order);
    expect((await stand.ask('/api/exports', { method: 'POST', headers, body })).status).toBe(422);
  });

  it.each([
    ['{"kind":', 'application/json', 400],
    ['', 'application/json', 400],
    ['{"__proto__": {}}', 'application/json', 400],
    [JSON.stringify({ kind: 'x'.repeat(20_000) }), 'application/json', 413],
    ['kind=sheet', 'application/x-www-form-urlencoded', 415],
  ])(
    'the preview refuses the export order %.20s as %s with status %i, and prints nothing',
    async (body, type, status) => {
      const printed = vi.spyOn(process.stderr, 'write');
      onTestFinished(() => printed.mockRestore());
      const headers = { 'content-type': type, origin: stand.url.origin };
      const answer = await stand.ask('/api/exports', { method: 'POST', headers, body });
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body.toString()).error).toMatch(/^the /);
      expect(printed).not.toHaveBeenCalled();
    },
  );
});
