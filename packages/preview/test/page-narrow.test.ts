// @module-tag chromium

import { expect, it, onTestFinished } from 'vitest';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

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

it.each([900, 1440])('at a width of %i, the badge of an object outside is whole', async (width) => {
  const at = (x: number, y: number) => ({ kind: 'rectangle', x, y, width: 30, height: 30 });
  const objects = { right: at(900, 90), below: at(160, 500), corner: at(-100, -100), inside: at(160, 90) };
  const stand = await PreviewStand.open(smallFilm({ objects, compositions: { one: { duration: 500 } } }));
  onTestFinished(() => stand.close());
  const { page, close } = await openPreviewPage(stand, [], { viewport: { width, height: 800 } });
  onTestFinished(close);
  await page.locator('.badge').nth(2).waitFor();
  // Badges are made again whenever their picture has another size.
  const boxOf = async (selector: string, index = 0) =>
    waitUntil(selector, async () => (await page.locator(selector).nth(index).boundingBox()) ?? undefined);
  const frame = await boxOf('#frame');
  const ends = ({ x, y, width: wide, height }: typeof frame) => [x, y, -(x + wide), -(y + height)];
  for (const index of [0, 1, 2]) {
    const badge = await boxOf('.badge', index);
    for (const [side, end] of ends(badge).entries())
      expect(end).toBeGreaterThan((ends(frame)[side] ?? 0) - 0.5);
  }
});

it('the room of the lane has a colour of its own only while a lane is there', async () => {
  const stand = await PreviewStand.open(smallFilm());
  onTestFinished(() => stand.close());
  const { page, close } = await openPreviewPage(stand, [], { viewport: { width: 1200, height: 800 } });
  onTestFinished(close);
  const color = () =>
    page.evaluate<string>('getComputedStyle(document.querySelector("#lane")).backgroundColor');
  await page.locator('#objects button[data-key="box"]').waitFor();
  expect(await color()).toBe('rgba(0, 0, 0, 0)');
  await page.locator('#objects button[data-key="box"]').click();
  await page.locator('#lane .span').first().waitFor();
  expect(await color()).not.toBe('rgba(0, 0, 0, 0)');
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
