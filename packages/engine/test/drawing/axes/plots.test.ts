import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Outline, signedArea, splitContours } from '../../../src/drawing/outline.ts';
import { expectAsMathjs, families } from './against-mathjs.ts';
import { distanceTo, drawnOn, linesOf, type Plane, type Point, placeIn, size } from './on-plane.ts';

describe('plots', () => {
  it.each(families)('y = %s is drawn as mathjs computes it, with A = 1.7', async (family) => {
    await expectAsMathjs(family.replaceAll('A', '1.7'), 60);
  });

  it('an equation is drawn where both sides are equal, without its poles', async () => {
    const circle = await linesOf({}, 'x^2 + y^2 = 4');
    expect(circle).toHaveLength(1);
    for (const [x, y] of circle[0] ?? []) expect(Math.hypot(x / 100, y / 100)).toBeCloseTo(2, 3);
    expect(circle[0]?.[0]).toEqual(circle[0]?.at(-1));
    for (let degrees = 0; degrees < 360; degrees += 7) {
      const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      expect(distanceTo(circle, [200 * x, 200 * y])).toBeLessThan(0.3);
    }
    const hyperbola = await linesOf({}, 'x*y = 1');
    expect(hyperbola).toHaveLength(2);
    const pole = await linesOf({}, '1/x = y + 100');
    expect(pole.flat().every(([x]) => Math.abs(x) < 2)).toBe(true);
    expect(await linesOf({}, '1/x = 0')).toEqual([]);
  });

  it('polar and parametric plots, and x of y, are drawn', async () => {
    const rose = await linesOf({}, 'r = 2*cos(2*t)');
    for (const [x, y] of rose.flat()) {
      const angle = Math.atan2(-y, x);
      expect(
        Math.min(
          ...[0, 1].map((turn) =>
            Math.abs(Math.hypot(x, y) - 200 * Math.abs(Math.cos(2 * (angle + turn * Math.PI)))),
          ),
        ),
      ).toBeLessThan(1);
    }
    const ellipse = await linesOf({}, '(3*cos(t), sin(t))');
    for (const [x, y] of ellipse.flat()) expect((x / 300) ** 2 + (y / 100) ** 2).toBeCloseTo(1, 2);
    const parabola = await linesOf({}, 'x = y^2');
    for (const [x, y] of parabola.flat()) expect(x / 100).toBeCloseTo((y / 100) ** 2, 2);
  });

  it('a plot follows logarithmic scales, ranges that run backwards, and a matrix', async () => {
    const log: Plane = { xRange: [1, 100], yRange: [1, 10000], axes: { xScale: 'log', yScale: 'log' } };
    for (const [x, y] of (await linesOf(log, 'y = x^2')).flat()) {
      const [across, up] = [x / size.width + 0.5, 0.5 - y / size.height];
      expect(up).toBeCloseTo(across, 3);
    }
    const back = await linesOf({ xRange: [4, -4] }, 'y = x');
    for (const [x, y] of back.flat()) expect(y).toBeCloseTo(x, 6);
    const mapped: Plane = {
      matrix: [
        [0, -1],
        [1, 0],
      ],
    };
    for (const [x, y] of (await linesOf(mapped, 'y = x^2')).flat())
      expect(-x / 100).toBeCloseTo((y / 100) ** 2, 2);
  });

  it.each([
    ['the smallest number', [0, 5e-324]],
    ['a huge range with a tiny step', [-1e15, 1e15, 1e-300]],
    ['rounding errors', [1e15, 1e15 + 0.125]],
  ])('axes with a range of %s have few ticks', async (_, xRange) => {
    const node = await drawnOn(
      {},
      { kind: 'axes', axes: { grid: true } },
      { xRange, width: 100, height: 100 },
    );
    expect(node?.children.length).toBeLessThan(200);
  });

  it('wild formulas take bounded work', async () => {
    for (const formula of [
      'sin(1e6*x)',
      'tan(1e9*x^2)',
      'mod(1e12*x, 1)',
      '1e308*x*1e308',
      'x^x^x^x',
      'sin(1e5*x) = cos(1e5*y)',
    ]) {
      const node = await drawnOn({}, { kind: 'plot', plot: { formula } });
      const count = (node?.children ?? []).reduce(
        (sum, child) => sum + (child.type === 'stroke' ? child.outline.points.length : 0),
        0,
      );
      expect(count).toBeLessThan(200_000);
    }
  });

  it('the area to another plot and bars lie between both curves', async () => {
    const plot = { kind: 'plot', plot: { formula: 'y = x^2' } } as const;
    const area = async (steps?: number) => {
      const own = { fill: '#ff0000', area: { from: 0, to: 2, ...(steps !== undefined && { steps }) } };
      const node = await drawnOn({}, plot, own);
      const [inside] = node?.children ?? [];
      return inside?.type === 'fill' ? areaOf(inside.outline) : NaN;
    };
    // Above 3, the area is cut off.
    const whole = Math.sqrt(3) ** 3 / 3 + 3 * (2 - Math.sqrt(3));
    expect(await area()).toBeCloseTo(whole, 3);
    expect(await area(1)).toBeCloseTo(2 * 0.99, 1);
    expect(await area(1000)).toBeCloseTo(whole, 2);
  });

  it('points of data become a line, dots or bars at their places', async () => {
    const points = fc.array(
      fc.tuple(fc.double({ min: -4, max: 4, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true })),
      { minLength: 2, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(points, async (dataPoints) => {
        const dots = await drawnOn({}, { kind: 'plot', plot: { marks: 'points' } }, { dataPoints });
        const places = (dots?.children ?? []).flatMap((child) =>
          child.type === 'group' ? [[child.matrix[4], child.matrix[5]]] : [],
        );
        expect(places).toHaveLength(dataPoints.length);
        for (const [index, point] of dataPoints.entries()) {
          const [x, y] = placeIn({}, point as unknown as Point);
          expect(places[index]?.[0]).toBeCloseTo(x, 6);
          expect(places[index]?.[1]).toBeCloseTo(y, 6);
        }
      }),
      { numRuns: 20 },
    );
  });
});

/** The area of polygons in units of the axes, of which one takes 100 x 100 pixels. */
function areaOf(outline: Outline): number {
  return splitContours(outline).reduce((sum, { points }) => sum + Math.abs(signedArea(points)), 0) / 10_000;
}
