// @module-tag chromium

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

/** Two portrait scenes, by default of 300 + 400 + 300 ms and 200 + 400 + 400 ms. */
function twoScenes({ name = 'Two scenes', enter = 400, end = 400 } = {}): string {
  const scene = (title: string, holds: readonly [number, number]) => ({
    name: title,
    width: 180,
    height: 320,
    enter,
    objects: {
      ball: { kind: 'circle', name: 'Ball', state: { x: 90, y: 60, width: 60, height: 60, fill: 'coral' } },
    },
    compositions: {
      high: { name: 'High', duration: holds[0], states: { ball: {} } },
      low: { name: 'Low', duration: holds[1], states: { ball: { y: 260 } } },
    },
  });
  const scenes = { one: scene('The first', [300, 300]), two: scene('The second', [200, end]) };
  return JSON.stringify({ shorthand: true, name, scenes });
}

const viewport = { width: 900, height: 640 };
let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(twoScenes());
  chromium = await openPreviewPage(stand, faults, { viewport, hasTouch: true });
  page = chromium.page;
  await shown(/ hold 0 /);
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

function shown(key: RegExp): Promise<unknown> {
  return waitUntil(`the picture ${key}`, async () =>
    key.test((await page.locator('#picture').getAttribute('data-shown')) ?? ''),
  );
}

const playhead = async () => Number(await page.locator('#track').getAttribute('aria-valuenow'));

async function boxOf(selector: string) {
  return (await page.locator(selector).boundingBox()) ?? expect.unreachable(`${selector} is not there`);
}

describe('a narrow page', () => {
  it('the strip shows the scenes, holds and transitions of a film with two scenes to scale', async () => {
    const track = await boxOf('#track');
    const shares = async (selector: string) => {
      const boxes = await Promise.all((await page.locator(selector).all()).map((one) => one.boundingBox()));
      return boxes.map((one) => Math.round((100 * (one?.width ?? 0)) / track.width));
    };
    expect(await page.locator('#scenes span').allTextContents()).toEqual(['The first', 'The second']);
    expect(await shares('#scenes span')).toEqual([50, 50]);
    expect(await shares('.segment')).toEqual([15, 20, 15, 10, 20, 20]);
    expect(await page.locator('.names span').allTextContents()).toEqual(['High', 'Low', 'High', 'Low']);
  });

  it('a narrow preview page shows the time, picture and play button of a portrait film within its width', async () => {
    for (const selector of ['#time', '#frame-number', '#composition', '#frame', '#play']) {
      const { x, y, width, height } = await boxOf(selector);
      expect(width * height, selector).toBeGreaterThan(0);
      expect([x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height], selector).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    const { width, height } = await boxOf('#frame');
    expect(width / height).toBeCloseTo(180 / 320, 1);
  });
});

describe('a finger', () => {
  it('a finger drags the playhead along the strip', async () => {
    const { x, y, width, height } = await boxOf('#track');
    const input = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      input.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [{ x: x + width * share, y: y + height / 2 }],
      });
    await touch('touchStart', 0.1);
    for (let share = 0.1; share < 0.75; share += 0.05) await touch('touchMove', share);
    await touch('touchMove', 0.75);
    await touch('touchEnd');
    expect(Math.abs((await playhead()) - 1500)).toBeLessThan(10);
    await shown(/ 1(49|50)\d/);
    await touch('touchStart', 0.05);
    await touch('touchEnd');
    await shown(/ hold 0 /);
  });

  it('a tap selects an object in the preview picture', async () => {
    await page.locator('#objects button', { hasText: 'Ball' }).waitFor();
    const { x, y, width } = await boxOf('#frame');
    await page.touchscreen.tap(x + width / 2, y + (60 * width) / 180);
    await page.locator('#details-title', { hasText: 'Ball (circle)' }).waitFor();
  });
});

describe('the keyboard alone', () => {
  it('the Tab key reaches every control of the preview page, and the focus is visible', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    // The focus is visible from here on, because a key was pressed.
    await page.locator('#open-export').focus();
    const reached: string[] = [];
    for (let step = 0; step < 40; step++) {
      if (step > 0) await page.keyboard.press('Tab');
      const focused: { name: string; outline: string; isHidden: boolean } | null =
        await page.evaluate(`(() => {
        const { activeElement } = document;
        if (!activeElement || activeElement === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
        const { width, height } = activeElement.getBoundingClientRect();
        return { name: activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim(),
          outline: outlineStyle + ' ' + outlineWidth, isHidden: width * height === 0 };
      })()`);
      if (focused === null || focused.name === reached[0]) break;
      expect(focused, focused.name).toMatchObject({ outline: 'solid 2px', isHidden: false });
      reached.push(focused.name);
    }
    expect(reached).toEqual([
      'Export',
      'Panel',
      'Width of the panel',
      'Add an object',
      'Filter objects',
      expect.stringContaining('Ball'),
      'Theme, background and colours …',
      'Play',
      'Previous composition',
      'Edit the composition',
      'Next composition',
      'Speed',
      'In: start of the loop',
      'Out: end of the loop',
      'Loop',
      'Zoom out',
      'Zoom in',
      'Playhead',
    ]);
  });

  it('a keyboard user can export a sheet from the preview page and return to the Export button', async () => {
    await page.locator('#open-export').focus();
    await page.keyboard.press('Enter');
    await page.locator('#export[open]').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('input[value="png"]').focus();
    // From the first choice to the last one.
    await page.keyboard.press('ArrowUp');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^film.*\.png$/);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.id')).toBe('open-export');
  });
});

describe('playing while the film is made', () => {
  it('playback shows stills until the film is ready, and then continues with the film without a jump', {
    timeout: 120_000,
  }, async () => {
    // Stills are ready at once, the film with its 840 moving pictures is not. Its long hold costs little, and a busy
    // machine can catch up during it.
    await stand.save(twoScenes({ name: 'Long', enter: 14_000, end: 26_000 }));
    await stand.until('the save', ({ outline }) => outline?.name === 'Long');
    await page.locator('#track').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    const stills = new Set<string | null>();
    let last = 0;
    const continues = async () => {
      const now = await playhead();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    };
    await waitUntil('stills', async () => {
      await continues();
      stills.add(await page.locator('#picture').getAttribute('data-shown'));
      return stills.size > 5;
    });
    expect(stand.session.state.movie.status).not.toBe('ready');
    expect(await page.locator('#video').isVisible()).toBe(false);
    await stand.until('the film', ({ movie }) => movie.status === 'ready', 70_000);
    await waitUntil('the film is shown', async () => {
      await continues();
      return page.locator('#video').isVisible();
    });
    await page.keyboard.press(' ');
    expect(await page.locator('#play').getAttribute('aria-label')).toBe('Play');
  });
});

describe('on a slow machine', () => {
  it('the preview page on a slow machine finally shows the picture at a playhead that moved fast', async () => {
    const input = await page.context().newCDPSession(page);
    await input.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    try {
      await stand.save(twoScenes());
      await stand.until('the save', ({ outline }) => outline?.name === 'Two scenes');
      await page.keyboard.press('Home');
      for (let step = 0; step < 15; step++) await page.keyboard.press('.');
      await shown(/ 500 /);
      for (let step = 0; step < 3; step++) await page.keyboard.press(',');
      await shown(/ 400 /);
      expect(await page.locator('#frame-number').textContent()).toBe('frame 12');
    } finally {
      await input.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
  });
});

describe('a killed render process', () => {
  it('the preview replaces a render process that is killed while the playhead moves', async () => {
    await page.keyboard.press('Home');
    const before = stand.session.stillProcessId ?? expect.unreachable();
    for (let step = 0; step < 15; step++) {
      await page.keyboard.press('.');
      if (step === 7) process.kill(before, 'SIGKILL');
    }
    // The picture that the process was drawing may be missing, but not the next one.
    await page.keyboard.press('.');
    await shown(/ 533\.3\d* /);
    expect(stand.session.stillProcessId).not.toBe(before);
    await waitUntil('no failure', async () => !(await page.locator('#empty').isVisible()));
  });

  it('the preview page causes no errors on different devices', () => {
    expect(faults).toEqual([]);
  });
});
