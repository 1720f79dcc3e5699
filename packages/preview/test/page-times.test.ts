// @module-tag chromium

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

/** Each test has a film with a name of its own. */
const filmOf = (name: string) => `{
  "shorthand": true, "name": "${name}", "width": 640, "height": 360,
  "objects": {
    "box": { "kind": "rectangle" },
    "dot": { "kind": "circle" }
  },
  "compositions": [
    { "id": "one", "duration": "1s", "states": { "box": true } },
    { "id": "two", "duration": 1000, "enter": { "duration": 1000, "tracks": { "dot": "pop" } }, "states": { "dot": true, "box": { "x": 200 } } },
    { "id": "three", "duration": 1000, "enter": "slide", "states": { "box": false } }
  ]
}
`;

let count = 0;
let film = filmOf('start');
let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(film);
  chromium = await openPreviewPage(stand, faults, { viewport: { width: 1300, height: 900 } });
  page = chromium.page;
  page.setDefaultTimeout(15_000);
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});
beforeEach(async () => {
  const name = `film ${++count}`;
  film = filmOf(name);
  await stand.save(film);
  await stand.until('the film', ({ outline, isOpening }) => outline?.name === name && !isOpening);
  await page.locator(`#picture[data-shown^="${stand.session.state.revision} "]`).waitFor();
  await page.locator('#track').focus();
  await page.keyboard.press('Home');
});

const written = () => readFile(stand.file, 'utf8');
const changed = () => waitUntil('the change', async () => (await written()) !== film && written(), 10_000);

/** Drags something of the strip by milliseconds of the film. */
async function drag(selector: string, fromShare: number, byMs: number, said = ''): Promise<void> {
  const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? expect.unreachable();
  const track = (await page.locator('#track').boundingBox()) ?? expect.unreachable();
  const by = (byMs * track.width) / (stand.session.state.outline?.durationMs ?? 1);
  const start = x + Math.min(width - 3, Math.max(3, width * fromShare));
  await page.mouse.move(start, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(start + by / 2, y + height / 2);
  await page.mouse.move(start + by, y + height / 2);
  if (said !== '') await page.locator('#drag-time', { hasText: said }).waitFor();
  await page.mouse.up();
}

it.each([
  ['a composition', 1, 500, '"duration": "1s"', '"duration": "1.5s"'],
  ['a transition', 2, -300, '"duration": 1000, "tracks"', '"duration": 700, "tracks"'],
  [
    'a transition that has only a type',
    4,
    410,
    '"enter": "slide"',
    '"enter": { "type": "slide", "duration": 1000 }',
  ],
])('dragging the end of %s in the strip changes its duration', async (_what, nth, byMs, before, after) => {
  await drag(`.grip:nth-child(${nth})`, 0.6, byMs);
  expect(await changed()).toBe(film.replace(before, after));
});

it.each([
  ['the change of an object', 0.5, 200, '"start": 200, "duration": 600', 400],
  ['the end of the change of an object', 1, -400, '"start": 0, "duration": 600', 0],
])('dragging %s in its lane changes its track', async (_what, share, byMs, times, shortened) => {
  await page.locator('#objects button[data-key="dot"]').click();
  await page.locator('#lane-info', { hasText: 'dot' }).waitFor();
  if (shortened > 0) {
    film = film.replace('"dot": "pop"', '"dot": { "type": "pop", "duration": 600 }');
    await stand.save(film);
    await page.locator('.span[title*="600 ms"]').first().waitFor();
  }
  await drag('#lane .span >> nth=0', share, byMs);
  const expected =
    shortened > 0
      ? film.replace('"pop", "duration": 600', '"pop", "duration": 600, "start": 200')
      : film.replace('"dot": "pop"', `"dot": { "type": "pop", ${times} }`);
  expect(await changed()).toBe(expected);
  await page.locator('#objects button[data-key="dot"]').click();
});

it.each([
  ['"duration": 1000, "tracks"', '"duration": 1400, "tracks"'],
  ['"duration": "1s", "tracks"', '"duration": "1.4s", "tracks"'],
])(
  'a change that fills its transition keeps its duration when it starts later, and %s grows',
  async (before, after) => {
    film = film.replace('"duration": 1000, "tracks"', before);
    await stand.save(film);
    await page.locator('#objects button[data-key="dot"]').click();
    await page.locator('#lane-info', { hasText: 'dot' }).waitFor();
    await drag('#lane .span >> nth=0', 0.5, 400, 'the transition and what fills it will last 0:01.4');
    expect(await changed()).toBe(
      film
        .replace('"dot": "pop"', '"dot": { "type": "pop", "start": 400, "duration": 1000 }')
        .replace(before, after),
    );
    await page.locator('#objects button[data-key="dot"]').click();
  },
);

it('a transition without a duration has no need of one to become longer', async () => {
  film = film.replace('{ "duration": 1000, "tracks": { "dot": "pop" } }', '"fade"');
  await stand.save(film);
  await page.locator('#objects button[data-key="dot"]').click();
  await page.locator('.span[title*="600 ms"]').first().waitFor();
  await drag('#lane .span >> nth=0', 0.5, 400);
  const tracks = '{ "type": "fade", "tracks": { "dot": { "start": 400, "duration": 600 } } }';
  expect(await changed()).toBe(film.replace('"fade"', tracks));
  await stand.until('the longer transition', ({ outline }) => outline?.segments[1]?.endMs === 2000);
  await page.locator('#objects button[data-key="dot"]').click();
});

it('the menu shows the value of the file again after one that is refused', async () => {
  await page.locator('#open-composition').click();
  await page.locator('#composition-title', { hasText: 'one' }).waitFor();
  const duration = page.locator('#composition-form [name=duration]');
  await waitUntil('the duration', async () => (await duration.inputValue()) === '1s');
  await duration.fill('soon');
  await duration.press('Enter');
  await page.locator('#refused-text', { hasText: 'not changed: compositions[0].duration' }).waitFor();
  await waitUntil('the duration of the file', async () => (await duration.inputValue()) === '1s');
  expect(await written()).toBe(film);
  await page.keyboard.press('Escape');
});

it('compositions are duplicated, moved and deleted in the menu', async () => {
  await page.locator('#open-composition').click();
  await page.locator('#composition-title', { hasText: 'one' }).waitFor();
  const line = film.split('\n')[7] ?? '';
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const twice = film.replace(line, `${line}\n${line.replace('"one"', '"one-2"')}`);
  expect(await changed()).toBe(twice);
  const shown = (text: string) =>
    stand.until('the version', ({ isOpening }) => {
      const { newest } = stand.session.versions;
      return !isOpening && newest !== undefined && Buffer.from(newest.bytes).toString() === text;
    });
  await shown(twice);
  await page.locator(`#picture[data-shown^="${stand.session.state.revision} "]`).waitFor();
  await page.getByRole('button', { name: 'Later' }).click();
  const [one, again] = [line.trim().slice(0, -1), line.trim().slice(0, -1).replace('"one"', '"one-2"')];
  const swapped = twice.replace(one, 'A').replace(again, one).replace('A', again);
  await waitUntil('the order', async () => (await written()) === swapped, 10_000);
  await shown(swapped);
  await page.locator('#composition-title', { hasText: 'one-2' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await waitUntil('the deletion', async () => (await written()) === film, 10_000);
  await page.keyboard.press('Escape');
});

it('times and the type of a transition are written in the menu, which has no accessibility violations', async () => {
  await page.keyboard.press('End');
  await page.locator('#open-composition').click();
  await page.locator('#composition-title', { hasText: 'three' }).waitFor();
  await waitUntil('the type', async () => (await page.getByLabel('type').inputValue()) === 'slide');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByLabel('type').selectOption('wipe');
  expect(await changed()).toBe(film.replace('"slide"', '"wipe"'));
  await page.keyboard.press('Escape');
});

it('a duration that is not possible is refused in words', async () => {
  await page.locator('#open-composition').click();
  await page.locator('#composition-title', { hasText: 'one' }).waitFor();
  const duration = page.locator('#composition-form [name="duration"]');
  await waitUntil('the duration', async () => (await duration.inputValue()) === '1s');
  await duration.fill('soon');
  await duration.press('Enter');
  await page.locator('#refused', { hasText: 'not changed' }).waitFor();
  expect(await written()).toBe(film);
  await page.keyboard.press('Escape');
});

it('editing times causes no errors on the page', () => {
  expect(faults).toEqual([]);
});
