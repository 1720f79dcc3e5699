// @module-tag chromium

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';
import { render } from '../../engine/src/render/render.ts';
import { previewRows } from '../src/preview-command.ts';

const moving = {
  variables: { title: 'Hello', size: 20, wide: false },
  objects: {
    box: { kind: 'rectangle', name: 'A box', state: { x: 60, y: 60, width: 40, height: 40, fill: 'gold' } },
    title: {
      kind: 'text',
      name: 'Title',
      state: { x: 160, y: 150, text: `\${title}`, fontSize: `\${size}` },
    },
  },
  compositions: {
    one: { name: 'First', duration: 300, states: { box: {}, title: {} } },
    two: {
      name: 'Second',
      duration: 300,
      enter: { duration: 400, tracks: { box: { start: 100, duration: 200, keyframes: { y: [[0.5, 30]] } } } },
      states: { box: { x: 120 } },
    },
  },
};

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];
const wide = { width: 1300, height: 800 };

beforeAll(async () => {
  stand = await PreviewStand.open(smallFilm(moving));
  chromium = await openPreviewPage(stand, faults, { viewport: wide });
  page = chromium.page;
  await page.locator('#picture[data-shown]').waitFor();
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

const press = (key: string) => page.keyboard.press(key);
const playhead = async () => Number(await page.locator('#track').getAttribute('aria-valuenow'));
const objects = () => page.locator('#objects button');
const boxOf = async (selector: string) =>
  (await page.locator(selector).first().boundingBox()) ?? expect.unreachable(`${selector} is not there`);

async function save(changes: object, name: string): Promise<void> {
  const before = stand.session.state.revision;
  await stand.save(smallFilm({ ...moving, ...changes, name }));
  const { revision } = await stand.until(
    'the save',
    (state) => state.revision > before && state.outline?.name === name,
  );
  // The file may be read twice, for example between its truncation and its new text.
  const shown = async () =>
    Number.parseInt((await page.locator('#picture').getAttribute('data-shown')) ?? '', 10);
  await waitUntil('the picture of the save', async () => (await shown()) >= revision);
}

/** The pixels of a canvas, as text to compare. */
const pixelsOf = (id: string) => page.evaluate<string>(`document.getElementById('${id}').toDataURL()`);

describe('an object', () => {
  it('pointing at an object in the picture or in the list outlines it', async () => {
    await press('Home');
    await objects().nth(1).waitFor();
    const frame = await boxOf('#frame');
    const at = { x: frame.x + (60 / 320) * frame.width, y: frame.y + (60 / 180) * frame.height };
    await page.mouse.move(at.x, at.y);
    await page.locator('#hovered-name', { hasText: 'A box' }).waitFor();
    const outline = await boxOf('#hovered');
    expect(Math.abs(outline.x + outline.width / 2 - at.x)).toBeLessThan(2);
    expect(await page.locator('#objects .pointed').textContent()).toContain('A box');
    await page.locator('#objects button', { hasText: 'Title' }).hover();
    await page.locator('#hovered-name', { hasText: 'Title' }).waitFor();
    await page.mouse.move(5, 5);
    await page.locator('#hovered').waitFor({ state: 'hidden' });
  });

  it('the lane of a selected object shows its changes and keyframes, and links to their lines', async () => {
    await press('Home');
    const before = await boxOf('#frame');
    await page.locator('#objects button', { hasText: 'A box' }).click();
    const span = page.locator('#lane .span').first();
    await span.waitFor();
    expect(await boxOf('#frame')).toEqual(before);
    const [track, bar] = [await boxOf('#track'), await boxOf('#lane .span')];
    expect((bar.x - track.x) / track.width).toBeCloseTo(0.4, 2);
    expect(bar.width / track.width).toBeCloseTo(0.2, 2);
    expect(await span.getAttribute('aria-label')).toBe(
      'changes x, y: easeInOut, 200 ms, starts 100 ms into the transition',
    );
    const keyframe = page.locator('#lane .keyframe');
    await keyframe.focus();
    await press('Enter');
    expect(await playhead()).toBe(500);
    const place = await page.locator('#lane-info .place').textContent();
    const line = Number(/^film\.json:(\d+):/.exec(place ?? '')?.[1]);
    const lines = (await readFile(stand.file, 'utf8')).split('\n').slice(line - 1, line + 2);
    expect(lines.join('')).toContain('0.5');
    await press('Escape');
  });
});

describe('a place in the file', () => {
  it('the page asks once which editor opens a place, and then opens places in it', async () => {
    await page.evaluate(`{
      window.followed = [];
      const click = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function () {
        if (this.href.startsWith('http') || this.href.startsWith('blob')) click.call(this);
        else window.followed.push(this.href);
      };
    }`);
    await press('Home');
    await page.locator('#objects button', { hasText: 'A box' }).click();
    const place = page.locator('#places .place').first();
    await place.click();
    await page.getByRole('button', { name: 'Zed' }).click();
    await place.click();
    const [, position = ''] = /json(:\d+:\d+)$/.exec((await place.textContent()) ?? '') ?? [];
    const url = `zed://file${stand.file}${position}`;
    expect(await page.evaluate('window.followed')).toEqual([url, url]);
    await page.context().clearCookies();
    await press('Escape');
  });
});

describe('a save', () => {
  it('a save marks the changed objects and segments, announces them, and leaves the playhead', async () => {
    await press('Home');
    await press('ArrowRight');
    const box = { ...moving.objects.box, state: { ...moving.objects.box.state, fill: 'navy' } };
    // The marks disappear after two seconds, in which a busy machine may not look at the page.
    await page.evaluate(`{
      window.marked = { picture: 0, segments: 0, objects: [], said: [] };
      const look = () => {
        const count = (selector) => document.querySelectorAll(selector).length;
        const texts = (selector) => Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent);
        const { picture, segments, objects, said } = window.marked;
        window.marked = {
          picture: Math.max(picture, count('#changed:not([hidden]) div')),
          segments: Math.max(segments, count('.segment.changed')),
          objects: [...new Set([...objects, ...texts('#objects .changed')])],
          said: [...new Set([...said, ...texts('#said')])],
        };
      };
      new MutationObserver(look).observe(document.body, {
        attributes: true, characterData: true, childList: true, subtree: true,
      });
    }`);
    await save({ objects: { ...moving.objects, box } }, 'Navy');
    const marked = await waitUntil('the marks', async () => {
      const seen = await page.evaluate<{
        picture: number;
        segments: number;
        objects: string[];
        said: string[];
      }>('window.marked');
      return seen.picture > 0 && seen.objects.length > 0 && seen.segments > 0 && seen;
    });
    expect(marked).toMatchObject({ picture: 1, segments: 3 });
    expect(marked.objects.join()).toContain('A box');
    await waitUntil('the announcement', () =>
      page.evaluate<boolean>(`window.marked.said.some((text) => text.includes('Changed: A box'))`),
    );
    expect(await playhead()).toBe(100);
    await waitUntil('the end of the marks', async () => {
      const marks = page.locator('.segment.changed, #objects .changed, #changed:not([hidden])');
      return (await marks.count()) === 0;
    });
  });

  it('holding B or the button shows the previous version', async () => {
    await save({}, 'Gold');
    const now = await pixelsOf('picture');
    await page.keyboard.down('b');
    await page.locator('#comparing').waitFor();
    const before = await pixelsOf('picture-before');
    expect(before).not.toBe(now);
    await page.keyboard.up('b');
    await page.locator('#picture-before').waitFor({ state: 'hidden' });
    const button = await boxOf('#compare');
    await page.mouse.move(button.x + 5, button.y + 5);
    await page.mouse.down();
    await page.locator('#picture-before').waitFor();
    await page.mouse.up();
    await page.locator('#picture-before').waitFor({ state: 'hidden' });
    await page.locator('#compare').focus();
    await press('Enter');
    await page.locator('#comparing').waitFor();
    await press('Enter');
    await page.locator('#comparing').waitFor({ state: 'hidden' });
  });

  it('the playhead returns to its time if a film becomes shorter and then longer again', async () => {
    await press('End');
    await press('ArrowLeft');
    const { two, ...one } = moving.compositions;
    await save({ compositions: one }, 'Short');
    await waitUntil('the end', async () => (await playhead()) === 300);
    await save({}, 'Long');
    await waitUntil('the time before', async () => (await playhead()) === 900);
    expect(two.duration).toBe(300);
  });

  it('a reload keeps the selected object and the size of the picture', async () => {
    await press('Home');
    await page.locator('#objects button', { hasText: 'A box' }).click();
    await press('1');
    await page.reload();
    await page.locator('#selection-name', { hasText: 'A box' }).waitFor();
    expect((await boxOf('#frame')).width).toBe(320);
    await press('0');
    await press('Escape');
  });
});

describe('the form of variables', () => {
  it('the page tries a value without changing the file, and offers it as --set', async () => {
    await press('End');
    const { revision } = stand.session.state;
    await page.getByRole('textbox', { name: 'title' }).fill("It's new");
    await stand.until('the new title', (state) => state.revision > revision);
    await page.locator('#variables-copy button').waitFor();
    expect(await page.locator('#variables-copy button').getAttribute('title')).toBe(
      `Copy --set='title=It'\\''s new'`,
    );
    expect(await readFile(stand.file, 'utf8')).not.toContain('new');
    await page.getByRole('textbox', { name: 'size' }).fill('many');
    await page.locator('#variables-message', { hasText: 'size must be a number' }).waitFor();
    await page.getByRole('button', { name: 'Back to the file' }).click();
    await waitUntil(
      'the old title',
      async () => (await page.getByRole('textbox', { name: 'title' }).inputValue()) === 'Hello',
    );
    // Keys in a field write there.
    const before = await playhead();
    await page.getByRole('textbox', { name: 'title' }).press('Home');
    expect(await playhead()).toBe(before);
    await press('Escape');
    await press('Home');
    expect(await playhead()).toBe(0);
  });

  it('the page steps through the rows of a data file with keys and buttons', async () => {
    const data = join(await temporaryFolder(), 'people.csv');
    await writeFile(
      data,
      `title,size\n${Array.from({ length: 10 }, (_, row) => `Name ${row + 1},${row + 10}`).join('\n')}\n`,
    );
    const rows = await previewRows(data, new AbortController().signal);
    await using cards = await PreviewStand.open(smallFilm(moving), {}, { rows });
    const tab = await page.context().newPage();
    onTestFinished(() => tab.close());
    await tab.goto(cards.url.href);
    await tab.locator('#picture[data-shown]').waitFor();
    const title = tab.locator('#variables-fields input').first();
    const number = tab.getByLabel('Row', { exact: true });
    await waitUntil('row 1', async () => (await title.inputValue()) === 'Name 1');
    for (let row = 2; row <= 10; row++) {
      if (row % 2) await tab.keyboard.press(']');
      else await tab.locator('#next-row').click();
      await waitUntil(`row ${row}`, async () => (await title.inputValue()) === `Name ${row}`);
    }
    expect(await number.inputValue()).toBe('10');
    await number.fill('4');
    await number.press('Enter');
    await waitUntil('row 4', async () => (await title.inputValue()) === 'Name 4');
    await tab.getByRole('button', { name: 'No row' }).click();
    await waitUntil('no row', async () => (await title.inputValue()) === 'Hello');
    await page.bringToFront();
  });
});

describe('the view of the picture', () => {
  it('the picture zooms, and the stage scrolls to every part of it', async () => {
    await press('Home');
    const fitted = (await boxOf('#frame')).width;
    for (let step = 0; step < 8; step++) await press('9');
    const large = await boxOf('#frame');
    expect(large.width).toBeGreaterThan(2 * fitted);
    await page.evaluate(`document.getElementById('stage').scrollTo(1e6, 1e6)`);
    const [stage, frame] = [await boxOf('#stage'), await boxOf('#frame')];
    expect(frame.x + frame.width - stage.x - stage.width).toBeLessThan(20);
    await page.evaluate(`document.getElementById('stage').scrollTo(0, 0)`);
    expect((await boxOf('#frame')).x).toBeGreaterThanOrEqual(stage.x);
    await press('0');
    expect((await boxOf('#frame')).width).toBe(fitted);
  });

  it('the page measures between two points by a drag and with the keyboard', async () => {
    await press('r');
    const frame = await boxOf('#frame');
    const at = (x: number, y: number) =>
      [frame.x + (x / 320) * frame.width, frame.y + (y / 180) * frame.height] as const;
    await page.mouse.move(...at(50, 50));
    await page.mouse.down();
    await page.mouse.move(...at(80, 90));
    await page.mouse.up();
    expect(await page.locator('#measured-distance').textContent()).toBe('50 px (30 across, 40 down)');
    await page.getByLabel('to x').fill('50');
    expect(await page.locator('#measured-distance').textContent()).toBe('40 px (0 across, 40 down)');
    for (const key of ['g', 's']) await page.locator('#track').press(key);
    expect(await page.locator('#guides .safe').count()).toBe(2);
    expect(await page.locator('#guides .grid').count()).toBeGreaterThan(10);
    for (const key of ['g', 's', 'r']) await page.locator('#track').press(key);
    await page.locator('#measuring').waitFor({ state: 'hidden' });
    expect(await page.locator('#selection').isVisible()).toBe(false);
  });

  it('the edge of the panel is dragged and moved with keys, and a later preview keeps its width', async () => {
    const width = async () => (await boxOf('#panel')).width;
    const edge = await boxOf('#split');
    await page.mouse.move(edge.x + 4, edge.y + 100);
    await page.mouse.down();
    await page.mouse.move(800, edge.y + 100);
    await page.mouse.up();
    expect(Math.abs((await width()) - 500)).toBeLessThan(8);
    await page.locator('#split').focus();
    await press('ArrowRight');
    expect(Math.abs((await width()) - 474)).toBeLessThan(8);
    await page.reload();
    await page.locator('#picture[data-shown]').waitFor();
    expect(Math.abs((await width()) - 474)).toBeLessThan(8);
    await page.locator('#split').dblclick();
    expect(await width()).toBeLessThan(330);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('a film without sound has no controls for it', async () => {
    expect(await page.locator('#sound').isVisible()).toBe(false);
    await stand.until('the film', ({ movie }) => movie.status === 'ready');
    await page.locator('#status[data-status="ready"]').waitFor();
    expect(await page.locator('.bar').textContent()).not.toMatch(/sound/i);
  });
});

describe('an export', () => {
  it('the loop is exported as a separate film, with the same bytes as from its command', async () => {
    await page.locator('#track').focus();
    await press('Home');
    await press('ArrowRight');
    await press('i');
    for (let step = 0; step < 4; step++) await press('ArrowRight');
    await press('o');
    await press('e');
    await page.getByRole('radio', { name: 'Still, PNG' }).check();
    expect(await page.locator('#export-range').isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'Film, MP4' }).check();
    await page.getByRole('checkbox', { name: 'Only the loop, 0:00.100 to 0:00.500' }).check();
    expect(await page.locator('#export-command').textContent()).toContain('--from-ms 100 --to-ms 500');
    const download = page.waitForEvent('download');
    await page.locator('#export-start').click();
    const made = await readFile(await (await download).path());
    const { data } = await render(await readFile(stand.file), { format: 'mp4', fromMs: 100, toMs: 500 });
    expect(made.equals(data)).toBe(true);
    await press('Escape');
    await press('x');
  });
});

describe('windows of other sizes', () => {
  it.each([
    [320, 256],
    [390, 844],
    [720, 800],
    [899, 600],
  ])(
    'at %i by %i pixels, the picture has the width of the window, and everything can be reached',
    async (width, height) => {
      await page.setViewportSize({ width, height });
      onTestFinished(() => page.setViewportSize(wide));
      await press('Home');
      await page.locator('#objects button').first().click();
      await page.locator('#details').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const { scale } = { scale: Math.min(width / 320, Math.max(180, 0.7 * height) / 180) };
      expect((await boxOf('#frame')).width).toBeGreaterThan(0.85 * 320 * scale);
      const controls = page.locator('button:visible, input:visible, select:visible');
      for (const control of await controls.elementHandles()) {
        // The page may list things again meanwhile; then a control is another element.
        if (!(await control.isVisible())) continue;
        await control.scrollIntoViewIfNeeded();
        const box = (await control.boundingBox()) ?? expect.unreachable();
        const name = await control.evaluate((one) => one.id || one.textContent || '');
        expect(box.x, name).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width, name).toBeLessThanOrEqual(width + 1);
        expect(box.y + box.height, name).toBeLessThanOrEqual(height + 1);
      }
      expect(await accessibilityViolations(page)).toEqual([]);
      await press('Escape');
    },
  );

  it('the open menu, sheet and lane have no accessibility violations in dark and light', async () => {
    await page.locator('#objects button').first().click();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityViolations(page), colorScheme).toEqual([]);
      await page.locator('#open-view').click();
      expect(await accessibilityViolations(page), `${colorScheme} menu`).toEqual([]);
      await page.locator('#open-view').click();
      await press('?');
      expect(await accessibilityViolations(page), `${colorScheme} sheet`).toEqual([]);
      await press('Escape');
    }
    expect(faults).toEqual([]);
  });
});
