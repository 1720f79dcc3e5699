import type { Color } from '../../timeline/color.ts';
import type { Outline } from '../outline.ts';

/**
 * Text in the bundled fonts, in em with y down. It does not depend on the font size: an em is scaled to `fontSize`
 * when the text is drawn.
 */
export interface TextLayout {
  /** The text split at newlines and where it is wrapped. An empty line has no glyphs and no width. */
  readonly lines: readonly TextLine[];
  /** The widest line's advance width, in em. */
  readonly width: number;
  /** Grapheme clusters in the whole text, not counting newlines and the spaces at which a line is wrapped. */
  readonly graphemeCount: number;
  /** Start of each grapheme cluster in the text, in UTF-16 units, for a style that asks for it. */
  readonly graphemeStarts?: readonly number[];
  /** Characters that no bundled font has, each once, in order of appearance. They are drawn as empty boxes. */
  readonly missing: readonly string[];
  /** Default distance between the baselines of neighbouring lines, in em. */
  readonly lineHeight: number;
}

export interface TextLine {
  /** Advance width in em. */
  readonly width: number;
  /** Whether the paragraph starts on the right, as in Arabic and Hebrew. */
  readonly isRightToLeft: boolean;
  /** In visual order, left to right. */
  readonly glyphs: readonly PlacedGlyph[];
  /** The room of all characters, spaces too, for a style that finds graphemes. In visual order. */
  readonly cells?: readonly TextCell[];
}

/** The room of the grapheme clusters that are drawn together. */
export interface TextCell {
  readonly firstGrapheme: number;
  readonly endGrapheme: number;
  /** In em from the line's left end. */
  readonly left: number;
  readonly right: number;
}

/** An outline like a glyph's, with its own colour; null is the colour of the text. */
export interface GlyphLayer {
  readonly outline: Outline;
  readonly color: Color | null;
}

export interface PlacedGlyph {
  /** In em, with the origin on the baseline. Every use of the same glyph has the same object. Not used with layers. */
  readonly outline: Outline;
  /** The layers of an emoji in colour, painted from the bottom up instead of its outline. */
  readonly layers?: readonly GlyphLayer[] | undefined;
  /** The glyph's origin, in em from the line's left end and from its baseline (y down). */
  readonly x: number;
  readonly y: number;
  /** The script of its run, an ISO 15924 code. */
  readonly script: string;
  /**
   * The grapheme clusters that the glyph draws, as indexes into the whole text in reading order without newlines:
   * from `firstGrapheme` up to but not including `endGrapheme`. A ligature draws several.
   */
  readonly firstGrapheme: number;
  readonly endGrapheme: number;
}
