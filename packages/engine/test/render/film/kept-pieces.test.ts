import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPaintedFilm } from '../../../../../test/support/any-film.ts';
import { anyEditedFilm, CountingStore, expectSameFilms } from '../../../../../test/support/kept-films.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import { compileDrawing } from '../../../src/drawing/compile-drawing.ts';
import { type DisplayList, type ObjectNode, plainGroup } from '../../../src/drawing/display-list.ts';
import type { Project } from '../../../src/project/schema.ts';
import { FrameLists } from '../../../src/render/film/frame-lists.ts';
import { isAsMadeAnew } from '../../../src/render/film/kept/kept-piece.ts';
import { MemoryStore } from '../../../src/render/film/kept/memory-store.ts';
import { keyOfPiece } from '../../../src/render/film/kept/piece-key.ts';
import { cutIntoPieces } from '../../../src/render/film/piece.ts';
import type { VideoSettings } from '../../../src/render/film/piece-encoder.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';

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
  it('a film that did not change is made of kept pieces alone', async () => {
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

  it('a changed word stays in its composition and the transition to it', async () => {
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

  it('equal pieces of a film are made once', async () => {
    const store = new CountingStore();
    const loop = titles('one', 'two', 'one', 'two', 'one', 'two');
    const once = await filmOf(loop, { store });
    expect(store.puts).toBeLessThan(6);
    const anew = await filmOf(loop, unchecked);
    expect(once.rasterizedFrames).toBe(anew.rasterizedFrames);
    expect(Buffer.compare(once.bytes, anew.bytes)).toBe(0);
  });

  it('threads make the missing pieces with the same bytes', async () => {
    const anew = await filmOf(titles(...words), unchecked);
    for (const threads of [0, 1, 2, 7]) {
      const store = new CountingStore();
      await filmOf(titles('zero', ...words.slice(1)), { ...unchecked, store, threads });
      const kept = await filmOf(titles(...words), { ...unchecked, store, threads });
      expect(store.hits).toBe(5);
      expect(Buffer.compare(kept.bytes, anew.bytes)).toBe(0);
    }
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

it('any edited film made from kept pieces equals the film made anew', { timeout: runTimeoutMs }, async () => {
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
  const settings: VideoSettings = {
    ...{ startMs: 0, durationMs: 2000, framesPerSecond: 30 },
    size: { width: 320, height: 180 },
    quality: { kind: 'flat' },
  };
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

/** Fields that no pixel depends on. */
const unseen = ['label', 'objectId', 'type', 'sceneIndex'];

type Place = readonly (string | number)[];

function* leavesOf(value: unknown, place: Place = []): Generator<Place> {
  if (typeof value === 'number' || typeof value === 'string') yield place;
  if (typeof value !== 'object' || value === null) return;
  // The members of a layer are its children, too.
  for (const [name, field] of Object.entries(value)) {
    if (!unseen.includes(name) && name !== 'members') yield* leavesOf(field, [...place, name]);
  }
}

/** A copy with another value at a place. The copies of equal objects are one object, as before. */
function changedAt(list: DisplayList, place: Place): DisplayList {
  const copy = structuredClone(list);
  let parent: Record<string, unknown> = copy as never;
  for (const name of place.slice(0, -1)) parent = parent[name] as never;
  const name = place[place.length - 1];
  const value = parent[name];
  parent[name] = typeof value === 'number' ? value * (1 + Number.EPSILON) + Number.MIN_VALUE : `${value}Z`;
  return copy;
}

it('the key tells which objects of two pictures are the same, and not how they are called', () => {
  const settings: VideoSettings = {
    ...{ startMs: 0, durationMs: 100, framesPerSecond: 30 },
    size: { width: 320, height: 180 },
    quality: { kind: 'flat' },
  };
  const node = (objectId: string, x: number): ObjectNode => ({
    ...plainGroup,
    objectId,
    matrix: [1, 0, 0, 1, x, 0],
    children: [],
  });
  const list = (...nodes: readonly ObjectNode[]): DisplayList => ({
    ...{ sceneIndex: 3, width: 320, height: 180, background: null },
    nodes,
  });
  const keyOf = (...pictures: readonly DisplayList[]) => {
    const [piece] = cutIntoPieces(pictures.length, 30, 1e6);
    const at = (timeMs: number) => pictures[Math.round((timeMs * 30) / 1000)];
    return keyOfPiece(piece, new FrameLists({ at }, settings), settings);
  };
  const [a, b] = [node('a', 1), node('b', 2)];
  const key = keyOf(list(a, b), list(a, b));
  expect(keyOf(list(a, b), list(a, node('b', 2)))).not.toBe(key);
  expect(keyOf(list(a, b), list(b, a))).not.toBe(key);
  expect(keyOf(list(a, b), list(a))).not.toBe(key);
  const held = list(a, b);
  expect(keyOf(held, held)).not.toBe(key);
  expect(keyOf(held, held, held)).not.toBe(keyOf(held, held));
  const moved = keyOf(list(a, b), list(node('a', 5), b));
  expect(keyOf(list(a, b), list(node('b', 5), b))).not.toBe(moved);
  expect(keyOf(list(a, b), list({ ...node('a', 5), children: [] }, b))).not.toBe(
    keyOf(list(a, b), list({ ...a, matrix: [1, 0, 0, 1, 5, 0] }, b)),
  );
  const [c, d] = [node('c', 1), node('d', 2)];
  expect(keyOf(list(c, d), list(node('c', 5), d))).toBe(moved);
  expect(keyOf({ ...list(a, b), sceneIndex: 7 }, { ...list(a, b), sceneIndex: 7 })).toBe(key);
  expect(keyOf(list(a, b), { ...list(a, b), sceneIndex: 4 })).not.toBe(key);
});

it('any change of a picture changes the key of its piece', { timeout: runTimeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(anyPaintedFilm, fc.nat(), fc.nat(), async (film, when, which) => {
      const timeline = compileTimeline(film);
      const drawing = await compileDrawing(film, timeline);
      const list = drawing.at((when % 1000) * (timeline.durationMs / 1000));
      const places = [...leavesOf(list)];
      fc.pre(places.length > 0);
      const settings: VideoSettings = {
        ...{ startMs: 0, durationMs: 1000, framesPerSecond: 30 },
        size: { width: 320, height: 180 },
        quality: { kind: 'flat' },
      };
      const [piece] = cutIntoPieces(30, 30, 1e6);
      const keyOf = (shown: DisplayList, changes: Partial<VideoSettings> = {}) =>
        keyOfPiece(piece, new FrameLists({ at: () => shown }, settings), { ...settings, ...changes });
      const key = keyOf(list);
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(keyOf(structuredClone(list))).toBe(key);
      expect(keyOf(changedAt(list, places[which % places.length]))).not.toBe(key);
      expect(keyOf(list, { framesPerSecond: 60 })).not.toBe(key);
      expect(keyOf(list, { size: { width: 322, height: 180 } })).not.toBe(key);
      expect(keyOf(list, { quality: { kind: 'soft' } })).not.toBe(key);
    }),
    { numRuns: runs(400) },
  );
});
