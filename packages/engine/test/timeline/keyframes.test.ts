import { describe, expect, it } from 'vitest';
import { keyframe } from '../../../../test/support/project-parts.ts';
import type { Keyframe } from '../../src/project/schema.ts';
import type { Pose } from '../../src/timeline/pose.ts';
import { type BoxTransition, boxInTransition, positionOf } from './box-in-transition.ts';

const hidden = { visible: false };

/** Returns the box with these keyframes on a linear track of 400 ms. */
function keyed(keyframes: Record<string, Keyframe>, transition: BoxTransition = {}) {
  return boxInTransition({ ...transition, track: { ...transition.track, keyframes } });
}

const xs = (box: (timeMs: number) => Pose | undefined, times: number[]) =>
  times.map((time) => box(time)?.matrix[4]);

describe('keyframe interpolation', () => {
  it('moves an object through a keyframe at 100 halfway from 60 to 260', () => {
    const box = keyed({ k: keyframe('x', 0.5, 100) }, { from: { x: 60 }, to: { x: 260 } });
    expect(xs(box, [0, 100, 200, 300, 399.999])).toEqual([60, 80, 100, 180, expect.closeTo(260, 2)]);
    expect(box(200)).toMatchObject({ appearance: { width: 24, height: 24 }, matrix: [1, 0, 0, 1, 100, 0] });
  });

  it("places keyframes at fractions of their property's timing", () => {
    const box = keyed(
      { k: keyframe('x', 0.25, 40), w: keyframe('width', 0.5, 100) },
      {
        to: { x: 0 },
        track: { start: 100, duration: 200, positionTiming: { start: 200, duration: 160, easing: 'linear' } },
      },
    );
    expect(xs(box, [199, 220, 240, 300, 360, 399])).toEqual([0, 20, 40, 20, 0, 0]);
    expect([100, 150, 200, 250, 300].map((time) => box(time)?.appearance.width)).toEqual([
      24, 62, 100, 62, 24,
    ]);
  });

  it("uses the timing's easing up to the first keyframe, then each keyframe's easing", () => {
    const box = keyed(
      { a: keyframe('x', 0.5, 80, { easing: 'easeOut' }), b: keyframe('x', 0.75, 160, { easing: 'linear' }) },
      { to: { x: 168 }, track: { easing: 'easeIn' } },
    );
    // 80 * 0.5^3 = 10; 80 + 80 * (1 - 0.5^3) = 150; 160 + 8 * 0.5 = 164
    expect(xs(box, [100, 200, 250, 300, 350])).toEqual([10, 80, 150, 160, 164]);
    const ownEasing = keyed(
      { a: keyframe('x', 0.5, 80) },
      { track: { easing: 'linear', positionTiming: { start: 0, duration: 400, easing: 'easeIn' } } },
    );
    expect(xs(ownEasing, [100])).toEqual([10]);
  });

  it('uses the keyframe with the greatest id in code-unit order if several share a time', () => {
    const box = keyed({
      b: keyframe('x', 0.5, 10),
      a: keyframe('x', 0.5, 20),
      B: keyframe('x', 0.5, 30),
      9: keyframe('x', 0.5, 40),
    });
    expect(xs(box, [200])).toEqual([10]);
  });

  it('ignores deleted keyframes', () => {
    const box = keyed({ a: keyframe('x', 0.5, 10), b: keyframe('x', 0.5, 20, { deleted: true }) });
    expect(xs(box, [200])).toEqual([10]);
    const none = keyed({ b: keyframe('x', 0.5, 20, { deleted: true }) }, { to: { x: 8 } });
    expect(xs(none, [200])).toEqual([4]);
  });

  it('jumps to and from keyframes at 0 and 1 without changing the states before and after', () => {
    const box = keyed(
      { first: keyframe('x', 0, 100), last: keyframe('x', 1, 200) },
      { from: { x: 5 }, to: { x: 7 }, track: { start: 100, duration: 200 } },
    );
    expect(xs(box, [0, 99.9, 100, 150, 200, 250, 300, 399])).toEqual([5, 5, 100, 125, 150, 175, 7, 7]);
    const easedByKey = keyed({ k: keyframe('x', 0, 80, { easing: 'easeIn' }) }, { to: { x: 0 } });
    expect(xs(easedByKey, [200])).toEqual([70]);
  });

  it('ignores keyframes in a track of zero duration', () => {
    const box = keyed(
      { k: keyframe('x', 0.5, 100) },
      { from: { x: 5 }, to: { x: 7 }, track: { start: 100, duration: 0 } },
    );
    expect(xs(box, [99, 100])).toEqual([5, 7]);
  });

  it('keyframes replace a motion path only for the coordinate that they animate', () => {
    const path = { c1: { x: 0, y: 80 }, c2: { x: 80, y: 80 } };
    const box = keyed({ k: keyframe('x', 0.5, 8) }, { to: { x: 80 }, track: { path } });
    expect([100, 200, 300].map((time) => positionOf(box(time)))).toEqual([
      [4, 45],
      [8, 60],
      [44, 45],
    ]);
  });
});

describe('number keyframes', () => {
  it.each([
    ['y', 50, (pose: Pose) => pose.matrix[5]],
    ['anchorX', -50, (pose: Pose) => pose.matrix[4]],
    ['anchorY', -50, (pose: Pose) => pose.matrix[5]],
    ['width', 50, (pose: Pose) => pose.appearance.width],
    ['height', 50, (pose: Pose) => pose.appearance.height],
    ['scaleX', 50, (pose: Pose) => pose.matrix[0]],
    ['scaleY', 50, (pose: Pose) => pose.matrix[3]],
    ['shear', 50, (pose: Pose) => pose.matrix[2]],
    ['strokeWidth', 50, (pose: Pose) => pose.appearance.strokeWidth],
    ['fontSize', 50, (pose: Pose) => pose.appearance.fontSize],
    ['cornerRadius', 50, (pose: Pose) => pose.appearance.cornerRadius],
    ['c1x', 50, (pose: Pose) => pose.appearance.c1x],
    ['c1y', 50, (pose: Pose) => pose.appearance.c1y],
    ['c2x', 50, (pose: Pose) => pose.appearance.c2x],
    ['c2y', 50, (pose: Pose) => pose.appearance.c2y],
  ] as const)('applies %s keyframes', (property, value, read) => {
    const pose = keyed({ k: keyframe(property, 0.5, value) })(200);
    expect(pose && read(pose)).toBe(50);
  });

  it('applies rotation keyframes', () => {
    expect(keyed({ k: keyframe('rotation', 0.5, 90) })(200)?.matrix).toEqual([0, 1, -1, 0, 0, 0]);
  });
});

describe('colour keyframes', () => {
  const key = (value: string) => ({ k: keyframe('fill', 0.5, value) });
  const fills = (box: (timeMs: number) => Pose | undefined, times: number[]) =>
    times.map((time) => box(time)?.appearance.fill);
  const gray = (level: number, alpha = 1) => ({ red: level, green: level, blue: level, alpha });

  it('blends a colour keyframe with the colours before and after it', () => {
    const box = keyed(key('#00000080'), { from: { fill: '#282828' }, to: { fill: '#505050' } });
    const half = 128 / 255;
    expect(fills(box, [100, 200, 300])).toEqual([
      gray(20, 1 + (half - 1) / 2),
      gray(0, half),
      gray(40, half + (1 - half) / 2),
    ]);
  });

  it('switches to and from a none keyframe halfway between keyframes', () => {
    const box = keyed(key('none'), { from: { fill: '#282828' }, to: { fill: '#505050' } });
    expect(fills(box, [99, 100, 200, 299, 300])).toEqual([gray(40), null, null, null, gray(80)]);
  });

  it('blends a transparent keyframe as its neighbouring colour with alpha 0', () => {
    const box = keyed(key('transparent'), { from: { fill: '#282828' }, to: { fill: '#505050' } });
    expect(fills(box, [100, 200, 300])).toEqual([gray(40, 0.5), gray(0, 0), gray(80, 0.5)]);
  });

  it('applies stroke keyframes within strokeTiming', () => {
    const box = keyed(
      { k: keyframe('stroke', 0.5, '#282828') },
      { track: { strokeTiming: { start: 0, duration: 200, easing: 'linear' } } },
    );
    expect([49, 50, 100, 149, 150].map((time) => box(time)?.appearance.stroke)).toEqual([
      null,
      gray(40),
      gray(40),
      gray(40),
      null,
    ]);
  });
});

describe('opacity keyframes', () => {
  const opacities = (box: (timeMs: number) => Pose | undefined) =>
    [0, 100, 200, 300].map((time) => box(time)?.opacity);

  it.each(['move', 'fade', 'grow'] as const)(
    'opacity keyframes replace presence under %s and start or end at 0 on a hidden side',
    (type) => {
      const keys = { k: keyframe('opacity', 0.5, 0.5) };
      expect(opacities(keyed(keys, { from: hidden, track: { type } }))).toEqual([undefined, 0.25, 0.5, 0.75]);
      expect(opacities(keyed(keys, { to: hidden, track: { type } }))).toEqual([1, 0.75, 0.5, 0.25]);
      expect(opacities(keyed(keys, { from: { opacity: 0 }, track: { type } }))).toEqual([
        undefined,
        0.25,
        0.5,
        0.75,
      ]);
    },
  );

  it('draws nothing where an opacity keyframe is 0', () => {
    expect(keyed({ k: keyframe('opacity', 0.5, 0) })(200)).toBeUndefined();
  });
});

describe('size keyframes under grow', () => {
  it('size keyframes under grow start or end at 0 on a hidden side and ignore the reveal', () => {
    const box = keyed({ k: keyframe('width', 0.5, 100) }, { from: hidden, track: { type: 'grow' } });
    expect(
      [100, 200, 300].map((time) => [box(time)?.appearance.width, box(time)?.appearance.height]),
    ).toEqual([
      [50, 6],
      [100, 12],
      [62, 18],
    ]);
    const leaving = keyed({ k: keyframe('fontSize', 0.5, 100) }, { to: hidden, track: { type: 'grow' } });
    expect(
      [100, 300].map((time) => [leaving(time)?.appearance.fontSize, leaving(time)?.appearance.width]),
    ).toEqual([
      [58, 18],
      [50, 6],
    ]);
  });

  it("size keyframes under move start at the object's own size", () => {
    expect(keyed({ k: keyframe('width', 0.5, 100) }, { from: hidden })(100)?.appearance.width).toBe(62);
  });
});

describe('reveal keyframes', () => {
  const keys = { k: keyframe('reveal', 0.5, 0.75) };

  it('reveal keyframes run from 0 to 1 when an object is written and from 1 to 0 when it leaves', () => {
    const writes = (transition: BoxTransition) => {
      const box = keyed(keys, { ...transition, track: { type: 'write' } });
      return [100, 200, 300].map((time) => box(time)?.appearance.write);
    };
    expect(writes({ from: hidden })).toEqual([0.375, 0.75, 0.875]);
    expect(writes({})).toEqual([0.375, 0.75, 0.875]);
    expect(writes({ to: hidden })).toEqual([0.625, 0.25, 0.125]);
  });

  it("reveal keyframes control a growing object's size but not its opacity", () => {
    const revealTiming = { start: 0, duration: 200, easing: 'linear' as const };
    const box = keyed(keys, { from: hidden, track: { type: 'grow', revealTiming } });
    expect([50, 100, 200].map((time) => [box(time)?.appearance.width, box(time)?.opacity])).toEqual([
      [9, 0.125],
      [18, 0.25],
      [24, 0.5],
    ]);
  });

  it('reveal keyframes run within revealTiming, first with its easing, then with their own', () => {
    const revealTiming = { start: 100, duration: 200, easing: 'easeIn' as const };
    const track = { type: 'write' as const, easing: 'easeOut' as const, revealTiming };
    const written = (transition: BoxTransition) => {
      const box = keyed(keys, { ...transition, track });
      return [100, 150, 200, 250, 300, 350].map((time) => box(time)?.appearance.write);
    };
    // 0.75 t^3 up to the keyframe at 200 ms, then linear to the end.
    expect(written({ from: hidden })).toEqual([undefined, 0.09375, 0.75, 0.875, 1, 1]);
    expect(written({ to: hidden })).toEqual([1, 0.90625, 0.25, 0.125, undefined, undefined]);
    expect(written({ from: null })).toEqual(written({ from: hidden }));
    expect(written({ to: null })).toEqual(written({ to: hidden }));
  });

  it("reveal keyframes do not change a written object's opacity", () => {
    const box = keyed(keys, {
      from: { ...hidden, opacity: 0.5 },
      to: { opacity: 0.5 },
      track: { type: 'write' },
    });
    expect([100, 300].map((time) => box(time)?.opacity)).toEqual([0.5, 0.5]);
  });
});
