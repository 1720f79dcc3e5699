import { describe, expect, it } from 'vitest';
import type { CompositionState, TransitionTrack } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import type { Pose } from '../../src/timeline/pose.ts';
import {
  boxInTransition,
  composition,
  object,
  poseOf,
  positionOf,
  project,
  scene,
  state,
  track,
  transition,
} from './authored.ts';

const hidden = { visible: false };

describe('a track', () => {
  it('moves within its span and stands before and after it [timeline.transition.progress timeline.transition.numbers]', () => {
    const box = boxInTransition({ from: { x: 10 }, to: { x: 20 }, track: { start: 100, duration: 200 } });
    expect([0, 100, 150, 250, 300, 399].map((time) => box(time)?.matrix[4])).toEqual([
      10, 10, 12.5, 17.5, 20, 20,
    ]);
  });

  it('eases its progress [timeline.transition.progress timeline.transition.numbers]', () => {
    const box = boxInTransition({ to: { x: 16, y: 8 }, track: { easing: 'easeInOut' } });
    expect([100, 200, 300].map((time) => positionOf(box(time)))).toEqual([
      [1, 0.5],
      [8, 4],
      [15, 7.5],
    ]);
    const bezier = { type: 'cubicBezier', x1: 0, y1: 0, x2: 0, y2: 1 } as const;
    expect(boxInTransition({ to: { x: 100 }, track: { easing: bezier } })(50)?.matrix[4]).toBeCloseTo(50, 10);
  });

  it('left out is an easeInOut over the whole transition [timeline.transition.no-track]', () => {
    const box = boxInTransition({ to: { x: 16 }, track: null, durationMs: 800 });
    expect([200, 400, 600].map((time) => box(time)?.matrix[4])).toEqual([1, 8, 15]);
  });

  it('of no length is over from its start on [timeline.transition.zero-duration]', () => {
    const box = boxInTransition({ to: { x: 16 }, track: { start: 100, duration: 0 } });
    expect([99, 100].map((time) => box(time)?.matrix[4])).toEqual([0, 16]);
  });

  it('that is implicit spans the whole transition with its own easing [timeline.transition.implicit]', () => {
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

  it('of type none switches at its end [timeline.transition.none timeline.keyframes.none]', () => {
    const box = boxInTransition({
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
      return [pose?.matrix[4], pose?.text, pose?.cornerRadius];
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

describe('the timing of a property [timeline.timing.own timeline.timing.positionTiming timeline.timing.sizeTiming timeline.timing.rotationTiming timeline.timing.opacityTiming timeline.timing.fillTiming timeline.timing.strokeTiming timeline.timing.strokeWidthTiming timeline.timing.fontSizeTiming timeline.timing.cornerRadiusTiming timeline.timing.pathTiming]', () => {
  /** What each timing moves, seen at a quarter of its own span and half of the track's. */
  const cases: [
    keyof TransitionTrack,
    Partial<CompositionState>,
    (pose: Pose) => unknown,
    unknown,
    unknown,
  ][] = [
    ['positionTiming', { x: 8, y: 16 }, (pose) => pose.matrix.slice(4), [2, 4], [4, 8]],
    ['positionTiming', { anchorX: 8, anchorY: 16 }, (pose) => pose.matrix.slice(4), [-2, -4], [-4, -8]],
    ['sizeTiming', { width: 32, height: 40 }, (pose) => [pose.width, pose.height], [26, 28], [28, 32]],
    ['sizeTiming', { scaleX: 5, scaleY: 9 }, (pose) => [pose.matrix[0], pose.matrix[3]], [2, 3], [3, 5]],
    ['rotationTiming', { rotation: 360 }, (pose) => pose.matrix.slice(0, 4), [0, 1, -1, 0], [-1, 0, 0, -1]],
    ['rotationTiming', { shear: 8 }, (pose) => pose.matrix[2], 2, 4],
    ['opacityTiming', { opacity: 0 }, (pose) => pose.opacity, 0.75, 0.5],
    ['fillTiming', { fill: '#0f0f0f' }, (pose) => pose.fill?.red, 195, 135],
    [
      'strokeTiming',
      { stroke: 'transparent' },
      (pose) => pose.stroke,
      null,
      { red: 0, green: 0, blue: 0, alpha: 0 },
    ],
    ['strokeWidthTiming', { strokeWidth: 8 }, (pose) => pose.strokeWidth, 2, 4],
    ['fontSizeTiming', { fontSize: 24 }, (pose) => pose.fontSize, 18, 20],
    ['cornerRadiusTiming', { cornerRadius: 8 }, (pose) => pose.cornerRadius, 2, 4],
    [
      'pathTiming',
      { path: { c1: { x: 4, y: 8 }, c2: { x: 12, y: 16 } } },
      (pose) => [pose.c1x, pose.c1y, pose.c2x, pose.c2y],
      [1, 2, 3, 4],
      [2, 4, 6, 8],
    ],
  ];

  it.each(cases)('%s moves %j', (timing, to, read, atQuarter, atHalf) => {
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

describe('text and effect', () => {
  it('switch at half of the eased progress of the track [timeline.transition.switches]', () => {
    const box = boxInTransition({
      from: { text: 'A', effect: 'none' },
      to: { text: 'B', effect: 'glow' },
      track: { easing: 'easeIn', positionTiming: { start: 0, duration: 0, easing: 'linear' } },
    });
    // t^3 = 0.5 at t = 0.7937, which is 317.48 ms.
    expect([0, 317, 318].map((time) => [box(time)?.text, box(time)?.effect])).toEqual([
      ['A', 'none'],
      ['A', 'none'],
      ['B', 'glow'],
    ]);
    const linear = boxInTransition({ from: { text: 'A' }, to: { text: 'B' } });
    expect([199.9, 200].map((time) => linear(time)?.text)).toEqual(['A', 'B']);
  });
});

describe('a motion path', () => {
  const path = { c1: { x: 0, y: 80 }, c2: { x: 80, y: 80 } };

  it('takes a staying object along a cubic with absolute control points, at the position progress [timeline.transition.path]', () => {
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

  it('comes back to where it began', () => {
    const box = boxInTransition({ track: { path } });
    expect([0, 200, 399.999].map((time) => positionOf(box(time))?.map(Math.round))).toEqual([
      [0, 0],
      [30, 60],
      [0, 0],
    ]);
  });

  it('is left aside by what enters or leaves [timeline.transition.path]', () => {
    const entering = boxInTransition({ from: hidden, to: { x: 80 }, track: { path } });
    const leaving = boxInTransition({ from: {}, to: { x: 80, visible: false }, track: { path } });
    expect([entering, leaving].map((box) => positionOf(box(100)))).toEqual([
      [20, 0],
      [20, 0],
    ]);
  });
});

describe('a missing state', () => {
  const seen = (box: (timeMs: number) => Pose | undefined) =>
    [0, 100, 200, 300].map((time) => {
      const pose = box(time);
      return pose && [pose.matrix[4], pose.opacity, pose.width, pose.write];
    });
  const looks = { x: 9, width: 40, opacity: 0.5 };

  it('copies the other, so that the object stays where it is [timeline.transition.missing-state]', () => {
    for (const [from, to] of [
      [null, looks],
      [looks, null],
    ]) {
      const box = boxInTransition({ from, to, track: { type: 'none', duration: 200 } });
      expect(box(from ? 199 : 200)).toMatchObject({ opacity: 0.5, width: 40, matrix: [1, 0, 0, 1, 9, 0] });
      expect(box(from ? 200 : 199)).toBeUndefined();
    }
  });

  it('is not visible: the object fades [timeline.transition.missing-state timeline.opacity.presence]', () => {
    expect(seen(boxInTransition({ from: null, to: looks }))).toEqual([
      undefined,
      [9, 0.125, 40, 1],
      [9, 0.25, 40, 1],
      [9, 0.375, 40, 1],
    ]);
    expect(seen(boxInTransition({ from: looks, to: null }))).toEqual([
      [9, 0.5, 40, 1],
      [9, 0.375, 40, 1],
      [9, 0.25, 40, 1],
      [9, 0.125, 40, 1],
    ]);
    expect(boxInTransition({ from: null, track: null })(100)?.opacity).toBe(0.0625);
  });

  it('grows or shrinks [timeline.transition.missing-state timeline.grow]', () => {
    const widths = (box: (timeMs: number) => Pose | undefined) => seen(box).map((values) => values?.[2]);
    const track = { type: 'grow' as const };
    expect(widths(boxInTransition({ from: null, to: looks, track }))).toEqual([undefined, 10, 20, 30]);
    expect(widths(boxInTransition({ from: looks, to: null, track }))).toEqual([40, 30, 20, 10]);
  });

  it('is written or unwritten, at its full opacity [timeline.transition.missing-state timeline.write]', () => {
    const track = { type: 'write' as const };
    expect(seen(boxInTransition({ from: null, to: looks, track }))).toEqual([
      undefined,
      [9, 0.5, 40, 0.25],
      [9, 0.5, 40, 0.5],
      [9, 0.5, 40, 0.75],
    ]);
    expect(seen(boxInTransition({ from: looks, to: null, track }))).toEqual([
      [9, 0.5, 40, 1],
      [9, 0.5, 40, 0.75],
      [9, 0.5, 40, 0.5],
      [9, 0.5, 40, 0.25],
    ]);
  });

  it('runs from or to nothing with an opacityTiming, and takes no motion path [timeline.transition.missing-state]', () => {
    const opacityTiming = { start: 0, duration: 200, easing: 'linear' as const };
    const path = { c1: { x: 900, y: 900 }, c2: { x: 900, y: 900 } };
    expect(seen(boxInTransition({ from: null, to: looks, track: { opacityTiming, path } }))).toEqual([
      undefined,
      [9, 0.25, 40, 1],
      [9, 0.5, 40, 1],
      [9, 0.5, 40, 1],
    ]);
  });

  it('of an object hidden on its only side draws nothing [timeline.transition.missing-state timeline.transition.hidden]', () => {
    expect(seen(boxInTransition({ from: null, to: hidden }))).toEqual(new Array(4).fill(undefined));
    expect(seen(boxInTransition({ from: hidden, to: null }))).toEqual(new Array(4).fill(undefined));
  });
});

describe('opacity', () => {
  const seen = (box: (timeMs: number) => Pose | undefined) =>
    [0, 100, 200, 300].map((time) => box(time)?.opacity);

  it('of what stays is interpolated [timeline.opacity.staying]', () => {
    expect(seen(boxInTransition({ from: { opacity: 0 }, to: { opacity: 0.8 } }))).toEqual([
      undefined,
      0.2,
      0.4,
      0.6000000000000001,
    ]);
  });

  it.each(['move', 'fade', 'grow'] as const)(
    'of what enters or leaves by %s is multiplied by its presence [timeline.opacity.presence]',
    (type) => {
      const entering = boxInTransition({
        from: { ...hidden, opacity: 0.5 },
        to: { opacity: 1 },
        track: { type },
      });
      // (0.5 + 0.5 p) p
      expect(seen(entering)).toEqual([undefined, 0.15625, 0.375, 0.65625]);
      const leaving = boxInTransition({
        from: { opacity: 1 },
        to: { ...hidden, opacity: 0.5 },
        track: { type },
      });
      // (1 - 0.5 p) (1 - p)
      expect(seen(leaving)).toEqual([1, 0.65625, 0.375, 0.15625]);
    },
  );

  it('of what enters or leaves follows the easing and the steps of its track [timeline.opacity.presence timeline.transition.none]', () => {
    expect(boxInTransition({ from: hidden, track: null })(100)?.opacity).toBe(0.0625);
    expect(
      boxInTransition({ from: {}, to: hidden, track: { type: 'none', duration: 200 } })(199)?.opacity,
    ).toBe(1);
    expect(
      boxInTransition({ from: {}, to: hidden, track: { type: 'none', duration: 200 } })(200),
    ).toBeUndefined();
    expect(boxInTransition({ from: hidden, track: { type: 'none', duration: 200 } })(199)).toBeUndefined();
    expect(boxInTransition({ from: hidden, track: { type: 'none', duration: 200 } })(200)?.opacity).toBe(1);
  });

  it.each(['move', 'fade', 'grow', 'write'] as const)(
    'with a timing of its own runs from or to nothing under %s [timeline.opacity.own-timing timeline.timing.opacityTiming]',
    (type) => {
      const opacityTiming = { start: 0, duration: 200, easing: 'linear' as const };
      const revealTiming = { start: 0, duration: 0, easing: 'linear' as const };
      const entering = boxInTransition({
        from: { ...hidden, opacity: 0.5 },
        to: { opacity: 0.8 },
        track: { type, opacityTiming, revealTiming },
      });
      expect(seen(entering)).toEqual([undefined, 0.4, 0.8, 0.8]);
      const leaving = boxInTransition({
        from: { opacity: 0.8 },
        to: { ...hidden, opacity: 0.5 },
        track: { type, opacityTiming, revealTiming: { ...revealTiming, start: 400 } },
      });
      expect(seen(leaving)).toEqual([0.8, 0.4, undefined, undefined]);
    },
  );

  it.each(['move', 'fade', 'grow', 'write'] as const)(
    'with an opacityTiming of null is as without one under %s [timeline.timing.own timeline.opacity.write]',
    (type) => {
      for (const [from, to] of [
        [hidden, { opacity: 0.8 }],
        [{ opacity: 0.8 }, { ...hidden, opacity: 0.4 }],
        [null, { opacity: 0.8 }],
        [{ opacity: 0.8 }, null],
        [{ opacity: 0.2 }, { opacity: 0.8 }],
      ]) {
        const without = boxInTransition({ from, to, track: { type } });
        expect(seen(boxInTransition({ from, to, track: { type, opacityTiming: null } }))).toEqual(
          seen(without),
        );
      }
      const written = boxInTransition({ from: hidden, track: { type, opacityTiming: null } });
      expect(written(100)?.opacity).toBe(type === 'write' ? 1 : 0.25);
    },
  );

  it('of what is written is not faded [timeline.opacity.write timeline.timing.revealTiming]', () => {
    const track = {
      type: 'write' as const,
      revealTiming: { start: 200, duration: 100, easing: 'linear' as const },
    };
    const entering = boxInTransition({ from: { ...hidden, opacity: 0 }, to: {}, track });
    expect([200, 250, 300].map((time) => [entering(time)?.opacity, entering(time)?.write])).toEqual([
      [undefined, undefined],
      [0.625, 0.5],
      [0.75, 1],
    ]);
    const leaving = boxInTransition({ from: {}, to: { ...hidden, opacity: 0 }, track });
    expect([200, 250, 300].map((time) => [leaving(time)?.opacity, leaving(time)?.write])).toEqual([
      [0.5, 1],
      [0.375, 0.5],
      [undefined, undefined],
    ]);
  });
});

describe('grow', () => {
  const revealTiming = { start: 0, duration: 200, easing: 'linear' as const };
  const sizes = (pose: Pose | undefined) =>
    pose && [pose.width, pose.height, pose.fontSize, pose.strokeWidth];

  it('multiplies width, height and font size of what enters by its reveal [timeline.grow timeline.timing.revealTiming]', () => {
    const box = boxInTransition({
      from: { ...hidden, width: 40, height: 20, fontSize: 10, strokeWidth: 2 },
      to: { width: 80, height: 20, fontSize: 10, strokeWidth: 2 },
      track: { type: 'grow', revealTiming },
    });
    expect([100, 200].map((time) => sizes(box(time)))).toEqual([
      [25, 10, 5, 2],
      [60, 20, 10, 2],
    ]);
    expect(box(100)?.write).toBe(1);
  });

  it('shrinks what leaves, with the track where it has no timing of its own [timeline.grow]', () => {
    const size = { width: 40, height: 20, fontSize: 10 };
    const box = boxInTransition({ from: size, to: { ...hidden, ...size }, track: { type: 'grow' } });
    expect([0, 100, 300].map((time) => sizes(box(time)))).toEqual([
      [40, 20, 10, 0],
      [30, 15, 7.5, 0],
      [10, 5, 2.5, 0],
    ]);
  });

  it('leaves alone what stays [timeline.grow]', () => {
    const box = boxInTransition({
      from: { width: 40 },
      to: { width: 80 },
      track: { type: 'grow', revealTiming },
    });
    expect([0, 100].map((time) => box(time)?.width)).toEqual([40, 50]);
  });
});

describe('write', () => {
  it('runs with the reveal when entering, back when leaving, and once more when staying [timeline.write]', () => {
    const track = { type: 'write' as const, order: 'sequential' as const };
    const written = (box: (timeMs: number) => Pose | undefined) =>
      [0, 100, 300].map((time) => [box(time)?.write, box(time)?.writeOrder]);
    const running = [
      [undefined, undefined],
      [0.25, 'sequential'],
      [0.75, 'sequential'],
    ];
    expect(written(boxInTransition({ from: hidden, track }))).toEqual(running);
    expect(written(boxInTransition({ track }))).toEqual(running);
    expect(written(boxInTransition({ to: hidden, track }))).toEqual([
      [1, 'together'],
      [0.75, 'sequential'],
      [0.25, 'sequential'],
    ]);
  });

  it('is whole under every other type [timeline.write]', () => {
    for (const type of ['move', 'fade', 'grow', 'none'] as const) {
      expect(boxInTransition({ track: { type, order: 'sequential' } })(100)).toMatchObject({ write: 1 });
    }
  });
});

describe('what stands still', () => {
  it('keeps its very pose through a transition', () => {
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
