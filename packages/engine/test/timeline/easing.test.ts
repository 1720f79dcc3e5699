import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Easing } from '../../src/project/schema.ts';
import { easingFunction } from '../../src/timeline/easing.ts';

const bezier = (x1: number, y1: number, x2: number, y2: number) =>
  easingFunction({ type: 'cubicBezier', x1, y1, x2, y2 });

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const anyEasing: fc.Arbitrary<Easing> = fc.oneof(
  fc.constantFrom<Easing[]>('linear', 'easeIn', 'easeOut', 'easeInOut'),
  fc.record({ type: fc.constant('cubicBezier' as const), x1: unit, y1: unit, x2: unit, y2: unit }),
);

describe('named easings', () => {
  it.each([
    ['linear', 0.25, 0.25],
    ['easeIn', 0.5, 0.125],
    ['easeOut', 0.5, 0.875],
    ['easeInOut', 0.25, 0.0625],
    ['easeInOut', 0.4375, 0.3349609375],
    ['easeInOut', 0.5, 0.5],
    ['easeInOut', 0.5625, 0.6650390625],
    ['easeInOut', 0.75, 0.9375],
  ] as const)('the easing %s maps %d to %d', (easing, fraction, progress) => {
    expect(easingFunction(easing)(fraction)).toBe(progress);
  });
});

describe('cubicBezier', () => {
  // Each row is for one u; the curve's x and y at u were calculated by hand.
  it.each([
    ['x = u^3, y = 3u^2 - 2u^3 at u = 0.5', bezier(0, 0, 0, 1), 0.125, 0.5],
    ['x = u^3, y = 3u^2 - 2u^3 at u = 0.2', bezier(0, 0, 0, 1), 0.008, 0.104],
    ['x = 0.5 + 4(u - 0.5)^3, y = 3u^2 - 2u^3 at u = 0.6', bezier(1, 0, 0, 1), 0.504, 0.648],
    ['x = 1 - (1 - u)^3, y = u^3 at u = 0.9', bezier(1, 0, 1, 0), 0.999, 0.729],
    ['x = 3u^2 - 2u^3, y = 1 - (1 - u)^3 at u = 0.25', bezier(0, 1, 1, 1), 0.15625, 0.578125],
    ['the middle of a symmetric curve', bezier(0.42, 0, 0.58, 1), 0.5, 0.5],
    ['x = 1.26u(1-u)^2 + 1.74u^2(1-u) + u^3 at u = 0.25', bezier(0.42, 0, 0.58, 1), 0.274375, 0.15625],
  ])('computes cubicBezier for %s', (_, ease, x, y) => {
    expect(ease(x)).toBeCloseTo(y, 12);
  });

  it('computes cubicBezier precisely where x(u) is flat', () => {
    // 4(u - 0.5)^3 = 2^-50, so u = 0.5 + 2^-52/3, and y = 0.5 + 1.5 v - 2 v^3.
    const v = 2 ** (-52 / 3);
    expect(Math.abs(bezier(1, 0, 0, 1)(0.5 + 2 ** -50) - (0.5 + 1.5 * v - 2 * v ** 3))).toBeLessThan(1e-12);
    // u = 2^-20, y = 1 - (1 - u)^3.
    const u = 2 ** -20;
    expect(Math.abs(bezier(0, 1, 0, 1)(u ** 3) - (3 * u - 3 * u ** 2 + u ** 3))).toBeLessThan(1e-15);
  });

  it('a cubicBezier with control points on the diagonal is the identity', () => {
    fc.assert(
      fc.property(unit, unit, unit, (p1, p2, fraction) => {
        expect(Math.abs(bezier(p1, p1, p2, p2)(fraction) - fraction)).toBeLessThan(1e-12);
      }),
    );
  });

  it('computes y(u) at x(u) for any cubicBezier', () => {
    const inner = fc.double({ min: 0.05, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(inner, unit, inner, unit, unit, (x1, y1, x2, y2, u) => {
        const at = (p1: number, p2: number) => 3 * (1 - u) ** 2 * u * p1 + 3 * (1 - u) * u ** 2 * p2 + u ** 3;
        expect(Math.abs(bezier(x1, y1, x2, y2)(at(x1, x2)) - at(y1, y2))).toBeLessThan(1e-9);
      }),
    );
  });
});

describe('any easing', () => {
  it('returns exactly 0 at 0 and 1 at 1 for any easing', () => {
    fc.assert(
      fc.property(anyEasing, (easing) => {
        expect(easingFunction(easing)(0)).toBe(0);
        expect(easingFunction(easing)(1)).toBe(1);
      }),
    );
  });

  it('keeps any easing monotone and from 0 to 1', () => {
    fc.assert(
      fc.property(anyEasing, unit, unit, (easing, one, other) => {
        const ease = easingFunction(easing);
        const [earlier, later] = [ease(Math.min(one, other)), ease(Math.max(one, other))];
        expect(earlier).toBeGreaterThanOrEqual(0);
        expect(later).toBeLessThanOrEqual(1);
        // Neighbouring results may differ by rounding in the last digit.
        expect(earlier - later).toBeLessThanOrEqual(2 * Number.EPSILON);
      }),
    );
  });
});
