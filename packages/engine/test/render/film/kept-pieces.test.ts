import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anyAxesFilm } from '../../../../../test/support/any-axes-film.ts';
import { anyKineticFilm, anyLayeredFilm, anyPaintedFilm } from '../../../../../test/support/any-film.ts';
import { anyEditedFilm, CountingStore, expectSameFilms } from '../../../../../test/support/kept-films.ts';
import {
  audioTrack,
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import type { Project } from '../../../src/project/schema.ts';
import { FilmThreads } from '../../../src/render/film/film-threads.ts';
import { isAsMadeAnew } from '../../../src/render/film/kept/kept-piece.ts';
import { MemoryStore } from '../../../src/render/film/kept/memory-store.ts';
import { PieceKeys } from '../../../src/render/film/kept/piece-key.ts';
import { cutIntoPieces } from '../../../src/render/film/piece.ts';
import type { VideoSettings } from '../../../src/render/film/piece-encoder.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';
import type { Pose } from '../../../src/timeline/pose.ts';
import type { SceneFrame, Timeline, TimelineScene } from '../../../src/timeline/timeline.ts';

/** Compositions of 1.6 s with a transition of 0.4 s to the next. */
function titles(...texts: readonly string[]): Project {
  const at = (text: string, index: number) => ({
    title: state({ x: 160, y: 60 + 20 * (index % 2), text, fontSize: 30 }),
    box: state({ x: 40, y: 150 }),
  });
  const names = texts.map((_, index) => `c${index}`);
  return project(
    scene('scene', {
      objects: [object('title', { kind: 'text' }), object('box')],
      compositions: texts.map((text, index) => composition(names[index], 1600, at(text, index))),
      transitions: names.slice(1).map((name, index) => transition(names[index], name, 400)),
    }),
  );
}

const words = ['one', 'two', 'three', 'four', 'five', 'six'];

const unchecked = { isChecked: false };

describe('a film made from kept pieces', () => {
  it('a film that did not change is made of kept pieces alone', { tags: 'ffmpeg' }, async () => {
    const store = new CountingStore();
    const first = await filmOf(titles(...words), { store });
    expect(store).toMatchObject({ hits: 0, puts: 6 });
    const counted: number[] = [];
    const again = await filmOf(titles(...words), {
      ...unchecked,
      store,
      onFrame: (frames) => counted.push(frames),
    });
    expect(store).toMatchObject({ hits: 6, puts: 6 });
    expect(Buffer.compare(again.bytes, first.bytes)).toBe(0);
    expect(again.rasterizedFrames).toBe(first.rasterizedFrames);
    expect(counted.at(-1)).toBe(first.frames);
  });

  it('a changed word stays in its composition and the transition to it', { tags: 'ffmpeg' }, async () => {
    const store = new CountingStore();
    await filmOf(titles(...words), { ...unchecked, store });
    const edited = titles('one', 'two', 'THREE', 'four', 'five', 'six');
    const kept = await filmOf(edited, { store });
    expect(store).toMatchObject({ hits: 4, puts: 8 });
    const anew = await filmOf(edited, unchecked);
    expect(Buffer.compare(kept.bytes, anew.bytes)).toBe(0);
  });

  it('a longer first composition leaves all pieces after it as they are', async () => {
    const store = new CountingStore();
    await filmOf(titles(...words), { ...unchecked, store });
    const edited = titles(...words);
    edited.scenes.scene.compositions.c0.duration += 300;
    const kept = await filmOf(edited, { ...unchecked, store });
    expect(store.hits).toBe(5);
    const anew = await filmOf(edited, unchecked);
    expect(Buffer.compare(kept.bytes, anew.bytes)).toBe(0);
  });

  it('the names of objects, compositions and scenes do not matter', async () => {
    const store = new CountingStore();
    await filmOf(titles(...words), { ...unchecked, store });
    const renamed = JSON.parse(
      JSON.stringify(titles(...words))
        .replaceAll('"title"', '"heading"')
        .replaceAll('"c0"', '"intro"'),
    );
    await filmOf(renamed, { ...unchecked, store });
    expect(store.hits).toBe(6);
  });

  it('equal pieces of a film are made once', { tags: 'ffmpeg' }, async () => {
    const store = new CountingStore();
    const loop = titles('one', 'two', 'one', 'two', 'one', 'two');
    const once = await filmOf(loop, { store });
    expect(store.puts).toBeLessThan(6);
    const anew = await filmOf(loop, unchecked);
    expect(once.rasterizedFrames).toBe(anew.rasterizedFrames);
    expect(Buffer.compare(once.bytes, anew.bytes)).toBe(0);
  });

  it('threads make the missing pieces with the same bytes', { tags: 'slow' }, async () => {
    const anew = await filmOf(titles(...words), unchecked);
    for (const threads of [0, 1, 2, 7]) {
      const store = new CountingStore();
      await filmOf(titles('zero', ...words.slice(1)), { ...unchecked, store, threads });
      const kept = await filmOf(titles(...words), { ...unchecked, store, threads });
      expect(store.hits).toBe(5);
      expect(Buffer.compare(kept.bytes, anew.bytes)).toBe(0);
    }
  });

  it('threads start for many missing pieces, and not for kept ones', async () => {
    const use = vi.spyOn(FilmThreads.prototype, 'use');
    const most = () => Math.max(0, ...use.mock.calls.map(([count]) => count));
    const many = titles(...Array.from({ length: 20 }, (_, index) => `title ${index}`));
    const store = new CountingStore();
    const anew = await filmOf(many, { ...unchecked, store, threads: 1 });
    expect(most()).toBeGreaterThan(0);
    use.mockClear();
    const kept = await filmOf(many, { ...unchecked, store, threads: 1 });
    expect(most()).toBe(0);
    expect(Buffer.compare(kept.bytes, anew.bytes)).toBe(0);
  });

  it('a store in memory keeps no more bytes than it may', async () => {
    const store = new MemoryStore(20_000);
    const piece = { stream: new Uint8Array(5000), lengths: [5000], attempt: 0, changes: 0, maximumBytes: 1 };
    for (const key of ['a', 'b', 'c', 'd']) {
      await store.put(key, piece);
      await store.get('a');
    }
    expect(await store.get('a')).toBe(piece);
    expect(await store.get('b')).toBeUndefined();
    await store.put('e', { ...piece, stream: new Uint8Array(50_000) });
    expect(await store.get('e')).toBeUndefined();
  });
});

it('any edited film made from kept pieces equals the film made anew', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(anyEditedFilm, async ({ film, edits }) => {
      hits += (await expectSameFilms(film, edits)).hits;
    }),
    { numRuns: runs(40) },
  );
  expect(hits).toBeGreaterThan(runs(40));
});

it('a piece is used within another limit only if it would be made the same', () => {
  const [piece] = cutIntoPieces(60, 30, 1e6);
  const kept = (attempt: number, bytes: number, maximumBytes: number, frames = 60) => {
    const lengths = Array.from({ length: frames }, () => bytes / frames);
    return isAsMadeAnew(
      { stream: new Uint8Array(bytes), lengths, changes: 0, attempt, maximumBytes },
      piece,
      settings,
    );
  };
  expect(kept(0, 5000, 5e5)).toBe(true);
  expect(kept(0, 5000, 6000)).toBe(true);
  expect(kept(1, 5000, 6000)).toBe(false);
  expect(kept(2, 5000, 6000)).toBe(false);
  expect(kept(1, 5000, 5e5)).toBe(true);
  expect(kept(3, 5000, 5e5)).toBe(false);
  expect(kept(3, 5000, piece.maximumBytes)).toBe(true);
  expect(kept(0, 5000, piece.maximumBytes, 59)).toBe(false);
});

const settings: VideoSettings = {
  ...{ startMs: 0, durationMs: 1000, framesPerSecond: 30 },
  size: { width: 320, height: 180 },
  quality: { kind: 'flat' },
};

/** The key of a piece that shows these pictures, a frame each. */
function keyOf(
  film: Project,
  pictures: readonly SceneFrame[],
  { scenes = [], changes = {} }: { scenes?: Timeline['scenes']; changes?: Partial<VideoSettings> } = {},
): string {
  const [piece] = cutIntoPieces(pictures.length, 30, 1e6);
  const at = (timeMs: number) => pictures[Math.round((timeMs * 30) / 1000)];
  const timeline = { ...compileTimeline(film), ...(scenes.length > 0 && { scenes }), at };
  return new PieceKeys(film, timeline, { ...settings, ...changes }).keyOf(piece);
}

type Place = readonly (string | number)[];

/** Names, on which no pixel depends. */
const names = ['objectId', 'layerId', 'sceneIndex'];

function* leavesOf(value: unknown, place: Place = []): Generator<Place> {
  if (['number', 'string', 'boolean'].includes(typeof value)) yield place;
  if (typeof value !== 'object' || value === null) return;
  // Functions are told apart by what they were made from.
  const hasFunctions = Object.values(value).some((field) => typeof field === 'function');
  for (const [name, field] of Object.entries(value))
    if (!names.includes(name) && (!hasFunctions || name === 'source'))
      yield* leavesOf(field, [...place, name]);
}

/** A copy, also of functions. What is one object in the original is one object in the copy. */
function copyOf<Value>(value: Value, copies = new Map<unknown, unknown>()): Value {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as Value;
  const copy: Record<string, unknown> = (Array.isArray(value) ? [] : {}) as never;
  copies.set(value, copy);
  for (const [name, field] of Object.entries(value)) copy[name] = copyOf(field, copies);
  return copy as Value;
}

/** A copy with another value at a place. */
function changedAt<Value>(whole: Value, place: Place): Value {
  const copy = copyOf(whole);
  let parent: Record<string, unknown> = copy as never;
  for (const name of place.slice(0, -1)) parent = parent[name] as never;
  const name = place[place.length - 1];
  const value = parent[name];
  if (typeof value === 'number') parent[name] = neighbourOf(value);
  else parent[name] = typeof value === 'boolean' ? !value : `${value}Z`;
  return copy;
}

/** A number that differs from another one in its last bit. */
function neighbourOf(value: number): number {
  const numbers = new Float64Array([value]);
  new BigUint64Array(numbers.buffer)[0] ^= 1n;
  return numbers[0];
}

it('the key tells which poses of two pictures are the same, and not how objects are called', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const boxes = ids.map((id) => object(id));
  const film = project(
    scene('one', { objects: boxes, compositions: [composition('c0', 1000, { a: state({ x: 9 }) })] }),
    scene('two', { objects: boxes, compositions: [composition('c0', 1000, { a: state({ x: 9 }) })] }),
  );
  const [shown] = compileTimeline(film).at(0).poses;
  const pose = (objectId: string, x: number): Pose => ({ ...shown, objectId, matrix: [1, 0, 0, 1, x, 0] });
  const picture = (...poses: readonly Pose[]): SceneFrame => ({ sceneIndex: 0, poses });
  const key = (...pictures: readonly SceneFrame[]) => keyOf(film, pictures);
  const [a, b] = [pose('a', 1), pose('b', 2)];
  const moving = key(picture(a, b), picture(a, b));
  expect(key(picture(a, b), picture(a, pose('b', 2)))).not.toBe(moving);
  expect(key(picture(a, b), picture(b, a))).not.toBe(moving);
  expect(key(picture(a, b), picture(a))).not.toBe(moving);
  const held = picture(a, b);
  expect(key(held, held)).not.toBe(moving);
  expect(key(held, held, held)).not.toBe(key(held, held));
  const moved = key(picture(a, b), picture(pose('a', 5), b));
  expect(key(picture(a, b), picture(pose('b', 5), b))).not.toBe(moved);
  const redrawn = { ...pose('a', 5), appearance: { ...shown.appearance } };
  expect(key(picture(a, b), picture(redrawn, b))).not.toBe(moved);
  const [c, d] = [pose('c', 1), pose('d', 2)];
  expect(key(picture(c, d), picture(pose('c', 5), d))).toBe(moved);
  expect(key({ ...picture(a, b), sceneIndex: 1 }, { ...picture(a, b), sceneIndex: 1 })).toBe(moving);
  expect(key(picture(a, b), { ...picture(a, b), sceneIndex: 1 })).not.toBe(moving);
  const within = (objectId: string) => ({ clip: { pose: { ...b, objectId } } });
  const clipped = key(picture({ ...a, ...within('b') }, b));
  expect(key(picture({ ...a, ...within('d') }, d))).toBe(clipped);
  expect(key(picture({ ...a, ...within('d') }, b))).not.toBe(clipped);
  expect(key(picture({ ...a, clip: { pose: null } }, b))).not.toBe(clipped);
  expect(key(picture({ ...a, clip: { pose: null } }, b))).not.toBe(key(picture(a, b)));
});

it('any change of what a picture shows changes the key of its piece', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, async () => {
  const anyFilm = fc.oneof(anyPaintedFilm, anyLayeredFilm, anyKineticFilm, anyAxesFilm);
  await fc.assert(
    fc.property(anyFilm, fc.nat(), fc.nat(), (film, when, which) => {
      const timeline = compileTimeline(film);
      const shown = timeline.at((when % 1000) * (timeline.durationMs / 1000));
      const key = keyOf(film, [shown]);
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(keyOf(structuredClone(film), [copyOf(shown)])).toBe(key);
      const places = [...leavesOf(shown)];
      if (places.length > 0) {
        const place = places[which % places.length];
        expect(keyOf(film, [changedAt(shown, place)]), place.join('.')).not.toBe(key);
      }
      const behind = ({ width, height, background, backgroundGradient }: TimelineScene) => [
        ...leavesOf({ width, height, background, backgroundGradient }),
      ];
      const [first, ...others] = timeline.scenes;
      for (const place of behind(first)) {
        expect(keyOf(film, [shown], { scenes: [changedAt(first, place), ...others] })).not.toBe(key);
      }
      for (const changes of [
        { framesPerSecond: 60 },
        { size: { width: 322, height: 180 } },
        { quality: { kind: 'soft' } },
      ] as const) {
        expect(keyOf(film, [shown], { changes })).not.toBe(key);
      }
    }),
    { numRuns: runs(400) },
  );
});

describe('what pictures show beside the poses of objects is in the key', () => {
  const sound = { ...audioTrack('voice', 0, 500), muted: false, volume: 1 };
  const film = (): Project =>
    project(
      scene('scene', {
        objects: [
          object('picture', {
            kind: 'image',
            image: { src: 'data:image/png;base64,AA==', width: 1, height: 1 },
          }),
          object('drawing', {
            kind: 'image',
            vector: { width: 9, height: 9, shapes: [{ d: 'M 0 0 L 9 9' }] },
          }),
          object('plane', { kind: 'axes', axes: { grid: true } }),
          object('wave', { kind: 'waveform', waveform: { shape: 'bars' } }),
        ],
        compositions: [
          composition('c0', 1000, { picture: state(), drawing: state(), plane: state(), wave: state() }),
        ],
        audioTracks: [{ ...sound, asset: { ...sound.asset, src: 'data:audio/wav;base64,AA==' } }],
      }),
    );
  const fontsOf = (src: string) => ({ fonts: { Own: { regular: { src } } } }) as unknown as Partial<Project>;

  it.each<[string, (scene: Project['scenes'][string], film: Project) => void]>([
    [
      'the pixels of an image',
      ({ objects }) => Object.assign(objects.picture.image ?? {}, { src: 'data:,' }),
    ],
    ['the size of an image', ({ objects }) => Object.assign(objects.picture.image ?? {}, { width: 2 })],
    ['the lines of a drawing', ({ objects }) => Object.assign(objects.drawing.vector ?? {}, { width: 8 })],
    ['what axes show', ({ objects }) => Object.assign(objects.plane.axes ?? {}, { grid: false })],
    ['what a waveform shows', ({ objects }) => Object.assign(objects.wave.waveform ?? {}, { count: 9 })],
    [
      'the sound of a waveform',
      ({ audioTracks }) => Object.assign(audioTracks?.voice.asset ?? {}, { src: '' }),
    ],
    ['the volume of a sound', ({ audioTracks }) => Object.assign(audioTracks?.voice ?? {}, { volume: 0.5 })],
    ['the fonts', (_, edited) => Object.assign(edited, fontsOf('AB'))],
    ['whether equations have marks', (_, edited) => Object.assign(edited, { extended: true })],
  ])('%s', (_, change) => {
    const pictures = [compileTimeline(film()).at(0)];
    const edited = film();
    change(edited.scenes.scene, edited);
    const key = keyOf(film(), pictures);
    expect(keyOf(film(), pictures)).toBe(key);
    expect(keyOf(edited, pictures)).not.toBe(key);
  });

  const plots = (): Project =>
    project(
      scene('scene', {
        objects: [
          object('plane', { kind: 'axes' }),
          object('f', { kind: 'plot', parentId: 'plane', plot: { formula: 'a*x' } }),
          object('g', { kind: 'plot', parentId: 'plane', plot: { formula: 'x + 1' } }),
          object('h', { kind: 'plot', parentId: 'plane', plot: { formula: 'g(x) + x' } }),
          object('word', { kind: 'text' }),
        ],
        compositions: ['c0', 'c1'].map((id, index) => ({
          ...composition(id, 500, {
            plane: state({ width: 90, height: 90 }),
            f: state({ area: { from: 0, to: 1, base: 'g' } }),
            g: state(),
            h: state(),
            word: state({ text: 'one two', visible: index === 0 }),
          }),
          variables: { a: 1, b: 2 },
        })),
        transitions: [
          transition('c0', 'c1', 400, [track({ objectId: 'word', by: 'word', stagger: 50, duration: 300 })]),
        ],
      }),
    );
  const pictureAt = (made: Project, timeMs: number, id: string) => {
    const { sceneIndex, poses } = compileTimeline(made).at(timeMs);
    return { sceneIndex, poses: poses.filter(({ objectId }) => objectId === id) };
  };

  it.each<[string, number, string, (scene: Project['scenes'][string]) => void]>([
    [
      'the formula of a plot',
      0,
      'f',
      ({ objects }) => Object.assign(objects.f.plot ?? {}, { formula: '2*x' }),
    ],
    [
      'a formula that it calls',
      0,
      'h',
      ({ objects }) => Object.assign(objects.g.plot ?? {}, { formula: 'x' }),
    ],
    ['the base of an area', 0, 'f', ({ objects }) => Object.assign(objects.g.plot ?? {}, { formula: 'x' })],
    [
      'which plot is the base',
      0,
      'f',
      ({ compositions }) => {
        for (const { states } of Object.values(compositions)) states.f.area = { from: 0, to: 1, base: 'h' };
      },
    ],
    [
      'the order of variables',
      0,
      'f',
      ({ compositions }) => {
        for (const made of Object.values(compositions)) made.variables = { b: 1, a: 1 };
      },
    ],
    [
      'the easing of the parts of a text',
      700,
      'word',
      ({ transitions }) => {
        transitions['c0-c1'].tracks.word.easing = 'easeOut';
      },
    ],
  ])('%s', (_, timeMs, id, change) => {
    const edited = plots();
    change(edited.scenes.scene);
    const key = keyOf(plots(), [pictureAt(plots(), timeMs, id)]);
    expect(keyOf(plots(), [pictureAt(plots(), timeMs, id)])).toBe(key);
    expect(keyOf(edited, [pictureAt(edited, timeMs, id)])).not.toBe(key);
  });
});
