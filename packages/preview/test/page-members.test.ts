// @module-tag chromium

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

/** Cards that enter in the second composition, each made from an item of the data. */
const filmOf = (name: string) => `{
  "shorthand": true, "name": "${name}", "theme": "midnight", "width": 640, "height": 360,
  "variables": { "ink": "gold" },
  "objects": {
    "cards": {
      "kind": "row",
      "data": [
        { "plan": "Home", "price": 9 },
        { "id": "team", "plan": "Team", "price": 16, "ink": "white" }
      ],
      "each": {
        "kind": "column", "style": "card", "width": 200, "fill": "navy",
        "children": [
          { "id": "plan", "kind": "text", "text": "\${plan}", "fill": "\${ink}" },
          { "id": "price", "kind": "text", "text": "\${price} €" },
          { "id": "sign", "kind": "icon", "icon": "star", "width": 40 }
        ]
      }
    }
  },
  "compositions": [
    { "id": "empty", "duration": 500, "states": { "cards": false } },
    { "id": "all", "duration": 900, "states": { "cards": true } },
    { "id": "end", "duration": 900, "states": { "cards": true } }
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
  expect(faults).toEqual([]);
});
beforeEach(async () => {
  const name = `film ${++count}`;
  film = filmOf(name);
  await stand.save(film);
  await stand.until('the film', ({ outline, isOpening }) => outline?.name === name && !isOpening);
  await page.locator(`#picture[data-shown^="${stand.session.state.revision} "]`).waitFor();
  await page.locator('#track').focus();
  await page.keyboard.press('End');
});

/** Selects an object, waits for its fields, and chooses where they are written. */
async function select(name: string, scope: 'written' | 'member' | 'object' | 'here') {
  const key = name.replaceAll('.', '-');
  const row = page.locator(`#objects button[data-key="${key}"], #objects button[data-key="${key}-box"]`);
  if ((await row.getAttribute('aria-pressed')) === 'false') await row.click();
  const { revision } = await stand.until('the version', ({ isOpening }) => !isOpening);
  await page
    .locator(`#fields[data-shown*='"revision":${revision},'][data-shown*='"name":"${name}']`)
    .waitFor();
  await page.locator('#scope').selectOption(scope);
}

async function type(name: string, value: string) {
  const field = page.locator(`[id="field-${name}"]`);
  await field.fill(value);
  await field.press('Enter');
}

async function fileIs(text: string) {
  await waitUntil('the file', async () => (await readFile(stand.file, 'utf8')) === text, 10_000);
  await stand.until('the version', ({ isOpening }) => {
    const { newest } = stand.session.versions;
    return !isOpening && newest !== undefined && Buffer.from(newest.bytes).toString() === text;
  });
}

/** Colours in the middle of both cards. */
async function colors() {
  const { revision } = stand.session.state;
  const query = `revision=${revision}&timeMs=2000`;
  const { objects } = JSON.parse((await stand.ask(`/api/moment?${query}`)).body.toString());
  const fillOf = (name: string) =>
    objects.find((one: { name: string }) => one.name.replace('.box', '') === name)?.state.fill;
  return ['cards.0', 'cards.team'].map(fillOf);
}

it('one member gets a colour of its own from where it enters, and the others keep theirs', async () => {
  await select('cards.0', 'written');
  await page
    .locator('.field', { has: page.locator('#field-fill') })
    .getByText('of all members')
    .waitFor();
  await page.locator('#scope').selectOption('member');
  await type('fill', 'red');
  await fileIs(
    film.replace(
      '"id": "all", "duration": 900, "states": { "cards": true }',
      '"id": "all", "duration": 900, "states": { "cards": true, "cards.0": { "fill": "red" } }',
    ),
  );
  expect(await colors()).toEqual(['#ff0000', '#000080']);
  await page
    .locator('.field', { has: page.locator('#field-fill') })
    .getByText('from all')
    .waitFor();
  await page.locator('#undo:enabled').click();
  await fileIs(film);
});

it('the box of a member is listed with what is in it', async () => {
  const list = page.locator('#objects ul', { has: page.locator('button[data-key="cards-0-plan"]') });
  expect(await list.last().locator('button[data-key="cards-0-box"]').count()).toBe(1);
});

it('a member is duplicated and deleted in the data, and the same part of the copy is selected', async () => {
  await select('cards.team', 'written');
  await page.locator('#object-duplicate').click();
  const [item = ''] = film.match(/\{ "id": "team".*\}/) ?? [];
  await fileIs(film.replace(item, `${item},\n        ${item.replace('team', 'team-2')}`));
  await page.locator('#objects button[data-key="cards-team-2-box"][aria-pressed="true"]').waitFor();
  await page.locator('#details-title', { hasText: 'cards.team-2.box' }).waitFor();
  await page.locator('#undo:enabled').click();
  await fileIs(film);
});

it('the colour of all members is one step beside it', async () => {
  await select('cards.team', 'object');
  await type('fill', 'red');
  await fileIs(film.replace('"navy"', '"red"'));
  expect(await colors()).toEqual(['#ff0000', '#ff0000']);
});

it('a value that the template takes from the data is written into the item of one member', async () => {
  await select('cards.team.plan', 'member');
  await type('text', 'Crew');
  await fileIs(film.replace('"Team"', '"Crew"'));
  await select('cards.team.plan', 'written');
  await type('fill', 'tomato');
  await fileIs(film.replace('"Team"', '"Crew"').replace('"ink": "white"', '"ink": "tomato"'));
});

it('an item gets a value that a variable of the film has given it until now', async () => {
  await select('cards.0.plan', 'member');
  await type('fill', 'tomato');
  await fileIs(film.replace('"price": 9 }', '"price": 9, "ink": "tomato" }'));
});

it('values of the data that are only a part of a text have fields', async () => {
  await select('cards.0.price', 'written');
  await type('data.price', '12');
  await fileIs(film.replace('"price": 9', '"price": 12'));
});

it('a field that states cannot change says that it is the same for all members', async () => {
  await select('cards.0.sign', 'member');
  const row = page.locator('.field', { has: page.locator('#field-icon') });
  await row.getByText('the same for all members: states cannot change it').waitFor();
  expect(await page.locator('#field-icon').isDisabled()).toBe(true);
  await page.locator('#scope').selectOption('object');
  await type('icon', 'heart');
  await fileIs(film.replace('"star"', '"heart"'));
});
