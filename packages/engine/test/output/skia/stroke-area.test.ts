import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { type Outline, OutlineBuilder, visitSegments } from '../../../src/drawing/outline.ts';
import { curve, ellipse, line, roundedRectangle } from '../../../src/drawing/shapes.ts';
import { isImmenseStroke, strokeArea } from '../../../src/output/skia/stroke-area.ts';
import { pathData } from '../../../src/output/svg.ts';
import type { Matrix } from '../../../src/timeline/matrix.ts';

const size = { width: 48, height: 40 };
/** Skia rounds edges to quarters of a pixel, which is invisible at this enlargement. */
const enlargement = 6;

/** Returns the share of each pixel that a drawing covers, drawn `enlargement` times as large. */
function coverage(draw: (context: SKRSContext2D) => void): number[] {
  const [width, height] = [size.width * enlargement, size.height * enlargement];
  const context = createCanvas(width, height).getContext('2d');
  draw(context);
  const { data } = context.getImageData(0, 0, width, height);
  const shares = new Array<number>(size.width * size.height).fill(0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = Math.floor(y / enlargement) * size.width + Math.floor(x / enlargement);
      shares[pixel] += data[4 * (y * width + x) + 3] / 255 / enlargement ** 2;
    }
  }
  return shares;
}

function enlarged(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f] = matrix.map((value) => value * enlargement);
  return [a, b, c, d, e, f];
}

function areaCoverage(outline: Outline, width: number, matrix: Matrix): number[] {
  const picture = {
    left: 0,
    top: 0,
    right: size.width * enlargement,
    bottom: size.height * enlargement,
  };
  const area = strokeArea(outline, width, enlarged(matrix), picture);
  return coverage((context) => context.fill(new Path2D(pathData(area))));
}

function strokeCoverage(outline: Outline, width: number, matrix: Matrix): number[] {
  return coverage((context) => {
    context.setTransform(...enlarged(matrix));
    context.lineCap = context.lineJoin = 'round';
    context.lineWidth = width;
    context.stroke(new Path2D(pathData(withLinesForCurves(outline))));
  });
}

/** Skia strokes lines exactly, but its stroke of a wide, bent curve is up to a pixel off. */
function withLinesForCurves(outline: Outline): Outline {
  const lines = new OutlineBuilder();
  const count = 100;
  visitSegments(outline, {
    moveTo: (x, y) => lines.moveTo(x, y),
    lineTo: (x, y) => lines.lineTo(x, y),
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      for (let i = 1; i <= count; i++) {
        const t = i / count;
        const shares = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
        const at = (...values: number[]) => values.reduce((sum, value, j) => sum + value * shares[j], 0);
        lines.lineTo(at(fromX, c1x, c2x, x), at(fromY, c1y, c2y, y));
      }
    },
    close: () => lines.close(),
  });
  return lines.build();
}

const side = fc.integer({ min: 10, max: 60 });
const place = fc.integer({ min: -30, max: 30 });
const outlines = fc.oneof(
  fc.tuple(place, place, place, place).map((ends) => line(...ends)),
  fc.tuple(side, side).map(([width, height]) => ellipse(width + 20, height / 4 + 25)),
  fc.tuple(side, side).map(([width, height]) => roundedRectangle(width, height, 5)),
  fc.tuple(place, place).map(([bend, end]) => curve(10, bend, 30, -bend, 40, end)),
);
const matrices = fc
  .record({
    scale: fc.double({ min: 0.5, max: 4, noNaN: true }),
    shear: fc.double({ min: -1, max: 1, noNaN: true }),
    turn: fc.double({ min: 0, max: 6.3, noNaN: true }),
    x: place,
    y: place,
  })
  .map(({ scale, shear, turn, x, y }): Matrix => {
    const [cosine, sine] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
    return [cosine, sine, cosine * shear - sine, sine * shear + cosine, 24 + x, 20 + y];
  });

describe('stroke areas', () => {
  it("a stroke's area matches Skia's stroke of many short lines", { timeout: runTimeoutMs }, () => {
    fc.assert(
      fc.property(outlines, fc.integer({ min: 1, max: 8 }), matrices, (outline, width, matrix) => {
        const stroked = strokeCoverage(outline, width, matrix);
        const off = areaCoverage(outline, width, matrix).map((share, at) => Math.abs(share - stroked[at]));
        expect(Math.max(...off)).toBeLessThan(0.1);
      }),
      { numRuns: runs(200) },
    );
  });

  const picture = { left: 0, top: 0, right: 64, bottom: 48 };
  const scale = 1e8;

  function covered(outline: Outline, width: number, matrix: Matrix): number[][] {
    expect(isImmenseStroke(outline, width, matrix)).toBe(true);
    const context = createCanvas(64, 48).getContext('2d');
    context.fill(new Path2D(pathData(strokeArea(outline, width, matrix, picture))));
    const { data } = context.getImageData(0, 0, 64, 48);
    return Array.from({ length: 48 }, (_, y) =>
      Array.from({ length: 64 }, (_, x) => data[4 * (64 * y + x) + 3]),
    );
  }

  it('computes the exact stroke area of a line far longer than the picture', () => {
    // 2e-7 wide at this scale is 20 pixels, around y = 20.
    const rows = covered(line(-1, 0, 1, 0), 2e-7, [scale, 0, 0, scale, 24, 20]);
    for (const [y, row] of rows.entries())
      expect(new Set(row)).toEqual(new Set([y >= 10 && y < 30 ? 255 : 0]));
  });

  it('computes the exact stroke area of a pen far larger than the picture', () => {
    // Half of 2 at this scale is 1e8 pixels: from its middle the pen reaches to x = 30.
    const rows = covered(line(0, -1, 0, 1), 2, [scale, 0, 0, scale, 30 - scale, 0]);
    for (const row of rows) expect(row).toEqual(Array.from({ length: 64 }, (_, x) => (x < 30 ? 255 : 0)));
  });

  it('computes the stroke area of a hugely magnified curve', () => {
    // The leftmost point of the ring's middle line is at x = 40; there it is visibly upright.
    const rows = covered(ellipse(2, 2), 1.6e-7, [scale, 0, 0, scale, 40 + scale, 24]);
    for (const row of rows) {
      expect(row).toEqual(Array.from({ length: 64 }, (_, x) => (x >= 32 && x < 48 ? 255 : 0)));
    }
  });

  it('returns an empty stroke area for an off-picture ring and a shape sheared flat', () => {
    expect(strokeArea(ellipse(2, 2), 0.1, [scale, 0, 0, scale, 32, 24], picture).verbs).toBe('');
    const flat = covered(roundedRectangle(100, 1000, 10), 3, [1, 0, 1e5, 0, 32, 24]);
    expect(Math.max(...flat.flat())).toBe(0);
  });

  it('does not treat an ordinary stroke as immense', () => {
    expect(isImmenseStroke(ellipse(1e5, 1e5), 100, [2, 0, 0, 2, 1e5, 1e5])).toBe(false);
  });
});
