// @module-tag chromium

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import { type ChromiumSession, openChromium } from '../../../test/support/chromium-session.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';
import { render } from '../../engine/src/render/render.ts';

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(smallFilm());
  chromium = await openChromium({
    viewport: { width: 1200, height: 760 },
    colorScheme: 'dark',
    acceptDownloads: true,
    args: [`--host-resolver-rules=MAP rebound.test 127.0.0.1`],
  });
  page = chromium.page;
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.setDefaultTimeout(40_000);
  await page.goto(stand.url.href);
  await shown('hold 0');
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

/** Waits until the canvas shows the picture of a hold or time. */
function shown(what: string): Promise<string> {
  return waitUntil(`the picture of ${what}`, async () => {
    const key = await page.locator('#picture').getAttribute('data-shown');
    return key?.includes(` ${what} `) && key;
  });
}

const timeText = () => page.locator('#time').textContent();
const press = (key: string) => page.keyboard.press(key);

async function save(text: string, name: string): Promise<void> {
  await stand.save(text);
  await stand.until('the save', ({ outline, status }) => outline?.name === name && status === 'ready');
}

/** Runs in the browser: notes every label of the button that plays, and whether the film is shown. */
const noteStates = `() => {
  const play = document.querySelector('#play');
  const video = document.querySelector('#video');
  window.states = [];
  const note = () => states.push(play.getAttribute('aria-label') + (video.hidden ? '' : ' with video'));
  const attributeFilter = ['aria-label', 'hidden'];
  new MutationObserver(note).observe(document.body, { subtree: true, attributes: true, attributeFilter });
}`;

describe('the page', () => {
  it('the page of icons shows all of them, finds them by their names, and copies a name', {
    tags: 'slow',
  }, async () => {
    const tab = await page.context().newPage();
    onTestFinished(() => tab.close());
    tab.on('pageerror', (error) => faults.push(error.message));
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto(new URL('icons.html', stand.url).href);
    const icons = tab.locator('.icon:not([hidden])');
    await tab.locator('.icon').first().waitFor();
    expect(await icons.count()).toBeGreaterThan(1900);
    await tab.locator('#search').fill('coffee');
    expect(await accessibilityViolations(tab)).toEqual([]);
    expect(await icons.allTextContents()).toEqual(['coffee']);
    await icons.first().click();
    expect(await tab.evaluate('navigator.clipboard.readText()')).toBe('coffee');
    await tab.locator('#search').fill('nothing-like-this');
    expect(await tab.locator('#found').textContent()).toBe('No icon has such a name');
  });

  it('the preview page reveals its URL and token to no other server on the machine', async () => {
    const told: string[] = [];
    const server = createServer(({ url, headers }, response) => {
      told.push(`${url} ${JSON.stringify(headers)}`);
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another server</title>');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const tab = await page.context().newPage();
    onTestFinished(() => tab.close());
    await tab.goto(stand.issueUrl().href);
    expect(tab.url()).toBe(stand.url.href);
    await tab.locator('#picture[data-shown]').waitFor();
    expect(await tab.context().cookies()).toEqual([]);
    await Promise.all([tab.waitForURL(other), tab.evaluate(`location.assign(${JSON.stringify(other)})`)]);
    await tab.goto(other);
    expect(told.length).toBeGreaterThan(1);
    for (const request of told) {
      expect(request).not.toContain(stand.base.slice(1));
      expect(request).not.toContain(stand.url.host);
      expect(request).not.toMatch(/"(cookie|authorization)"/);
    }
  });

  it('the preview page shows the same pixels as a render at the same time and size', async () => {
    await press('End');
    const key = await shown('1000');
    const width = Number(key.split(' ').at(-1));
    const { data } = await render(smallFilm(), { format: 'png', timeMs: 1000, width });
    const difference = await page.evaluate(
      `(async () => {
        const bytes = Uint8Array.from(atob(${JSON.stringify(Buffer.from(data).toString('base64'))}), (c) => c.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = document.getElementById('picture');
        const other = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        other.drawImage(bitmap, 0, 0);
        const pixels = (context) => context.getImageData(0, 0, bitmap.width, bitmap.height).data;
        const [seen, right] = [pixels(canvas.getContext('2d')), pixels(other)];
        return [canvas.width - bitmap.width, seen.findIndex((value, index) => value !== right[index])];
      })()`,
    );
    expect(difference).toEqual([0, -1]);
  });

  it('keys move the playhead by frame, by time, by composition and to either end', async () => {
    await press('Home');
    for (let frame = 1; frame <= 25; frame++) {
      await press('.');
      expect(await page.locator('#frame-number').textContent()).toBe(`frame ${frame}`);
    }
    const steps: [string, string, string][] = [
      ['Home', '0:00.000', 'hold 0'],
      ['.', '0:00.033', 'hold 0'],
      [',', '0:00.000', 'hold 0'],
      ['ArrowRight', '0:00.100', 'hold 0'],
      ['Shift+ArrowRight', '0:01.000', '1000'],
      ['ArrowLeft', '0:00.900', 'hold 2'],
      ['ArrowUp', '0:00.700', 'hold 2'],
      ['ArrowUp', '0:00.000', 'hold 0'],
      ['ArrowDown', '0:00.700', 'hold 2'],
      ['End', '0:01.000', '1000'],
    ];
    for (const [key, time, picture] of steps) {
      await press(key);
      expect(await timeText(), key).toBe(time);
      await shown(picture);
    }
    expect(await page.locator('#composition').textContent()).toBe('Second');
    expect(await page.locator('#frame-number').textContent()).toBe('frame 29');
    expect(await page.locator('#track').getAttribute('aria-valuetext')).toBe('0:01.000, frame 29, Second');
  });

  it('a kept picture stays on the canvas when an older one arrives late', async () => {
    await press('Home');
    await shown('hold 0');
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const stills = /\/api\/still\?.*purpose=still/;
    await page.route(stills, async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    onTestFinished(() => page.unroute(stills));
    const box = await page.locator('#track').boundingBox();
    const { x, y, width, height } = box ?? expect.unreachable();
    const late = page.waitForResponse(stills);
    await page.mouse.click(x + width * 0.512, y + height / 2);
    await press('Home');
    await page.evaluate(`
      window.drawn = [];
      new MutationObserver(() => drawn.push(picture.dataset.shown)).observe(picture, { attributeFilter: ['data-shown'] });
    `);
    release();
    await (await late).finished();
    await page.mouse.click(x + width * 0.53, y + height / 2);
    const next = await shown(String(await page.locator('#track').getAttribute('aria-valuenow')));
    expect(await page.evaluate('drawn')).toEqual([next]);
  });

  it('dragging along the strip moves the playhead', async () => {
    const box = await page.locator('#track').boundingBox();
    const { x, y, width, height } = box ?? expect.unreachable();
    await page.mouse.move(x + width * 0.1, y + height / 2);
    await page.mouse.down();
    for (let share = 0.1; share <= 0.5; share += 0.05)
      await page.mouse.move(x + width * share, y + height / 2);
    await page.mouse.move(x + width * 0.5, y + height / 2);
    await page.mouse.up();
    const time = Number(await page.locator('#track').getAttribute('aria-valuenow'));
    expect(Math.abs(time - 500)).toBeLessThan(3);
    expect(await page.locator('#composition').textContent()).toBe('First → Second');
    await waitUntil('the picture', async () => {
      const key = await page.locator('#picture').getAttribute('data-shown');
      return Math.abs(Number(key?.split(' ')[1]) - 500) < 3;
    });
  });

  it('the strip shows segments to scale, each with a thumbnail', async () => {
    await waitUntil('thumbnails', async () => (await page.locator('.segment canvas').count()) === 3);
    const track = await page.locator('#track').boundingBox();
    const widths = await Promise.all((await page.locator('.segment').all()).map((one) => one.boundingBox()));
    const shares = widths.map((one) => (one?.width ?? 0) / (track?.width ?? 1));
    for (const [index, share] of [0.3, 0.4, 0.3].entries()) expect(shares[index]).toBeCloseTo(share, 2);
    expect(await page.locator('.names span').allTextContents()).toEqual(['First', 'Second']);
    await press('+');
    const zoomed = await page.locator('#track').boundingBox();
    expect((zoomed?.width ?? 0) / (track?.width ?? 1)).toBeCloseTo(1.5, 2);
    await press('-');
  });

  it("a click on an object shows the object's box, state and place in the file", async () => {
    await press('Home');
    await page.locator('#objects button', { hasText: 'A box' }).waitFor();
    const frame = (await page.locator('#frame').boundingBox()) ?? expect.unreachable();
    const scale = frame.width / 320;
    await page.mouse.click(frame.x + 60 * scale, frame.y + 90 * scale);
    await page.locator('#details-title', { hasText: 'A box (rectangle)' }).waitFor();
    const outline = (await page.locator('#selection').boundingBox()) ?? expect.unreachable();
    expect(Math.abs(outline.x - (frame.x + 40 * scale))).toBeLessThan(2);
    expect(Math.abs(outline.width - 40 * scale)).toBeLessThan(2);
    expect(await page.locator('#details-state').textContent()).toContain('fill#ffd700');
    const [place] = await page.locator('#places button').allTextContents();
    const [, line, column] = place?.split(':') ?? [];
    expect(
      smallFilm()
        .split('\n')
        [Number(line) - 1]?.slice(Number(column) - 1),
    ).toMatch(/^"box": \{/);
    await press('Escape');
    expect(await page.locator('#selection').isVisible()).toBe(false);
  });

  it('the preview page plays the film to the end', async () => {
    await stand.until('the film', ({ movie }) => movie.status === 'ready');
    await press('Home');
    await page.evaluate(`(${noteStates})()`);
    await press(' ');
    await waitUntil('the end', async () => (await timeText()) === '0:01.000');
    await page.locator('#play[aria-label=Play]').waitFor();
    // On a busy machine, a film of a second may end before this test looks at it.
    expect(await page.evaluate('states')).toContain('Pause with video');
    await shown('1000');
  });

  it('the preview page plays a loop repeatedly', async () => {
    await press('ArrowUp');
    await press('i');
    await press('End');
    await press('o');
    await press(' ');
    await page.locator('#video:not([hidden])').waitFor();
    const times: number[] = [];
    await waitUntil('a jump back', async () => {
      times.push(Number(await page.locator('#track').getAttribute('aria-valuenow')));
      return times.some((time, index) => index > 0 && time < (times[index - 1] ?? 0));
    });
    await press(' ');
    expect(Math.min(...times)).toBeGreaterThanOrEqual(699);
    await press('x');
    expect(await page.locator('#loop').isVisible()).toBe(false);
  });

  it('a save keeps the playhead in place, and a save with problems also keeps the last picture', async () => {
    await press('Home');
    await press('ArrowRight');
    const before = await shown('hold 0');
    await stand.save(smallFilm({ width: 'wide' }));
    const note = page.locator('#notes li', { hasText: 'Problem' });
    await note.waitFor();
    expect(await note.locator('.place').textContent()).toMatch(/^film\.json:\d+:\d+$/);
    expect(await page.locator('#picture').getAttribute('data-shown')).toBe(before);
    expect(await timeText()).toBe('0:00.100');
    const objects = {
      box: { kind: 'rectangle', state: { x: 60, y: 90 } },
      dot: { kind: 'circle', state: { x: 900, y: 90 } },
    };
    const states = { dot: {} };
    const compositions = { one: { duration: 300, states: { box: {} } }, two: { duration: 300, states } };
    await save(smallFilm({ name: 'Advised', objects, compositions }), 'Advised');
    const advice = page.locator('#notes li', { hasText: 'Advice' });
    await advice.waitFor();
    expect(await timeText()).toBe('0:00.100');
    await advice.locator('button').first().click();
    expect(await timeText()).toBe('0:00.850');
    expect(await page.locator('#picture').getAttribute('data-shown')).not.toBe(before);
  });

  it('an export from the preview page has the same bytes as a render, and can be cancelled', {
    tags: 'slow',
  }, async () => {
    await save(smallFilm(), 'Small');
    await page.locator('#status[data-status="ready"]').waitFor();
    await press('Home');
    await press('ArrowDown');
    await press('e');
    const choices = (await page.locator('#export fieldset label').allTextContents()).map((one) => one.trim());
    const films = ['MP4', 'WebM', 'MOV', 'GIF', 'WebP', 'APNG'].map((name) => `Film, ${name}`);
    expect(choices).toEqual(['Still, PNG', 'Still, SVG', ...films, 'Contact sheet']);
    expect(await page.locator('#export-command').textContent()).toBe(
      `render-service render ${stand.file} -o film.png --time-ms 700`,
    );
    const download = page.waitForEvent('download');
    await page.locator('#export-start').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('film.png');
    const { data } = await render(smallFilm(), { format: 'png', timeMs: 700 });
    expect((await readFile(await file.path())).equals(data)).toBe(true);
    await page.locator('label', { hasText: 'Film, MP4' }).click();
    await page.locator('#export-fps').selectOption('60');
    await page.locator('#export-width').fill('1920');
    await page.locator('#export-start').click();
    await page.locator('#export-cancel').click();
    await page.locator('#export-message', { hasText: 'Cancelled' }).waitFor();
    await page.locator('#export-close').click();
  });

  it("the preview page shows a project's markup as text and never runs it", async () => {
    const evil = '"><img src=x onerror=document.body.remove()><script>document.body.remove()</script>';
    const objects = {
      box: {
        kind: 'text',
        name: evil,
        state: { text: evil, fontSize: 20, [evil.slice(0, 30)]: 1, opactiy: 1 },
      },
    };
    const compositions = { one: { name: evil, duration: 500, states: { box: {} } } };
    await save(smallFilm({ name: 'Evil', objects, compositions }), 'Evil');
    await page.locator('#objects button', { hasText: 'onerror' }).click();
    await page.locator('#notes .message').first().waitFor();
    expect(await page.locator('#details-title').textContent()).toContain('<img src=x');
    expect(await page.locator('.names').textContent()).toBe(evil);
    expect(await page.locator('body img, body script').count()).toBe(0);
  });

  it.each(['dark', 'light'] as const)(
    'the preview page has no accessibility violations in %s colours',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityViolations(page)).toEqual([]);
      await press('e');
      expect(await accessibilityViolations(page)).toEqual([]);
      await press('Escape');
    },
  );

  it('the preview page causes no errors', () => {
    expect(faults).toEqual([]);
  });
});

describe('two tabs', () => {
  it('two preview tabs have separate playheads, and both show a save', async () => {
    const other = await page.context().newPage();
    onTestFinished(() => other.close());
    await other.goto(stand.url.href);
    await save(smallFilm({ name: 'Tabs' }), 'Tabs');
    const ready = '#status[data-status="ready"]';
    await Promise.all([page, other].map((tab) => tab.locator(ready).waitFor()));
    await other.keyboard.press('End');
    await other.locator('#picture[data-shown*=" 1000 "]').waitFor();
    await page.bringToFront();
    await press('Home');
    await shown('hold 0');
    expect(await other.locator('#time').textContent()).toBe('0:01.000');
    await stand.save(smallFilm({ width: 0 }));
    const broken = '#status[data-status="broken"]';
    await Promise.all([page, other].map((tab) => tab.locator(broken).waitFor()));
    await save(smallFilm(), 'Small');
  });
});

describe('a server that ends', () => {
  it('the preview page reports that the server has ended, continues when it is back, and trusts no other server', {
    tags: 'slow',
  }, async () => {
    await save(smallFilm(), 'Small');
    await press('Home');
    await shown('hold 0');
    const picture = await waitUntil('the picture of the last save', async () => {
      const key = await page.locator('#picture').getAttribute('data-shown');
      const { status, revision } = stand.session.state;
      return status === 'ready' && key?.startsWith(`${revision} `) && key;
    });
    await stand.stop();
    const banner = page.locator('#banner');
    await banner.filter({ hasText: 'has ended' }).waitFor();
    expect(await page.locator('#picture').getAttribute('data-shown')).toBe(picture);
    await stand.restart(stand.base.slice(1));
    await banner.waitFor({ state: 'hidden' });
    await press('End');
    await shown('1000');
    await press('Home');
    await stand.stop();
    await banner.filter({ hasText: 'has ended' }).waitFor();
    const asked = vi.fn();
    page.on('request', (request) => asked(new URL(request.url()).pathname));
    await stand.restart();
    await banner.filter({ hasText: 'open the URL' }).waitFor();
    // Nothing that contains the token is sent to a server that does not know it.
    for (const [path] of asked.mock.calls) expect(path).toMatch(/^\/proof\//);
    await page.goto(stand.url.href);
    await shown('hold 0');
    expect(await banner.isVisible()).toBe(false);
  });
});

describe('pages of other sites', () => {
  /** A script with which another page attacks the preview. */
  const attack = (target: string) => `(async () => {
    const seen = [];
    const attempt = async (what, work) => {
      try { seen.push(what + ' ' + await work()); } catch { seen.push(what + ' refused'); }
    };
    await attempt('fetch', async () => (await fetch('${target}/api/moment?revision=1&timeMs=0', { credentials: 'include' })).status);
    await attempt('opaque', async () => (await fetch('${target}/api/exports', { method: 'POST', mode: 'no-cors',
      credentials: 'include', body: '{"kind":"sheet","options":{}}' })).type);
    await attempt('image', () => new Promise((done, failed) => {
      const image = new Image();
      image.onload = () => done('loaded'); image.onerror = failed;
      image.src = '${target}/api/still?revision=1&timeMs=0&width=64';
    }));
    await attempt('script', () => new Promise((done, failed) => {
      const script = document.createElement('script');
      script.onload = () => done('loaded'); script.onerror = failed;
      script.src = '${target}/elements.js'; document.head.append(script);
    }));
    await attempt('frame', () => new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.onload = () => { try { done(frame.contentDocument ? 'read' : 'refused'); } catch { done('refused'); } };
      frame.src = '${target}/'; document.body.append(frame);
    }));
    const form = document.createElement('form');
    form.action = '${target}/api/exports'; form.method = 'post'; form.target = 'elsewhere';
    const inner = document.createElement('iframe'); inner.name = 'elsewhere'; document.body.append(inner);
    document.body.append(form); form.submit();
    await new Promise((done) => { inner.onload = done; });
    return seen;
  })()`;

  it.each(['127.0.0.1', 'localhost', 'rebound.test'])(
    'a page from %s in the same browser gets no data from the preview and starts no export',
    async (name) => {
      const site = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another site</title>');
      });
      await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
      onTestFinished(() => void site.close());
      const { port } = site.address() as AddressInfo;
      const other = await page.context().newPage();
      onTestFinished(() => other.close());
      await other.goto(`http://${name}:${port}/`);
      const before = stand.session.exports.states.length;
      // The attack has even the path with the token.
      const seen = await other.evaluate(attack(stand.url.href.slice(0, -1)));
      expect(seen).toEqual([
        'fetch refused',
        'opaque refused',
        'image refused',
        'script refused',
        'frame refused',
      ]);
      // The same server under a name that another site controls.
      const rebound = await other.goto(`http://rebound.test:${stand.url.port}${stand.url.pathname}`);
      expect(rebound?.status()).toBe(403);
      expect(stand.session.exports.states.length).toBe(before);
    },
  );
});
