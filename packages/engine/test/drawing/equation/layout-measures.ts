import { expect } from 'vitest';
import type { EquationGlyph, EquationLayout } from '../../../src/drawing/equation/equation-layout.ts';
import type { EquationResult } from '../../../src/drawing/equation/equation-typesetter.ts';

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the layout of a result, or throws if it has problems. */
export function layoutOf(result: EquationResult): EquationLayout {
  if (!result.ok) throw new Error(`expected a layout, got: ${result.problems.join('; ')}`);
  return result.value.layout;
}

/** Returns the bounds of a glyph's control points in em; exact for rules, whose edges are straight. */
export function boundsOf({ outline, matrix }: EquationGlyph): Bounds {
  const [a, b, c, d, e, f] = matrix;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at < outline.points.length; at += 2) {
    const x = outline.points[at] ?? Number.NaN;
    const y = outline.points[at + 1] ?? Number.NaN;
    xs.push(a * x + c * y + e);
    ys.push(b * x + d * y + f);
  }
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function expectBounds(glyph: EquationGlyph | undefined, bounds: Bounds): void {
  expect(glyph).toBeDefined();
  if (glyph === undefined) return;
  const actual = boundsOf(glyph);
  expect(actual.left).toBeCloseTo(bounds.left, 6);
  expect(actual.top).toBeCloseTo(bounds.top, 6);
  expect(actual.right).toBeCloseTo(bounds.right, 6);
  expect(actual.bottom).toBeCloseTo(bounds.bottom, 6);
}

/** Returns the rules: glyphs of a single rectangle. */
export function rulesOf(layout: EquationLayout): EquationGlyph[] {
  return layout.glyphs.filter(({ outline }) => outline.verbs === 'MLLLZ');
}

/** Checks that every number is finite, and that every outline has exactly the points that its verbs need. */
export function expectSound(layout: EquationLayout): void {
  expect(Number.isFinite(layout.width) && Number.isFinite(layout.height)).toBe(true);
  for (const { outline, matrix } of layout.glyphs) {
    const needed = [...outline.verbs].reduce(
      (sum, verb) => sum + (verb === 'C' ? 6 : verb === 'Z' ? 0 : 2),
      0,
    );
    expect(outline.verbs).toMatch(/^(M[LC]*Z)+$/);
    expect(outline.points).toHaveLength(needed);
    expect(outline.points.every(Number.isFinite) && matrix.every(Number.isFinite)).toBe(true);
  }
}
