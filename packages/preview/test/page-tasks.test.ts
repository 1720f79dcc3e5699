// @module-tag chromium

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

// What somebody who makes a film does on the page, with what is visible alone.

const square = (x: number) => ({ kind: 'rectangle', x, y: 90, width: 40, height: 40, fill: 'gold' });
const later = (start: number) => ({ start, duration: 300 });

const film = smallFilm({
  objects: {
    box: square(60),
    far: square(900),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`box${index}`, square(60 + 5 * index)])),
  },
  compositions: {
    one: { duration: 300, states: { box: true } },
    two: {
      duration: 500,
      enter: {
        duration: 400,
        tracks: {
          box: { fillTiming: later(50), sizeTiming: later(90), opacityTiming: later(100) },
        },
      },
      states: { box: { x: 200, width: 60, fill: 'navy', opacity: 0.5 } },
    },
  },
});

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(film);
  // A scrollbar takes its room from what it scrolls.
  const options = { viewport: { width: 1440, height: 900 }, ignoreDefaultArgs: ['--hide-scrollbars'] };
  chromium = await openPreviewPage(stand, faults, options);
  page = chromium.page;
  page.setDefaultTimeout(15_000);
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

async function boxOf(selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  return box ?? expect.unreachable(`${selector} is not there`);
}

it('Loop repeats the transition at the playhead, and pressing it again plays on', async () => {
  await page.locator('#segments .transition').waitFor();
  const transition = await boxOf('#segments .transition');
  await page.mouse.click(transition.x + transition.width / 2, transition.y + 10);
  const loop = page.getByRole('button', { name: 'Loop', exact: true });
  await loop.click();
  const shade = await boxOf('#loop');
  expect(Math.abs(shade.x - transition.x)).toBeLessThan(1.5);
  expect(Math.abs(shade.width - transition.width)).toBeLessThan(1.5);
  expect(await loop.getAttribute('aria-pressed')).toBe('true');
  await loop.click();
  expect(await page.locator('#loop').isVisible()).toBe(false);
});

it('the changes of a lane with a scrollbar are below their part of the strip', async () => {
  await page.locator('#objects-filter').fill('box');
  await page.locator('#objects button[data-key="box"]').click();
  await page.locator('#lane .span').nth(3).waitFor();
  const hasScrollbar = await page.evaluate<boolean>(`{
    const lane = document.querySelector('#lane');
    lane.offsetWidth > lane.clientWidth;
  }`);
  expect(hasScrollbar).toBe(true);
  const [transition, change] = [await boxOf('#segments .transition'), await boxOf('#lane .span')];
  expect(Math.abs(change.x - transition.x)).toBeLessThan(1.5);
});

it('a drag in the picture selects the object at its start', async () => {
  await page.locator('#track').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  const frame = await boxOf('#frame');
  const scale = frame.width / 320;
  const [start, end] = [60, 205].map((x) => ({ x: frame.x + x * scale, y: frame.y + 90 * scale }));
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
  await page.locator('#details-title', { hasText: 'box ' }).waitFor();
});

it('the fields of a measurement show all of their digits', async () => {
  await page.locator('#open-view').click();
  await page.locator('#measure').click();
  const field = page.locator('#measure-to-x');
  await field.fill('1258.44');
  expect(
    await page.evaluate<boolean>(`{
      const field = document.querySelector('#measure-to-x');
      field.scrollWidth <= field.clientWidth;
    }`),
  ).toBe(true);
  await page.locator('#measure-close').click();
});

it('in a narrow window, a note that is chosen shows its moment in the picture', async () => {
  await page.setViewportSize({ width: 390, height: 700 });
  const note = page.locator('#notes .message').first();
  await note.scrollIntoViewIfNeeded();
  await page.evaluate('window.scrollTo(0, document.querySelector("#notes").getBoundingClientRect().top)');
  await note.click();
  await page.locator('#details-title', { hasText: 'far' }).waitFor();
  const picture = await boxOf('#picture');
  expect(picture.y).toBeGreaterThanOrEqual(0);
});

it('in a narrow window, an object that is chosen in the list shows its details', async () => {
  await page.locator('#objects-filter').fill('');
  const row = page.locator('#objects button[data-key="box3"]');
  await row.scrollIntoViewIfNeeded();
  await row.click();
  await page.locator('#details-title', { hasText: 'box3' }).waitFor();
  const { y } = await boxOf('#details-title');
  expect(y >= 0 && y < 700).toBe(true);
});

it('the tasks cause no errors on the page', () => {
  expect(faults).toEqual([]);
});
