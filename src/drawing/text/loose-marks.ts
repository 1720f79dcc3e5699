/** What is needed to place a mark on its letter, in font units with y up, as HarfBuzz gives it. */
export interface MarkableGlyph {
  readonly isMark: boolean;
  readonly xAdvance: number;
  readonly extents: GlyphBox | undefined;
  /** Where the glyph is drawn, from the run's left end. */
  x: number;
  y: number;
  /** Whether the font itself moved the glyph from where the pen stood. */
  readonly isPlaced: boolean;
}

export interface GlyphBox {
  readonly xBearing: number;
  /** The top. */
  readonly yBearing: number;
  readonly width: number;
  /** Negative. */
  readonly height: number;
}

interface Stack {
  readonly centre: number;
  top: number;
  bottom: number;
  /** How far the last loose mark was moved; marks that the font places on it go along. */
  shiftX: number;
  shiftY: number;
}

/**
 * Centres the marks that a font leaves beside their letter for want of an anchor, as Inter does with я and an
 * acute, and clears them of the letter and of each other by `gap`. Left to right only.
 */
export function centreLooseMarks(glyphs: readonly MarkableGlyph[], gap: number): void {
  let stack: Stack | undefined;
  for (const glyph of glyphs) {
    if (!glyph.isMark || glyph.xAdvance !== 0) {
      stack = glyph.extents && glyph.extents.width > 0 ? stackOn(glyph, glyph.extents) : undefined;
    } else if (stack !== undefined && glyph.extents !== undefined) {
      if (glyph.isPlaced) {
        glyph.x += stack.shiftX;
        glyph.y += stack.shiftY;
      } else moveOnto(stack, glyph, glyph.extents, gap);
    }
  }
}

function stackOn(glyph: MarkableGlyph, box: GlyphBox): Stack {
  return {
    centre: glyph.x + box.xBearing + box.width / 2,
    top: glyph.y + box.yBearing,
    bottom: glyph.y + box.yBearing + box.height,
    shiftX: 0,
    shiftY: 0,
  };
}

function moveOnto(stack: Stack, mark: MarkableGlyph, box: GlyphBox, gap: number): void {
  const top = mark.y + box.yBearing;
  const bottom = top + box.height;
  stack.shiftX = stack.centre - (mark.x + box.xBearing + box.width / 2);
  stack.shiftY = 0;
  if (bottom > 0) {
    stack.shiftY = Math.max(0, stack.top + gap - bottom);
    stack.top = top + stack.shiftY;
  } else if (top < 0) {
    stack.shiftY = Math.min(0, stack.bottom - gap - top);
    stack.bottom = bottom + stack.shiftY;
  }
  mark.x += stack.shiftX;
  mark.y += stack.shiftY;
}
