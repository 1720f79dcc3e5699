import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '../../../src/render/inspect.ts';
import { loadProject } from '../../../src/render/load-project.ts';
import { render } from '../../../src/render/render.ts';
import { colorContrast } from '../../../src/shorthand/luminance.ts';
import { themeNames } from '../../../src/shorthand/themes/theme-names.ts';
import { expand, plain, problemsOf } from '../expand.ts';

const spoken = [
  {
    text: 'Seven is the pivot: smaller numbers go to its left, and larger numbers to its right.',
    startMs: 500,
    endMs: 4500,
  },
  { text: 'That is all of it.', startMs: 5000, endMs: 6000 },
];

const film = (captions: object = {}, changes: object = {}) => ({
  shorthand: true,
  objects: { talk: { kind: 'captions', src: spoken, ...captions }, box: { kind: 'rectangle' } },
  compositions: [{ duration: 7000 }],
  ...changes,
});

function sceneOf(document: object) {
  const { scenes, sceneOrder } = plain(expand(document).project);
  const scene = scenes[sceneOrder[0] ?? ''];
  if (scene === undefined) throw new Error('the film has no scene');
  return scene;
}

const talkIn = (document: object) => {
  const { objects, compositions, compositionOrder } = sceneOf(document);
  const { talk } = objects;
  const state = compositions[compositionOrder.at(-1) ?? '']?.states.talk;
  if (talk?.cues === undefined || state === undefined) throw new Error('the film has no captions');
  return { talk, cues: talk.cues, state };
};

describe('captions', () => {
  it('captions become a text with cues, the last object of the scene', () => {
    const { talk, cues } = talkIn(film());
    expect(talk.kind).toBe('text');
    expect(talk.order).toBe(1);
    expect(cues.map(({ startMs, text }) => [startMs, text])).toEqual([
      [500, 'Seven is the pivot: smaller numbers go to\nits left, and larger numbers to its right.'],
      [5000, 'That is all of it.'],
    ]);
    expect(cues.every(({ words }) => words === undefined)).toBe(true);
  });

  it('karaoke has the times of words, and single words have cues of their own', () => {
    expect(talkIn(film({ mode: 'karaoke' })).cues[1]?.words).toHaveLength(5);
    expect(talkIn(film({ mode: 'karaoke' })).state.spoken).toBeDefined();
    const words = talkIn(film({ mode: 'word' })).cues.map(({ text }) => text);
    expect(words.slice(0, 4)).toEqual(['Seven', 'is', 'the', 'pivot:']);
  });

  it('maxLines and maxLetters limit what is shown at a time', () => {
    const { cues } = talkIn(film({ maxLines: 1, maxLetters: 24 }));
    for (const { text } of cues) expect(text).toMatch(/^[^\n]{1,24}$/);
    expect(cues.length).toBeGreaterThan(3);
  });

  it('captions are at the bottom, in portrait above and beside the buttons of platforms', () => {
    expect(talkIn(film()).state).toMatchObject({ x: 960, y: 999, verticalAlign: 'bottom', align: 'center' });
    const { state, cues } = talkIn(film({}, { aspectRatio: '9:16' }));
    expect(state).toMatchObject({ x: 540, y: Math.round(1920 * 0.78) });
    expect(cues.length).toBeGreaterThan(2);
    expect(talkIn(film({ place: 'top left', margin: 50 })).state).toMatchObject({
      ...{ x: 50, y: 50, verticalAlign: 'top', align: 'left' },
    });
  });

  it('the bottom of lines stays where it is when captions move to the top and back', () => {
    const { compositions, compositionOrder } = sceneOf(
      film(
        {},
        {
          compositions: [
            {},
            { states: { talk: { place: 'top' } } },
            { states: { talk: { place: 'bottom' } } },
          ],
        },
      ),
    );
    const states = compositionOrder.map((id) => compositions[id]?.states.talk);
    expect(states[1]).toMatchObject({ y: 81, verticalAlign: 'top' });
    expect(states[2]).toMatchObject({ x: states[0]?.x, y: states[0]?.y, verticalAlign: 'bottom' });
  });

  it('"*" does not mention captions, and their name does', () => {
    const visible = (states: object) => {
      const { compositions, compositionOrder } = sceneOf(film({}, { compositions: [{}, { states }] }));
      return compositions[compositionOrder[1] ?? '']?.states.talk?.visible;
    };
    expect(visible({ '*': false })).toBe(true);
    expect(visible({ '*': false, talk: false })).toBe(false);
  });

  it('captions stay where they are when the camera moves', () => {
    const { objects } = sceneOf(
      film({}, { compositions: [{}, { enter: 500, states: { camera: { around: 'box' } } }] }),
    );
    expect(objects.box?.parentId).toBe('camera');
    expect(objects.talk?.parentId ?? null).toBeNull();
  });

  it('a first composition that enters does not move what is being read', () => {
    const document = film(
      {},
      { compositions: [{ duration: 6000, enter: { type: 'slide', duration: 1000 } }] },
    );
    const { transitions } = sceneOf(document);
    const tracks = Object.values(transitions).flatMap(({ tracks }) => Object.values(tracks));
    expect(tracks.filter(({ objectId, type }) => objectId === 'talk' && type !== 'none')).toEqual([]);
  });

  it.each(themeNames)('letters, spoken words and ground of the theme %s have contrast', (theme) => {
    const { state } = talkIn(film({ mode: 'karaoke' }, { theme }));
    expect(colorContrast(state.fill, state.ground)).toBeGreaterThanOrEqual(4.5);
    expect(colorContrast(state.spoken, state.ground)).toBeGreaterThanOrEqual(4.5);
    expect(state.spoken).not.toBe(state.fill);
  });

  it('a fill or a ground of one’s own keeps the contrast', () => {
    for (const own of [
      { fill: '#000000' },
      { fill: '#ffffff' },
      { ground: '#ffffff' },
      { ground: '#111111' },
    ]) {
      const { state } = talkIn(film(own, { theme: 'midnight' }));
      expect(state).toMatchObject(own);
      expect(colorContrast(state.fill, state.ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(talkIn(film({ ground: 'none' })).state.ground).toBe('none');
  });

  it('the style captions of the film changes them', () => {
    const { state } = talkIn(film({}, { styles: { captions: { fontSize: 80, fontWeight: 800 } } }));
    expect(state).toMatchObject({ fontSize: 80, fontWeight: 800 });
  });
});

it.each([
  [{ mode: 'song' }, 'objects.talk.mode: must be one of lines, karaoke, word, but is "song"'],
  [{ maxLines: 9 }, 'objects.talk.maxLines: must be an integer from 1 to 4, but is 9'],
  [{ maxLetters: 'x' }, 'objects.talk.maxLetters: must be an integer from 8 to 100, but is "x"'],
  [
    { src: [{ a: 1 }] },
    'objects.talk.src: is a list or an object which is JSON with a list whose first item has the fields "a"',
  ],
  [{ src: 7 }, 'objects.talk.src: must be the name of a file'],
])('%j is reported', (captions, problem) => {
  expect(problemsOf(film(captions)).join('\n')).toContain(problem);
});

it('captions without a src are reported as long as the film has no speech', () => {
  const { src: _, ...captions } = film().objects.talk as Record<string, unknown>;
  expect(problemsOf({ ...film(), objects: { talk: captions } }).join('\n')).toContain(
    'objects.talk.src: is required',
  );
});

describe('captions from files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'captions-'));
    await writeFile(join(folder, 'talk.srt'), '1\n00:00:01,000 --> 00:00:02,000\nHello there.\n');
    await writeFile(join(folder, 'bad.txt'), 'no captions');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const load = (src: string) =>
    loadProject(film({ src }), { baseFolder: folder }, new AbortController().signal);

  it('a file is read from the folder of the project', async () => {
    const { project, files } = await load('talk.srt');
    expect(files).toEqual(['talk.srt']);
    expect(project.scenes.main?.objects.talk?.cues).toEqual([
      { startMs: 1000, endMs: 2000, text: 'Hello there.' },
    ]);
  });

  it.each([
    ['before', ['code', 'talk']],
    ['after', ['talk', 'code']],
  ])('a file can be shown as code, too, %s its captions', async (_place, order) => {
    const objects: Record<string, object> = {
      talk: { kind: 'captions', src: 'talk.srt' },
      code: { kind: 'code', language: 'text', src: 'talk.srt' },
    };
    const document = { ...film(), objects: Object.fromEntries(order.map((id) => [id, objects[id]])) };
    const { project } = await loadProject(document, { baseFolder: folder }, new AbortController().signal);
    const all = project.scenes.main?.objects ?? {};
    expect(all.talk?.cues).toHaveLength(1);
    const texts = Object.values(project.scenes.main?.compositions ?? {}).flatMap(({ states }) =>
      Object.values(states).map(({ text }) => text),
    );
    expect(texts).toContain('00:00:01,000 --> 00:00:02,000');
  });

  it('a file that has no captions is reported with what it begins with', async () => {
    await expect(load('bad.txt')).rejects.toThrow(
      'objects.talk.src: is "bad.txt", which begins with "no captions"; write SRT',
    );
    await expect(load('gone.srt')).rejects.toThrow('objects.talk.src: cannot be read');
  });
});

describe('the picture', () => {
  const document = film(
    { mode: 'karaoke', fill: '#ffffff', spoken: '#ff0000', ground: '#0000ff' },
    { width: 640, height: 360 },
  );

  /** The colours of the middle of the picture's lower part. */
  async function colorsAt(timeMs: number): Promise<ReadonlySet<string>> {
    const { data } = await render(document, { format: 'svg', timeMs });
    return new Set(
      Buffer.from(data)
        .toString()
        .match(/#[0-9a-f]{6}/g),
    );
  }

  it('words have the colour of spoken ones as soon as they begin, on their ground', async () => {
    expect(await colorsAt(100)).not.toContain('#0000ff');
    const begun = await colorsAt(2000);
    for (const color of ['#0000ff', '#ff0000', '#ffffff']) expect(begun).toContain(color);
    expect(await colorsAt(6500)).not.toContain('#0000ff');
  });

  it('captions have no advice where there is nothing to say', async () => {
    const alone = { ...film({}, { theme: 'midnight' }), objects: { talk: film().objects.talk } };
    const { issues, advice } = await inspect(alone, { advice: true });
    expect({ issues, advice }).toEqual({ issues: [], advice: [] });
  });
});
