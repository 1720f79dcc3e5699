import { describe, expect, it } from 'vitest';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { expand, problemsOf } from '../shorthand/expand.ts';

const easing = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** The upper half of a circle around (500, 500), as points on it. */
const half = Array.from({ length: 65 }, (_, index) => {
  const angle = Math.PI * (1 - index / 64);
  return [0.5 + Math.cos(angle) / 2, -Math.sin(angle) / 2];
});
const arc = { kind: 'path', x: 100, y: 500, width: 800, height: 800, points: half };
const car = { kind: 'rectangle', on: 'arc', x: 0, y: -60, width: 40, height: 20 };

/** The place and the direction of an object of a film, `ms` after the start of its transition of one second. */
function movedBy(objects: object, states: readonly object[], enter: unknown = 1000) {
  const film = { shorthand: true, width: 1000, height: 600, objects };
  const compositions = [
    { duration: 0, states: states[0] },
    { duration: 100, enter, states: states[1] },
  ];
  const timeline = compileTimeline(expand({ ...film, compositions }).project);
  return (ms: number) => {
    const pose = timeline.at(ms).poses.find(({ objectId }) => objectId === 'car');
    if (pose === undefined) throw new Error(`no car after ${ms} ms`);
    const [a, b, , , x, y] = pose.matrix;
    return { x, y, degrees: (Math.atan2(b, a) * 180) / Math.PI };
  };
}

describe('objects on curves', () => {
  it('move along the curve, turned with it, with the easing of their track', () => {
    const at = movedBy({ arc, car }, [{ car: true }, { car: { x: 1 } }]);
    for (const ms of [0, 130, 300, 500, 777, 1000]) {
      const { x, y, degrees } = at(ms);
      expect(Math.hypot(x - 500, y - 500)).toBeCloseTo(460, -0.5);
      const angle = 180 * easing(ms / 1000);
      expect(Math.atan2(500 - y, 500 - x) * (180 / Math.PI)).toBeCloseTo(angle, 0);
      expect(Math.abs(degrees - (angle - 90))).toBeLessThan(3);
    }
    const linear = movedBy({ arc, car }, [{ car: true }, { car: { x: 1 } }], {
      duration: 1000,
      easing: 'linear',
    });
    expect(linear(250).x).toBeCloseTo(500 - 460 * Math.cos(Math.PI / 4), -0.5);
  });

  it('follow a curve that moves, and go around a closed one without turning back', () => {
    const moved = movedBy({ arc, car: { ...car, x: 0.5 } }, [
      { arc: true, car: true },
      { arc: { y: 400, x: 200 } },
    ]);
    const middle = moved(500);
    expect([middle.x, middle.y]).toEqual([expect.closeTo(550, -0.5), expect.closeTo(-10, 0)]);
    const ring = { kind: 'path', x: 500, y: 300, width: 400, height: 400, closed: true, smooth: true };
    const points = Array.from({ length: 24 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 24;
      return [Math.cos(angle) / 2, Math.sin(angle) / 2];
    });
    const around = movedBy({ ring: { ...ring, points }, car: { ...car, on: 'ring', y: 0 } }, [
      { car: true },
      { car: { x: 1 } },
    ]);
    const directions = Array.from({ length: 101 }, (_, index) => around(index * 10).degrees);
    const turns = directions
      .slice(1)
      .map((degrees, index) => ((((degrees - directions[index]) % 360) + 540) % 360) - 180);
    expect(Math.min(...turns)).toBeGreaterThan(-3);
    expect(turns.reduce((sum, turn) => sum + turn, 0)).toBeCloseTo(345, -1.5);
  });

  it('keep the straight way on a straight line, and their own keyframes', () => {
    const line = { kind: 'path', from: [100, 100], to: [900, 500] };
    const straight = expand({
      shorthand: true,
      objects: { line, car: { ...car, on: 'line' } },
      compositions: [{ states: { car: true } }, { enter: 500, states: { car: { x: 1 } } }],
    });
    expect(JSON.stringify(straight.project)).not.toContain('"keyframes"');
    const enter = { duration: 1000, tracks: { car: { keyframes: { y: [[0.5, 77]] } } } };
    expect(movedBy({ arc, car }, [{ car: true }, { car: { x: 1 } }], enter)(500).y).toBeCloseTo(77, 0);
  });

  it('too many ways along a long curve are refused in a sentence', { tags: 'slow' }, () => {
    const points = Array.from({ length: 1000 }, (_, index) => [index / 1000, Math.sin(index) / 2]);
    const line = { kind: 'path', x: 100, y: 500, width: 1500, height: 400, smooth: true, points };
    const dots = Array.from({ length: 300 }, (_, index) => `dot${index}`);
    const dot = { kind: 'circle', on: 'line', x: 0, width: 9, height: 9 };
    const states = (x: number) => Object.fromEntries(dots.map((id) => [id, { x }]));
    const document = {
      shorthand: true,
      objects: { line, ...Object.fromEntries(dots.map((id) => [id, dot])) },
      compositions: Array.from({ length: 30 }, (_, index) => ({
        enter: 100,
        states: states((index % 10) / 10),
      })),
    };
    expect(problemsOf(document)).toEqual([
      expect.stringContaining('the ways of objects along curves make the full project larger than 32 MiB'),
    ]);
  });
});
