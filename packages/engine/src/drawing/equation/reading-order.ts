import { type Bounds, unionBounds } from '../bounds.ts';
import type { EquationTerm } from './equation-layout.ts';

/** Terms whose drawing MathJax finishes with a rule, which is not written last. */
const ruled: Readonly<Record<string, (one: Bounds, other: Bounds) => number>> = {
  // Numerator, rule, denominator.
  mfrac: (one, other) => one.top - other.top,
  // The sign with its index, the rule, and what is under it.
  msqrt: (one, other) => one.left - other.left || one.top - other.top,
  mroot: (one, other) => one.left - other.left || one.top - other.top,
};

/**
 * Returns the indexes of the glyphs of a term in the order in which a person writes them. `boxes` are those of the
 * glyphs; null for one without ink.
 */
export function readingOrder(term: EquationTerm, boxes: readonly (Bounds | null)[]): number[] {
  const parts = term.children.map((child) =>
    typeof child === 'number' ? [child] : readingOrder(child, boxes),
  );
  const compare = ruled[term.kind];
  if (compare === undefined) return parts.flat();
  const placed = parts.map((glyphs) => ({ glyphs, box: boxAround(glyphs, boxes) }));
  return placed.sort((one, other) => compare(one.box, other.box)).flatMap(({ glyphs }) => glyphs);
}

const noInk: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

function boxAround(glyphs: readonly number[], boxes: readonly (Bounds | null)[]): Bounds {
  return (
    glyphs.reduce<Bounds | null>((around, glyph) => unionBounds(around, boxes[glyph] ?? null), null) ?? noInk
  );
}
