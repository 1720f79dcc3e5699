import { expect } from 'vitest';
import { compile } from '../../../../../test/tools/mathjs.ts';
import { distanceTo, linesOf, type Plane, type Point, placeIn, size } from './on-plane.ts';

/** `A` is replaced by some numbers. mathjs reads all of these in the same way, and `ln` is given to it. */
export const families = [
  ...[
    'A*x',
    'x^2/A - A',
    'x^3 - A*x',
    '(x-A)*(x+1)*(x+2)/4',
    'A - abs(x)',
    'abs(x^2 - A)',
    'A/x',
    '1/(x - A)',
  ],
  ...[
    '1/(x^2 - A)',
    'x/(x^2 + A)',
    'A/(1 + x^2)',
    'sqrt(x + A)',
    'sqrt(A - x^2)',
    'cbrt(x - A)',
    'A^x',
    'exp(-A*x^2)',
  ],
  ...['exp(x/A)', 'ln(x + A)', 'ln(A*x)', 'log10(A*x)', 'log2(A*x)', 'sin(A*x)', 'cos(x)^2 * A', 'tan(A*x)'],
  ...[
    'A*sin(1/x)',
    'x*sin(A*x)',
    'sin(x)/(A*x)',
    'asin(x/A)',
    'acos(x/A)',
    'atan(A*x)',
    'floor(A*x)',
    'round(x) - x + A',
  ],
  ...[
    'sign(x - A)',
    'min(x, A)',
    'max(sin(x), A/4)',
    'mod(x, A)',
    'x^A',
    'hypot(x, A) - 2',
    'sin(x) + sin(A*x)/A',
    'x < A ? x : A - x/2',
  ],
];

const scope = { ln: Math.log, hypot: Math.hypot };

/** Expects the plot of a formula to be within half a pixel of what mathjs computes, and to have no other lines. */
export async function expectAsMathjs(formula: string, samples: number): Promise<void> {
  const plane: Plane = {};
  const lines = await linesOf(plane, `y = ${formula}`);
  const compiled = compile(formula);
  const valueAt = (x: number) => {
    const value: unknown = compiled.evaluate({ ...scope, x });
    return typeof value === 'number' ? value : NaN;
  };
  const isSmooth = (x: number, reach: number) => {
    const around = [-1, -0.5, 0, 0.5, 1].map((share) => valueAt(x + share * reach));
    const steps = around.slice(1).map((value, index) => Math.abs(value - (around[index] ?? NaN)));
    return Math.max(...steps) < 0.05;
  };
  for (let index = 1; index < samples; index++) {
    const x = -4 + (8 * index) / samples + 1e-4;
    const y = valueAt(x);
    if (!(Math.abs(y) < 2.98) || !isSmooth(x, 0.002)) continue;
    expect(distanceTo(lines, placeIn(plane, [x, y])), `at ${x}`).toBeLessThan(0.5);
  }
  // Nothing else is drawn: no lines across poles and jumps.
  for (const line of lines) {
    for (let index = 1; index < line.length; index++) {
      const [one, two] = [line[index - 1] ?? [NaN, NaN], line[index] ?? [NaN, NaN]];
      const middle: Point = [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2];
      const x = (middle[0] / size.width) * 8;
      const nearby = Array.from({ length: 33 }, (_, step) => valueAt(x + (step - 16) * 0.00025));
      const known = nearby.filter(Number.isFinite);
      if (known.length === 0) continue;
      const y = (-middle[1] / size.height) * 6;
      expect(y, `at ${x}`).toBeGreaterThan(Math.min(...known) - 0.02);
      expect(y, `at ${x}`).toBeLessThan(Math.max(...known) + 0.02);
    }
  }
}
