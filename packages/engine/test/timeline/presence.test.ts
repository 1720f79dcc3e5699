import { describe, expect, it } from 'vitest';
import type { Pose } from '../../src/timeline/pose.ts';
import { boxInTransition } from './box-in-transition.ts';

const hidden = { visible: false };

describe('missing states', () => {
  const seen = (box: (timeMs: number) => Pose | undefined) =>
    [0, 100, 200, 300].map((time) => {
      const pose = box(time);
      return pose && [pose.matrix[4], pose.opacity, pose.appearance.width, pose.appearance.write];
    });
  const looks = { x: 9, width: 40, opacity: 0.5 };

  it('uses a copy of the other state in place of a missing one, so the object stays in place', () => {
    for (const [from, to] of [
      [null, looks],
      [looks, null],
    ]) {
      const box = boxInTransition({ from, to, track: { type: 'none', duration: 200 } });
      expect(box(from ? 199 : 200)).toMatchObject({
        opacity: 0.5,
        appearance: { width: 40 },
        matrix: [1, 0, 0, 1, 9, 0],
      });
      expect(box(from ? 200 : 199)).toBeUndefined();
    }
  });

  it('fades an object whose state is missing on one side', () => {
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

  it('grows or shrinks an object whose state is missing on one side', () => {
    const widths = (box: (timeMs: number) => Pose | undefined) => seen(box).map((values) => values?.[2]);
    const track = { type: 'grow' as const };
    expect(widths(boxInTransition({ from: null, to: looks, track }))).toEqual([undefined, 10, 20, 30]);
    expect(widths(boxInTransition({ from: looks, to: null, track }))).toEqual([40, 30, 20, 10]);
  });

  it('writes or unwrites an object whose state is missing on one side, without fading it', () => {
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

  it('fades an object without a from state by its opacityTiming and ignores its motion path', () => {
    const opacityTiming = { start: 0, duration: 200, easing: 'linear' as const };
    const path = { c1: { x: 900, y: 900 }, c2: { x: 900, y: 900 } };
    expect(seen(boxInTransition({ from: null, to: looks, track: { opacityTiming, path } }))).toEqual([
      undefined,
      [9, 0.25, 40, 1],
      [9, 0.5, 40, 1],
      [9, 0.5, 40, 1],
    ]);
  });

  it('does not draw an object whose only state is hidden', () => {
    expect(seen(boxInTransition({ from: null, to: hidden }))).toEqual(new Array(4).fill(undefined));
    expect(seen(boxInTransition({ from: hidden, to: null }))).toEqual(new Array(4).fill(undefined));
  });
});

describe('opacity', () => {
  const seen = (box: (timeMs: number) => Pose | undefined) =>
    [0, 100, 200, 300].map((time) => box(time)?.opacity);

  it("interpolates a staying object's opacity", () => {
    expect(seen(boxInTransition({ from: { opacity: 0 }, to: { opacity: 0.8 } }))).toEqual([
      undefined,
      0.2,
      0.4,
      0.6000000000000001,
    ]);
  });

  it.each(['move', 'fade', 'grow'] as const)(
    'multiplies the opacity of an object entering or leaving under %s by its presence',
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

  it('fades an entering object with the default easing, or in one step under none', () => {
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
    'fades an object from or to 0 within its opacityTiming under %s',
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
    'treats a null opacityTiming like a missing one under %s',
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

  it('does not fade a written object, but interpolates its opacity', () => {
    const track = {
      type: 'write' as const,
      revealTiming: { start: 200, duration: 100, easing: 'linear' as const },
    };
    const entering = boxInTransition({ from: { ...hidden, opacity: 0 }, to: {}, track });
    expect(
      [200, 250, 300].map((time) => [entering(time)?.opacity, entering(time)?.appearance.write]),
    ).toEqual([
      [undefined, undefined],
      [0.625, 0.5],
      [0.75, 1],
    ]);
    const leaving = boxInTransition({ from: {}, to: { ...hidden, opacity: 0 }, track });
    expect([200, 250, 300].map((time) => [leaving(time)?.opacity, leaving(time)?.appearance.write])).toEqual([
      [0.5, 1],
      [0.375, 0.5],
      [undefined, undefined],
    ]);
  });
});

describe('grow tracks', () => {
  const revealTiming = { start: 0, duration: 200, easing: 'linear' as const };
  const sizes = (pose: Pose | undefined) =>
    pose && [
      pose.appearance.width,
      pose.appearance.height,
      pose.appearance.fontSize,
      pose.appearance.strokeWidth,
    ];

  it("multiplies a growing object's width, height and font size by its reveal", () => {
    const box = boxInTransition({
      from: { ...hidden, width: 40, height: 20, fontSize: 10, strokeWidth: 2 },
      to: { width: 80, height: 20, fontSize: 10, strokeWidth: 2 },
      track: { type: 'grow', revealTiming },
    });
    expect([100, 200].map((time) => sizes(box(time)))).toEqual([
      [25, 10, 5, 2],
      [60, 20, 10, 2],
    ]);
    expect(box(100)?.appearance.write).toBe(1);
  });

  it('shrinks a leaving object over its track if it has no revealTiming', () => {
    const size = { width: 40, height: 20, fontSize: 10 };
    const box = boxInTransition({ from: size, to: { ...hidden, ...size }, track: { type: 'grow' } });
    expect([0, 100, 300].map((time) => sizes(box(time)))).toEqual([
      [40, 20, 10, 0],
      [30, 15, 7.5, 0],
      [10, 5, 2.5, 0],
    ]);
  });

  it("does not multiply a staying object's size by its reveal under grow", () => {
    const box = boxInTransition({
      from: { width: 40 },
      to: { width: 80 },
      track: { type: 'grow', revealTiming },
    });
    expect([0, 100].map((time) => box(time)?.appearance.width)).toEqual([40, 50]);
  });
});

describe('write tracks', () => {
  it('writes an entering or staying object and unwrites a leaving one', () => {
    const track = { type: 'write' as const, order: 'sequential' as const };
    const written = (box: (timeMs: number) => Pose | undefined) =>
      [0, 100, 300].map((time) => [box(time)?.appearance.write, box(time)?.appearance.writeOrder]);
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

  it('reveals the whole object under every track type except write', () => {
    for (const type of ['move', 'fade', 'grow', 'none'] as const) {
      expect(boxInTransition({ track: { type, order: 'sequential' } })(100)).toMatchObject({
        appearance: { write: 1 },
      });
    }
  });
});
