// @module-tag chromium

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';
import { render } from '../../engine/src/render/render.ts';

const hostile = '<img src=x onerror=document.title=1>&amp;';

const cues = [
  { text: 'Hello there.', startMs: 300, endMs: 1700 },
  { text: 'This is a list out of order.', startMs: 2000, endMs: 4000 },
  { text: hostile, startMs: 4600, endMs: 6900 },
  { text: 'السبعة هي المحور', startMs: 7500, endMs: 9900 },
];

/** Half a minute with captions. */
const captioned = (src: readonly object[] = cues, durationMs = 30_000) =>
  smallFilm({
    ...{ width: 960, height: 540 },
    objects: { captions: { kind: 'captions', mode: 'karaoke', src } },
    compositions: { one: { duration: durationMs, states: {} } },
  });

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(captioned());
  chromium = await openPreviewPage(stand, faults, { viewport: { width: 1200, height: 760 } });
  page = chromium.page;
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.locator('.cue').first().waitFor();
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

const press = (key: string) => page.keyboard.press(key);
const playhead = async () => Number(await page.locator('#track').getAttribute('aria-valuenow'));
const cueOf = (text: string) => page.locator(`.cue[title^="${text}"]`);

async function boxOf(selector: string) {
  return (
    (await page.locator(selector).first().boundingBox()) ?? expect.unreachable(`${selector} is not there`)
  );
}

/** Saves a film and waits for its lanes. */
async function show(text: string, what: string): Promise<void> {
  await stand.save(text);
  await page.locator(what).first().waitFor();
}

/** The boxes and words on the page, with their times in the film as far as a pixel is exact. */
async function drawn(selector: string) {
  const [{ x: left, width }, list] = [
    await boxOf('#track'),
    await page.evaluate<{ text: string; title: string; left: number; right: number }[]>(
      `[...document.querySelectorAll('${selector}')].map((one) => {
        const { left, right } = one.getBoundingClientRect();
        return { text: one.textContent, title: one.title, left, right };
      })`,
    ),
  ];
  const durationMs = Number(await page.locator('#track').getAttribute('aria-valuemax'));
  const msOf = (x: number) => ((x - left) * durationMs) / width;
  return {
    msPerPixel: durationMs / width,
    parts: list.map((one) => ({ ...one, fromMs: msOf(one.left), toMs: msOf(one.right) })),
  };
}

/** Whether the picture on the page has the pixels of a render at that time. */
async function showsMoment(timeMs: number): Promise<boolean> {
  const key = await waitUntil(`the picture at ${timeMs} ms`, async () => {
    const shown = await page.locator('#picture').getAttribute('data-shown');
    return shown?.includes(` ${timeMs} `) && shown;
  });
  const width = Number(key.split(' ').at(-1));
  const { data } = await render(captioned(), { format: 'png', timeMs, width });
  return page.evaluate<boolean>(
    `(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(Buffer.from(data).toString('base64'))}), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const other = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      other.drawImage(bitmap, 0, 0);
      const pixels = (context) => context.getImageData(0, 0, bitmap.width, bitmap.height).data;
      const right = pixels(other);
      const seen = pixels(document.getElementById('picture').getContext('2d'));
      return seen.length === right.length && seen.every((value, index) => value === right[index]);
    })()`,
  );
}

/** Zooms out to the whole film. */
async function zoomOut(): Promise<void> {
  for (let step = 0; step < 20; step++) await press('-');
}

beforeEach(async () => {
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  await press('Escape');
  await press('Home');
  await zoomOut();
});

describe('the lane of captions', () => {
  it('each cue is a box at its time within a pixel, zoomed or not', async () => {
    for (let zoom = 0; zoom < 3; zoom++) {
      const { parts, msPerPixel } = await drawn('.cue');
      expect(parts).toHaveLength(cues.length);
      for (const [index, { fromMs, toMs, title }] of parts.entries()) {
        const cue = cues[index] ?? expect.unreachable();
        expect(Math.abs(fromMs - cue.startMs)).toBeLessThan(msPerPixel);
        expect(Math.abs(toMs - cue.endMs)).toBeLessThan(msPerPixel);
        expect(title).toContain(cue.text);
      }
      await press('+');
    }
  });

  it('a click on a cue goes to its first moment, whose picture shows its text, and selects the captions', async () => {
    for (const { text, startMs } of cues.slice(1, 3)) {
      await cueOf(text.slice(0, 7)).click({ position: { x: 4, y: 8 } });
      expect(await playhead()).toBe(startMs);
      expect(await showsMoment(startMs)).toBe(true);
      await waitUntil('the text', async () =>
        (await page.locator('#details-state').textContent())?.includes(text),
      );
      expect(await page.locator('#details-title').textContent()).toBe('captions (text)');
    }
  });

  it('the keyboard reaches the lane with one stop, and goes from cue to cue', async () => {
    await cueOf('Hello').focus();
    await page.locator('#track').focus();
    await press('Tab');
    const focused = () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label')`);
    expect(await focused()).toBe('Hello there.\n0:00.300');
    await press('ArrowRight');
    await press('Enter');
    expect(await playhead()).toBe(2000);
    await press('ArrowRight');
    expect(await playhead()).toBe(2000);
    await press('Space');
    expect(await playhead()).toBe(4600);
    expect(await page.locator('#play').getAttribute('aria-label')).toBe('Play');
    await press('ArrowLeft');
    await press('ArrowLeft');
    await press('ArrowLeft');
    expect(await focused()).toBe('Hello there.\n0:00.300');
    await press('Tab');
    expect(await page.evaluate(`document.getElementById('spoken').contains(document.activeElement)`)).toBe(
      false,
    );
    await press('Shift+Tab');
    expect(await focused()).toBe('Hello there.\n0:00.300');
  });

  it('after a click on a cue, the arrow keys move the playhead', async () => {
    await cueOf('This is').click({ position: { x: 4, y: 8 } });
    await press('ArrowRight');
    expect(await playhead()).toBe(2100);
  });

  it('texts are never read as markup', async () => {
    const { parts } = await drawn('.cue');
    expect(parts[2]?.text).toBe(hostile);
    expect(await page.locator('#spoken img').count()).toBe(0);
    await page.locator('#track').focus();
    for (let step = 0; step < 8; step++) await press('+');
    await waitUntil('the words', async () => (await page.locator('.word').count()) > 0);
    expect(await page.locator('#spoken img').count()).toBe(0);
    expect(await page.title()).toBe('film.json – preview');
  });

  it('a wide cue shows its words at their times, and a click on a word goes there', async () => {
    const marks = await drawn('.cue:nth-of-type(2) i');
    expect(marks.parts.length).toBe(7);
    for (let step = 0; step < 6; step++) await press('+');
    const word = page.locator('.word', { hasText: 'list' });
    await word.waitFor();
    const { parts, msPerPixel } = await drawn('.word');
    const list = parts.find(({ text }) => text === 'list') ?? expect.unreachable();
    const mark = marks.parts[3] ?? expect.unreachable();
    expect(Math.abs(list.fromMs - mark.fromMs)).toBeLessThan(marks.msPerPixel + msPerPixel);
    await word.click();
    const timeMs = await playhead();
    expect(Math.abs(timeMs - list.fromMs)).toBeLessThan(msPerPixel + 1);
    expect(await page.locator('[aria-current]').allTextContents()).toEqual(['', 'list']);
    await press(',');
    expect(await page.locator('[aria-current]').allTextContents()).toEqual(['', 'a']);
  });

  it('playback marks the cue that is spoken, and nothing between cues', { tags: 'slow' }, async () => {
    const current = () => page.locator('.cue[aria-current]').allTextContents();
    expect(await current()).toEqual([]);
    await press('Space');
    await waitUntil('the first cue', async () => (await current())[0] === 'Hello there.');
    await waitUntil('the second cue', async () => (await current())[0] === 'This is a list out of order.');
    const timeMs = await playhead();
    await press('Space');
    expect([timeMs >= 2000, timeMs < 4000]).toEqual([true, true]);
    await press('End');
    expect(await current()).toEqual([]);
  });

  it('the focus stays on its cue after a save', async () => {
    await cueOf('This is').focus();
    const text = 'This is another list.';
    await show(
      captioned(cues.map((cue, index) => (index === 1 ? { ...cue, text } : cue))),
      `.cue[title^="${text}"]`,
    );
    expect(await page.evaluate('document.activeElement.title')).toBe(`${text}\n0:02.000`);
    await show(captioned(), '.cue[title^="This is a list"]');
  });

  it.each(['dark', 'light'] as const)(
    'the lane has no accessibility violations in %s',
    { tags: 'slow' },
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await cueOf('This is').click({ position: { x: 4, y: 8 } });
      await page.locator('#details-state', { hasText: 'This is a list' }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      for (let step = 0; step < 6; step++) await press('+');
      await page.locator('.word').first().waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});

describe('other films', () => {
  it('10,000 cues are few elements at every zoom, and each can be reached', { tags: 'slow' }, async () => {
    const text = (index: number) => `Sentence ${index} of many.`;
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ text: text(index), startMs: index * 350, endMs: index * 350 + 340 },
    }));
    await show(captioned(many, 600_000), '.cue.several');
    await zoomOut();
    const counts: number[] = [];
    for (let step = 0; step < 24; step++) {
      counts.push(await page.locator('#spoken *').count());
      await press('+');
    }
    expect(Math.max(...counts)).toBeLessThan(900);
    await press('End');
    await page.locator(`.cue[title^="${text(1714)}"]`).waitFor();
    await zoomOut();
    const { x, y, width } = await boxOf('#spoken .cues');
    await page.mouse.click(x + width / 2, y + 8);
    expect(Math.abs((await playhead()) - 300_000)).toBeLessThan(600_000 / width + 350);
  });

  it('sentences that nobody has spoken yet are shown where they will be', async () => {
    const say = smallFilm({
      compositions: { one: { say: 'One sentence. And another one.' }, two: { say: 'The end.' } },
    });
    await show(say, '.cue[title^="The end."]');
    expect(await page.locator('.spoken-name').allTextContents()).toEqual(['Narration, times estimated']);
    const { parts } = await drawn('.cue');
    expect(parts.map(({ title }) => title.split('\n')[0])).toEqual([
      'One sentence.',
      'And another one.',
      'The end.',
    ]);
    await cueOf('The end.').focus();
    await press('Enter');
    expect(await page.locator('#composition').textContent()).toBe('one → two');
    expect(await page.locator('#details-title').textContent()).toBe('Film');
  });

  it('five texts with cues have four lanes, and the last one names how many more there are', async () => {
    const objects = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((id, index) => [
        id,
        { kind: 'captions', src: [{ text: `Text ${id}`, startMs: index * 100, endMs: 5000 }] },
      ]),
    );
    await show(
      smallFilm({ objects, compositions: { one: { duration: 6000, states: {} } } }),
      '.cue[title^="Text d"]',
    );
    expect(await page.locator('.spoken-name').allTextContents()).toEqual(['a', 'b', 'c', 'd, and 1 more']);
  });

  it('a film without cues has no lane of them, and the strip that it had', async () => {
    await stand.save(smallFilm());
    await waitUntil('the film', async () => (await page.locator('#spoken').isVisible()) === false);
    const [track, lane, mark] = [await boxOf('#track'), await boxOf('#lane'), await boxOf('#playhead')];
    expect(lane.y - (track.y + track.height)).toBe(4);
    expect(mark.height).toBe(track.height);
    expect(await page.locator('#spoken *').count()).toBe(0);
  });

  it('what is said causes no errors on the preview page', () => {
    expect(faults).toEqual([]);
  });
});
