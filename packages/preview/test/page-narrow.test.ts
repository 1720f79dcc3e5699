// @module-tag chromium

import { expect, it, onTestFinished } from 'vitest';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';

const unbroken = 'aNameOfManyWordsWithoutASpaceBetweenThem'.repeat(2);

/** A film with long notes, and an object with a long name. */
const film = smallFilm({
  objects: {
    long: { kind: 'text', name: unbroken, text: unbroken, x: 300, y: 90, fontSize: 20 },
    far: {
      kind: 'text',
      text: 'A text of several words, most of which is outside',
      x: 310,
      y: 40,
      fontSize: 30,
    },
  },
  compositions: { one: { duration: 500 }, two: { duration: 500 } },
});

it('a narrow page with long names and notes does not scroll sideways', async () => {
  const stand = await PreviewStand.open(film);
  onTestFinished(() => stand.close());
  const { page, close } = await openPreviewPage(stand, [], { viewport: { width: 390, height: 844 } });
  onTestFinished(close);
  page.setDefaultTimeout(10_000);
  await page.locator('#notes .fix').first().waitFor();
  await page.locator('#objects button').first().click();
  await page.locator('#details').waitFor();
  for (const width of [320, 390, 480, 600, 899]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} pixels`).toBe(width);
  }
});
