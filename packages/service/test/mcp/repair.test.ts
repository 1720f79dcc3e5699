import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { readStarterProject } from '../../src/contract/starter-project.ts';
import { textOf, useOfficialClient } from './support/official-client.ts';

const client = useOfficialClient('2026-07-28');
const starter = readStarterProject();

/** A place in the starter project to change, of unknown type. */
// biome-ignore lint/suspicious/noExplicitAny: the project is broken on purpose, in ways that its type forbids.
type Broken = any;

const still = 'scenes.main.compositions.still';
const title = `${still}.states.title`;

/** Ways in which an agent breaks a project, and the message that must suffice to fix it: place, rule, value. */
const breakages: readonly [string, string | ((project: Broken) => void), string][] = [
  ['a truncated file', starter.slice(0, 300), 'project: is not valid JSON'],
  [
    'a wrapped project',
    JSON.stringify({ project: JSON.parse(starter) }),
    'project: is an object with a "project" field; send the project itself, not an object with a project field',
  ],
  ['an extra comma', starter.replace('"version": 2,', '"version": 2,,'), 'line 3'],
  ['a missing name', (project) => delete project.name, 'name: is required'],
  [
    'a version as text',
    (project) => (project.version = '2'),
    'version: must be an integer from 1 to 2, but is "2"',
  ],
  [
    'an empty scene order',
    (project) => (project.sceneOrder = []),
    'sceneOrder: must be an array of 1 to 100 items, but is an array of 0 items',
  ],
  ['a scene order with an unknown scene', (project) => (project.sceneOrder = ['intro']), '"intro"'],
  [
    'scenes as a list',
    (project) => (project.scenes = Object.values(project.scenes)),
    'scenes: must be an object, but is an array of 1 item',
  ],
  ['a key that differs from its id', ({ scenes }) => (scenes.main.id = 'other'), 'scenes.main.id: '],
  [
    'a width as text',
    ({ scenes }) => (scenes.main.width = '1280'),
    'scenes.main.width: must be an integer from 1 to 8192, but is "1280"',
  ],
  ['a colour by name', ({ scenes }) => (scenes.main.background = 'navy'), 'scenes.main.background: '],
  [
    'an unknown object kind',
    ({ scenes }) => (scenes.main.objects.title.kind = 'star'),
    'scenes.main.objects.title.kind: must be one of circle, rectangle, text, equation, path, arrow, numberline, image, video, but is "star"',
  ],
  [
    'an object without its lock',
    ({ scenes }) => delete scenes.main.objects.title.locked,
    'scenes.main.objects.title.locked: is required',
  ],
  [
    'a state without an object',
    ({ scenes }) =>
      (scenes.main.compositions.still.states.subtitle = scenes.main.compositions.still.states.title),
    `${still}.states.subtitle: `,
  ],
  [
    'an opacity in per cent',
    ({ scenes }) => (scenes.main.compositions.still.states.title.opacity = 100),
    `${title}.opacity: must be a number from 0 to 1, but is 100`,
  ],
  [
    'a state without its path',
    ({ scenes }) => delete scenes.main.compositions.still.states.title.path,
    `${title}.path: is required`,
  ],
  [
    'a duration as text',
    ({ scenes }) => (scenes.main.compositions.still.duration = '1s'),
    `${still}.duration: must be a number from 0 to 600000, but is "1s"; write 1000, in milliseconds`,
  ],
  [
    'a space in an id',
    ({ scenes }) => (scenes.main.objects['my title'] = scenes.main.objects.title),
    'scenes.main.objects: each key must be 1 to 80 letters, digits, _ or -, but one is "my title"',
  ],
  [
    'an image without a source',
    ({ scenes }) => (scenes.main.objects.title.kind = 'image'),
    'scenes.main.objects.title',
  ],
  [
    'an unknown parent',
    ({ scenes }) => (scenes.main.objects.title.parentId = 'group'),
    'scenes.main.objects.title.parentId: ',
  ],
  [
    'a transition from a composition to itself',
    ({ scenes }) =>
      (scenes.main.transitions.t = { id: 't', fromId: 'still', toId: 'still', duration: 1, tracks: {} }),
    'scenes.main.transitions.t',
  ],
  [
    'a transition without tracks',
    ({ scenes }) => (scenes.main.transitions.t = { id: 't', fromId: 'still', toId: 'next', duration: 1 }),
    'scenes.main.transitions.t.tracks: is required',
  ],
  [
    'missing transitions',
    ({ scenes }) => delete scenes.main.transitions,
    'scenes.main.transitions: is required',
  ],
];

describe('broken starter projects', () => {
  it.each(breakages)('the tools report the place and the rule for %s', async (_, breakage, words) => {
    const inputPath = join(await temporaryFolder(), 'project.json');
    await writeFile(inputPath, typeof breakage === 'string' ? breakage : broken(breakage));
    const inspected = await client().callTool({ name: 'service_inspect', arguments: { inputPath } });
    expect(inspected.isError).toBe(true);
    expect(textOf(inspected)).toContain(words);
    const rendered = await client().callTool({
      name: 'service_render',
      arguments: { inputPath, outputPath: `${inputPath}.png` },
    });
    expect(textOf(rendered)).toBe(textOf(inspected));
  });

  it('service_inspect reports each of several problems on its own line', async () => {
    const inputPath = join(await temporaryFolder(), 'project.json');
    const text = broken((project) => {
      delete project.name;
      project.version = 9;
      project.scenes.main.width = 0;
    });
    await writeFile(inputPath, text);
    const result = await client().callTool({ name: 'service_inspect', arguments: { inputPath } });
    expect(textOf(result).split('\n')).toEqual([
      'name: is required: a string of at most 100 characters (UTF-16 units)',
      'version: must be an integer from 1 to 2, but is 9',
      'scenes.main.width: must be an integer from 1 to 8192, but is 0',
      expect.stringContaining('service://docs/project-schema'),
    ]);
  });
});

describe('an invalid film in shorthand', () => {
  const film = { shorthand: true, objects: { title: { kind: 'text', state: { fill: 'gren' } } } };

  async function saysOf(project: string | object): Promise<string[]> {
    const inputPath = join(await temporaryFolder(), 'film.json');
    await writeFile(inputPath, typeof project === 'string' ? project : JSON.stringify(project));
    const inspected = await client().callTool({ name: 'service_inspect', arguments: { inputPath } });
    expect(inspected.isError).toBe(true);
    const outputPath = `${inputPath}.png`;
    const rendered = await client().callTool({
      name: 'service_render',
      arguments: { inputPath, outputPath },
    });
    expect(textOf(rendered)).toBe(textOf(inspected));
    return textOf(inspected).split('\n');
  }

  it('the errors of a shorthand project refer only to the shorthand guide and schema', async () => {
    const lines = await saysOf({ ...film, compositions: { only: {} } });
    expect(lines).toEqual([
      expect.stringContaining('objects.title.state.fill: must be a color'),
      expect.stringMatching(/service:\/\/docs\/shorthand,.*service:\/\/docs\/shorthand-schema/),
    ]);
    expect(lines.join()).not.toMatch(/project-schema|examples\/hello/);
  });

  it('the error for invalid JSON refers to the shorthand schema if the document has the mark', async () => {
    const lines = await saysOf(`${JSON.stringify(film, null, 2).slice(0, -2)},`);
    expect(lines).toEqual([
      expect.stringContaining('is not valid JSON'),
      expect.stringContaining('service://docs/shorthand-schema'),
    ]);
  });

  it.each([
    ['compositions at the top level', { ...film, shorthand: undefined, compositions: { only: {} } }],
    [
      'scenes.one.objects.title.state',
      { scenes: { one: { objects: film.objects, compositions: { only: {} } } } },
    ],
    ['scenes.one.compositions.b.enter', { scenes: { one: { compositions: { a: {}, b: { enter: 800 } } } } }],
    ['scenes.one.enter', { scenes: { one: { enter: 800, compositions: {} } } }],
    [
      'scenes.one.compositions.a.states.t',
      { scenes: { one: { compositions: { a: { states: { t: false } } } } } },
    ],
  ])('the tools report only the missing mark of a shorthand project with %s', async (sign, project) => {
    expect(await saysOf(project)).toEqual([
      `shorthand: must be true: only shorthand has ${sign}; add "shorthand": true at the top of the document`,
    ]);
  });
});

function broken(change: (project: Broken) => void): string {
  const project = JSON.parse(starter);
  change(project);
  return JSON.stringify(project);
}

it.each(['service_inspect', 'service_render'])(
  '%s shows the direction marks of a name by their codes',
  async (tool) => {
    const folder = await temporaryFolder();
    const inputPath = join(folder, 'project.json');
    const name = 'gpj.\u202egnp';
    await writeFile(inputPath, starter.replace('"Hello"', JSON.stringify(name)));
    const outputPath = join(folder, `${name}.png`);
    const args = tool === 'service_render' ? { inputPath, outputPath } : { inputPath };
    const result = await client().callTool({ name: tool, arguments: args });
    const text = textOf(result);
    expect(text).not.toContain('\u202e');
    expect(text).toContain('gpj.\\u202egnp');
    expect(JSON.parse(text)).toEqual(result.structuredContent);
  },
);
