// @module-tag chromium

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

/** Each test has a film with a name of its own, so that it cannot take the page of the test before for its own. */
const filmOf = (name: string) => `{
  "shorthand": true, "name": "${name}", "theme": "midnight", "width": 640, "height": 360,
  "variables": { "who": "Ada" },
  "objects": {
    "title": { "kind": "text", "style": "title", "place": "top", "text": "Hello \${who}" },
    "box": { "kind": "rectangle", "x":100, "y": 200, "width": "20%", "height": 80, "fill": "gold" },
    "cards": { "kind": "row", "y": 300, "children": [{ "id": "a", "kind": "circle", "width": 40, "fill": "navy" }] }
  },
  "compositions": [
    { "id": "one", "duration": 500, "states": { "box": true } },
    { "id": "two", "duration": 500, "enter": 300, "states": { "box": { "fill": "tomato" } } }
  ]
}
`;

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
  film = filmOf(name);
  await stand.save(film);
  await stand.until('the film', ({ outline, isOpening }) => outline?.name === name && !isOpening);
  const { revision } = stand.session.state;
  await page.locator(`#picture[data-shown^="${revision} "]`).waitFor();
  await page.locator('#track').focus();
  await page.keyboard.press('Home');
});

/** Selects an object, and waits for its fields in a composition. */
async function select(id: string, composition = 0): Promise<void> {
  const row = page.locator(`#objects button[data-key="${id}"]`);
  if ((await row.getAttribute('aria-pressed')) === 'false') await row.click();
  await page.locator(`#details-title`, { hasText: id === 'cards-a' ? 'cards.a' : id }).waitFor();
  const wanted = `"revision":${stand.session.state.revision}`;
  const name = id === 'cards-a' ? 'cards.a' : id;
  await page
    .locator(
      `#fields[data-shown*='${wanted},'][data-shown*='"name":"${name}"'][data-shown*='compositions[${composition}]']`,
    )
    .waitFor();
}

const field = (name: string) => page.locator(`#field-${name}`);
/** Waits until the file has a text, and the page shows it. */
async function fileIs(text: string): Promise<void> {
  await waitUntil('the file', async () => (await readFile(stand.file, 'utf8')) === text, 10_000);
  const { revision } = await stand.until('the version', ({ isOpening }) => {
    const { newest } = stand.session.versions;
    return !isOpening && newest !== undefined && Buffer.from(newest.bytes).toString() === text;
  });
  await page.locator(`#picture[data-shown^="${revision} "]`).waitFor();
}
const pixels = () => page.evaluate<string>(`document.querySelector('#picture').toDataURL()`);

it('a typed text is seen before it is written, and is written when the field is left', async () => {
  await select('title');
  expect(await field('text').inputValue()).toBe('Hello ${who}');
  const before = await pixels();
  await field('text').fill('Bye ${who}');
  await waitUntil('the picture', async () => (await pixels()) !== before);
  expect(await readFile(stand.file, 'utf8')).toBe(film);
  await field('text').press('Enter');
  await fileIs(film.replace('Hello', 'Bye'));
  await page.locator('#undo:enabled').click();
  await fileIs(film);
});

it('Escape takes a typed value back, and the picture is as before', async () => {
  await select('box');
  const before = await pixels();
  await field('height').fill('20');
  await waitUntil('the picture', async () => (await pixels()) !== before);
  await field('height').press('Escape');
  await waitUntil('the picture is as before', async () => (await pixels()) === before);
  expect(await field('height').inputValue()).toBe('80');
  expect(await readFile(stand.file, 'utf8')).toBe(film);
});

it('arrows change a number, with Shift by ten, and a share stays one', async () => {
  await select('box');
  await field('width').press('Shift+ArrowUp');
  await field('width').press('ArrowDown');
  await field('width').press('Enter');
  await fileIs(film.replace('20%', '29%'));
  await page.keyboard.press('Control+z');
  await fileIs(film);
  await page.keyboard.press('Control+Shift+z');
  await fileIs(film.replace('20%', '29%'));
});

it('a relation replaces the coordinates beside it, and a state keeps those of the object', async () => {
  await select('box');
  const place = async (scope: string) => {
    await page.locator('#scope').selectOption(scope);
    await page.locator('#add-field').selectOption('below');
    await field('below').selectOption('title');
  };
  await place('written');
  await fileIs(film.replace('"x":100, "y": 200, ', '').replace('"gold" }', '"gold", "below": "title" }'));
  await page.locator('#undo:enabled').click();
  await fileIs(film);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await select('box', 1);
  await place('here');
  await fileIs(film.replace('"tomato" }', '"tomato", "below": "title" }'));
  await page.locator('#scope').selectOption('written');
});

it('the order of drawing is a field', async () => {
  await select('box');
  await page.locator('#add-field').selectOption('order');
  await field('order').fill('-1');
  await field('order').press('Enter');
  await fileIs(film.replace('"gold" }', '"gold", "order": -1 }'));
  const rows = page.locator('#objects button[data-key]');
  await waitUntil('the order', async () => (await rows.last().getAttribute('data-key')) === 'box');
});

it('arrow keys go through the colours, and the button that opened them has the focus again', async () => {
  await select('box');
  await page.locator('#track').focus();
  const open = page.getByRole('button', { name: 'Colours for fill' });
  await open.press('Enter');
  const words = page.locator('#colors button');
  await words.first().and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await words.nth(2).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('End');
  await page.locator('#colors input:focus').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await words.first().and(page.locator(':focus')).waitFor();
  expect(await page.locator('#time').textContent()).toContain('0:00.000');
  await page.keyboard.press('Enter');
  await fileIs(film.replace('"gold"', '"background"'));
  await open.and(page.locator(':focus')).waitFor();
});

it('Ctrl D duplicates an object and selects the copy, and Delete deletes it with its states', async () => {
  await select('box');
  await page.keyboard.press('Control+d');
  const [line = ''] = film.match(/"box": .*/) ?? [];
  const copy = line.replace('"box"', '"box-2"').replace('"x":100, "y": 200', '"x":140, "y": 240');
  const both = film
    .replace(line, `${line}\n    ${copy}`)
    .replace('{ "box": true }', '{ "box": true, "box-2": true }')
    .replace('{ "fill": "tomato" } }', '{ "fill": "tomato" }, "box-2": { "fill": "tomato" } }');
  await fileIs(both);
  await select('box-2');
  await page.keyboard.press('Delete');
  await fileIs(film);
  await page.locator('#open-film').waitFor();
});

it('an object that another one needs is not deleted, and the page says why', async () => {
  const needed = film.replace(
    '"navy" }] }',
    '"navy" }] }, "note": { "kind": "text", "below": "box", "text": "A" }',
  );
  await stand.save(needed);
  await fileIs(needed);
  await select('box');
  await page.locator('#object-delete').click();
  await page.locator('#refused-text', { hasText: 'box' }).waitFor();
  expect(await page.locator('#refused-text').textContent()).toContain('below');
  expect(await readFile(stand.file, 'utf8')).toBe(needed);
});

it('a variable that is tried is written into the file by a button', async () => {
  const input = page.locator('#variables-fields input').first();
  await input.fill('Grace');
  await page.locator('#variables-fields label', { hasText: 'tried here, not in the file' }).waitFor();
  expect(await readFile(stand.file, 'utf8')).toBe(film);
  await page.getByRole('button', { name: 'Write into the file' }).click();
  await fileIs(film.replace('"Ada"', '"Grace"'));
  await page.locator('#variables-write').waitFor({ state: 'hidden' });
  expect(stand.session.state.variables).toMatchObject([{ name: 'who', value: 'Grace', source: 'file' }]);
});

it('dragging the name of a number changes it', async () => {
  await select('box');
  const label = page.locator('label[for="field-x"]');
  const { x, y } = (await label.boundingBox()) ?? expect.unreachable();
  await page.mouse.move(x + 4, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 14, y + 8);
  await page.mouse.move(x + 44, y + 8);
  expect(await field('x').inputValue()).toBe('120');
  await page.mouse.up();
  await fileIs(film.replace('"x":100', '"x":120'));
});

it('a value is written where it comes from', async () => {
  await page.keyboard.press('End');
  await select('box', 1);
  await page
    .locator('.field', { has: field('fill') })
    .getByText('from two')
    .waitFor();
  await field('fill').fill('red');
  await field('fill').press('Enter');
  await fileIs(film.replace('tomato', 'red'));
});

it('a value that is typed while an editor adds a composition is written where it came from', async () => {
  await page.keyboard.press('End');
  await select('box', 1);
  await field('fill').fill('red');
  const outside = film.replace(
    '    { "id": "one"',
    '    { "id": "zero", "duration": 100 },\n    { "id": "one"',
  );
  await stand.save(outside);
  // Its picture shows the typed value at once, so the strip tells when the page has the new version.
  await page.locator('#segments > *').nth(3).waitFor();
  await field('fill').press('Enter');
  await fileIs(outside.replace('tomato', 'red'));
});

it('a value is written in the object, or only in a composition', async () => {
  await page.keyboard.press('End');
  await select('box', 1);
  await page.locator('#scope').selectOption('object');
  await field('fill').fill('red');
  await field('fill').press('Enter');
  await fileIs(film.replace('gold', 'red'));
  await page.locator('#scope').selectOption('here');
  await select('box', 1);
  await field('height').fill('60');
  await field('height').press('Enter');
  await fileIs(film.replace('gold', 'red').replace('"fill": "tomato"', '"fill": "tomato", "height": 60'));
  await page.locator('#scope').selectOption('written');
});

it('colours of the theme are offered by name', async () => {
  await select('box');
  await page.getByRole('button', { name: 'Colours for fill' }).click();
  await page.getByRole('button', { name: 'accent', exact: true }).click();
  await fileIs(film.replace('"gold"', '"accent"'));
});

it('a field is added, and removed', async () => {
  await select('box');
  await page.locator('#add-field').selectOption('blur');
  await field('blur').fill('12');
  await field('blur').press('Enter');
  await fileIs(film.replace('"fill": "gold"', '"fill": "gold", "blur": 12'));
  await page.getByRole('button', { name: 'Remove blur' }).click();
  await fileIs(film);
});

it('the fields of the group of an object can be edited', async () => {
  await select('cards-a');
  await page.locator('#field-group').click();
  await page.locator(`#fields[data-shown*='"name":"cards"']`).waitFor();
  await field('y').fill('310');
  await field('y').press('Enter');
  await fileIs(film.replace('"y": 300', '"y": 310'));
});

it('an object of a kind and one of the catalogue are added, each with a name of its own', async () => {
  await page.locator('#add-object').selectOption('rectangle');
  const added = film.replace(
    '"fill": "navy" }] }',
    '"fill": "navy" }] },\n    "rectangle": { "kind": "rectangle", "width": 320, "height": 180 }',
  );
  await fileIs(added);
  await page.locator('#details-title', { hasText: 'rectangle (rectangle)' }).waitFor();
  await page.locator('#add-object').selectOption('check');
  await waitUntil('the component', async () => {
    const { objects } = JSON.parse(await readFile(stand.file, 'utf8'));
    return objects.check?.kind === 'check';
  });
  await page.locator('#add-object').selectOption('rectangle');
  await waitUntil(
    'the second one',
    async () => 'rectangle-2' in JSON.parse(await readFile(stand.file, 'utf8')).objects,
  );
});

it('an object that is added in a later composition enters there', async () => {
  await page.keyboard.press('End');
  await select('box', 1);
  await page.locator('#add-object').selectOption('rectangle');
  await fileIs(
    film
      .replace(
        '"fill": "navy" }] }',
        '"fill": "navy" }] },\n    "rectangle": { "kind": "rectangle", "width": 320, "height": 180 }',
      )
      .replace('{ "fill": "tomato" } }', '{ "fill": "tomato" }, "rectangle": true }'),
  );
});

it('a value that would make the project invalid is refused in words, and the field has the old one', async () => {
  await select('box');
  await field('x').fill('left');
  await field('x').press('Enter');
  await page.locator('#refused', { hasText: 'not changed: objects.box.x' }).waitFor();
  await waitUntil('the old value', async () => (await field('x').inputValue()) === '100');
  expect(await readFile(stand.file, 'utf8')).toBe(film);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await page.locator('#refused').isVisible()).toBe(false);
});

it.each(['light', 'dark'] as const)(
  'the fields have no accessibility violations in %s colours',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await select('box');
    expect(await accessibilityViolations(page)).toEqual([]);
  },
);

it('editing causes no errors on the page', () => {
  expect(faults).toEqual([]);
});
