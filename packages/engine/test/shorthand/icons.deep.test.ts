// @module-tag chromium

import { expect, it, onTestFinished } from 'vitest';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import { render } from '../../src/render/render.ts';
import { drawnByChromium, iconNames, iconSheet } from './icon-sheet.ts';

it('all icons look as Chromium draws them', async () => {
  const browser = new ReferenceBrowser();
  onTestFinished(() => browser.close());
  expect(iconNames.length).toBeGreaterThan(1500);
  for (let start = 0; start < iconNames.length; start += 500) {
    const names = iconNames.slice(start, start + 500);
    const { document, size } = iconSheet(names);
    const ours = await decodePng((await render(document, { format: 'png' })).data);
    await demandSamePicture(ours, await browser.draw(drawnByChromium(names), size), `icons from ${start}`);
  }
});
