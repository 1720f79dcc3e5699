// @module-tag chromium

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

const film = smallFilm({
  ...{ width: 960, height: 540 },
  objects: {
    box: { kind: 'rectangle', name: 'A box', state: { x: 60, y: 90, width: 40, height: 40, fill: 'gold' } },
    captions: {
      kind: 'captions',
      mode: 'karaoke',
      src: [{ text: 'Hello there.', startMs: 3000, endMs: 17_000 }],
    },
  },
  compositions: { one: { duration: 30_000, states: { box: {} } } },
});

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(film);
  chromium = await openPreviewPage(stand, faults, { viewport: { width: 1200, height: 760 } });
  page = chromium.page;
  await page.locator('.cues .word').first().waitFor();
  await page.locator('#objects button').first().waitFor();
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});
beforeEach(() => page.keyboard.press('Home'));

const play = (label: string) => page.locator(`#play[aria-label=${label}]`).waitFor();

it.each([
  ['a word of a caption', '.cues .word'],
  ['Loop', '#loop-here'],
  ['an object', '#objects button[data-key="box"]'],
  ['Zoom in', '#zoom-in'],
])('after a click on %s, Space plays and pauses', async (_, selector) => {
  const button = page.locator(selector).first();
  await button.click();
  const pressed = await button.getAttribute('aria-pressed');
  await page.keyboard.press(' ');
  await play('Pause');
  await page.keyboard.press(' ');
  await play('Play');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await play('Pause');
  await page.keyboard.press(' ');
  await play('Play');
  expect(await button.getAttribute('aria-pressed')).toBe(pressed);
  if (pressed === 'true') await button.click();
});

it('Space presses a button that the keyboard reached', async () => {
  await page.locator('#set-out').focus();
  await page.keyboard.press('Tab');
  const loop = page.locator('#loop-here');
  await page.keyboard.press(' ');
  expect(await loop.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press(' ');
  expect(await loop.getAttribute('aria-pressed')).toBe('false');
  await play('Play');
});

it('the Tab key passes a list of 200 objects in one step, and arrows move in it', async () => {
  const square = (index: number) => [`square${index}`, { kind: 'rectangle', x: index, y: 40 }];
  const objects = Object.fromEntries(Array.from({ length: 200 }, (_, index) => square(index)));
  await stand.save(smallFilm({ name: 'Many', objects, compositions: { one: { duration: 30_000 } } }));
  await page.locator('#objects button').nth(199).waitFor();
  const focused = () =>
    page.evaluate<string>('document.activeElement.dataset.key ?? document.activeElement.id');
  const tabTo = async (from: string) => {
    await page.locator(from).focus();
    await page.keyboard.press('Tab');
    return focused();
  };
  expect(await tabTo('#objects-filter')).toBe('square199');
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  expect(await focused()).toBe('square197');
  await page.keyboard.press('Enter');
  await page.locator('#details-title', { hasText: 'square197' }).waitFor();
  expect(await tabTo('#objects-filter')).toBe('square197');
  await page.locator('#objects-filter').fill('square10');
  expect(await tabTo('#objects-filter')).toBe('square109');
  await page.locator('#objects-filter').fill('');
  await page.keyboard.press('Escape');
  expect(await tabTo('#objects-filter')).toBe('square109');
  await page.keyboard.press('Escape');
  await page.locator('#details-title', { hasText: 'Film' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('open-film');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('play');
});

it('the keys cause no errors on the page', () => {
  expect(faults).toEqual([]);
});
