import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork, type Film } from './follow-fixes.ts';

const film = (changes: object): Film => ({
  shorthand: true,
  width: 1280,
  height: 720,
  objects: {
    title: { kind: 'text', state: { text: 'Hello', y: 160 } },
    box: { kind: 'rectangle', state: { x: 300, y: 500 } },
  },
  compositions: {
    start: { duration: 2000 },
    end: { duration: 2000, enter: 600, states: { box: {} } },
  },
  ...changes,
});

/** Returns the path and the fix of the only piece of advice on a film, after trying the fix. */
async function fixOf(changes: object): Promise<readonly unknown[]> {
  // A text whose text stands elsewhere also paints nothing.
  const given = (await adviceOn(film(changes))).filter(({ rule }) => rule !== 'paints-nothing');
  const [advice, ...others] = given;
  expect(others).toEqual([]);
  expect(['misplaced-field', 'unknown-field']).toContain(advice?.rule);
  await expectFixesToWork(film(changes));
  return [advice?.path, advice?.fix];
}

describe('fields in the wrong place', () => {
  it('renames a field of an object that means one of its state', async () => {
    const { box } = film({}).objects as Record<string, object>;
    const named = { title: { kind: 'text', content: 'Hello' }, box };
    expect(await fixOf({ objects: named })).toEqual(['objects.title', { text: 'Hello', content: null }]);
  });

  it('moves objects of a composition into its states', async () => {
    const start = { duration: 2000, states: { title: {}, box: {} } };
    const end = { duration: 2000, enter: 600, box: { x: 700 } };
    expect(await fixOf({ compositions: { start, end } })).toEqual([
      'compositions.end',
      { 'states.box': { x: 700 }, box: null },
    ]);
    const mentioned = {
      start: { duration: 2000, title: true, states: { box: {} } },
      end: { duration: 2000 },
    };
    expect(await fixOf({ compositions: mentioned })).toEqual([
      'compositions.start',
      { 'states.title': {}, title: null },
    ]);
  });

  it('says once that a style has no kind, and what the transition of a composition is', async () => {
    const given = await adviceOn(
      film({
        styles: { big: { kind: 'text', fontSize: 90 } },
        objects: {
          title: { kind: 'text', style: 'big', text: 'Hello', y: 160 },
          sub: { kind: 'text', style: 'big', text: 'Again', y: 400 },
        },
        compositions: [{ duration: 2000, transition: { duration: 500 } }],
      }),
    );
    expect(
      given.filter(({ rule }) => rule === 'misplaced-field').map(({ path, message }) => [path, message]),
    ).toEqual([
      [
        'styles.big.kind',
        '"kind" is not a field here and is ignored; a style does not set it; write it in each object',
      ],
      [
        'compositions[0].transition',
        '"transition" is not a field here and is ignored; the transition to a composition is its "enter", such as "enter": { "duration": 800 }',
      ],
    ]);
  });

  it('moves fields of an object out of its own state', async () => {
    const objects = { box: { kind: 'rectangle', state: { x: 300, y: 500, order: 4 } } };
    expect(await fixOf({ objects, compositions: { only: {} } })).toEqual([
      'objects.box',
      { order: 4, 'state.order': null },
    ]);
  });

  it("moves a scene's field out of the only composition that has it", async () => {
    const start = { duration: 2000, background: '#102030' };
    const end = { duration: 2000, enter: 600, states: { box: {} } };
    expect(await fixOf({ compositions: { start, end } })).toEqual([
      'project',
      { background: '#102030', 'compositions.start.background': null },
    ]);
    const both = { start, end: { ...end, background: '#302010' } };
    expect((await fixOf({ compositions: both }))[1]).toBeUndefined();
    const { width, height, objects } = film({});
    const scene = { width, height, objects, compositions: { start, end } };
    const { shorthand } = film({});
    const advice = await adviceOn({ shorthand, scenes: { one: scene } });
    expect(advice.map(({ path, fix }) => [path, fix])).toEqual([
      ['scenes.one', { background: '#102030', 'compositions.start.background': null }],
    ]);
  });

  it('moves tracks and their fields from a composition into its transition', async () => {
    const end = (fields: object) => ({
      start: { duration: 2000 },
      end: { duration: 2000, states: { box: {} }, ...fields },
    });
    expect(await fixOf({ compositions: end({ enter: 600, easing: 'easeOut' }) })).toEqual([
      'compositions.end',
      { enter: { duration: 600, tracks: { '*': { easing: 'easeOut' } } }, easing: null },
    ]);
    expect(await fixOf({ compositions: end({ enter: 600, tracks: { box: { type: 'grow' } } }) })).toEqual([
      'compositions.end',
      { enter: { duration: 600, tracks: { box: { type: 'grow' } } }, tracks: null },
    ]);
    expect((await fixOf({ compositions: end({ easing: 'easeOut' }) }))[1]).toBeUndefined();
  });

  it('moves objects of a composition into its states', async () => {
    const end = { duration: 2000, enter: 600, box: { fill: 'tomato' } };
    expect(await fixOf({ compositions: { start: {}, end } })).toEqual([
      'compositions.end',
      { 'states.box': { fill: 'tomato' }, box: null },
    ]);
    const unsafe = { ...end, box: { fill: 'tomato', easing: 'easeOut' } };
    expect((await fixOf({ compositions: { start: {}, end: unsafe } }))[1]).toBeUndefined();
  });

  it('suggests the states of a composition for a field of a state in the composition', async () => {
    const [advice] = await adviceOn(film({ compositions: { start: { fill: 'red' } } }));
    expect(advice).toEqual({
      rule: 'misplaced-field',
      path: 'compositions.start.fill',
      message:
        '"fill" is not a field here and is ignored; it belongs in "states", in the state of an object, such as "states": { "title": { "fill": … } }',
    });
  });

  it('suggests the state for a field of a state in an object of the full format', async () => {
    const made = stillProject({ one: { kind: 'rectangle', state: { x: 160, y: 90 } } });
    Object.assign(made.scenes.scene.objects.one, { fill: '#f00', enter: 300 });
    const advice = await adviceOn(made);
    expect(advice.map(({ path, fix }) => [path, fix])).toEqual([
      ['scenes.scene.objects.one.fill', undefined],
      ['scenes.scene.objects.one.enter', undefined],
    ]);
    expect(advice[0]?.message).toContain("it belongs in the object's state in each composition");
  });
});

it('keyframes of x are no shares of the line that an object is on', async () => {
  const told = async (x: readonly (readonly [number, number])[]) => {
    const given = await adviceOn({
      shorthand: true,
      objects: {
        way: { kind: 'path', x: 300, y: 500, width: 1200, height: 200, stroke: 'white' },
        ball: { kind: 'circle', width: 60, on: 'way', x: 0.1 },
      },
      compositions: [
        { duration: 1000, states: { '*': true } },
        {
          duration: 1000,
          enter: { duration: 900, tracks: { ball: { keyframes: { x } } } },
          states: { ball: { x: 0.9 } },
        },
      ],
    });
    return given
      .filter(({ rule }) => rule === 'misplaced-field')
      .map(({ path, message }) => `${path}: ${message}`);
  };
  expect(
    await told([
      [0, 0.2],
      [0.5, 0.8],
    ]),
  ).toEqual([
    'compositions[1].enter.tracks.ball.keyframes.x: these are shares of the line way, but keyframes of x are pixels of the scene; write a composition for each share, with x in the state of ball',
  ]);
  expect(await told([[0.5, 900]])).toEqual([]);
});
