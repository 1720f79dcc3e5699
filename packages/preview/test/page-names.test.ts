// @module-tag chromium

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

// Parts of objects have the names by which states and tracks mention them, such as `card.role`.

const text = (written: string, more: object = {}) => ({
  kind: 'text',
  text: written,
  fontSize: 14,
  fill: '#000',
  ...more,
});

const film = smallFilm({
  objects: {
    card: {
      kind: 'column',
      x: 150,
      y: 70,
      fill: '#fff',
      padding: 10,
      children: { who: text('Ada'), role: text('Countess') },
    },
    far: { kind: 'column', x: 330, y: 150, children: { beyond: text('Out of sight') } },
    box: { kind: 'rectangle', name: 'A box', x: 40, y: 90, width: 20, height: 20 },
  },
  compositions: { one: { duration: 500, states: { card: true, far: true, box: true } } },
});

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(film);
  chromium = await openPreviewPage(stand, faults, { viewport: { width: 1300, height: 900 } });
  page = chromium.page;
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

const row = (name: string) => page.locator('#objects button', { has: page.getByText(name, { exact: true }) });

it('the list of objects has the names of parts and groups as they are written', async () => {
  await row('card.role').waitFor();
  const names = await page.locator('#objects .name').allTextContents();
  expect(names.toSorted()).toEqual(['A box', 'card.box', 'card.role', 'card.who', 'far.beyond']);
  expect(await page.locator('#objects .group').allTextContents()).toEqual(['far', 'card']);
  await page.locator('#objects-filter').fill('card.ro');
  expect(await page.locator('#objects button:visible').count()).toBe(1);
  await page.locator('#objects-filter').fill('');
});

it('a selected part has its written name everywhere, and no id of its own', async () => {
  await row('card.role').click();
  expect(await page.locator('#details-title').textContent()).toBe('card.role (text)');
  expect(await page.locator('#selection-name').textContent()).toBe('card.role');
  await page.locator('#lane-info', { hasText: 'card.role' }).waitFor();
  const details = await page.locator('#details-state').innerText();
  expect(details).not.toContain('card-role');
  const places = await page.locator('#places .place').allTextContents();
  expect(places).toHaveLength(1);
  expect(await page.locator('#places').textContent()).toMatch(/^state in .*, object film\.json:/);
  await row('A box').click();
  await page.locator('#details-state dt', { hasText: /^id$/ }).waitFor();
});

it('the note on a part selects it', async () => {
  const note = page.locator('#notes li', { hasText: 'outside the frame' }).first();
  await note.locator('button').first().click();
  await page.locator('#details-title', { hasText: 'far.beyond' }).waitFor();
  expect(await page.locator('#badges button').getAttribute('aria-label')).toMatch(/^far\.beyond: /);
});

it('after a save, the changed part has its written name', async () => {
  await stand.save(film.replace('Countess', 'Enchantress of numbers'));
  await page.locator('#changes-text', { hasText: 'card.role.text: Countess → Enchantress' }).waitFor();
  expect(await page.locator('#changes-text').textContent()).not.toContain('card-');
});

it('the label of an item is listed under that item', async () => {
  const item = { kind: 'rectangle', width: 100, height: 30, text: '${word}' };
  const list = { kind: 'column', data: [{ word: 'One' }, { word: 'Two' }], each: item };
  await stand.save(smallFilm({ objects: { list }, compositions: { one: { duration: 500 } } }));
  const second = page.locator('#objects .object', {
    has: page.locator(':scope > button', { hasText: 'list.1' }),
  });
  await second.locator('.object', { hasText: 'list.1.label' }).waitFor();
  const listed = () => page.locator('#objects button:visible .name').allTextContents();
  expect(await listed()).toEqual(['list.1', 'list.1.label', 'list.0', 'list.0.label']);
  expect(await page.locator('#objects > li').count()).toBe(1);
  await page.locator('#objects-filter').fill('Two');
  expect(await listed()).toEqual(['list.1', 'list.1.label']);
  await page.locator('#objects-filter').fill('');
});

it('the names cause no errors on the page', () => {
  expect(faults).toEqual([]);
});
