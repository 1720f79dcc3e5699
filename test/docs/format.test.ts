import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  capabilities,
  expandProject,
  inspect,
  projectSchema,
  render,
  shorthandSchema,
} from '../../packages/engine/src/index.ts';
import { loadLayout } from '../../packages/engine/src/layout/load-layout.ts';
import { sceneObjectSchema } from '../../packages/engine/src/project/object-schemas.ts';
import { parseProject } from '../../packages/engine/src/project/parse-project.ts';
import { describeProblem } from '../../packages/engine/src/project/problem.ts';
import {
  compositionStateSchema,
  easingSchema,
  type Project,
  transitionTrackSchema,
} from '../../packages/engine/src/project/schema.ts';
import { expandProject as expandInShorthand } from '../../packages/engine/src/shorthand/expand-project.ts';
import { readFormatPages } from '../../scripts/docs/format-pages.mjs';
import { allPictures, readmeFilms } from '../../scripts/docs/pictures.mjs';
import { writeReference } from '../../scripts/docs/reference.mjs';
import { readSnippets, type Snippet } from '../../scripts/docs/snippets.mjs';
import { checkedFilm } from '../support/film/check-film.ts';
import { decodePng, onBackground, type Picture } from '../support/picture.ts';

const folder = new URL('../../docs/', import.meta.url);
const pages = readFormatPages();
const snippets = pages.flatMap(({ name, text }) =>
  readSnippets(text).map((snippet) => ({ page: name, ...snippet })),
);
const pictures = allPictures();
const layOut = await loadLayout({ hasEquations: false });

function pageNamed(name: string): string {
  const found = pages.find((page) => page.name === name);
  if (found === undefined) throw new Error(`docs/reference/format/${name}.md is missing`);
  return found.text;
}

function pictureFile(name: string): Buffer {
  return readFileSync(new URL(`pictures/${name}.png`, folder));
}

describe.each(snippets)(
  'the snippet in line $line of docs/reference/format/$page.md',
  ({ project, times }) => {
    it('a snippet of the format has no issues', async () => {
      expect((await inspect(project)).issues).toEqual([]);
    });

    it('a snippet of the format renders to PNG at its pictured times', async () => {
      for (const timeMs of times) {
        const { data, width, height } = await render(project, { format: 'png', width: 320, timeMs });
        const picture = await decodePng(data);
        expect([picture.width, picture.height]).toEqual([width, height]);
        expect(width).toBe(320);
      }
    });
  },
);

it('docs/reference/format/ contains only tested JSON, in shorthand except on the pages about the full format', () => {
  const fences = pages.flatMap(({ text }) => text.match(/^\s*(```|~~~)\s*json/gim) ?? []);
  expect(fences).toHaveLength(snippets.length);
  const inFull = snippets.filter(({ project }) => !('shorthand' in project));
  expect([...new Set(inFull.map(({ page }) => page))]).toEqual(['formulas', 'full-format']);
});

it('docs/reference/format.md links to every page of the format once', () => {
  const index = readFileSync(new URL('reference/format.md', folder), 'utf8');
  const linked = [...index.matchAll(/\]\(format\/([a-z-]+)\.md\)/g)].map(([, name]) => name);
  expect(linked.sort()).toEqual(pages.map(({ name }) => name));
});

it('docs/reference/format/ shows the same film in shorthand and in full', () => {
  const [first, last] = ['basics', 'full-format'].map((name) => {
    const snippet = snippets.find(({ page }) => page === name);
    const [scene] = Object.values(wholeProject(snippet as Snippet).scenes);
    return Object.values(scene.compositions.opening.states).map(({ text, x, y, fontSize }) => [
      text,
      x,
      y,
      fontSize,
    ]);
  });
  expect(first).toEqual(last);
});

it('the snippets with sound in docs/reference/format/media.md make films with sound', {
  tags: 'ffmpeg',
}, async () => {
  const [heard, ...others] = snippets.filter(({ project }) => 'audioTracks' in project);
  expect(others.map(({ picture }) => picture)).toEqual(['waveform']);
  expect(await inspect(heard.project)).toMatchObject({ audibleTracks: 1, durationMs: 1000 });
  const film = await checkedFilm(render(heard.project, { format: 'mp4' }));
  expect(film).toMatchObject({ audioCodec: 'mp3', durationMs: 1000 });
});

describe('the pictures', () => {
  it.each(pictures)(
    "the documentation's picture $name matches the current render",
    async ({ name, make }) => {
      const kept = await decodePng(pictureFile(name));
      const made = await decodePng(await make({ render, expandProject }));
      expect([kept.width, kept.height]).toEqual([made.width, made.height]);
      // Skia's arithmetic may round otherwise on another processor, never by more than one level.
      expect(largestDifference(kept, made)).toBeLessThanOrEqual(1);
    },
  );

  it.each(readmeFilms)('the film $file of the README matches the current render', async ({ file, make }) => {
    const kept = readFileSync(new URL(`pictures/${file}`, folder));
    const made = Buffer.from(await make({ render }));
    // Pictures of a lossy codec may differ a little on another processor, but not their number, times and places.
    const headsOf = (file: Buffer) =>
      [...file.toString('latin1').matchAll(/ANMF.{4}(.{16})/gs)].map(([, head]) => head);
    expect(headsOf(kept).length).toBeGreaterThan(20);
    expect(headsOf(kept)).toEqual(headsOf(made));
    expect(Math.abs(kept.length - made.length)).toBeLessThan(made.length / 50);
    expect(kept.length).toBeLessThan(1_000_000);
    expect(readFileSync(new URL('../README.md', folder), 'utf8')).toContain(`docs/pictures/${file}`);
  });

  it('docs/pictures contains exactly the used pictures, in less than 1.5 MB', () => {
    const files = readdirSync(new URL('pictures/', folder));
    expect(files.sort()).toEqual(
      [...pictures.map(({ name }) => `${name}.png`), ...readmeFilms.map(({ file }) => file)].sort(),
    );
    const bytes = pictures.reduce((sum, { name }) => sum + pictureFile(name).length, 0);
    expect(bytes).toBeLessThan(1_500_000);
  });

  it('docs/reference/format/ shows every picture at half its size below a snippet', () => {
    const shown = pages.flatMap(({ text }) => [
      ...text.matchAll(
        /^```\n\n<img src="\.\.\/\.\.\/pictures\/([a-z-]+)\.png" width="(\d+)" alt="[^"]+">$/gm,
      ),
    ]);
    const pictured = snippets.flatMap(({ picture }) => picture ?? []);
    expect(shown.map(([, name]) => name)).toEqual(pictured);
    expect(pages.flatMap(({ text }) => text.match(/<img|!\[/g) ?? [])).toHaveLength(pictured.length);
    for (const [, name, width] of shown) {
      expect(pictureFile(name).readUInt32BE(16), name).toBe(2 * Number(width));
    }
  });
});

describe('docs/reference/format/', () => {
  const named = new Set(
    pages.flatMap(({ text }) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code)),
  );

  it('docs/reference/format/ names every field in the schemas', () => {
    const fields = [...fieldsOf(projectSchema), ...fieldsOf(shorthandSchema)];
    expect(fields).toEqual(
      expect.arrayContaining(['sceneOrder', 'c1', 'y2', 'cornerRadiusTiming', 'waveform']),
    );
    expect(fields.filter((field) => !named.has(field))).toEqual([]);
  });

  it('docs/reference/format/ names every value that the project schema lists', () => {
    const values = [...valuesOf(projectSchema)];
    expect(values).toEqual(
      expect.arrayContaining(['numberline', 'cubicBezier', 'audio/flac', 'c2x', 'glow']),
    );
    expect(values.filter((value) => !named.has(value))).toEqual([]);
  });

  it('docs/reference/format/fields.md describes the fields like the schemas', () => {
    // `npm run docs` writes them.
    const page = pageNamed('fields');
    expect(page.match(/^<!-- fields: /gm)?.length).toBeGreaterThan(10);
    expect(page).toBe(writeReference(page, { projectSchema, shorthandSchema }));
  });

  it("docs/reference/format/outputs.md states the service's limits", () => {
    const page = pageNamed('outputs');
    const limits = page.slice(page.indexOf('## Limits'));
    const { maxInputBytes, maxPixels, maxVideoDurationMs, maxVideoFrames } = capabilities;
    for (const limit of [maxInputBytes, maxPixels, maxVideoDurationMs, maxVideoFrames]) {
      expect(limits).toMatch(new RegExp(`\\b${limit}\\b`));
    }
  });
});

describe('pictured features', () => {
  const projects = snippets.filter(({ picture }) => picture !== null).map(wholeProject);
  const scenes = projects.flatMap(({ scenes }) => Object.values(scenes));
  const tracks = scenes.flatMap(({ transitions }) =>
    Object.values(transitions).flatMap((transition) => Object.values(transition.tracks)),
  );
  const states = scenes.flatMap(({ compositions }) =>
    Object.values(compositions).flatMap((composition) => Object.values(composition.states)),
  );

  it('the pictured snippets show every drawable kind of object', () => {
    const kinds = scenes.flatMap(({ objects }) => Object.values(objects).map(({ kind }) => kind));
    const drawable = sceneObjectSchema.shape.kind.options.filter((kind) => kind !== 'video');
    expect(drawable.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });

  it('the pictured snippets show every type of animation and every writing order', () => {
    const { type, order } = transitionTrackSchema.shape;
    expect(type.options.filter((option) => !tracks.some((track) => track.type === option))).toEqual([]);
    const written = tracks.filter((track) => track.type === 'write');
    expect(order.options.filter((option) => !written.some((track) => track.order === option))).toEqual([]);
  });

  it('the pictured snippets show every easing and every effect', () => {
    const [names] = easingSchema.options;
    const used = tracks.map(({ easing }): string => (typeof easing === 'string' ? easing : easing.type));
    expect([...names.options, 'cubicBezier'].filter((easing) => !used.includes(easing))).toEqual([]);
    const effects = compositionStateSchema.shape.effect.options;
    expect(effects.filter((effect) => !states.some((state) => state.effect === effect))).toEqual([]);
  });
});

describe('the common mistakes', () => {
  const page = pageNamed('mistakes');
  const said = [
    ...page
      .slice(page.indexOf('In any project'), page.indexOf('These are valid'))
      .matchAll(/^\| `(.+?)` \|/gm),
  ];
  const saidOfShorthand = [
    ...page.slice(page.indexOf('| message |'), page.indexOf('In any project')).matchAll(/^\| `(.+?)` \|/gm),
  ];

  it.each(said.map(([, message]) => message))(
    'docs/reference/format/mistakes.md quotes an actual message: %s',
    async (message) => {
      const mistake = mistakes[message];
      expect(mistake, `a mistake that makes it say ${JSON.stringify(message)}`).toBeDefined();
      const project = sunrise();
      mistake(project.scenes.main);
      const found = await problemsOf(project);
      expect(found).toEqual([expect.stringContaining(message)]);
    },
  );

  it.each(saidOfShorthand.map(([, message]) => message))(
    'docs/reference/format/mistakes.md quotes an actual message: %s',
    (message) => {
      const mistake = mistakesInShorthand[message];
      expect(mistake, `a mistake that makes it say ${JSON.stringify(message)}`).toBeDefined();
      const plainFilm = {
        shorthand: true,
        objects: { dot: { kind: 'circle' } },
        compositions: { a: {}, b: {} },
      };
      const expanded = expandInShorthand({ ...plainFilm, ...mistake }, {}, layOut);
      expect(expanded.ok ? [] : expanded.problems.map(describeProblem)).toContainEqual(
        expect.stringContaining(message),
      );
    },
  );

  it('docs/reference/format/mistakes.md lists exactly the common mistakes that the tests check', () => {
    expect(saidOfShorthand.map(([, message]) => message).sort()).toEqual(
      Object.keys(mistakesInShorthand).sort(),
    );
    expect(said.map(([, message]) => message).sort()).toEqual(Object.keys(mistakes).sort());
  });
});

type Sky = Project['scenes'][string];

/** Edits of the format's sunrise that cause each message of an inspection. */
const mistakes: Readonly<Record<string, (sky: Sky) => void>> = {
  'is required': ({ compositions }) => Reflect.deleteProperty(compositions.day.states.sun, 'cornerRadius'),
  'must equal its key': ({ objects }) => {
    objects.sun.id = 'star';
  },
  'is not the id of an object in the scene': ({ compositions }) => {
    compositions.day.states.moon = compositions.day.states.sun;
  },
  'must be a color (none, transparent, #rgb, #rrggbb or #rrggbbaa), but is "red"': ({ compositions }) => {
    compositions.day.states.sun.fill = 'red';
  },
  'must be a number from 0 to 1, but is 50': ({ compositions }) => {
    compositions.day.states.sun.opacity = 50;
  },
  "start + duration (900) exceeds the transition's duration (800)": ({ transitions }) => {
    transitions['to-day'].duration = 800;
    transitions['to-day'].tracks.sun = { ...plainTrack, start: 300, duration: 600 };
  },
  'must be the composition after': ({ transitions }) => {
    transitions['to-day'].toId = 'night';
  },
  'must name each composition in the scene once': ({ compositionOrder }) => {
    compositionOrder.push('night');
  },
  'must be a number for x, but is "#fff"': ({ transitions }) => {
    const key = { property: 'x', at: 0.5, value: '#fff', easing: 'linear' } as const;
    transitions['to-day'].tracks.sun = { ...plainTrack, keyframes: { key } };
  },
  'must be a base64 data URL of image/png or image/jpeg': ({ objects }) => {
    objects.sun.kind = 'image';
    objects.sun.image = { src: 'https://example.com/sun.webp', width: 100, height: 100 };
  },
  'the TeX does not parse': ({ objects, compositions }) => {
    objects.sun.kind = 'equation';
    compositions.day.states.sun.text = '\\unknown{x}';
  },
  'no bundled font has': ({ objects, compositions }) => {
    objects.sun.kind = 'text';
    compositions.day.states.sun.text = 'ვარსკვლავი';
  },
  'so there is no film to render': ({ compositions, transitions }) => {
    compositions.night.duration = 0;
    compositions.day.duration = 0;
    transitions['to-day'].duration = 0;
  },
};

/** Fields of a small film that cause each message. */
const mistakesInShorthand: Readonly<Record<string, object>> = {
  'must be true: only shorthand has compositions at the top level': { shorthand: undefined },
  'must not be a whole number, because JSON readers reorder such keys': { compositions: { 1: {}, 2: {} } },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
  'names the unknown variable': { name: '${title}' },
  'is also in state; write it once': { objects: { dot: { kind: 'circle', x: 100, state: { x: 200 } } } },
  'which does not exist': {
    objects: { dots: { kind: 'row', data: 2, each: { kind: 'circle' } } },
    compositions: { a: { states: { 'dots.2': false } } },
  },
  'but the film has no styles': { objects: { dot: { kind: 'circle', style: 'hot' } } },
  'must have at most 500 items': { objects: { dots: { kind: 'row', data: 501, each: { kind: 'circle' } } } },
  'because a composition changes it': { compositions: { a: {}, b: { variables: { share: 1 } } } },
  'is not for charts': { objects: { sales: { kind: 'bars', data: { a: 1 }, stroke: 'red' } } },
  'must be milliseconds from 0 to 600000, a time such as': { enter: '800 milliseconds' },
  'objects start one after another': {
    objects: { dot: { kind: 'circle' }, disc: { kind: 'circle' } },
    compositions: { a: {}, b: { states: { dot: {}, disc: {} } } },
    enter: { duration: 100, tracks: { '*': { stagger: 200 } } },
  },
  'but no base folder is given': {
    objects: { dot: { kind: 'image', image: { src: 'dot.png' } } },
  },
  ...mistakesInRelations(),
};

/** Objects beside a dot that cause each message about relations. */
function mistakesInRelations(): Readonly<Record<string, object>> {
  const dot = { kind: 'circle' };
  const line = { kind: 'arrow' };
  const word = { kind: 'text', state: { text: 'word', inside: 'dot', padding: 90 } };
  const beside = (state: object, others: object = {}) => ({
    objects: { dot, ...others, disc: { kind: 'circle', state } },
  });
  const group = { kind: 'group', children: ['dot'] };
  const later = { a: { states: { disc: {} } }, b: { states: { dot: {}, disc: {} } } };
  return {
    'does not show; show it, or place': { ...beside({ below: 'dot' }), compositions: later },
    'is in no states, so it is always visible': {
      ...beside({ below: 'dot' }),
      compositions: { a: { states: {} }, b: { states: { dot: {} } } },
    },
    'is required: the ids of the members': { objects: { dot, row: { kind: 'row' } } },
    'keep one of the two': beside({ below: 'dot', inside: 'dot', above: 'dot' }),
    'depends on itself': {
      objects: {
        dot: { kind: 'circle', state: { below: 'disc' } },
        disc: { kind: 'circle', state: { below: 'dot' } },
      },
    },
    'finds no room between': {
      objects: { dot, disc: dot, line: { ...line, state: { from: 'dot', to: 'disc' } } },
    },
    'leaves no room in': { objects: { dot, word } },
    'beside it: the id of an object, or [x, y]': {
      objects: { dot, line: { ...line, state: { from: 'dot' } } },
    },
    'is of no use with': beside({ below: 'group' }, { group }),
    'only objects of the same parent can be related': {
      objects: { dot, disc: { kind: 'circle', parentId: 'dot', state: { below: 'other' } }, other: dot },
    },
    'which is not the id of an object in the scene': beside({ below: 'dots' }),
    'leads to a position beyond': beside({ below: 'dot', margin: 100_000 }),
    'grows from its base': {
      objects: { sales: { kind: 'bars', state: { data: { a: 1 } } } },
      compositions: {
        a: {},
        b: {
          enter: { duration: 500, tracks: { sales: { type: 'grow', from: 'top' } } },
          states: { sales: {} },
        },
      },
    },
  };
}

const plainTrack = {
  objectId: 'sun',
  type: 'move',
  order: 'together',
  start: 0,
  duration: 800,
  easing: 'linear',
  path: null,
} as const;

/** A new copy of the format's sunrise, for a change. */
function sunrise(): Project {
  const found = snippets.find(({ project }) => 'name' in project && project.name === 'Sunrise');
  if (found === undefined) throw new Error('the format has no project named Sunrise');
  return wholeProject(found);
}

async function problemsOf(project: Project): Promise<readonly string[]> {
  const parsed = parseProject(project);
  return parsed.ok ? (await inspect(project)).issues : parsed.problems.map(describeProblem);
}

function wholeProject({ project }: Snippet): Project {
  return expandProject(project).project;
}

/** Names of all properties that a JSON Schema describes. */
function* fieldsOf(schema: unknown): Generator<string> {
  for (const [key, value] of entriesOf(schema)) {
    if (key === 'properties') yield* Object.keys(value as object);
    yield* fieldsOf(value);
  }
}

/** All texts that a JSON Schema lists as values; the reserved names are not values but exceptions. */
function* valuesOf(schema: unknown): Generator<string> {
  for (const [key, value] of entriesOf(schema)) {
    if (key === 'not' || key === 'propertyNames') continue;
    const listed = key === 'enum' && Array.isArray(value) ? value : key === 'const' ? [value] : [];
    yield* listed.filter((text): text is string => typeof text === 'string');
    yield* valuesOf(value);
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** In levels of 255, on black and on white, so invisible colours do not count. */
function largestDifference(one: Picture, other: Picture): number {
  let largest = 0;
  for (const level of [0, 255]) {
    const background = [level, level, level] as const;
    const { data } = onBackground(one, background);
    const expected = onBackground(other, background).data;
    for (let at = 0; at < data.length; at++) largest = Math.max(largest, Math.abs(data[at] - expected[at]));
  }
  return largest;
}
