import { describe, expect, it } from 'vitest';
import { maxKeyframesPerTrack } from '../../src/project/limits.ts';
import { expand, film, problemsOf, sceneOf } from './expand.ts';

interface Change {
  readonly objects?: object;
  readonly a?: object;
  readonly b?: object;
}

/** Returns a film with a transition of 800 ms from a to b. */
function change(tracks: object, { objects = { box: { kind: 'rectangle' } }, a = {}, b = {} }: Change = {}) {
  return { objects, compositions: { a: { states: a }, b: { states: b, enter: { duration: 800, tracks } } } };
}

const tracksOf = (tracks: object, changes?: Change) =>
  sceneOf(change(tracks, changes)).transitions['to-b']?.tracks ?? {};

const trackProblems = (tracks: object, changes?: Change) => problemsOf(film(change(tracks, changes)));

describe('the track "*"', () => {
  const star = (changes: Change, track: object = {}) => tracksOf({ '*': track }, changes);
  const boxes = {
    b: { kind: 'circle', order: 1 },
    a: { kind: 'circle', order: 1 },
    c: { kind: 'circle', order: 0 },
  };
  const moved = { a: { x: 1 }, b: { x: 1 }, c: { x: 1 } };

  it('staggers objects with the same order by their ids', () => {
    const tracks = star({ objects: boxes, b: moved }, { stagger: 100 });
    expect(Object.values(tracks).map(({ objectId, start }) => [objectId, start])).toEqual([
      ['c', 0],
      ['a', 100],
      ['b', 200],
    ]);
  });

  it('accepts a stagger that starts the last object when the transition ends', () => {
    const tracks = star({ objects: boxes, b: moved }, { stagger: 400 });
    expect(Object.values(tracks).map(({ start, duration }) => [start, duration])).toEqual([
      [0, 0],
      [400, 0],
      [800, 0],
    ]);
  });

  it('includes the start of the track "*" when checking the last staggered object', () => {
    const track = { '*': { stagger: 400, start: 1 } };
    expect(trackProblems(track, { objects: boxes, b: moved })).toEqual([
      'compositions.b.enter.tracks["*"].stagger: 3 objects start one after another, the last at 801 ms, but the transition lasts 800 ms; lower the stagger to at most 399 ms or make the transition longer',
    ]);
  });

  it.each([
    [{ stagger: 500 }, 400],
    [{ stagger: 500, start: 1 }, 399],
    [{ stagger: 500, duration: 150 }, 325],
    [{ stagger: 500, start: 100, duration: 301 }, 199],
    [{ stagger: 500, start: 798 }, 1],
  ])('names the largest stagger that works instead of %j', (track, largest) => {
    const spec = { objects: boxes, b: moved };
    expect(trackProblems({ '*': track }, spec)).toEqual([
      expect.stringContaining(`; lower the stagger to at most ${largest} ms or make the transition longer`),
    ]);
    expect(trackProblems({ '*': { ...track, stagger: largest } }, spec)).toEqual([]);
    expect(trackProblems({ '*': { ...track, stagger: largest + 1 } }, spec)).toHaveLength(1);
  });

  it.each([
    { stagger: 500, start: 799 },
    { stagger: 500, start: 900 },
    { stagger: 500, duration: 799 },
  ])('names no stagger if none works: %j', (track) => {
    expect(trackProblems({ '*': track }, { objects: boxes, b: moved })).toEqual([
      expect.stringMatching(/but the transition lasts 800 ms; make the transition longer$/),
    ]);
  });

  it('gives all objects the track "*" duration, or by default the rest of the transition', () => {
    const spans = (track: object) =>
      Object.values(star({ objects: boxes, b: moved }, track)).map(({ start, duration }) => [
        start,
        duration,
      ]);
    expect(spans({ start: 300 })).toEqual([300, 300, 300].map((start) => [start, 500]));
    expect(spans({ stagger: 0, duration: 100 })).toEqual([0, 0, 0].map((start) => [start, 100]));
  });

  it.each<[string, object, object]>([
    ['gets a field', {}, { shear: 5 }],
    ['changes one field of many', { x: 1, y: 2 }, { y: 3 }],
    [
      'changes only the first control point of its path',
      {},
      { path: { c1: { x: 0, y: 5 }, c2: { x: 0, y: 0 } } },
    ],
    [
      'changes only the second control point of its path',
      {},
      { path: { c1: { x: 0, y: 0 }, c2: { x: 5, y: 0 } } },
    ],
  ])('applies the track "*" to an object that %s', (_, a, b) => {
    expect(Object.keys(star({ a: { box: a }, b: { box: b } }))).toEqual(['box']);
  });

  it('does not apply the track "*" to an object whose state is repeated unchanged', () => {
    const path = () => ({ c1: { x: 1, y: 2 }, c2: { x: 3, y: 4 } });
    expect(star({ a: { box: { x: 5, path: path() } }, b: { box: { x: 5, path: path() } } })).toEqual({});
    expect(star({}, { stagger: 900 })).toEqual({});
  });

  it('applies the track "*" to objects that leave or reappear elsewhere', () => {
    const { transitions } = sceneOf({
      enter: { duration: 800, tracks: { '*': { type: 'fade' } } },
      compositions: {
        a: { states: { box: { x: 1 } } },
        b: { states: { box: false } },
        c: { states: { box: { x: 9 } } },
      },
    });
    expect(Object.values(transitions).map(({ tracks }) => Object.keys(tracks))).toEqual([['box'], ['box']]);
  });
});

describe('track timing', () => {
  it("fills in a property timing's omitted fields from its track", () => {
    const given = {
      start: 100,
      duration: 200,
      easing: 'linear',
      fillTiming: {},
      sizeTiming: { easing: 'easeIn' },
    };
    expect(tracksOf({ box: given }).box).toMatchObject({
      fillTiming: { start: 100, duration: 200, easing: 'linear' },
      sizeTiming: { start: 100, duration: 200, easing: 'easeIn' },
    });
  });

  it('extends a property timing that has only a start to the end of the transition', () => {
    const given = {
      start: 100,
      duration: 200,
      sizeTiming: { start: 0 },
      fillTiming: { start: 5, duration: 7 },
    };
    expect(tracksOf({ box: given }).box).toMatchObject({
      sizeTiming: { start: 0, duration: 800 },
      fillTiming: { start: 5, duration: 7 },
    });
  });

  it('accepts null as a property timing in shorthand', () => {
    expect(tracksOf({ box: { fillTiming: null } }).box).toMatchObject({ fillTiming: null });
  });

  it('reports the path of a track or timing that starts after the transition ends', () => {
    const place = 'compositions.b.enter.tracks.box';
    expect(trackProblems({ box: { start: 900 } })).toEqual([
      `${place}: start + duration (900) exceeds the transition's duration (800)`,
    ]);
    expect(trackProblems({ '*': { start: 900 } }, { b: { box: { x: 1 } } })).toEqual([
      'compositions.b.enter.tracks["*"]: start + duration (900) exceeds the transition\'s duration (800)',
    ]);
    expect(trackProblems({ box: { sizeTiming: { start: 900 } } })).toEqual([
      `${place}.sizeTiming: start + duration (900) exceeds the transition's duration (800)`,
    ]);
  });
});

describe('shorthand keyframes', () => {
  it('keeps the easing of full keyframes in shorthand and accepts CSS colour names in them', () => {
    const keyframes = {
      fill: { at: 0.5, value: 'red', property: 'fill', easing: 'easeIn' },
      x: { at: 0.5, value: 7, property: 'x' },
    };
    expect(tracksOf({ box: { easing: 'linear', keyframes } }).box?.keyframes).toEqual({
      fill: { at: 0.5, value: '#ff0000', property: 'fill', easing: 'easeIn' },
      x: { at: 0.5, value: 7, property: 'x', easing: 'linear' },
    });
  });

  it('counts both listed and full keyframes towards the limit of 1024 per track', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => [index / length, index]);
    const y = { at: 0.5, value: 7, property: 'y' };
    const keyframes = (count: number) => ({ box: { keyframes: { x: list(count - 1), y1: y } } });
    expect(Object.keys(tracksOf(keyframes(maxKeyframesPerTrack)).box?.keyframes ?? {})).toHaveLength(1024);
    expect(trackProblems(keyframes(maxKeyframesPerTrack + 1))).toEqual([
      'compositions.b.enter.tracks.box.keyframes: must have at most 1024 keyframes, but has 1025',
    ]);
  });
});

describe('keys of tracks', () => {
  const objects = { box: { kind: 'rectangle' }, dot: { kind: 'circle' } };
  const moved = { box: { x: 1 }, dot: { x: 1 } };
  const filmWith = (tracks: object) => ({
    ...{ shorthand: true, objects },
    compositions: { a: {}, b: { states: moved, enter: { duration: 800, tracks } } },
  });
  const tracksOf = (tracks: object) =>
    expand(filmWith(tracks)).project.scenes.main?.transitions['to-b']?.tracks;

  it('a track with an objectId may have any key, even the id of another object', () => {
    expect(tracksOf({ first: { objectId: 'box', start: 100 } })).toMatchObject({
      first: { objectId: 'box', start: 100 },
    });
    expect(tracksOf({ dot: { objectId: 'box', start: 100 }, '*': { start: 200 } })).toEqual({
      dot: expect.objectContaining({ objectId: 'box', start: 100 }),
      'track-2': expect.objectContaining({ objectId: 'dot', start: 200 }),
    });
  });

  it('a track of the scene and a track of a composition may have the same key for two objects', () => {
    const { transitions } = expand({
      ...filmWith({ first: { objectId: 'dot', duration: 200 } }),
      enter: { duration: 800, tracks: { first: { objectId: 'box', duration: 100 } } },
    }).project.scenes.main ?? { transitions: {} };
    const tracks = Object.values(transitions['to-b']?.tracks ?? {});
    expect(tracks.map(({ objectId, duration }) => [objectId, duration])).toEqual([
      ['box', 100],
      ['dot', 200],
    ]);
  });

  it('the problem of a track has the key of the track', () => {
    const place = 'compositions.b.enter.tracks';
    expect(problemsOf(filmWith({ first: { objectId: 'box', start: 500, duration: 500 } }))).toEqual([
      `${place}.first: start + duration (1000) exceeds the transition's duration (800)`,
    ]);
    expect(problemsOf(filmWith({ first: { objectId: 'ghost' } }))).toEqual([
      `${place}.first.objectId: must name an object of the scene, which has "box", "dot", but is "ghost"`,
    ]);
    expect(problemsOf(filmWith({ box: {}, second: { objectId: 'box' } }))).toEqual([
      `${place}.second: must be the only track of "box" in its transition, but "box" is one, too; join them or remove one`,
    ]);
  });

  it.each(['slide', 'pop', 'wipe', 'blur', 'write', 'grow', 'move'])(
    'a null in place of the easing of %s is reported, whatever its default would be',
    (type) => {
      for (const theme of ['midnight', undefined])
        for (const enter of [
          { type, easing: null },
          { type, by: 'word', easing: null },
        ])
          expect(problemsOf(film({ theme, enter, compositions: [{}] }))).not.toEqual([]);
    },
  );
});

describe('the label of a line that is written', () => {
  const objects = {
    a: { kind: 'rectangle', x: 300 },
    b: { kind: 'rectangle', x: 1500 },
    m: { kind: 'arrow', from: 'a', to: 'b', text: 'reply' },
  };
  const both = { a: true, b: true };
  const timesOf = (tracks: object, first: object, last: object) =>
    Object.values(tracksOf(tracks, { objects, a: { ...both, ...first }, b: { ...both, ...last } }))
      .filter(({ objectId }) => objectId.startsWith('m'))
      .map(({ objectId, type, start, duration }) => [objectId, type, start, duration]);

  it('appears after the tip has passed it, and leaves before the line does', () => {
    const write = { '*': { type: 'write' } };
    expect(timesOf(write, {}, { m: true })).toEqual([
      ['m', 'write', 0, 800],
      ['m-label', 'fade', 480, 320],
    ]);
    expect(timesOf(write, { m: true }, { m: false })).toEqual([
      ['m', 'write', 0, 800],
      ['m-label', 'fade', 0, 320],
    ]);
  });

  it('keeps times of its own', () => {
    const tracks = { m: { type: 'write', duration: 400 }, 'm.label': { type: 'write', start: 100 } };
    expect(timesOf(tracks, {}, { m: true })).toContainEqual(['m-label', 'write', 100, 700]);
  });
});
