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
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { glowing } from '../../src/timeline/effects.ts';
import type { Pose } from '../../src/timeline/pose.ts';
import { boxInTransition, poseOf, positionOf } from './box-in-transition.ts';

const hidden = { visible: false };

describe('tracks', () => {
  it('moves an object only during its track', () => {
    const box = boxInTransition({ from: { x: 10 }, to: { x: 20 }, track: { start: 100, duration: 200 } });
    expect([0, 100, 150, 250, 300, 399].map((time) => box(time)?.matrix[4])).toEqual([
      10, 10, 12.5, 17.5, 20, 20,
    ]);
  });

  it("applies a track's easing to its progress", () => {
    const box = boxInTransition({ to: { x: 16, y: 8 }, track: { easing: 'easeInOut' } });
    expect([100, 200, 300].map((time) => positionOf(box(time)))).toEqual([
      [1, 0.5],
      [8, 4],
      [15, 7.5],
    ]);
    const bezier = { type: 'cubicBezier', x1: 0, y1: 0, x2: 0, y2: 1 } as const;
    expect(boxInTransition({ to: { x: 100 }, track: { easing: bezier } })(50)?.matrix[4]).toBeCloseTo(50, 10);
  });

  it('animates an object without a track over the whole transition with easeInOut', () => {
    const box = boxInTransition({ to: { x: 16 }, track: null, durationMs: 800 });
    expect([200, 400, 600].map((time) => box(time)?.matrix[4])).toEqual([1, 8, 15]);
  });

  it('a track of zero duration ends at its start', () => {
    const box = boxInTransition({ to: { x: 16 }, track: { start: 100, duration: 0 } });
    expect([99, 100].map((time) => box(time)?.matrix[4])).toEqual([0, 16]);
  });

  it('extends an implicit track over the whole transition and keeps its easing', () => {
    const box = boxInTransition({
      to: { x: 16, rotation: 100 },
      track: {
        implicit: true,
        start: 350,
        duration: 600_000,
        easing: 'easeIn',
        rotationTiming: { start: 0, duration: 100, easing: 'linear' },
      },
    });
    expect(box(200)?.matrix[4]).toBe(2);
    expect(box(50)?.matrix[0]).toBeCloseTo(Math.cos((50 * Math.PI) / 180), 14);
  });

  it('an object with a none track switches at the end of the track', () => {
    const box = boxInTransition({
      kind: 'text',
      from: { x: 1, text: 'A' },
      to: { x: 5, text: 'B', cornerRadius: 8 },
      track: {
        type: 'none',
        start: 100,
        duration: 100,
        cornerRadiusTiming: { start: 0, duration: 300, easing: 'linear' },
        keyframes: { k: { property: 'x', at: 0.5, value: 99, easing: 'linear' } },
        path: { c1: { x: 50, y: 50 }, c2: { x: 50, y: 50 } },
      },
    });
    const seen = (timeMs: number) => {
      const pose = box(timeMs);
      return [pose?.matrix[4], pose?.appearance.lettering.text, pose?.appearance.cornerRadius];
    };
    expect([0, 199, 200, 299, 300].map(seen)).toEqual([
      [1, 'A', 0],
      [1, 'A', 0],
      [5, 'B', 0],
      [5, 'B', 0],
      [5, 'B', 8],
    ]);
  });
});

describe('property timings', () => {
  /** Properties of each timing, at a quarter of its own span and half of the track's. */
  const cases: [
    keyof TransitionTrack,
    Partial<CompositionState>,
    (pose: Pose) => unknown,
    unknown,
    unknown,
  ][] = [
    ['positionTiming', { x: 8, y: 16 }, (pose) => pose.matrix.slice(4), [2, 4], [4, 8]],
    ['positionTiming', { anchorX: 8, anchorY: 16 }, (pose) => pose.matrix.slice(4), [-2, -4], [-4, -8]],
    [
      'sizeTiming',
      { width: 32, height: 40 },
      (pose) => [pose.appearance.width, pose.appearance.height],
      [26, 28],
      [28, 32],
    ],
    ['sizeTiming', { scaleX: 5, scaleY: 9 }, (pose) => [pose.matrix[0], pose.matrix[3]], [2, 3], [3, 5]],
    ['rotationTiming', { rotation: 360 }, (pose) => pose.matrix.slice(0, 4), [0, 1, -1, 0], [-1, 0, 0, -1]],
    ['rotationTiming', { shear: 8 }, (pose) => pose.matrix[2], 2, 4],
    ['opacityTiming', { opacity: 0 }, (pose) => pose.opacity, 0.75, 0.5],
    ['fillTiming', { fill: '#0f0f0f' }, (pose) => pose.appearance.fill?.red, 195, 135],
    [
      'strokeTiming',
      { stroke: 'transparent' },
      (pose) => pose.appearance.stroke,
      null,
      { red: 0, green: 0, blue: 0, alpha: 0 },
    ],
    ['strokeWidthTiming', { strokeWidth: 8 }, (pose) => pose.appearance.strokeWidth, 2, 4],
    ['fontSizeTiming', { fontSize: 24 }, (pose) => pose.appearance.fontSize, 18, 20],
    ['cornerRadiusTiming', { cornerRadius: 8 }, (pose) => pose.appearance.cornerRadius, 2, 4],
    [
      'pathTiming',
      { path: { c1: { x: 4, y: 8 }, c2: { x: 12, y: 16 } } },
      (pose) => [pose.appearance.c1x, pose.appearance.c1y, pose.appearance.c2x, pose.appearance.c2y],
      [1, 2, 3, 4],
      [2, 4, 6, 8],
    ],
  ];

  it.each(cases)('%s controls the change to %j', (timing, to, read, atQuarter, atHalf) => {
    const own = { start: 100, duration: 400, easing: 'linear' };
    const trackSpan = { start: 0, duration: 400 };
    const seen = (changes: Partial<TransitionTrack>) => {
      const pose = boxInTransition({ to, track: { ...trackSpan, ...changes }, durationMs: 500 })(200);
      return pose && read(pose);
    };
    expect(seen({ [timing]: own })).toEqual(atQuarter);
    expect(seen({ [timing]: null })).toEqual(atHalf);
    expect(seen({})).toEqual(atHalf);
    const others = Object.fromEntries(cases.map(([name]) => [name, own]).filter(([name]) => name !== timing));
    expect(seen(others)).toEqual(atHalf);
  });
});

describe('text and effect switches', () => {
  it("switches text and effect halfway through the track's eased progress", () => {
    const box = boxInTransition({
      kind: 'text',
      from: { text: 'A', effect: 'none' },
      to: { text: 'B', effect: 'glow' },
      track: { easing: 'easeIn', positionTiming: { start: 0, duration: 0, easing: 'linear' } },
    });
    // t^3 = 0.5 at t = 0.7937, which is 317.48 ms.
    expect([0, 317, 318].map((time) => [box(time)?.appearance.lettering.text, box(time)?.effects])).toEqual([
      ['A', null],
      ['A', null],
      ['B', glowing],
    ]);
    const linear = boxInTransition({ kind: 'text', from: { text: 'A' }, to: { text: 'B' } });
    expect([199.9, 200].map((time) => linear(time)?.appearance.lettering.text)).toEqual(['A', 'B']);
  });
});

describe('motion paths', () => {
  const path = { c1: { x: 0, y: 80 }, c2: { x: 80, y: 80 } };

  it('moves a visible object along its motion path by the progress of positionTiming', () => {
    const box = boxInTransition({
      from: { x: 0, y: 0 },
      to: { x: 80, y: 0 },
      track: { path, positionTiming: { start: 0, duration: 200, easing: 'linear' } },
    });
    // At 1/4: x = 3*(3/4)*(1/16)*80 + 80/64 = 12.5; y = 3*(9/16)*(1/4)*80 + 3*(3/4)*(1/16)*80 = 45.
    expect([0, 50, 100, 200].map((time) => positionOf(box(time)))).toEqual([
      [0, 0],
      [12.5, 45],
      [40, 60],
      [80, 0],
    ]);
  });

  it('moves an object along a motion path that ends where it began', () => {
    const box = boxInTransition({ track: { path } });
    expect([0, 200, 399.999].map((time) => positionOf(box(time))?.map(Math.round))).toEqual([
      [0, 0],
      [30, 60],
      [0, 0],
    ]);
  });

  it('ignores the motion path of an entering or leaving object', () => {
    const entering = boxInTransition({ from: hidden, to: { x: 80 }, track: { path } });
    const leaving = boxInTransition({ from: {}, to: { x: 80, visible: false }, track: { path } });
    expect([entering, leaving].map((box) => positionOf(box(100)))).toEqual([
      [20, 0],
      [20, 0],
    ]);
  });
});

describe('unchanged objects', () => {
  it("reuses an unchanged object's pose throughout a transition", () => {
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects: [object('box'), object('rock')],
          compositions: [
            composition('a', 100, { box: state(), rock: state({ fill: '#f00' }) }),
            composition('b', 100, { box: state({ x: 10 }), rock: state({ fill: '#f00' }) }),
          ],
          transitions: [transition('a', 'b', 100, [track({ duration: 100 })])],
        }),
      ),
    );
    expect(poseOf(timeline.at(120), 'rock')).toBe(poseOf(timeline.at(180), 'rock'));
    expect(poseOf(timeline.at(120), 'box')?.matrix[4]).toBe(2);
  });
});
