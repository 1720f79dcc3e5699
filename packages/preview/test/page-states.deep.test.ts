// @module-tag chromium

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { transitionsEnd } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { writePng } from '../../../test/support/png-writer.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';
import { shortcuts } from '../src/page/shortcuts.js';

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  // The first version has no picture.
  stand = await PreviewStand.open(smallFilm({ width: 0 }));
  chromium = await openPreviewPage(stand, faults, { viewport: { width: 1100, height: 700 } });
  page = chromium.page;
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

const status = (name: string) => page.locator(`#status[data-status="${name}"] #status-text`);
const press = (key: string) => page.keyboard.press(key);
const playhead = async () => Number(await page.locator('#track').getAttribute('aria-valuenow'));

async function save(changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await stand.save(smallFilm(changes));
  const name = changes.name ?? 'Small';
  await stand.until('the save', ({ outline, status }) => status === 'ready' && outline?.name === name);
  await status('ready').waitFor();
}

describe('a project that never had a picture', () => {
  it('the page shows problems, but no last good version, for a project that never had a picture', async () => {
    await status('broken').waitFor();
    expect(await status('broken').textContent()).toBe('Has problems');
    expect(await page.locator('#empty').textContent()).toBe(
      'There is no picture yet: the project has problems.',
    );
  });
});

describe('the status', () => {
  beforeEach(() => save());

  it('the status shows that the project file is gone, unreadable or back', async () => {
    await rm(stand.file);
    await status('missing').waitFor();
    expect(await status('missing').textContent()).toBe('The file is gone; this is the last good version');
    await mkdir(stand.file);
    await status('unreadable').waitFor();
    expect(await status('unreadable').textContent()).toContain('The file cannot be read');
    expect(await page.locator('#notes').textContent()).toContain('a folder');
    await rm(stand.file, { recursive: true });
    await save();
    expect(await status('ready').textContent()).toBe('Up to date');
  });

  it('the status is "Drawing …" with the seconds while a picture takes a long time to draw', async () => {
    const view = stand.session.versions.view.bind(stand.session.versions);
    let draw = () => {};
    const held = new Promise<void>((done) => {
      draw = done;
    });
    const spy = vi.spyOn(stand.session.versions, 'view').mockImplementation(async (...given) => {
      await held;
      return view(...given);
    });
    onTestFinished(() => spy.mockRestore());
    await press('End');
    await press('ArrowLeft');
    await press('Home');
    await press('Shift+ArrowRight');
    await press('.');
    await press('ArrowUp');
    await press('ArrowLeft');
    await status('drawing').waitFor();
    expect(await status('drawing').textContent()).toBe('Drawing …');
    await waitUntil('the seconds', async () => (await status('drawing').textContent()) === 'Drawing … 1 s');
    expect(await page.locator('#status-said').textContent()).toBe('Drawing …');
    draw();
    await status('ready').waitFor();
  });

  it('the status and the notes report a picture that cannot be drawn', async () => {
    const file = join(stand.folder, 'red.png');
    const png = writePng({ width: 40, height: 40, colorType: 2, bitDepth: 8, pixel: (x) => [255, x, 0] });
    await writeFile(file, png);
    const image = { kind: 'image', image: { src: 'red.png' }, state: { x: 160, y: 90 } };
    const compositions = { one: { duration: 500, states: { image: {} } } };
    await save({ name: 'Image', objects: { image }, compositions });
    await press('Home');
    await page.locator('#picture[data-shown*=" hold 0 "]').waitFor();
    await writeFile(file, png.subarray(0, png.length - 40));
    await status('faulty').waitFor();
    expect(await status('faulty').textContent()).toBe('Up to date, with problems');
    const note = page.locator('#notes li', { hasText: 'Problem' });
    expect(await note.first().textContent()).toContain('image');
    expect(await note.first().locator('.place').textContent()).toMatch(/^film\.json:\d+:\d+$/);
    await page.locator('#empty', { hasText: 'This picture cannot be drawn' }).waitFor();
    await writeFile(file, png);
    await status('ready').waitFor();
    expect(await note.count()).toBe(0);
    await page.locator('#empty').waitFor({ state: 'hidden' });
  });

  it('the status reports problems that only the inspection finds', async () => {
    // It is too long for a film, but not for stills.
    const hold = { duration: 30_000, states: { box: {} } };
    const compositions = Object.fromEntries(['one', 'two', 'three', 'four'].map((name) => [name, hold]));
    await stand.save(smallFilm({ name: 'Too long', compositions }));
    await status('faulty').waitFor();
    await page.locator('#notes li', { hasText: 'Problem' }).first().waitFor();
  });
});

describe('the export dialog', () => {
  it("the export dialog removes its message when the project's problems are solved", async () => {
    await save();
    await press('e');
    await stand.save(smallFilm({ width: 0 }));
    await page.locator('#export-message', { hasText: 'Solve its problems first' }).waitFor();
    expect(await page.locator('#export-start').isDisabled()).toBe(true);
    await save();
    expect(await page.locator('#export-message').textContent()).toBe('');
    expect(await page.locator('#export-start').isDisabled()).toBe(false);
    await press('Escape');
  });
});

describe('the panel', () => {
  it('the panel shows the details of a clicked object, even below 60 notes', async () => {
    await save({ name: 'Noted' });
    await press('Home');
    const remark = {
      kind: 'advice',
      path: 'objects.box',
      place: null,
      timeMs: null,
      object: null,
      box: null,
      changes: [],
      fix: null,
    } as const;
    const remarks = Array.from({ length: 60 }, (_, index) => ({
      ...remark,
      message: `Note ${'x'.repeat(index)} ${index}`,
    }));
    stand.session.events.emit('film', { ...stand.session.state, remarks });
    await page.locator('#notes li', { hasText: ' 59' }).waitFor();
    await page.locator('#objects button').last().click();
    await page.locator('#details').waitFor();
    // At one moment, because a list that arrives late replaces its buttons.
    const [panel, ...parts] = await page.evaluate<readonly { top: number; bottom: number }[]>(
      `[document.getElementById('panel'), [...document.querySelectorAll('#objects button')].at(-1),
        document.getElementById('details-title'), document.querySelector('#places button')].map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return { top, bottom };
      })`,
    );
    for (const { top, bottom } of parts) {
      expect(bottom).toBeGreaterThan(top);
      expect(top).toBeGreaterThanOrEqual(panel?.top ?? 0);
      expect(bottom).toBeLessThanOrEqual(panel?.bottom ?? 0);
    }
    await press('Escape');
  });

  it('the up and down keys do not move the playhead while the focus is in the panel', async () => {
    await save();
    await press('Home');
    await press('ArrowRight');
    await page.locator('#objects button').first().focus();
    for (const key of ['ArrowDown', 'ArrowUp']) await press(key);
    expect(await playhead()).toBe(100);
    await press('ArrowRight');
    expect(await playhead()).toBe(200);
  });

  it('the focus leaves the panel when the panel is hidden, and returns when the panel is shown', async () => {
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
    const object = page.locator('#objects button').first();
    await object.focus();
    await press('p');
    expect(await focused()).toBe('Panel');
    await press('p');
    expect(await focused()).toBe((await object.textContent())?.trim());
  });
});

describe('single-character shortcuts', () => {
  it('single-character shortcuts can be turned off, and stay off in later previews', async () => {
    const keys = page.getByRole('checkbox', { name: 'Shortcuts of a single character' });
    await save();
    await page.locator('#track').focus();
    await press('Home');
    await press('?');
    await keys.uncheck();
    await press('Escape');
    for (const key of ['.', 'i', 'e', 'p', '?']) await press(key);
    expect(await playhead()).toBe(0);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(await page.locator('#panel').isVisible()).toBe(true);
    await press('ArrowRight');
    expect(await playhead()).toBe(100);
    await using other = await PreviewStand.open(smallFilm());
    const tab = await page.context().newPage();
    onTestFinished(() => tab.close());
    await tab.goto(other.url.href);
    await tab.locator('#open-keys').click();
    const switched = tab.getByRole('checkbox', { name: 'Shortcuts of a single character' });
    expect(await switched.isChecked()).toBe(false);
    await switched.check();
    await page.reload();
    await status('ready').waitFor();
    await press('?');
    expect(await keys.isChecked()).toBe(true);
    expect(await page.context().cookies()).toEqual([]);
    await press('Escape');
  });

  it('the sheet of shortcuts lists every key with its action', async () => {
    await press('?');
    const rows = await page.locator('#keys-list dt').allTextContents();
    expect(rows).toEqual(shortcuts.map(({ shown }) => shown));
    await page.getByRole('button', { name: 'Close' }).click();
  });
});

describe('a reloaded page', () => {
  it('a reloaded preview page shows the same time, loop and part of the strip', async () => {
    await save();
    await press('Home');
    await press('ArrowRight');
    await press('i');
    for (let step = 0; step < 5; step++) await press('ArrowRight');
    await press('o');
    for (let step = 0; step < 3; step++) await press('+');
    const seen = () =>
      page.evaluate<unknown>(`['track', 'loop', 'playhead'].map((id) => {
        const { x, width } = document.getElementById(id).getBoundingClientRect();
        return [id, Math.round(x), Math.round(width)];
      })`);
    const before = await seen();
    await page.reload();
    await page.locator('#picture[data-shown]').waitFor();
    expect(await playhead()).toBe(600);
    expect(await seen()).toEqual(before);
    expect(await page.locator('#loop-here').getAttribute('aria-pressed')).toBe('true');
    await press('x');
    for (let step = 0; step < 3; step++) await press('-');
  });
});

describe('forced colours', () => {
  it('swatches, the status, the playhead and the selection are visible in forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    onTestFinished(() => page.emulateMedia({ forcedColors: 'none' }));
    await save();
    await press('Home');
    await page.locator('#objects button', { hasText: 'A box' }).click();
    // Also while the mouse points at it.
    await page.locator('#objects [aria-pressed="true"]').hover();
    await page.locator('#objects .pointed').waitFor();
    await page.locator('.swatch').first().waitFor();
    await transitionsEnd(page);
    const backgroundOf = (selector: string, pseudo = '') =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(pseudo)}).backgroundColor`,
      );
    const canvas = await backgroundOf('body');
    expect(await backgroundOf('.swatch')).toBe('rgb(255, 215, 0)');
    for (const [selector, pseudo] of [
      ['#status', '::before'],
      ['#playhead', '::before'],
      ['#objects [aria-pressed="true"]', ''],
    ] as const) {
      expect(await backgroundOf(selector, pseudo), selector).not.toBe(canvas);
    }
    await press('Escape');
    await waitUntil('no selection', async () => !(await page.locator('#selection').isVisible()));
  });

  it('the preview page causes no errors in any state', () => {
    expect(faults).toEqual([]);
  });
});
