// @module-tag chromium

import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChromiumSession, openChromium } from '../../../test/support/chromium-session.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

/** It begins with nothing; a text leaves the frame, which is advice with a fix. */
const film = {
  shorthand: true,
  ...{ name: 'Undone', width: 640, height: 360, background: '#101828' },
  variables: { who: 'world' },
  objects: {
    far: { kind: 'text', text: 'far to the right', x: 600, y: 300, fontSize: 30 },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable looks like a template placeholder.
    title: { kind: 'text', text: 'Hello ${who}', fontSize: 40 },
  },
  compositions: { first: { duration: 1000, enter: 500 }, second: { duration: 1000, enter: 500 } },
};

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;

beforeAll(async () => {
  stand = await PreviewStand.open(JSON.stringify(film));
  chromium = await openChromium({ viewport: { width: 1200, height: 800 } });
  page = chromium.page;
  page.setDefaultTimeout(40_000);
  await page.goto(stand.url.href);
  await page.getByRole('button', { name: 'Apply fix' }).first().waitFor();
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

const seen = (id: string) => page.locator(`#${id}`).innerText();

it('the preview opens a film that begins with nothing where something is shown', async () => {
  expect(await seen('time')).toBe('0:00.500');
});

it('a fix of the preview is undone by a button, until the file changes', async () => {
  const before = await readFile(stand.file, 'utf8');
  await page.getByRole('button', { name: 'Apply fix' }).first().click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitUntil('the file is as before', async () => (await readFile(stand.file, 'utf8')) === before);
  await page.getByRole('button', { name: 'Apply fix' }).first().waitFor();
  expect(await page.locator('#undo').isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Apply fix' }).first().click();
  await page.locator('#undo:enabled').waitFor();
  await writeFile(stand.file, JSON.stringify({ ...film, background: '#203040' }));
  await waitUntil('it cannot be undone', () => page.locator('#undo').isDisabled());
  expect((await stand.order('/api/undo', {})).status).toBe(409);
});

it('all fixes are applied in one step, which is undone in one', async () => {
  const far = { kind: 'text', text: 'far to the right', y: 300, fontSize: 30 };
  const objects = { ...film.objects, far: { ...far, x: 600 }, other: { ...far, x: -40, y: 60 } };
  const text = JSON.stringify({ ...film, name: 'Both', objects });
  await writeFile(stand.file, text);
  await page.getByRole('button', { name: 'Fix all' }).click();
  await waitUntil('both are fixed', async () => {
    const fixed = JSON.parse(await readFile(stand.file, 'utf8'));
    return fixed.objects.far.x < 600 && fixed.objects.other.x > -40;
  });
  await page.locator('#undo:enabled').click();
  await waitUntil('the file is as before', async () => (await readFile(stand.file, 'utf8')) === text);
  expect((await stand.order('/api/fix-all', { revision: 999 })).status).toBe(409);
  expect((await stand.order('/api/fix-all', {})).status).toBe(422);
});

it('problems are over the picture and first in the panel, and Escape closes the topmost thing only', async () => {
  await writeFile(stand.file, JSON.stringify({ ...film, objects: { far: { kind: 'txt' } } }));
  const problems = page.getByRole('region', { name: 'Problems' });
  await problems.getByText('txt').waitFor();
  expect(await page.locator('#lists section').first().innerText()).toContain('Problem');
  await page.keyboard.press('Escape');
  expect(await problems.isHidden()).toBe(true);
  await page.locator('#show-notes').click();
  expect(await page.evaluate('document.activeElement.id')).toBe('notes');
  await writeFile(stand.file, JSON.stringify(film));
  await page.locator('#status-text', { hasText: 'Up to date' }).waitFor();
});

it('values that are tried end with the page that tried them', async () => {
  await page.getByLabel('who').fill('Ada');
  await waitUntil('the value is tried', () => stand.session.state.variables[0]?.source === 'page');
  await page.goto('about:blank');
  await waitUntil('the value is that of the file', () => stand.session.state.variables[0]?.source === 'file');
});
