import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChromiumSession,
  missingChromium,
  openChromium,
} from '../../../test/support/chromium-session.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

const square = (fields: object = {}) => ({
  kind: 'rectangle',
  width: 60,
  height: 40,
  fill: '#ffd700',
  ...fields,
});

const use = (variable: string) => `\${${variable}}`;

const film = {
  shorthand: true,
  ...{ name: 'Objects', width: 640, height: 360, background: '#101828' },
  variables: { brand: '#336699', who: 'Ada' },
  objects: {
    left: square(),
    right: square(),
    pair: { kind: 'row', children: ['left', 'right'], place: 'center', gap: 20 },
    clear: square({ x: 60, y: 60, opacity: 0 }),
    away: square({ x: 900, y: 60 }),
    title: {
      kind: 'text',
      text: `A heading for ${use('who')}`,
      place: 'top',
      margin: 30,
      fontSize: 30,
      fill: use('brand'),
    },
    early: square({ x: 60, y: 300 }),
    late: { kind: 'text', text: 'See you later', place: 'bottom', margin: 20, fontSize: 20 },
  },
  compositions: {
    first: { duration: 1000, enter: 0, states: { early: true } },
    second: { duration: 1000, enter: 500, states: { early: false, late: true } },
  },
};

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;

const row = (id: string) => page.locator(`#objects button[data-key="${id}"]`);
const press = (key: string) => page.keyboard.press(key);

beforeAll(async () => {
  stand = await PreviewStand.open(JSON.stringify(film));
  const opened = await openChromium({ viewport: { width: 1200, height: 900 } });
  chromium = opened ?? missingChromium();
  page = chromium.page;
  if (!opened) return;
  page.setDefaultTimeout(40_000);
  await page.goto(stand.url.href);
  await row('title').waitFor();
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

describe('the objects of the scene', () => {
  it('all objects are listed, with the reason for those that are not in the picture', async () => {
    await page.locator('#track').focus();
    await press('Home');
    const why = (id: string) => row(id).locator('.why').innerText();
    await row('late').locator('.why', { hasText: 'enters at 0:01.0' }).waitFor();
    expect(await why('clear')).toBe('transparent');
    expect(await why('away')).toBe('outside the frame');
    expect(await why('title')).toBe('');
    expect(await row('title').locator('.text').innerText()).toBe('“A heading for Ada”');
    await press('End');
    await row('early').locator('.why', { hasText: 'left at 0:01.5' }).waitFor();
    expect(await why('late')).toBe('');
  });

  it('members are under the name of their group', async () => {
    const group = page.locator('#objects > li', { has: page.locator('.group', { hasText: 'pair' }) });
    expect(await group.locator('button').count()).toBe(2);
    expect(await page.locator('#objects > li > button[data-key="left"]').count()).toBe(0);
  });

  it('the filter finds names and texts, and hides groups without a match', async () => {
    const filter = page.getByRole('searchbox', { name: 'Filter objects' });
    const listed = () => page.locator('#objects button:visible .name').allInnerTexts();
    await filter.fill('HEADING');
    expect(await listed()).toEqual(['title']);
    expect(await page.locator('#objects .group').isVisible()).toBe(false);
    await filter.fill('left');
    expect(await listed()).toEqual(['left']);
    await filter.fill('');
    expect(await listed()).toHaveLength(7);
    await press('Escape');
  });

  it('an absent object can be selected, and keeps its details and its lane', async () => {
    await press('Home');
    await row('late').locator('.why', { hasText: 'enters' }).waitFor();
    await row('late').click();
    const details = page.locator('#details-state');
    await details.getByText('enters at 0:01.0').waitFor();
    expect(await details.innerText()).toContain('See you later');
    expect(await page.locator('#places .place').count()).toBeGreaterThan(0);
    expect(await page.locator('#selection').isHidden()).toBe(true);
    await page.locator('#lane .span[data-what="enters"]').waitFor();
    await press('Escape');
  });
});
