import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { CompositionState, TransitionTrack } from '../../src/project/schema.ts';
import type { Appearance } from '../../src/timeline/appearance.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { poseOf } from './box-in-transition.ts';

/**
 * Returns the appearance of a box at each time, with holds from 0 to 100 and from 500 to 600 ms and a transition
 * between them.
 */
function appearances(
  from: Partial<CompositionState>,
  to: Partial<CompositionState>,
  changes: Partial<TransitionTrack>,
  times: readonly number[],
): (Appearance | undefined)[] {
  const timeline = compileTimeline(
    project(
      scene('scene', {
        objects: [object('box', { kind: 'text' })],
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

/** Returns the index of the first time with the same appearance object, for every time. */
const firstIndices = (found: readonly (Appearance | undefined)[]) => {
  expect(found).not.toContain(undefined);
  return found.map((appearance) => found.indexOf(appearance));
};

describe('object appearances', () => {
  it.each<[string, Partial<CompositionState>]>([
    ['moves', { x: 80, rotation: 90 }],
    ['fades', { opacity: 0.5 }],
    ['starts to glow', { effect: 'glow' }],
    ['moves, fades and starts to glow', { x: 80, opacity: 0.5, effect: 'glow' }],
  ])('shares one appearance while an object only %s, including the holds before and after', (_, to) => {
    expect(firstIndices(appearances({}, to, {}, [0, 100, 200, 300, 499, 500]))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each<[string, Partial<CompositionState>, Partial<CompositionState>]>([
    ['width', {}, { width: 40 }],
    ['fill', { fill: '#000000' }, { fill: '#ffffff' }],
    ['path', {}, { path: { c1: { x: 1, y: 2 }, c2: { x: 3, y: 4 } } }],
  ])("creates a new appearance exactly when an object's %s changes", (_, from, to) => {
    const times = [0, 100, 150, 250, 300, 400, 450, 500];
    const found = appearances(from, to, { start: 100, duration: 200 }, times);
    expect(firstIndices(found)).toEqual([0, 0, 0, 3, 4, 5, 5, 5]);
  });

  it('shares one appearance before a text switches and another after', () => {
    const found = appearances({ text: 'A' }, { text: 'B' }, {}, [0, 150, 299, 300, 450, 500]);
    expect(firstIndices(found)).toEqual([0, 0, 0, 3, 3, 3]);
  });

  it('shares one appearance for colours with equal channels but different notations', () => {
    const found = appearances({ fill: '#fff' }, { fill: '#ffffff' }, {}, [0, 150, 300, 500]);
    expect(firstIndices(found)).toEqual([0, 0, 0, 0]);
  });

  it("reuses a hold's appearance when an object's keyframes return to it", () => {
    const keyframes = { k: { property: 'width', at: 0.5, value: 80, easing: 'linear' } } as const;
    const found = appearances({}, {}, { start: 100, duration: 200, keyframes }, [0, 150, 300, 450, 500]);
    expect(firstIndices(found)).toEqual([0, 0, 2, 0, 0]);
  });
});
