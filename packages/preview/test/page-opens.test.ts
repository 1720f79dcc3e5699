// @module-tag chromium

import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';

const empty = { duration: 300, states: { '*': false } };
const shown = { duration: 500, states: { box: true, dot: true } };

it.each([
  [
    'the greeting card',
    await readFile(new URL('../../../examples/greeting-cards/card.json', import.meta.url), 'utf8'),
    1600,
  ],
  [
    'a film that begins with a transparent object',
    smallFilm({
      compositions: { zero: { duration: 300, states: { box: { opacity: 0 }, dot: false } }, one: shown },
    }),
    700,
  ],
  ['a film that begins with its first picture', smallFilm({ compositions: { one: shown, two: empty } }), 0],
  ['a film that shows nothing', smallFilm({ compositions: { one: empty, two: empty } }), 0],
])('%s opens at its first picture that is not blank', async (_, film, startMs) => {
  const stand = await PreviewStand.open(film);
  onTestFinished(() => stand.close());
  const { page, close } = await openPreviewPage(stand, [], { viewport: { width: 1200, height: 760 } });
  onTestFinished(close);
  await page.locator('#picture[data-shown]').waitFor();
  expect(await page.locator('#track').getAttribute('aria-valuenow')).toBe(String(startMs));
});
