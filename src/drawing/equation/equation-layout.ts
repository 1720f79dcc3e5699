import type { Matrix } from '../../timeline/matrix.ts';
import type { Outline } from '../outline.ts';

/** An equation in display style at one unit to the em, y down, with its box centred on the origin. */
export interface EquationLayout {
  /** Size of the box in em. */
  readonly width: number;
  readonly height: number;
  /** Glyphs, rules and delimiters in reading order, as MathJax emits them. */
  readonly glyphs: readonly EquationGlyph[];
}

export interface EquationGlyph {
  /** The same object for every use of the same glyph. */
  readonly outline: Outline;
  /** From the outline's own coordinates to em. */
  readonly matrix: Matrix;
}
