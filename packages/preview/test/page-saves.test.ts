// @module-tag chromium

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';
import { success } from '../../engine/src/project/result.ts';

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

/** A film with advice, because a dot is outside the picture, and with a row of data. */
function film(labelX: number | string): string {
  const label = {
    kind: 'text',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: variables.
    state: { text: '${title}', fontSize: '${size}', x: labelX, y: 90, wrapWidth: 200 },
  };
  return smallFilm({
    variables: { title: 'Nobody', size: 20 },
    objects: { dot: { kind: 'circle', state: { x: 900, y: 90 } }, label, box: { kind: 'rectangle' } },
    compositions: {
      one: { duration: 300, states: { label: {} } },
      two: { duration: 900, enter: { duration: 600 }, states: { label: { x: 200 }, dot: {}, box: {} } },
    },
  });
}

beforeAll(async () => {
  const row = { line: 2, variablesOf: () => success({ title: 'Ada Lovelace of London' }) };
  const rows = { file: 'people.csv', read: async () => [row] };
  stand = await PreviewStand.open(film(100), {}, { rows });
  chromium = await openPreviewPage(stand, faults, { viewport: { width: 1200, height: 620 } });
  page = chromium.page;
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});
beforeEach(async () => {
  await page.setViewportSize({ width: 1200, height: 620 });
  await save(film(100));
  for (const key of ['Escape', 'Home']) await page.keyboard.press(key);
});

const press = (key: string) => page.keyboard.press(key);
const object = (name: string) => page.locator(`#objects button[data-key="${name}"]`);
const advice = () => page.locator('#notes li', { hasText: 'Advice' }).first();

/** The text in the file. */
let written = film(100);

/** Saves the film, and waits until the page shows it with its advice. */
async function save(text: string): Promise<void> {
  if (text !== written) {
    const before = stand.session.state.revision;
    written = text;
    await stand.save(text);
    await stand.until('the save', ({ revision, isAdvised }) => revision > before && isAdvised);
  }
  await page.locator('#status[data-status="ready"]').waitFor();
  await advice().waitFor();
}

/** How much of an element can be seen in the panel, in pixels. */
async function seenHeight(selector: string): Promise<number> {
  const [part, seen] = await Promise.all([
    page.locator(selector).first().boundingBox(),
    page.locator('#lists').boundingBox(),
  ]);
  if (!part || !seen) return 0;
  return Math.min(part.y + part.height, seen.y + seen.height) - Math.max(part.y, seen.y);
}

describe('a save', () => {
  it('a save with advice does not move the picture', { tags: 'slow' }, async () => {
    await page.evaluate(`{
      const stage = document.querySelector('#stage');
      window.heights = new Set();
      window.sizes = new ResizeObserver(() => window.heights.add(stage.clientHeight));
      window.sizes.observe(stage);
    }`);
    await save(film(110));
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.evaluate('[...window.heights].length')).toBe(1);
    await page.evaluate('window.sizes.disconnect()');
  });

  it('the description of a chosen change of an object stays after a save', { tags: 'slow' }, async () => {
    await object('label').click();
    await page.locator('#lane button').first().click();
    const info = page.locator('#lane-info');
    expect(await info.textContent()).toMatch(/ 600 ms film\.json:\d+:\d+copyEasing …$/);
    const before = await info.textContent();
    await save(`\n${film(100)}`);
    const line = (text: string | null) => Number(/json:(\d+):/.exec(text ?? '')?.[1]);
    await waitUntil('the new line', async () => line(await info.textContent()) === line(before) + 1);
    expect(await page.locator('#lane button[aria-pressed="true"]').count()).toBe(1);
  });

  it('a broken save scrolls its problem into view, above the details', async () => {
    await object('label').click();
    await page.locator('#details').waitFor();
    written = film('wrong');
    await stand.save(written);
    await page.locator('#notes .kind.problem').waitFor();
    expect(await seenHeight('#notes .kind.problem')).toBeGreaterThan(10);
    await page.setViewportSize({ width: 700, height: 900 });
    const [problem, details] = await Promise.all(
      ['#notes .kind.problem', '#details'].map((one) => page.locator(one).boundingBox()),
    );
    expect(problem?.y).toBeLessThan(details?.y ?? 0);
  });
});

it('the details of an object stay open at a time at which it is not in the picture', async () => {
  await press('End');
  await object('box').click();
  await page.locator('#details-state dt', { hasText: 'box' }).waitFor();
  await press('Home');
  await page.locator('#details-state', { hasText: 'Not in the picture at this time.' }).waitFor();
  expect(await page.locator('#details').isVisible()).toBe(true);
  await press('End');
  await page.locator('#details-state dt', { hasText: 'box' }).waitFor();
});

it('Escape closes the View menu, and only then clears the selection', async () => {
  await object('label').click();
  await page.locator('#open-view').click();
  await press('Escape');
  expect(await page.locator('#view').isVisible()).toBe(false);
  expect(await page.locator('#details-title').textContent()).not.toBe('Film');
  await press('Escape');
  expect(await page.locator('#details-title').textContent()).toBe('Film');
});

it('"Copy as --set" is one line beside the row of a data file', async () => {
  const button = page.locator('#variables-copy button');
  expect((await button.textContent())?.trim()).toBe('Copy as --set');
  const lines = await page.evaluate(`{
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('#variables-copy button'));
    new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  }`);
  expect(lines).toBe(1);
});

it('the export dialog names a tried value as the cause, not the file', async () => {
  await stand.order('/api/variables', { values: { size: -5 } });
  await press('e');
  const message = page.locator('#export-message');
  await message.filter({ hasText: 'with the variables that you try here' }).waitFor();
  await stand.order('/api/variables', { values: null });
  await waitUntil('no message', async () => (await message.textContent()) === '');
  await press('Escape');
});

it('saves cause no errors on the preview page', () => {
  expect(faults).toEqual([]);
});
