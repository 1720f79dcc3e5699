// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProject } from '../../src/render/load-project.ts';
import { expand, plain, problemsOf } from './expand.ts';

const film = (data: unknown, later: readonly unknown[] = []) => ({
  shorthand: true,
  objects: { list: { kind: 'row', data, each: { kind: 'text', text: '${plan}: ${price}', fontSize: 40 } } },
  compositions: [{}, ...later.map((one) => ({ states: { list: { data: one } } }))],
});

/** The texts of the visible objects by id, in the order of their places. */
function textsIn(document: object, composition = '1'): Record<string, string> {
  const { main } = plain(expand(document).project).scenes;
  const states = Object.entries(main?.compositions[composition]?.states ?? {}).filter(
    ([, { visible }]) => visible,
  );
  return Object.fromEntries(states.sort(([, a], [, b]) => a.x - b.x).map(([id, { text }]) => [id, text]));
}

const csv = 'id,plan,price\nhome,Home,9\nteam,"Team, large",16.50\n';

describe('items from CSV', () => {
  it('rows of CSV are the same items as objects in a list', () => {
    const list = [
      { id: 'home', plan: 'Home', price: 9 },
      { id: 'team', plan: 'Team, large', price: 16.5 },
    ];
    expect(textsIn(film(csv))).toEqual({ 'list-home': 'Home: 9', 'list-team': 'Team, large: 16.5' });
    expect(expand(film(csv)).project).toEqual(expand(film(list)).project);
    expect(expand(film('sep=;\r\nid;plan;price\r\nhome;Home;9\r\nteam;Team, large;16.5')).project).toEqual(
      expand(film(list)).project,
    );
  });

  it('later CSV in another order moves the items with the same id', () => {
    const moved = film(csv, ['id,plan,price\nteam,Team,17\nhome,Home,9']);
    expect(textsIn(moved, '2')).toEqual({ 'list-team': 'Team: 17', 'list-home': 'Home: 9' });
  });

  it('only cells that keep their digits become numbers', () => {
    const cells = ['7', '-0.5', '1e3', '007', '+49', '1,5', '12345678901234567', '', 'x'];
    const rows = cells.map((cell) => `a,"${cell}"`).join('\n');
    expect(Object.values(textsIn(film(`plan,price\n${rows}`))).map((text) => text.slice(3))).toEqual([
      ...['7', '-0.5', '1000', '007', '+49', '1,5', '12345678901234567', '', 'x'],
    ]);
  });

  it.each([
    ['plan,plan\na,b', 'is CSV that has two columns named "plan"; rename one of them'],
    ['plan,price\na', 'is CSV that has a row 1 that has 1 field, but the header has 2'],
    [
      'plan,price\n"a,b',
      'is CSV that has a quoted field that is not closed before the end, line 2; write a quote inside it as ""',
    ],
    [
      'plans.csv',
      'is the file "plans.csv", but no base folder is given; write its values here, or use the command line, the tool server or the library\'s baseFolder',
    ],
  ])('reports CSV that cannot be read: %j', (data, problem) => {
    expect(problemsOf(film(data))).toEqual([`objects.list.data: ${problem}`]);
  });
});

describe('items from a file', () => {
  let baseFolder: string;
  beforeAll(async () => {
    baseFolder = await mkdtemp(join(tmpdir(), 'items-'));
    await writeFile(join(baseFolder, 'plans.csv'), csv);
    await writeFile(join(baseFolder, 'empty.csv'), '');
  });
  afterAll(() => rm(baseFolder, { recursive: true }));

  const load = (document: object) => loadProject(document, { baseFolder }, new AbortController().signal);

  it('a CSV file makes the same film as its text, and is one of the files of the film', async () => {
    const states = { 'list.team': { fill: 'gold' } };
    const withFile = film('plans.csv');
    const { project, files } = await load({ ...withFile, compositions: [{ states }] });
    expect(plain(project)).toEqual(plain(expand({ ...film(csv), compositions: [{ states }] }).project));
    expect(files).toEqual(['plans.csv']);
  });

  it.each([
    ['missing.csv', /^cannot be read from the file "missing\.csv"/],
    ['empty.csv', /^is "empty\.csv", which needs a header and a row for each item$/],
    ['../plans.csv', /^must be a path in the project's folder or below/],
  ])('reports a file that cannot be read, and nothing that follows from it: %s', async (file, message) => {
    const document = { ...film(file), compositions: [{ states: { 'list.team': { fill: 'gold' } } }] };
    await expect(load(document)).rejects.toMatchObject({
      problems: [{ path: ['objects', 'list', 'data'], message: expect.stringMatching(message) }],
    });
  });
});
