// @module-tag chromium

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import { type ChromiumSession, openChromium } from '../../../test/support/chromium-session.ts';
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
    mover: square({ x: 500.26, y: 300, width: 33.333, height: 20, opacity: 0.456 }),
    early: square({ x: 60, y: 300 }),
    late: { kind: 'text', text: 'See you later', place: 'bottom', margin: 20, fontSize: 20 },
  },
  compositions: {
    first: { duration: 1000, enter: 0, states: { early: true, mover: true } },
    second: {
      duration: 1000,
      enter: 500,
      states: { early: false, late: true, mover: { x: 420, opacity: 1 } },
    },
  },
};

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;

const row = (id: string) => page.locator(`#objects button[data-key="${id}"]`);
const press = (key: string) => page.keyboard.press(key);

beforeAll(async () => {
  stand = await PreviewStand.open(JSON.stringify(film));
  chromium = await openChromium({ viewport: { width: 1200, height: 900 } });
  page = chromium.page;
  page.setDefaultTimeout(20_000);
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
    expect(await listed()).toHaveLength(8);
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

describe('the details of an object', () => {
  it('numbers have one decimal, opacities two, and sizes are one row', async () => {
    await press('Home');
    await row('mover').click();
    const details = page.locator('#details-state');
    await details.getByText('33.3 × 20').first().waitFor();
    const shown = await details.innerText();
    expect(shown).toMatch(/box\s+33\.3 × 20 \(483\.6, 290 to 516\.9, 310\)/);
    expect(shown).toMatch(/size\s+33\.3 × 20\s/);
    expect(shown).toMatch(/x\s+500\.3\s/);
    expect(shown).toMatch(/opacity\s+0\.46\s/);
    const swatch = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('#details-state .swatch')).backgroundColor",
    );
    expect(swatch).toBe('rgb(255, 215, 0)');
  });

  it('the lane names the properties that change', async () => {
    const span = page.locator('#lane .span', { hasText: 'x, opacity' });
    expect(await span.getAttribute('aria-label')).toBe('changes x, opacity: easeInOut, 500 ms');
    await press('Escape');
  });
});

describe('a variable that is a colour', () => {
  it('a colour picker and the text of a colour follow each other', async () => {
    const text = page.locator('#variables-fields input[type="text"]').first();
    const picker = page.getByLabel('Pick brand');
    expect(await picker.inputValue()).toBe('#336699');
    await picker.fill('#cc2200');
    expect(await text.inputValue()).toBe('#cc2200');
    await stand.until('the colour is tried', ({ variables }) => variables[0]?.value === '#cc2200');
    await text.fill('#00aa44');
    expect(await picker.inputValue()).toBe('#00aa44');
    await page.getByRole('button', { name: 'Back to the file' }).click();
    await stand.until('the value of the file', ({ variables }) => variables[0]?.value === '#336699');
    expect(await page.getByLabel('Pick who').count()).toBe(0);
    await press('Escape');
  });

  it('the page stays accessible with a filter, absent objects and a picker', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

it('the ends of a measured line snap to edges and middles of boxes, unless Alt is held', async () => {
  await press('End');
  await row('late').locator('.why:empty').waitFor({ state: 'attached' });
  await press('r');
  const frame = (await page.locator('#frame').boundingBox()) ?? expect.unreachable('no frame');
  const scale = frame.width / 640;
  const at = (x: number, y: number, off: number) =>
    [frame.x + x * scale + off, frame.y + y * scale + off] as const;
  const drag = async () => {
    await page.mouse.move(...at(250, 160, 4));
    await page.mouse.down();
    await page.mouse.move(...at(390, 160, 4), { steps: 3 });
    await page.mouse.up();
    const ends = ['from-x', 'from-y', 'to-x', 'to-y'].map((id) =>
      page.locator(`#measure-${id}`).inputValue(),
    );
    return (await Promise.all(ends)).map(Number);
  };
  expect(await drag()).toEqual([250, 160, 390, 160]);
  await page.keyboard.down('Alt');
  expect(await drag()).not.toEqual([250, 160, 390, 160]);
  await page.keyboard.up('Alt');
  await press('Escape');
});

it('a save says what it changed in words, until somebody closes the line', async () => {
  const { mover, ...objects } = film.objects;
  const changed = {
    ...objects,
    left: square({ width: 80 }),
    right: square({ fill: '#00ff00' }),
    title: { ...objects.title, text: 'Another heading' },
    late: { ...objects.late, fontSize: 24 },
    added: square({ x: 320, y: 300 }),
  };
  const compositions = {
    first: { ...film.compositions.first, states: { early: true } },
    second: { ...film.compositions.second, states: { early: false, late: true } },
  };
  expect(mover).toBeDefined();
  await stand.save(JSON.stringify({ ...film, objects: changed, compositions }));
  const line = page.locator('#changes-text');
  await line.getByText('mover: removed').waitFor();
  expect(await line.innerText()).toBe(
    'mover: removed; left.width: 60 → 80; right.fill: #ffd700 → #00ff00, and 3 more',
  );
  expect(await page.locator('#changes').getAttribute('title')).toContain('; added: new');
  await page.getByRole('button', { name: 'Close the changes' }).click();
  expect(await line.isVisible()).toBe(false);
});

it('a value that is tried says what looks different', async () => {
  await page.locator('#variables-fields input[type="text"]').first().fill('#00aa44');
  await page.locator('#changes-text', { hasText: 'fill' }).waitFor();
});
