import { describe, expect, it } from 'vitest';
import type { CompositionState, TransitionTrack } from '../../src/project/schema.ts';
import type { Appearance } from '../../src/timeline/appearance.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { composition, object, project, scene, state, track, transition } from '../support/project-parts.ts';
import { poseOf } from './box-in-transition.ts';

/** The appearance of a box at each time; holds from 0 to 100 and from 500 to 600 ms, a transition between them. */
function appearances(
  from: Partial<CompositionState>,
  to: Partial<CompositionState>,
  changes: Partial<TransitionTrack>,
  times: readonly number[],
): (Appearance | undefined)[] {
  const timeline = compileTimeline(
    project(
      scene('scene', {
        objects: [object('box')],
        compositions: [
          composition('a', 100, { box: state(from) }),
          composition('b', 100, { box: state(to) }),
        ],
        transitions: [transition('a', 'b', 400, [track(changes)])],
      }),
    ),
  );
  return times.map((timeMs) => poseOf(timeline.at(timeMs), 'box')?.appearance);
}

/** The index of the first time with the same appearance object, for every time. */
const firstIndices = (found: readonly (Appearance | undefined)[]) => {
  expect(found).not.toContain(undefined);
  return found.map((appearance) => found.indexOf(appearance));
};

describe('an appearance', () => {
  it.each<[string, Partial<CompositionState>]>([
    ['moves', { x: 80, rotation: 90 }],
    ['fades', { opacity: 0.5 }],
    ['starts to glow', { effect: 'glow' }],
    ['does all of that', { x: 80, opacity: 0.5, effect: 'glow' }],
  ])('is one object while its object only %s, in the holds before and after too', (_, to) => {
    expect(firstIndices(appearances({}, to, {}, [0, 100, 200, 300, 499, 500]))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each<[string, Partial<CompositionState>, Partial<CompositionState>]>([
    ['width', {}, { width: 40 }],
    ['fill', { fill: '#000000' }, { fill: '#ffffff' }],
    ['path', {}, { path: { c1: { x: 1, y: 2 }, c2: { x: 3, y: 4 } } }],
  ])('is a new object at every time at which its %s changes, and only then', (_, from, to) => {
    const times = [0, 100, 150, 250, 300, 400, 450, 500];
    const found = appearances(from, to, { start: 100, duration: 200 }, times);
    expect(firstIndices(found)).toEqual([0, 0, 0, 3, 4, 5, 5, 5]);
  });

  it('is one object on either side of the switch of its text', () => {
    const found = appearances({ text: 'A' }, { text: 'B' }, {}, [0, 150, 299, 300, 450, 500]);
    expect(firstIndices(found)).toEqual([0, 0, 0, 3, 3, 3]);
  });

  it('is one object for colours of equal channels', () => {
    const found = appearances({ fill: '#fff' }, { fill: '#ffffff' }, {}, [0, 150, 300, 500]);
    expect(firstIndices(found)).toEqual([0, 0, 0, 0]);
  });

  it('is the one of the hold again where its object comes back', () => {
    const keyframes = { k: { property: 'width', at: 0.5, value: 80, easing: 'linear' } } as const;
    const found = appearances({}, {}, { start: 100, duration: 200, keyframes }, [0, 150, 300, 450, 500]);
    expect(firstIndices(found)).toEqual([0, 0, 2, 0, 0]);
  });
});
