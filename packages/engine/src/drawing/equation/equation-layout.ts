import type { Color } from '../../timeline/color.ts';
import type { Matrix } from '../../timeline/matrix.ts';
import type { Outline } from '../outline.ts';

/** An equation in display style at one unit to the em, y down, with its box centred on the origin. */
export interface EquationLayout {
  /** Size of the box in em. */
  readonly width: number;
  readonly height: number;
  /** The y of its baseline in em. */
  readonly baseline: number;
  /** Glyphs, rules and delimiters in reading order, as MathJax emits them. */
  readonly glyphs: readonly EquationGlyph[];
  /** The terms of the equation. */
  readonly root: EquationTerm;
}

/** A node of MathML with its drawing. */
export interface EquationTerm {
  /** The name of its MathML element, such as `mfrac`. */
  readonly kind: string;
  /** Terms, and indexes of glyphs, in reading order. */
  readonly children: readonly (EquationTerm | number)[];
}

export interface EquationGlyph {
  /** The same object for every use of the same glyph. */
  readonly outline: Outline;
  /** From the outline's own coordinates to em. */
  readonly matrix: Matrix;
  /** Null for the colour of the equation. */
  readonly color: Color | null;
  /** Equal for the same character in any size, and for all rules. */
  readonly symbol: string;
  /** The index of the span that it is in; missing outside of spans. */
  readonly span?: number;
  /** The innermost piece around it that `\class` marks; missing outside of them. */
  readonly mark?: EquationMark;
}

/** A piece of an equation that TeX marks with a name. */
export interface EquationMark {
  readonly name: string;
  /** Its number in the equation; pieces of the same name have numbers of their own. */
  readonly piece: number;
}
