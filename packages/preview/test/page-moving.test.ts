// @module-tag chromium

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

/** Each test has a film with a name of its own. */
const filmOf = (name: string) => `{
  "shorthand": true, "name": "${name}", "width": 640, "height": 360,
  "objects": {
    "box": { "kind": "rectangle", "x": 100, "y": 200, "width": 80, "height": 60, "fill": "gold" },
    "note": { "kind": "text", "below": "box", "text": "Below", "fontSize": 20 },
    "cards": {
      "kind": "row", "x": 450, "y": 80, "gap": 20,
      "children": [
        { "id": "a", "kind": "rectangle", "width": 60, "height": 60, "fill": "tomato" },
        { "id": "b", "kind": "rectangle", "width": 60, "height": 60, "fill": "navy" }
      ]
    }
  },
  "compositions": [{ "id": "one", "duration": 500 }]
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
});

/** Selects an object in the list, and returns a function from scene pixels to those of the page. */
async function select(id: string, name = id) {
  const row = page.locator(`#objects button[data-key="${id}"]`);
  if ((await row.getAttribute('aria-pressed')) === 'false') await row.click();
  const { revision } = stand.session.state;
  await page
    .locator(`#fields[data-shown*='"revision":${revision},'][data-shown*='"name":"${name}"']`)
    .waitFor();
  await page.locator(`#picture[data-shown^="${revision} "]`).waitFor();
  const { x, y, width } = (await page.locator('#frame').boundingBox()) ?? expect.unreachable();
  const scale = width / 640;
  return (sceneX: number, sceneY: number) => [x + sceneX * scale, y + sceneY * scale] as const;
}

async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

const written = () => readFile(stand.file, 'utf8');
const changed = () => waitUntil('the change', async () => (await written()) !== film && written(), 10_000);

it('an object is dragged, and snaps to the middle of the scene', async () => {
  const at = await select('box');
  await drag(at(100, 200), at(322, 179));
  expect(await changed()).toBe(film.replace('"x": 100, "y": 200', '"x": 320, "y": 180'));
  await page.locator('#undo:enabled').click();
  await waitUntil('the file is as before', async () => (await written()) === film);
});

it('while it is dragged, the picture shows it and the file stays', async () => {
  const at = await select('box');
  await page.mouse.move(...at(100, 200));
  await page.mouse.down();
  await page.mouse.move(...at(200, 240), { steps: 3 });
  await page.locator('#picture[data-shown^="tried"]').waitFor();
  expect(await written()).toBe(film);
  await page.mouse.up();
  await changed();
});

it('handles resize an object, and the other sides stay', async () => {
  const at = await select('box');
  await drag(at(140, 230), at(180, 250));
  expect(await changed()).toBe(
    film.replace(
      '"x": 100, "y": 200, "width": 80, "height": 60',
      '"x": 120, "y": 210, "width": 120, "height": 80',
    ),
  );
});

it('the round handle turns an object by the angle of the drag', async () => {
  const at = await select('box');
  const { x, y, width, height } = (await page.locator('.handle.turn').boundingBox()) ?? expect.unreachable();
  await drag([x + width / 2, y + height / 2], at(20, 200));
  expect(await changed()).toBe(film.replace('"fill": "gold" }', '"fill": "gold", "rotation": 90 }'));
});

it('the handles of a turned object are at its own corners and resize it along its own axes', async () => {
  film = film
    .replace('"x": 100, "y": 200', '"x": 300, "y": 180, "rotation": 30')
    .replace(`film ${count}`, 'turned');
  await stand.save(film);
  await stand.until('the film', ({ outline, isOpening }) => outline?.name === 'turned' && !isOpening);
  const at = await select('box');
  const [cosine, sine] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
  const onObject = (x: number, y: number) => at(300 + cosine * x - sine * y, 180 + sine * x + cosine * y);
  for (const [name, x, y] of [
    ['nw', -40, -30],
    ['se', 40, 30],
    ['e', 40, 0],
  ] as const) {
    const box = (await page.locator(`.handle.${name}`).boundingBox()) ?? expect.unreachable();
    const [left, top] = onObject(x, y);
    expect(Math.abs(box.x + box.width / 2 - left)).toBeLessThan(2);
    expect(Math.abs(box.y + box.height / 2 - top)).toBeLessThan(2);
  }
  await drag(onObject(40, 0), onObject(80, 0));
  expect(await changed()).toBe(
    film.replace('"x": 300, "y": 180', '"x": 317.3, "y": 190').replace('"width": 80', '"width": 120'),
  );
});

it('after a drag, the arrow keys move the object further', async () => {
  const at = await select('box');
  await drag(at(100, 200), at(200, 240));
  const dragged = await changed();
  const { x, y } = JSON.parse(dragged).objects.box;
  await waitUntil('the version', async () => (await page.locator('#field-x').inputValue()) === String(x));
  await page.keyboard.press('Shift+ArrowDown');
  await waitUntil('the move', async () => JSON.parse(await written()).objects.box.y === y + 10, 10_000);
});

it('dragging an object below another one changes its margin', async () => {
  const at = await select('note');
  const { x, y, width, height } = (await page.locator('#selection').boundingBox()) ?? expect.unreachable();
  const scale = (at(1, 0)[0] - at(0, 0)[0]) / 1;
  await drag([x + width / 2, y + height / 2], [x + width / 2, y + height / 2 + 23 * scale]);
  expect(await changed()).toMatch(/"fontSize": 20, "margin": 3[34](\.\d)? \}/);
});

/** Drags the selected object by scene pixels. */
async function dragBy(dx: number, dy: number): Promise<void> {
  const at = await select('note');
  const { x, y, width, height } = (await page.locator('#selection').boundingBox()) ?? expect.unreachable();
  const scale = at(1, 0)[0] - at(0, 0)[0];
  const middle = [x + width / 2, y + height / 2] as const;
  await drag(middle, [middle[0] + dx * scale, middle[1] + dy * scale]);
}

it('an object that is dropped beside another one than that of its relation is offered what fits', async () => {
  await select('note');
  await dragBy(100, -53);
  const offers = page.locator('#place-offers button');
  await offers.first().waitFor();
  expect(await offers.allTextContents()).toEqual([
    expect.stringMatching(/^rightOf box, margin \d+$/),
    expect.stringMatching(/^x [\d.]+, y [\d.]+$/),
  ]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const { objects } = JSON.parse(await changed());
  expect(objects.note).toMatchObject({ rightOf: 'box', text: 'Below' });
  expect(objects.note).not.toHaveProperty('below');
});

it('what is offered can be refused, and the object stays', async () => {
  await dragBy(100, -53);
  await page.locator('#place-offers button').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#place-offers').waitFor({ state: 'hidden' });
  expect(await written()).toBe(film);
});

it('an object under a camera follows the pointer', async () => {
  film = film
    .replace(
      '"duration": 500 }',
      '"duration": 500, "states": { "camera": { "zoom": 2, "x": 160, "y": 180 } } }',
    )
    .replace(`film ${count}`, 'camera');
  await stand.save(film);
  await stand.until('the film', ({ outline, isOpening }) => outline?.name === 'camera' && !isOpening);
  const at = await select('box');
  await page.keyboard.down('Alt');
  await drag(at(200, 220), at(260, 260));
  await page.keyboard.up('Alt');
  expect(await changed()).toBe(film.replace('"x": 100, "y": 200', '"x": 130, "y": 220'));
});

it('a child of a row gets the place of another one by dragging', async () => {
  const at = await select('cards-a', 'cards.a');
  await drag(at(410, 80), at(490, 80));
  const [a, b] = [film.match(/\{ "id": "a".*\}/)?.[0] ?? '', film.match(/\{ "id": "b".*\}/)?.[0] ?? ''];
  expect(await changed()).toBe(film.replace(a, 'A').replace(b, a).replace('A', b));
});

it('arrow keys move the object that was clicked in the picture, with Shift by ten', async () => {
  const at = await select('note');
  await page.mouse.click(...at(100, 200));
  await page.locator('#details-title', { hasText: 'box' }).waitFor();
  await page.locator(`#fields[data-shown*='"name":"box"']`).waitFor();
  await page.locator('#selection:focus').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  expect(await changed()).toBe(film.replace('"x": 100, "y": 200', '"x": 101, "y": 210'));
});

it('a double click edits a text in the picture', async () => {
  const at = await select('note');
  const { x, y, width, height } = (await page.locator('#selection').boundingBox()) ?? expect.unreachable();
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  const text = page.getByRole('textbox', { name: 'Text of note' });
  expect(await text.inputValue()).toBe('Below');
  await text.fill('Under it');
  await text.press('Enter');
  expect(await changed()).toBe(film.replace('Below', 'Under it'));
  expect(at).toBeTypeOf('function');
});

it('a double click edits a text that was not selected, before its fields are on the page', async () => {
  const at = await select('box');
  await page.route('**/api/object?*', async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await page.mouse.dblclick(...at(100, 251));
  const text = page.getByRole('textbox', { name: 'Text of note' });
  await text.fill('Soon');
  await page.unroute('**/api/object?*');
  await text.press('Enter');
  expect(await changed()).toBe(film.replace('Below', 'Soon'));
});

it('a slow double click edits the text that was selected, and Enter does', async () => {
  const at = await select('note');
  await page.mouse.click(...at(100, 251));
  await page.locator('#selection').waitFor({ state: 'hidden' });
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const text = page.getByRole('textbox', { name: 'Text of note' });
  await text.press('Escape');
  await page.locator('#selection:focus').press('Enter');
  expect(await text.inputValue()).toBe('Below');
  await text.fill('Later');
  await text.press('Enter');
  expect(await changed()).toBe(film.replace('Below', 'Later'));
});

it('moving causes no errors on the page', () => {
  expect(faults).toEqual([]);
});
