// @module-tag chromium

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

// The film's picture stays where it is, whatever the rest of the page has to say.

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(smallFilm());
  // Scrollbars that take space move more than overlay scrollbars.
  const options = { viewport: { width: 1440, height: 900 }, ignoreDefaultArgs: ['--hide-scrollbars'] };
  chromium = await openPreviewPage(stand, faults, options);
  page = chromium.page;
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

const press = (key: string) => page.keyboard.press(key);

/** Circles outside the frame: one advice each. */
const outside = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `a-circle-that-is-far-outside-${index}`,
      { kind: 'circle', state: { x: 900 + 40 * index, y: 90, width: 30 + index, height: 30 } },
    ]),
  );

const withNotes = (count: number) => smallFilm({ objects: outside(count), compositions: { one: {} } });
const withName = (name: string, duration: number) =>
  smallFilm({ compositions: { one: { name, duration, states: { box: { x: 80 } } }, two: { states: {} } } });

/** Each save, and a part of what the page then says about it. */
const saves: readonly (readonly [what: string, text: string, said: string])[] = [
  ['advice', withNotes(1), 'box: removed'],
  ['more advice', withNotes(12), 'and 8 more'],
  ['less advice', withNotes(3), 'and 6 more'],
  ['a problem', smallFilm({ compositions: { one: { duration: -1 }, two: { enter: 'wrong' } } }), 'must be'],
  ['no problem', withNotes(2), 'outside-2: removed'],
  ['a longer film', withName('One', 90_000), 'outside-0: removed'],
  [
    'a longer name',
    withName('A composition with a name longer than most others', 90_000),
    'with a name longer',
  ],
  ['a shorter film', withName('One', 100), 'duration'],
];

/** The page records each rectangle of the film's picture, from one frame of the page to the next. */
async function record(): Promise<void> {
  await page.evaluate(`{
    window.rectangles = new Set();
    const look = () => {
      const { x, y, width, height } = document.querySelector('#picture').getBoundingClientRect();
      window.rectangles.add([x, y, width, height].join(' '));
      window.looking = requestAnimationFrame(look);
    };
    cancelAnimationFrame(window.looking);
    look();
  }`);
}

/** Waits until the page has laid itself out. */
const settle = () =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

async function recorded(): Promise<readonly string[]> {
  await settle();
  return page.evaluate<string[]>('[...window.rectangles]');
}

async function save(text: string, said = ''): Promise<void> {
  const before = stand.session.state;
  await stand.save(text);
  const { status } = await stand.until(
    'the save',
    ({ status, revision, isAdvised, isOpening }) =>
      !isOpening && (revision > before.revision ? isAdvised : status !== before.status),
  );
  await page.locator(`#status:is([data-status="${status}"], [data-status="faulty"])`).waitFor();
  await page.locator(':is(#changes-text, #notes, #composition):visible', { hasText: said }).first().waitFor();
}

beforeEach(async () => {
  if (stand.session.state.revision > 1) await save(smallFilm({ name: `${stand.session.state.revision}` }));
});

it.each([1440, 900, 390, 320])(
  'at a width of %i, no save moves the picture',
  { tags: 'slow' },
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await press('Home');
    await settle();
    const moved: string[] = [];
    for (const [what, text, said] of saves) {
      await record();
      await save(text, said);
      const rectangles = await recorded();
      if (rectangles.length !== 1) moved.push(`${what}: ${rectangles.join(', ')}`);
    }
    expect(moved).toEqual([]);
  },
);

it.each([1440, 900, 390])('at a width of %i, the playhead does not move the picture', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await press('Home');
  await settle();
  await record();
  for (const key of ['ArrowRight', 'ArrowDown', 'End', 'Home']) await press(key);
  await page.locator('#status[data-status="ready"]').waitFor();
  await press('End');
  expect(await recorded()).toHaveLength(1);
});

it('the page causes no errors while the picture stays', () => {
  expect(faults).toEqual([]);
});
