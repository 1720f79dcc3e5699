import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connect } from '../../src/layout/connect.ts';

const length = fc.double({ min: 1, max: 300, noNaN: true });
const position = fc.double({ min: -1000, max: 1000, noNaN: true });
const anyEnd = fc
  .record({
    kind: fc.constantFrom('box' as const, 'ellipse' as const),
    x: position,
    y: position,
    halfWidth: length,
    halfHeight: length,
  })
  .map(({ kind, x, y, halfWidth, halfHeight }) => ({
    kind,
    box: { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight },
  }));

const without = { outline: 0, point: 0 };

type End = typeof anyEnd extends fc.Arbitrary<infer Value> ? Value : never;

/** How far out a point is: 1 on the outline. */
function outness({ kind, box }: End, x: number, y: number): number {
  const across = (2 * x - box.left - box.right) / (box.right - box.left);
  const down = (2 * y - box.top - box.bottom) / (box.bottom - box.top);
  return kind === 'box' ? Math.max(Math.abs(across), Math.abs(down)) : Math.hypot(across, down);
}

it('without a gap, a connector begins and ends on the outlines', () => {
  fc.assert(
    fc.property(anyEnd, anyEnd, (from, to) => {
      const line = connect(from, to, without);
      if (!line) return;
      expect(outness(from, line.x, line.y)).toBeCloseTo(1, 6);
      expect(outness(to, line.x + line.width, line.y + line.height)).toBeCloseTo(1, 6);
    }),
  );
});

it('a gap shortens a connector on both sides, but never to less than half of the space', () => {
  fc.assert(
    fc.property(anyEnd, anyEnd, length, (from, to, gap) => {
      const whole = connect(from, to, without);
      const line = connect(from, to, { outline: gap, point: 0 });
      expect(line === null).toBe(whole === null);
      if (!whole || !line) return;
      const room = Math.hypot(whole.width, whole.height);
      expect(Math.hypot(line.width, line.height)).toBeCloseTo(Math.max(room - 2 * gap, room / 2), 6);
    }),
  );
});

it('there is no connector between ends that overlap', () => {
  const box = { left: 0, top: 0, right: 100, bottom: 100 };
  expect(
    connect({ kind: 'box', box }, { kind: 'box', box: { ...box, left: 50, right: 150 } }, without),
  ).toBeNull();
  expect(connect({ kind: 'point', x: 5, y: 5 }, { kind: 'point', x: 5, y: 5 }, without)).toBeNull();
});
