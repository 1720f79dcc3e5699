// @module-tag chromium

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { CDPSession, Page } from '../../../test/tools/playwright.mjs';

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
let input: CDPSession;
const faults: string[] = [];

/** Twenty seconds, with advice on both holds. */
const film = smallFilm({
  compositions: {
    one: { duration: 9_800, states: { box: {} } },
    two: { duration: 9_800, states: { dot: { x: 900 } } },
  },
});

beforeAll(async () => {
  stand = await PreviewStand.open(film);
  chromium = await openPreviewPage(stand, faults, {
    viewport: { width: 1000, height: 640 },
    hasTouch: true,
  });
  page = chromium.page;
  await page.locator('#picture[data-shown]').waitFor();
  input = await page.context().newCDPSession(page);
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

const press = (key: string) => page.keyboard.press(key);
const playhead = async () => Number(await page.locator('#track').getAttribute('aria-valuenow'));

async function boxOf(selector: string) {
  return (await page.locator(selector).boundingBox()) ?? expect.unreachable(`${selector} is not there`);
}

/** The playhead on the visible part of the strip: 0 is its left end, 1 its right end. */
async function seenAt(): Promise<number> {
  const strip = await boxOf('#strip');
  const { x } = await page.evaluate<{ x: number }>(
    `document.getElementById('playhead').getBoundingClientRect().toJSON()`,
  );
  return (x - strip.x) / strip.width;
}

const scrolled = () => page.evaluate<number>(`document.getElementById('strip').scrollLeft`);
const scrollTo = (left: number) =>
  page.evaluate(`{ document.getElementById('strip').scrollLeft = ${left}; }`);

/** Zooms out to the whole film, and then in to about a tenth of it. */
beforeEach(async () => {
  await press('Home');
  for (let step = 0; step < 12; step++) await press('-');
  for (let step = 0; step < 6; step++) await press('+');
});

describe('a zoomed strip', () => {
  it('a zoomed strip keeps the playhead in view when keys move the playhead', async () => {
    expect((await boxOf('#track')).width / (await boxOf('#strip')).width).toBeGreaterThan(10);
    const keys = ['End', 'Home', 'ArrowDown', 'ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowRight'];
    for (const key of [...keys, ...Array(9).fill('ArrowRight'), 'End', 'Shift+ArrowLeft', ',']) {
      await press(key);
      const at = await seenAt();
      expect([at >= 0, at <= 1], `${key}: ${at}`).toEqual([true, true]);
    }
  });

  it('a zoomed strip scrolls no further than necessary', async () => {
    await press('ArrowRight');
    expect(await scrolled()).toBe(0);
    await press('Shift+ArrowRight');
    await press('Shift+ArrowRight');
    expect(await seenAt()).toBeCloseTo(0.92, 1);
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    await press('ArrowLeft');
    expect(await scrolled()).toBe(before);
  });

  it("a zoomed strip shows the playhead after a jump to a note's time", async () => {
    await page.locator('#notes summary').first().click();
    await page.locator('#notes button', { hasText: 'at 0:15' }).first().click();
    expect(await playhead()).toBe(15_100);
    expect(await seenAt()).toBeCloseTo(0.92, 1);
  });

  it('zooming the strip brings the playhead into view', async () => {
    for (const [key, to] of [
      ['+', 100_000],
      ['-', 100_000],
    ] as const) {
      await scrollTo(to);
      expect(await seenAt()).toBeLessThan(0);
      await press(key);
      const at = await seenAt();
      expect([at >= 0, at <= 1], `${key}: ${at}`).toEqual([true, true]);
    }
  });

  it('a zoomed strip does not scroll while a pointer drags the playhead', async () => {
    await scrollTo(1000);
    const { x, y, width, height } = await boxOf('#strip');
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    for (const share of [0.7, 0.99, 0.5, 0.01, 0]) {
      await page.mouse.move(x + width * share, y + height / 2);
      expect(await scrolled()).toBe(1000);
    }
    await page.mouse.up();
    expect(Math.abs(await seenAt())).toBeLessThan(0.01);
  });
});

describe('two fingers', () => {
  /** Fingers at these shares of the visible part of the strip. */
  async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) {
    const { x, y, width, height } = await boxOf('#strip');
    const touchPoints = shares.map((share, id) => ({ x: x + width * share, y: y + height / 2, id }));
    await input.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  it('two fingers scroll the strip without moving the playhead', async () => {
    await press('ArrowRight');
    await touch('touchStart', 0.8);
    // Until it moves or is lifted, one finger may be the first of two, however late the second one comes.
    expect(await playhead()).toBe(100);
    await touch('touchStart', 0.8, 0.9);
    for (let moved = 0; moved <= 0.6; moved += 0.1) await touch('touchMove', 0.8 - moved, 0.9 - moved);
    const { width } = await boxOf('#strip');
    await waitUntil('the strip', async () => Math.abs((await scrolled()) - 0.6 * width) < 3);
    // One finger is left, and moves.
    await touch('touchEnd', 0.2);
    await touch('touchMove', 0.6);
    await touch('touchEnd');
    expect(await playhead()).toBe(100);
    expect(Math.abs((await scrolled()) - 0.6 * width)).toBeLessThan(3);
    await touch('touchStart', 0.5);
    await touch('touchEnd');
    expect(await playhead()).toBeGreaterThan(1000);
    expect(await seenAt()).toBeCloseTo(0.5, 1);
    await touch('touchStart', 0.5);
    await touch('touchMove', 0.7);
    expect(await seenAt()).toBeCloseTo(0.7, 1);
    await touch('touchEnd');
    expect(await seenAt()).toBeCloseTo(0.7, 1);
  });

  it('two fingers zoom the strip around the point between them', async () => {
    const before = (await boxOf('#track')).width;
    await scrollTo(2000);
    const { width } = await boxOf('#strip');
    const middle = (2000 + width / 2) / before;
    await touch('touchStart', 0.4);
    await touch('touchStart', 0.4, 0.6);
    for (let apart = 0; apart <= 0.1; apart += 0.02) await touch('touchMove', 0.4 - apart, 0.6 + apart);
    await waitUntil('the zoom', async () => Math.abs((await boxOf('#track')).width / before - 2) < 0.05);
    expect(((await scrolled()) + width / 2) / (await boxOf('#track')).width).toBeCloseTo(middle, 3);
    await touch('touchEnd');
    expect(await playhead()).toBe(0);
  });

  it('the strip causes no errors on the preview page', () => {
    expect(faults).toEqual([]);
  });
});
