import { expect, it } from 'vitest';
import { drawArrow } from '../../src/drawing/draw-shape.ts';
import { clearEnds, lineHead } from '../../src/drawing/line-heads.ts';
import type { Outline } from '../../src/drawing/outline.ts';
import { measureOutline, openOutline, trimOutline } from '../../src/drawing/trim-outline.ts';
import { film, statesOf } from '../layout/laid-out.ts';
import { expandedFilm } from '../shorthand/expand.ts';
import { appearanceOf } from './appearance-parts.ts';

const white = { red: 1, green: 1, blue: 1, alpha: 1 };

/** A quarter of a circle of radius 100, from the left to the top. */
const arc: Outline = { verbs: 'MC', points: [0, 0, 0, -55.23, 44.77, -100, 100, -100] };

it('an opening leaves out a part of a line between two shares of its length', () => {
  const { length } = measureOutline(arc);
  for (const [start, end] of [
    [0.25, 0.5],
    [0, 0.3],
    [0.9, 1],
  ] as const) {
    const open = openOutline(arc, [start, end]);
    expect(measureOutline(open).length).toBeCloseTo(length * (1 - end + start), 1);
    expect([...open.verbs].filter((verb) => verb === 'M')).toHaveLength(start > 0 && end < 1 ? 2 : 1);
  }
  expect(openOutline(arc, [0.5, 0.5])).toBe(arc);
  expect(openOutline(arc, null)).toBe(arc);
  expect(measureOutline(trimOutline(openOutline(arc, [0.4, 0.6]), 0.5)).length).toBeCloseTo(length * 0.4, 1);
});

it('a head is at its end of the line, in the direction in which the line arrives there', () => {
  const end = lineHead(arc, 'end', 'arrow', 2);
  expect(end.outline.points.slice(2, 4)).toEqual([expect.closeTo(100, 6), expect.closeTo(-100, 6)]);
  // The curve arrives from the left, so both barbs are to the left of the tip.
  expect(end.outline.points[0]).toBeLessThan(95);
  expect(end.outline.points[4]).toBeLessThan(95);
  const start = lineHead(arc, 'start', 'arrow', 2);
  expect(start.outline.points.slice(2, 4)).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6)]);
  // It leaves upwards, so both barbs are above.
  expect(start.outline.points[1]).toBeLessThan(-5);
  expect(start.outline.points[5]).toBeLessThan(-5);
  expect(lineHead(arc, 'end', 'circle', 2).isFilled).toBe(true);
  expect(lineHead(arc, 'end', 'cross', 2).outline.verbs).toBe('MLML');
});

it('leaves the line out behind a head through which one sees, and draws another head at the start', () => {
  const { length } = measureOutline(arc);
  const triangle = lineHead(arc, 'end', 'hollowTriangle', 10);
  expect(triangle).toMatchObject({ isFilled: false, clear: expect.closeTo(60, 6) });
  expect(lineHead(arc, 'end', 'diamond', 10)).toMatchObject({ isFilled: true, clear: 0 });
  const many = lineHead(arc, 'start', 'zeroOrMany', 10);
  expect(measureOutline(clearEnds(arc, many.clear, triangle.clear)).length).toBeCloseTo(length - 60 - 86, 1);
  const short = { verbs: 'ML', points: [0, 0, 12, 0] };
  expect(clearEnds(short, lineHead(short, 'start', 'hollowDiamond', 10).clear, 0).verbs).toBe('');
  const heads = { heads: 'both', headShape: 'one', startShape: 'hollowTriangle' } as const;
  const line = { width: 200, height: 0, stroke: white, strokeWidth: 4, write: 1, ...heads };
  const drawn = JSON.stringify(drawArrow({ ...appearanceOf(), ...line }));
  // The line from the triangle to the end, the triangle, and two bars.
  expect([...drawn.matchAll(/"verbs":"(\w+)"/g)].map(([, verbs]) => verbs)).toEqual(['MLMLLZ', 'MLML']);
});

it('lines without a route, a label on them or heads have none of these fields in the full format', async () => {
  const objects = {
    a: { kind: 'rectangle', x: 200, width: 100, height: 100 },
    b: { kind: 'rectangle', x: 800, width: 100, height: 100 },
    line: { kind: 'arrow', from: 'a', to: 'b', text: 'label' },
  };
  const { a: states = {} } = await statesOf(film(objects));
  for (const field of ['curves', 'opening', 'heads', 'headShape'])
    for (const state of Object.values(states)) expect(state).not.toHaveProperty(field);
  expect(JSON.stringify(expandedFilm())).not.toMatch(/curves|opening|heads|headShape/);
});
