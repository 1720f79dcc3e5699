// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shorthand has variables in texts.
import { expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import type { Pose } from '../../src/timeline/pose.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { expandedFilm, film, problemsOf, sceneOf, stateOf } from './expand.ts';

/** The poses of a film of one composition of four seconds, in the middle of which everything is seen. */
const looping = (objects: object, states: object = {}) =>
  film({ objects, compositions: { a: { duration: 4000, states } } });

function poseOf(document: object, id: string, timeMs: number): Pose {
  const pose = compileTimeline(expandedFilm(document))
    .at(timeMs)
    .poses.find(({ objectId }) => objectId === id);
  if (pose === undefined) throw new Error(`${id} is not drawn`);
  return pose;
}

const box = { kind: 'rectangle', x: 500, y: 300 };

it.each([
  ['float', ['y']],
  ['breathe', ['scaleX', 'scaleY']],
  ['spin', ['rotation']],
  ['sway', ['rotation']],
  ['pulse', ['scaleX', 'scaleY']],
  ['blink', ['opacity']],
  ['drift', ['x', 'y']],
])('the loop %s changes an object during a hold and begins and ends where it rests', (name, properties) => {
  const { loop = [] } = stateOf(sceneOf({ objects: { box: { ...box, loop: name } } }), 'a');
  expect(loop.map(({ property }) => property)).toEqual(properties);
  for (const { values, property } of loop) {
    const rest = ['scaleX', 'scaleY', 'opacity'].includes(property) ? 1 : 0;
    expect(values[0]?.[1]).toBe(rest);
    expect(Number(values.at(-1)?.[1]) % 360).toBe(rest);
  }
  const made = looping({ box: { ...box, loop: name } });
  expect(poseOf(made, 'box', 650)).not.toEqual(poseOf(made, 'box', 0));
});

it('a loop of values is made from the names of keyframes, with a time in words', () => {
  const loop = { rotation: [0, 360], scale: [1, 1.2], duration: '4s', easing: 'linear' };
  expect(stateOf(sceneOf({ objects: { box: { ...box, loop } } }), 'a').loop).toEqual(
    ['rotation', 'scaleX', 'scaleY'].map((property) => ({
      property,
      duration: 4000,
      values:
        property === 'rotation'
          ? [
              [0, 0, 'linear'],
              [1, 360, 'linear'],
            ]
          : [
              [0, 1, 'linear'],
              [1, 1.2, 'linear'],
            ],
    })),
  );
});

it('a loop that alternates goes back the way that it came', () => {
  const loop = { x: [0, 40], duration: 1000, easing: 'ease-in', alternate: true };
  const made = looping({ box: { ...box, loop } });
  const xAt = (timeMs: number) => poseOf(made, 'box', timeMs).matrix[4];
  expect(xAt(1000)).toBe(540);
  for (const timeMs of [100, 300, 800]) expect(xAt(2000 - timeMs)).toBeCloseTo(xAt(timeMs), 6);
  expect(xAt(2300)).toBe(xAt(300));
});

it('a state changes the loop of an object, and false ends it', () => {
  const compositions = {
    a: { states: { box: true } },
    b: { states: { box: { loop: 'spin' } } },
    c: { states: { box: { loop: false } } },
  };
  const scene = sceneOf({ objects: { box: { ...box, loop: 'float' } }, compositions });
  const loops = ['a', 'b', 'c'].map((id) => stateOf(scene, id).loop?.map(({ property }) => property));
  expect(loops).toEqual([['y'], ['rotation'], []]);
});

it('the label of a shape moves with it', () => {
  const made = looping({ box: { ...box, text: 'New', loop: 'float' } });
  const at = (id: string, timeMs: number) => poseOf(made, id, timeMs).matrix[5];
  const [label] = compileTimeline(expandedFilm(made))
    .at(0)
    .poses.filter(({ kind }) => kind === 'text');
  expect(at(label?.objectId ?? '', 1000) - at(label?.objectId ?? '', 0)).toBeCloseTo(
    at('box', 1000) - at('box', 0),
    6,
  );
});

const cards = {
  kind: 'row',
  data: ['a', 'b', 'c'],
  each: { kind: 'column', fill: 'navy', width: 300, children: [{ kind: 'text', text: '${item}' }] },
};

/** How far the texts of cards are from where they rest, at a time. */
function shifts(loop: unknown, timeMs: number): number[] {
  const resting = compileTimeline(expandedFilm(looping({ cards })));
  const moving = compileTimeline(expandedFilm(looping({ cards: { ...cards, loop } })));
  const texts = (poses: readonly Pose[]) =>
    poses.filter(({ kind }) => kind === 'text').map(({ matrix }) => matrix[5]);
  const rest = texts(resting.at(timeMs).poses);
  return texts(moving.at(timeMs).poses).map((y, index) => Math.round((y - (rest[index] ?? 0)) * 100) / 100);
}

it('a group loops as a whole, and its children one after another with a stagger', () => {
  expect(shifts('float', 1000)).toEqual([-8, -8, -8]);
  expect(shifts({ type: 'float', stagger: 1000 }, 1000)).toEqual([-8, 0, 8]);
});

it('the plan names what loops, and advice takes it as decoration', async () => {
  const still = looping({ box: { ...box, x: 60, y: 60 }, other: { ...box, x: 900 } });
  const moving = looping({
    box: { ...box, x: 60, y: 60, loop: { x: [0, 700], rotation: [0, 3600], duration: 1000 } },
    other: { ...box, x: 900, loop: 'spin' },
  });
  expect(await adviceOn(moving)).toEqual(await adviceOn(still));
  const { plan } = await inspect(JSON.stringify(moving), { plan: true });
  expect(plan?.[0]).toMatchObject({ loops: ['box', 'other'] });
  const { plan: ofStill } = await inspect(JSON.stringify(still), { plan: true });
  expect(ofStill?.[0]).not.toHaveProperty('loops');
});

it.each([
  ['flote', 'must be one of float, breathe, spin, sway, pulse, blink, drift'],
  [{ type: 'spinn' }, 'loop.type: must be one of float'],
  [{ rotation: [0, 360], duration: 0 }, 'loop.duration: must be milliseconds from 50 to 600000'],
  [{ rotation: [0, 360], duration: 1e9 }, 'loop.duration: must be milliseconds from 50 to 600000'],
  [{ rotation: 360 }, 'loop.rotation: must be a list of numbers over a round'],
  [{ rotate: [0, 360] }, 'did you mean rotation?'],
  [{ fill: [1, 2] }, 'must be a color'],
  [{ rotation: [0, 'right'] }, 'must be a number, or [at, value]'],
  [{ duration: 1000 }, 'must have a type'],
  [3, 'must be one of float'],
])('the loop %j has a problem', (loop, message) => {
  expect(problemsOf(looping({ box: { ...box, loop } }))[0]).toContain(message);
});

it('formulas know the time of the film, in numbers and in texts', () => {
  const made = looping({
    box: { ...box, x: '=360 + 8 * time' },
    text: { kind: 'text', text: '${held:.1f}' },
  });
  expect(poseOf(made, 'box', 500).matrix[4]).toBe(364);
  expect(poseOf(made, 'text', 1500).appearance.lettering.text).toBe('1.5');
});
