// @module-tag chromium

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { sine, wavUrl } from '../../../test/support/wav-writer.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

const music = wavUrl({ sampleRate: 8000, frames: 8000, channels: [sine(440, 8000, 0.3)] });

/** Each test has a film with a name of its own. */
const filmOf = (name: string) => `{
  "shorthand": true, "name": "${name}", "width": 640, "height": 360,
  "objects": {
    "dot": { "kind": "circle", "width": 60 },
    "words": {
      "kind": "captions",
      "src": [
        { "text": "First we look.", "startMs": 200, "endMs": 1200 },
        { "text": "Then we go away.", "startMs": 1500, "endMs": 2600 }
      ]
    }
  },
  "audioTracks": { "music": { "src": "${music}", "start": "0.5s" } },
  "compositions": [
    { "id": "one", "duration": 1000 },
    {
      "id": "two", "duration": "2s",
      "enter": { "duration": 1000, "tracks": { "dot": { "keyframes": { "y": [[0.5, 100, "linear"]] } } } },
      "states": { "dot": { "x": 200 } }
    }
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
  await shows((outlineName) => outlineName === name);
  await page.locator('#track').focus();
  await page.keyboard.press('Home');
});

async function shows(isWanted: (name: string | undefined) => boolean): Promise<void> {
  await stand.until('the film', ({ outline, isOpening }) => isWanted(outline?.name) && !isOpening);
  await page.locator(`#picture[data-shown^="${stand.session.state.revision} "]`).waitFor();
}

const written = () => readFile(stand.file, 'utf8');
const changed = () => waitUntil('the change', async () => (await written()) !== film && written(), 10_000);

/** Drags something of the strip by milliseconds of the film. */
async function drag(selector: string, fromShare: number, byMs: number): Promise<void> {
  const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? expect.unreachable();
  const track = (await page.locator('#track').boundingBox()) ?? expect.unreachable();
  const by = (byMs * track.width) / (stand.session.state.outline?.durationMs ?? 1);
  const start = x + Math.min(width - 3, Math.max(3, width * fromShare));
  await page.mouse.move(start, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(start + by / 2, y + height / 2);
  await page.mouse.move(start + by, y + height / 2);
  await page.mouse.up();
}

it('dragging a sound changes when it starts', async () => {
  await page.locator('.sound-bar', { hasText: 'music' }).waitFor();
  await drag('.sound-bar', 0.5, 260);
  expect(await changed()).toBe(film.replace('"0.5s"', '"0.75s"'));
});

it('the wave of a sound has the colour of the scheme', async () => {
  await page.locator('#wave:not([hidden])').waitFor();
  const color = () =>
    page.evaluate<string>(`(() => {
      const wave = document.querySelector('#wave');
      const share = 1000 / ${stand.session.state.outline?.durationMs};
      const [red, green, blue] = wave.getContext('2d').getImageData(share * wave.width, 32, 1, 1).data;
      return \`rgb(\${red}, \${green}, \${blue})\`;
    })()`);
  const wanted = await page.evaluate<string>(`getComputedStyle(document.querySelector('#wave')).color`);
  expect(wanted).not.toBe('rgb(0, 0, 0)');
  await waitUntil('the wave', async () => (await color()) === wanted);
});

it.each([
  ['a cue', '[data-cue="0"]', 0.5, 110, '"startMs": 200, "endMs": 1200', '"startMs": 300, "endMs": 1300'],
  ['the start of a cue', '[data-cue="0"]', 0, -110, '"startMs": 200', '"startMs": 100'],
  ['the end of a cue', '[data-cue="1"]', 1, 240, '"endMs": 2600', '"endMs": 2850'],
])('dragging %s changes the times of its sentence', async (_what, cue, share, byMs, before, after) => {
  await page.locator(`#spoken .cue${cue}`).waitFor();
  await drag(`#spoken .cue${cue}`, share, byMs);
  expect(await changed()).toBe(film.replace(before, after));
});

it('the times of captions in a file are refused in words', async () => {
  await writeFile(
    join(dirname(stand.file), 'said.srt'),
    '1\n00:00:00,200 --> 00:00:01,200\nOnce\n\n2\n00:00:01,500 --> 00:00:02,000\nMore\n',
  );
  film = film.replace(/\[\n {8}\{ "text"[^\]]*\]/, '"said.srt"').replace(`film ${count}`, 'file');
  await stand.save(film);
  await shows((name) => name === 'file');
  await page.locator('#spoken .cue', { hasText: 'Once' }).waitFor();
  await drag('#spoken .cue[data-cue="0"]', 0.5, 200);
  await page.locator('#refused-text', { hasText: 'said.srt has the times of these captions' }).waitFor();
  expect(await written()).toBe(film);
});

it('dragging a keyframe moves it within its change', async () => {
  await page.locator('#objects button[data-key="dot"]').click();
  await page.locator('#lane .keyframe').waitFor();
  await drag('#lane .keyframe', 0.5, 200);
  expect(await changed()).toBe(film.replace('[0.5, 100', '[0.7, 100'));
  await page.keyboard.press('Escape');
});

it('the easing of a change is drawn, by keys too, and has no accessibility violations', async () => {
  await page.locator('#objects button[data-key="dot"]').click();
  await page.locator('#lane .span').first().click();
  await page.getByRole('button', { name: 'Easing …' }).click();
  await page.locator('#easing circle').first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.locator('#easing circle').first().press('ArrowRight');
  expect(await changed()).toBe(
    film.replace('"linear"]] } }', '"linear"]] }, "easing": "cubic-bezier(0.67, 0, 0.35, 1)" }'),
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

it('a composition is split at the playhead, and the film looks the same', async () => {
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.locator('#open-composition').click();
  await page.locator('#composition-title', { hasText: 'two' }).waitFor();
  await page.getByRole('button', { name: 'Split' }).click();
  const split = JSON.parse(await changed());
  expect(split.compositions).toMatchObject([
    { id: 'one' },
    { id: 'two', duration: '1s' },
    { id: 'two-2', duration: '1s', enter: 0 },
  ]);
  await page.keyboard.press('Escape');
  const { segments } = await stand
    .until('the split film', ({ outline, isOpening }) => outline?.segments.length === 4 && !isOpening)
    .then(({ outline }) => outline ?? expect.unreachable());
  expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 1000],
    [1000, 2000],
    [2000, 3000],
    [3000, 4000],
  ]);
});

it('a number that is typed over a time keeps its unit', async () => {
  await page.keyboard.press('End');
  await page.locator('#open-composition').click();
  const duration = page.locator('#composition-form [name=duration]');
  await waitUntil('the duration', async () => (await duration.inputValue()) === '2s');
  await duration.fill('3');
  await duration.press('Enter');
  expect(await changed()).toBe(film.replace('"2s"', '"3s"'));
  await page.keyboard.press('Escape');
});

it('these edits cause no errors on the page', () => {
  expect(faults).toEqual([]);
});
