// @module-tag chromium

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

/** A film with one piece of advice for each dot, because all are outside the picture. */
function advised(dots: number, before = ''): string {
  const names = Array.from({ length: dots }, (_, index) => `dot${index}`);
  const dot = { kind: 'circle', state: { x: 900, y: 90 } };
  const objects = Object.fromEntries(names.map((name) => [name, dot]));
  const states = Object.fromEntries(names.map((name) => [name, {}]));
  const compositions = {
    one: { duration: 300, states: {} },
    two: { duration: 300, states },
  };
  return before + smallFilm({ name: `Advised ${dots}`, objects, compositions });
}

beforeAll(async () => {
  stand = await PreviewStand.open(advised(3));
  chromium = await openPreviewPage(stand, faults, { viewport: { width: 1200, height: 460 } });
  page = chromium.page;
  await page.locator('#notes li', { hasText: 'Advice' }).first().waitFor();
  await stand.until('the film', ({ movie }) => movie.status === 'ready');
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

const focused = () => page.evaluate<string>('document.activeElement.textContent');
const advice = () => page.locator('#notes li', { hasText: 'Advice' });

/** Shows the notes that repeat the first one. */
async function openGroup(): Promise<void> {
  const group = page.locator('#notes details').first();
  await group.waitFor({ state: 'attached' });
  if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
}

/** Sends the page the progress of the film as while it is made, and waits until the page shows it. */
async function tellProgress(): Promise<void> {
  for (let percent = 1; percent <= 20; percent++) {
    const movie = {
      status: 'making',
      fraction: percent / 100,
      reason: percent === 20 ? 'told' : null,
    } as const;
    stand.session.events.emit('film', { ...stand.session.state, movie });
  }
  await page.locator('#status[title$="told"]').waitFor();
}

describe('notes while the film is made', () => {
  it("the film's progress disturbs neither the focus nor a click in the notes", async () => {
    const jump = advice().first().locator('button').first();
    await jump.focus();
    await tellProgress();
    expect(await focused()).toBe('at 0:00.850');
    const { x, y, width, height } = (await jump.boundingBox()) ?? expect.unreachable();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await tellProgress();
    await page.mouse.up();
    expect(await page.locator('#time').textContent()).toBe('0:00.850');
  });

  it("the film's progress does not scroll a list of problems", async () => {
    await stand.save(smallFilm({ width: 0, height: 0, background: 'none', extra: 1, more: 2, name: 3 }));
    await page.locator('#notes li', { hasText: 'Problem' }).first().waitFor();
    await page.evaluate(`document.getElementById('lists').scrollTop = 1e6`);
    const scrolled = await page.evaluate<number>(`document.getElementById('lists').scrollTop`);
    expect(scrolled).toBeGreaterThan(0);
    await tellProgress();
    expect(await page.evaluate(`document.getElementById('lists').scrollTop`)).toBe(scrolled);
    await stand.save(advised(3));
    await advice().nth(2).waitFor({ state: 'attached' });
    // The progress of the real film would mix with that of the next test.
    await stand.until('the film', ({ movie }) => movie.status === 'ready');
  });

  it("the film's progress does not make screen readers repeat the notes or the status", async () => {
    await page.evaluate(`{
      window.changes = [];
      const see = (records) => window.changes.push(...records.map(({ target }) => target.id));
      const observer = new MutationObserver(see);
      for (const id of ['status-said', 'notes', 'banner'])
        observer.observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
    }`);
    // The status says once that the film is being made.
    await tellProgress();
    expect(await page.evaluate('window.changes')).toEqual(['status-said']);
  });
});

describe('notes after a save', () => {
  it('the focus returns to the same control in the notes after a save lists the notes again', {
    tags: 'slow',
  }, async () => {
    const second = () => advice().nth(1).locator('.place').first();
    await openGroup();
    await second().focus();
    const before = await focused();
    expect(before).toMatch(/^film\.json:\d+:\d+$/);
    await stand.save(advised(3, '\n\n'));
    await waitUntil('the notes of the save', async () => (await second().textContent()) !== before);
    expect(await focused()).toBe(await second().textContent());
    await stand.save(advised(1));
    await waitUntil('a single note', async () => (await advice().count()) === 1);
    expect(await page.evaluate('document.activeElement.id')).toBe('notes');
  });
});

describe('a place in the file', () => {
  const press = () => advice().first().locator('[aria-label^="Place in the file: copy"]').first().click();
  const said = (text: string) => page.locator('[role="status"]', { hasText: text }).waitFor();

  it('a click on a note copies its place in the file, and the page announces each copy', {
    tags: 'slow',
  }, async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const place = await advice().first().locator('.place').first().textContent();
    for (const before of ['', 'else']) {
      await page.evaluate(`navigator.clipboard.writeText('${before}')`);
      await press();
      await said(`Copied ${place}`);
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(place);
      await advice().first().getByText('copied', { exact: true }).waitFor();
      await advice().first().getByText('copy', { exact: true }).first().waitFor();
      await page.locator('#said', { hasText: /^$/ }).waitFor({ state: 'attached' });
    }
  });

  it.each([
    [
      'refuses',
      `navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    ],
    ['lacks', `Object.defineProperty(navigator, 'clipboard', { value: undefined })`],
  ])('the page shows that it did not copy a place if the browser %s the clipboard', async (_, change) => {
    await page.evaluate(`{ ${change}; }`);
    await press();
    await said('The browser does not let this page copy film.json:');
    await advice().first().getByText('not copied', { exact: true }).waitFor();
  });

  it('the notes cause no errors on the preview page', () => {
    expect(faults).toEqual([]);
  });
});

describe('a note that is chosen', () => {
  /** Waits until a note is in the visible part of the panel. */
  const seen = (object: string) =>
    waitUntil(`the note on ${object}`, async () => {
      const note = await page.locator(`#notes li[data-note*="${object} "]`).last().boundingBox();
      const lists = (await page.locator('#lists').boundingBox()) ?? expect.unreachable();
      return note !== null && note.y >= lists.y - 1 && note.y < lists.y + lists.height;
    });

  it('a badge in the picture and a marker above the strip show the note, and select its object', async () => {
    await stand.save(advised(12));
    await waitUntil('all notes', async () => (await advice().count()) === 12);
    await page.locator('#markers button').last().click();
    await page.locator('#details-title', { hasText: 'dot0' }).waitFor();
    await seen('dot0');
    await page.locator('#badges button[data-key="dot9"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('#details-title', { hasText: 'dot9' }).waitFor();
    await seen('dot9');
    await page.keyboard.press('Escape');
  });
});

describe('the button of a note with a fix', () => {
  it('Apply fix changes the file, and the note disappears', { tags: 'slow' }, async () => {
    const text = advised(3);
    await stand.save(text);
    await openGroup();
    const fixes = page.getByRole('button', { name: 'Apply fix' });
    expect(await fixes.count()).toBe(3);
    await fixes.nth(1).focus();
    await page.keyboard.press('Enter');
    await waitUntil(
      'the new notes',
      async () => (await fixes.count()) === 2 && (await advice().count()) === 2,
    );
    const changed = await readFile(stand.file, 'utf8');
    expect(changed).not.toBe(text);
    const { objects, compositions } = JSON.parse(changed);
    expect(compositions.two.states).toEqual({ dot0: {}, dot1: {}, dot2: {} });
    expect([objects.dot0.state.x, objects.dot2.state.x]).toEqual([900, 900]);
    expect(objects.dot1.state.x).toBeLessThan(400);
  });

  it('the page shows why a fix was refused, keeps the focus, and stays accessible', {
    tags: 'slow',
  }, async () => {
    const text = advised(4)
      .replaceAll('"x": 900', `"x": "\${x}"`)
      .replace('"width"', '"variables": { "x": 900 }, "width"');
    await stand.save(text);
    await advice().nth(3).waitFor({ state: 'attached' });
    const button = page.getByRole('button', { name: 'Apply fix' }).first();
    await button.click();
    const reason = page.getByRole('alert').filter({ hasText: 'not fixed' });
    await reason.waitFor();
    expect(await reason.textContent()).toBe(`not fixed: its value comes from the variable \${x}`);
    expect(await focused()).toBe('Apply fix');
    expect(await readFile(stand.file, 'utf8')).toBe(text);
    expect(faults).toEqual([]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityViolations(page), colorScheme).toEqual([]);
    }
  });
});
