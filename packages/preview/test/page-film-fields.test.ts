// @module-tag chromium

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { writePng } from '../../../test/support/png-writer.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { sine, writeWav } from '../../../test/support/wav-writer.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

/** Each test has a film with a name of its own. */
const filmOf = (name: string) => `{
  "shorthand": true,
  "name": "${name}",
  "theme": "midnight",
  "width": 640,
  "height": 360,
  "objects": {
    "title": { "kind": "text", "style": "title", "text": "Hello" },
    "logo": { "kind": "image", "src": "${pictureUrl([200, 20, 20])}", "width": 60, "place": "top left" }
  },
  "compositions": [{ "id": "one", "duration": 1000 }]
}
`;

function picture(color: readonly number[]): Buffer {
  return Buffer.from(writePng({ width: 8, height: 6, colorType: 2, bitDepth: 8, pixel: () => color }));
}

function pictureUrl(color: readonly number[]): string {
  return `data:image/png;base64,${picture(color).toString('base64')}`;
}

const blue = picture([20, 20, 200]);

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
  await page.locator('#track').focus();
  await page.keyboard.press('Escape');
  film = filmOf(name);
  await stand.save(film);
  await stand.until('the film', ({ outline, isOpening }) => outline?.name === name && !isOpening);
  const { revision } = stand.session.state;
  await page.locator(`#picture[data-shown^="${revision} "]`).waitFor();
  const open = page.locator('#open-film');
  if ((await open.getAttribute('aria-expanded')) === 'false') await open.click();
  await page.locator(`#fields[data-shown*='"revision":${revision},']`).waitFor();
});

const written = () => readFile(stand.file, 'utf8');
const changed = () => waitUntil('the change', async () => (await written()) !== film && written(), 10_000);
const files = () => readdir(dirname(stand.file));

/** Drops a file into the page. */
async function drop(name: string, content: Buffer, type: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: '${type}' }));
    return data;
  })()`);
  await page.dispatchEvent('#stage', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('#stage', 'drop', { dataTransfer: transfer });
  await page.locator('#dropped[open]').waitFor();
}

it('while nothing is selected, the film has fields: another theme is chosen', async () => {
  expect(await page.locator('#details-title').textContent()).toBe('Film');
  await page.locator('#field-theme').selectOption('paper');
  expect(await changed()).toBe(film.replace('midnight', 'paper'));
});

it('a colour of the theme is changed everywhere, and undone', async () => {
  const accent = page.locator('[id="field-colors.accent"]');
  await accent.fill('#00aa55');
  await accent.press('Enter');
  const { theme } = JSON.parse(await changed());
  expect(theme).toEqual({ extends: 'midnight', colors: { accent: '#00aa55' } });
  await page.locator('#undo:enabled').click();
  await waitUntil('the film as before', async () => (await written()) === film, 10_000);
});

it('a colour of a theme that a variable names is changed, and says where it was from', async () => {
  film = film
    .replace('"theme": "midnight"', '"variables": { "look": "midnight" }, "theme": "${look}"')
    .replace(`film ${count}`, 'by variable');
  await stand.save(film);
  const accent = page.locator('[id="field-colors.accent"]');
  const row = page.locator('.field', { has: accent });
  await row.getByText('theme midnight, which the variable look names').waitFor();
  await accent.fill('#00aa55');
  await accent.press('Enter');
  const { theme, variables } = JSON.parse(await changed());
  expect(theme).toEqual({ extends: '${look}', colors: { accent: '#00aa55' } });
  expect(variables).toEqual({ look: 'midnight' });
});

it('the colours of a theme in a file are shown with the file that has them', async () => {
  const brand = '{ "extends": "paper", "colors": { "accent": "#123456" } }';
  await writeFile(join(dirname(stand.file), 'brand.json'), brand);
  film = film.replace('"midnight"', '"brand.json"').replace(`film ${count}`, 'from a file');
  await stand.save(film);
  const accent = page.locator('[id="field-colors.accent"]');
  await page.locator('.field', { has: accent }).getByText('from the file brand.json').waitFor();
  expect([await accent.inputValue(), await accent.isDisabled()]).toEqual(['#123456', true]);
});

it('the fields of the film have no accessibility violations', async () => {
  expect(await accessibilityViolations(page)).toEqual([]);
});

it('a picture that is dropped is copied after asking, and added', async () => {
  await drop('blue sky.png', blue, 'image/png');
  expect(await page.locator('#dropped-text').textContent()).toContain('blue sky.png');
  expect(await files()).not.toContain('blue sky.png');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.locator('#dropped-copy').click();
  const { objects } = JSON.parse(await changed());
  expect(objects['blue-sky']).toEqual({ kind: 'image', src: 'blue sky.png', width: 8 });
  expect(await readFile(join(dirname(stand.file), 'blue sky.png'))).toEqual(blue);
  await page.locator('#details-title', { hasText: 'blue-sky' }).waitFor();
  await page.keyboard.press('Escape');
});

it('a picture that is dropped replaces that of the selected object', async () => {
  await page.locator('#objects button[data-key="logo"]').click();
  await page.locator(`#fields[data-shown*='"name":"logo"']`).waitFor();
  await drop('logo.png', blue, 'image/png');
  await page.getByLabel('Replace the file of logo').check();
  await page.locator('#dropped-copy').click();
  expect(await changed()).toBe(film.replace(/data:image[^"]*/, 'logo.png'));
  await page.keyboard.press('Escape');
});

it('a file of the same name is not replaced, and the same bytes are not copied twice', async () => {
  const folder = dirname(stand.file);
  await writeFile(join(folder, 'same.png'), blue);
  await drop('same.png', blue, 'image/png');
  await page.locator('#dropped-copy').click();
  expect(await changed()).toContain('"src": "same.png"');
  await page.locator('#dropped:not([open])').waitFor({ state: 'attached' });
  const before = await written();
  await drop('same.png', picture([9, 9, 9]), 'image/png');
  await page.locator('#dropped-copy').click();
  await waitUntil('the second picture', async () => (await written()) !== before, 10_000);
  expect(await written()).toContain('"src": "same-2.png"');
  expect(await readFile(join(folder, 'same.png'))).toEqual(blue);
  await page.keyboard.press('Escape');
});

it('a file that a film cannot have is refused in words, and nothing is copied', async () => {
  const before = await files();
  await drop('notes.txt', Buffer.from('hello'), 'text/plain');
  await page.locator('#dropped-copy').click();
  await page.locator('#dropped-message', { hasText: 'is no image, sound, video or captions' }).waitFor();
  await page.locator('#dropped-cancel').click();
  expect(await files()).toEqual(before);
  expect(await written()).toBe(film);
});

it('a sound that is dropped starts at the playhead', async () => {
  const sound = writeWav({ sampleRate: 8000, frames: 800, channels: [sine(440, 8000, 0.3)] });
  await page.locator('#track').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await drop('ding.wav', sound, 'audio/wav');
  await page.locator('#dropped-copy').click();
  const { audioTracks } = JSON.parse(await changed());
  expect(audioTracks).toEqual({ ding: { src: 'ding.wav', start: 100 } });
  await page.locator('.sound-bar', { hasText: 'ding' }).waitFor();
});

it('these edits cause no errors on the page but refused requests', () => {
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});
