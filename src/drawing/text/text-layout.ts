import type { Outline } from '../outline.ts';

/**
 * Text set in the bundled fonts at one unit to the em, y down. Nothing here depends on the font size: an em is
 * scaled to `fontSize` when the text is drawn.
 */
export interface TextLayout {
  /** One a line of the text, split at newlines; an empty line has no glyphs and no width. */
  readonly lines: readonly TextLine[];
  /** The widest line's advance width, in em. */
  readonly width: number;
  /** Grapheme clusters in the whole text, newlines not counted. */
  readonly graphemeCount: number;
  /** Characters that no bundled font has, each once, in order of appearance; they are drawn as an empty box. */
  readonly missing: readonly string[];
}

export interface TextLine {
  /** Advance width in em. */
  readonly width: number;
  /** Whether its paragraph starts at the right, as Arabic and Hebrew do. */
  readonly isRightToLeft: boolean;
  /** In visual order, left to right. */
  readonly glyphs: readonly PlacedGlyph[];
}

export interface PlacedGlyph {
  /** In em, origin on the baseline; the same object for every use of the same glyph. */
  readonly outline: Outline;
  /** Where the glyph's origin stands, in em from the line's left end and from its baseline (y down). */
  readonly x: number;
  readonly y: number;
  /**
   * The grapheme clusters the glyph draws, as indexes into the whole text in reading order (newlines not
   * counted): from `firstGrapheme` up to and not including `endGrapheme`. A ligature draws several.
   */
  readonly firstGrapheme: number;
  readonly endGrapheme: number;
}
