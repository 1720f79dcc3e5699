import { describe, expect, it } from 'vitest';
import type { TransitionTrack } from '../../src/project/schema.ts';
import { film, problemsOf, sceneOf, stateOf } from './expand.ts';

const three = { a: { states: { box: {} } }, b: { states: { box: { x: 1 } } }, c: {} };
const track = (changes: Partial<TransitionTrack> = {}): TransitionTrack => ({
  path: null,
  type: 'move',
  order: 'together',
  start: 0,
  duration: 800,
  easing: 'easeInOut',
  objectId: 'box',
  ...changes,
});
/** Returns the tracks of the 800 ms transition from a to b. */
const tracksOf = (
  tracks: object,
  objects: object = { box: { kind: 'rectangle' } },
  b: object = { box: { x: 1 } },
) =>
  sceneOf({ objects, compositions: { a: {}, b: { states: b, enter: { duration: 800, tracks } } } })
    .transitions['to-b']?.tracks ?? {};

describe('enter transitions', () => {
  it("creates a transition from a composition's enter", () => {
    const { transitions } = sceneOf({
      compositions: { a: {}, b: { enter: 800 }, c: { enter: { duration: 5 } }, d: {} },
    });
    expect(Object.values(transitions)).toEqual([
      { id: 'to-b', fromId: 'a', toId: 'b', duration: 800, tracks: {} },
      { id: 'to-c', fromId: 'b', toId: 'c', duration: 5, tracks: {} },
    ]);
  });

  it("uses the scene's enter for later compositions without their own", () => {
    const compositions = { a: {}, b: {}, c: { enter: 50 }, d: { enter: 0 }, e: { enter: { tracks: {} } } };
    const { transitions } = sceneOf({ enter: { duration: 300, tracks: { box: {} } }, compositions });
    expect(
      Object.values(transitions).map(({ toId, duration, tracks }) => [toId, duration, Object.keys(tracks)]),
    ).toEqual([
      ['b', 300, ['box']],
      ['c', 50, []],
      ['e', 300, ['box']],
    ]);
  });

  it('lets the objects of the first composition enter from nothing', () => {
    const scene = sceneOf({ compositions: { a: { enter: 5 }, b: {} } });
    expect(scene.compositionOrder).toEqual(['nothing', 'a', 'b']);
    expect(scene.compositions.nothing).toMatchObject({ duration: 0, states: { box: { visible: false } } });
    expect(stateOf(scene, 'a').visible).toBe(true);
    expect(scene.transitions['to-a']).toMatchObject({ fromId: 'nothing', toId: 'a', duration: 5 });
  });

  it('a transition without a duration ends with its last track', () => {
    const enter = { tracks: { box: { start: 200, duration: 300 } } };
    const scene = sceneOf({
      compositions: { a: { states: { box: { x: 0 } } }, b: { enter, states: { box: { x: 9 } } } },
    });
    expect(scene.transitions['to-b']?.duration).toBe(500);
    const plainScene = sceneOf({ compositions: { a: {}, b: { enter: { tracks: { box: {} } } } } });
    expect(plainScene.transitions['to-b']?.duration).toBe(600);
  });

  it('keeps the ids of explicit transitions when creating others from enter', () => {
    const long = 'x'.repeat(80);
    const { transitions } = sceneOf({
      enter: 10,
      compositions: { a: {}, b: {}, [long]: {} },
      transitions: { 'to-2': { fromId: 'a', toId: 'b', duration: 20 } },
    });
    expect(Object.values(transitions).map(({ id, toId, duration }) => [id, toId, duration])).toEqual([
      ['to-2', 'b', 20],
      ['to-2-2', long, 10],
    ]);
  });
});

describe('shorthand transitions', () => {
  it("fills in an explicit transition's track that omits all fields", () => {
    const transitions = { t: { fromId: 'a', toId: 'b', duration: 800, tracks: { box: {} } } };
    expect(sceneOf({ transitions }).transitions).toEqual({
      t: { id: 't', fromId: 'a', toId: 'b', duration: 800, tracks: { box: track() } },
    });
  });

  it('refuses both an explicit transition and an enter for the same composition', () => {
    const transitions = { t: { fromId: 'a', toId: 'b', duration: 800 } };
    expect(problemsOf(film({ transitions, compositions: { a: {}, b: { enter: 5 } } }))).toEqual([
      'compositions.b.enter: must be the only transition from a to b, but "t" also goes from a to b',
    ]);
  });
});

describe('shorthand tracks', () => {
  it('extends a shorthand track without a duration to the end of its transition', () => {
    expect(
      tracksOf({
        box: { start: 300, type: 'grow', fillTiming: { duration: 100 }, sizeTiming: { start: 700 } },
      }),
    ).toEqual({
      box: track({
        start: 300,
        duration: 500,
        type: 'grow',
        fillTiming: { start: 300, duration: 100, easing: 'easeInOut' },
        sizeTiming: { start: 700, duration: 100, easing: 'easeInOut' },
      }),
    });
  });

  it('refuses a shorthand track for an object that does not exist', () => {
    const enter = { duration: 800, tracks: { bax: {} } };
    expect(problemsOf(film({ compositions: { a: {} }, enter }))).toEqual([
      'enter.tracks.bax: is not the id of an object in the scene, which has "box"; did you mean "box"?',
    ]);
  });
});

describe('the track "*"', () => {
  const objects = {
    high: { kind: 'circle', order: 9 },
    still: { kind: 'circle' },
    low: { kind: 'circle', order: -1 },
    own: { kind: 'circle' },
    mid: { kind: 'circle' },
  };
  const states = { high: { x: 1 }, low: {}, own: { x: 1 }, mid: { fill: 'red' } };

  it('applies the track "*" to all changing objects without their own track', () => {
    const tracks = tracksOf({ '*': { type: 'grow' }, own: {} }, objects, states);
    expect(Object.values(tracks).map(({ objectId, type }) => [objectId, type])).toEqual([
      ['own', 'move'],
      ['low', 'grow'],
      ['mid', 'grow'],
      ['high', 'grow'],
    ]);
  });

  it('staggers objects in drawing order', () => {
    const spans = (star: object) =>
      Object.values(tracksOf({ '*': star }, objects, states)).map(({ objectId, start, duration }) => [
        objectId,
        start,
        duration,
      ]);
    expect(spans({ stagger: 80, duration: 200, start: 10 })).toEqual([
      ['low', 10, 200],
      ['own', 90, 200],
      ['mid', 170, 200],
      ['high', 250, 200],
    ]);
    // Without an explicit duration, all objects have the duration of the last one.
    expect(spans({ stagger: 100 })).toEqual([
      ['low', 0, 500],
      ['own', 100, 500],
      ['mid', 200, 500],
      ['high', 300, 500],
    ]);
  });

  it('reports a track "*" whose objects end too late, and a stagger in another track', () => {
    const late = (tracks: object) =>
      problemsOf(film({ objects, compositions: { a: {}, b: { states, enter: { duration: 100, tracks } } } }));
    expect(late({ '*': { stagger: 80 } })).toEqual([
      'compositions.b.enter.tracks["*"].stagger: 4 objects start one after another, the last at 240 ms, but the transition lasts 100 ms; lower the stagger to at most 33 ms or make the transition longer',
    ]);
    expect(late({ '*': { stagger: 10, duration: 90 } })).toEqual([
      'compositions.b.enter.tracks["*"].duration: is the time of each of 4 objects, of which the last starts at 30 ms, so it must be at most 70, but is 90; lower it or the stagger, or make the transition longer',
    ]);
    expect(late({ '*': { start: 60, duration: 60 } })).toEqual([
      'compositions.b.enter.tracks["*"]: start + duration (120) exceeds the transition\'s duration (100)',
    ]);
    expect(late({ high: { stagger: 80 } })).toEqual([
      'compositions.b.enter.tracks.high.stagger: is only allowed with "by", in the track "*" and in those of groups and charts; write start, or move it there',
    ]);
  });
});

describe('shorthand keyframes', () => {
  it('expands lists of keyframes by property to full keyframes', () => {
    const keyframes = {
      x: [
        [0.25, 400],
        [0.6, 900, 'easeOut'],
      ],
      stroke: [[0.5, 'red']],
      y7: { at: 0.5, value: 7, property: 'y' },
    };
    expect(tracksOf({ box: { easing: 'linear', keyframes } }).box?.keyframes).toEqual({
      'x-0000': { at: 0.25, value: 400, easing: 'linear', property: 'x' },
      'x-0001': { at: 0.6, value: 900, easing: 'easeOut', property: 'x' },
      'stroke-0000': { at: 0.5, value: '#ff0000', easing: 'linear', property: 'stroke' },
      y7: { at: 0.5, value: 7, easing: 'linear', property: 'y' },
    });
  });

  it.each([
    [{ speed: [[0, 1]] }, 'speed: must be the name of a property, because it has a list: one of x, y,'],
    [{ x: [[0]] }, 'x[0]: must be [at, value] or [at, value, easing], but is an array of 1 item'],
    [{ x: [[2, 1]] }, 'x[0][0]: must be a number from 0 to 1, but is 2'],
    [
      {
        x: [
          [0, 1],
          [1, 'red'],
        ],
      },
      'x[1][1]: must be a number for x, but is "red"',
    ],
    [
      { opacity: [[0, 1, 'eased']] },
      'opacity[0][2]: must be one of linear, easeInOut, easeIn, easeOut, ease-in, ease-out, ease-in-out, ease or "cubic-bezier(x1, y1, x2, y2)", but is "eased"; did you mean ease?',
    ],
    [{ opacity: [[0, 3]] }, 'opacity[0][1]: must be a number from 0 to 1 for opacity, but is 3'],
    [{ x: [] }, 'x: must be an array of 1 to 1024 items, but is an array of 0 items'],
    [
      { x: [[0, 1]], 'x-0000': { at: 0, value: 0, property: 'x' } },
      'x-0000: is also the id of a keyframe in the list "x"',
    ],
  ])('reports the path of an invalid keyframe in a list: %j', (keyframes, problem) => {
    const enter = { duration: 800, tracks: { box: { keyframes } } };
    expect(problemsOf(film({ compositions: { ...three, b: { enter } } }))).toEqual([
      expect.stringContaining(`compositions.b.enter.tracks.box.keyframes.${problem}`),
    ]);
  });
});
