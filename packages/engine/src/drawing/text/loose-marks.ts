/** Measurements for placing a mark on its letter, in HarfBuzz's font units with y up. */
export interface MarkableGlyph {
  readonly isMark: boolean;
  readonly xAdvance: number;
  readonly extents: GlyphBox | undefined;
  /** Position of the glyph, from the run's left end. */
  x: number;
  y: number;
  /** Whether the font positions the glyph itself. */
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
  /** Shift of the last loose mark. Marks that the font positions on it move with it. */
  shiftX: number;
  shiftY: number;
}

/**
 * Centres marks on letters for which the font has no anchor, such as an acute on я in Inter, and keeps them `gap` away
 * from the letter and from each other. Only for text that runs left to right.
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
