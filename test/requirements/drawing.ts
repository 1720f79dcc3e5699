import { type Area, statements } from './requirement.ts';

export const drawing: Area = {
  title: 'Drawing',
  requirements: [
    ...statements(
      'semantics',
      '5. Drawing, in local coordinates',
      `
drawing.opacity: Opacity applies to the object as a whole, not to its fill and stroke separately.
drawing.stroke.centred: Strokes are centred on the outline.
drawing.stroke.round: Strokes have round caps and joins.
drawing.stroke.none: strokeWidth 0 draws no stroke.
drawing.stroke.scaled: Strokes scale with the transform.
drawing.circle: A circle is an ellipse centred on the origin, abs(width) x abs(height).
drawing.rectangle: A rectangle is centred; its cornerRadius is at most half the shorter side.
drawing.path: A path is the cubic from (0,0) through c1 and c2 to (width, height), stroke only.
drawing.arrow: An arrow is a line from (0,0) to (width, height) with an open V of length min(line, max(10, 3
  strokeWidth)) and half spread 0.45 of it at the end, stroke only.
drawing.numberline: A numberline is an arrow plus 11 ticks, evenly from start to end, 6 to each side.
drawing.text.paint: Text is drawn with fill and stroke.
drawing.text.lines: Text is split into lines at newlines, each centred on x = 0.
drawing.text.baseline: Line i of n has its baseline at (i - (n - 1) / 2) * 1.25 fontSize + 0.3 fontSize.
drawing.equation.tex: An equation is TeX (base, ams and color) in display style.
drawing.equation.size: 1 em of an equation is its fontSize; it is centred on its box.
drawing.equation.paint: An equation is filled with fill and has no stroke.
drawing.equation.unparsable: TeX that does not parse is drawn as text.
drawing.image: An image is stretched to abs(width) x abs(height), centred, clipped to its cornerRadius; the stroke is
  drawn over its border.
drawing.glow.blur: A glow is the object's own pixels, blurred with sigma 4 scene pixels at any scale of the object.
drawing.glow.under: A glow is painted under the object.
drawing.glow.whole: No glow is cut off within 4 sigma.
drawing.write.ends: Write progress 0 draws nothing, 1 the whole object.
drawing.write.shapes: A circle, rectangle or path is written by its outline up to fraction p of its length, and fill
  opacity times p, in both orders.
drawing.write.arrow: An arrow is written by its line up to p, and head opacity clamp01((p - 0.8) / 0.2).
drawing.write.numberline: A numberline is written as an arrow; tick i has opacity clamp01(11 p - i).
drawing.write.text.together: Each line of a text is revealed up to p of its width, from the side where its paragraph
  starts: the left, or the right in Arabic and Hebrew.
drawing.write.text.sequential: Character i of n (no newlines; grapheme clusters) has opacity clamp01(n p - i).
drawing.write.equation.together: Every glyph of an equation has each of its contours drawn at the same time, its outline
  of width 0.018 em up to p, and fill opacity clamp01((p - 0.55) / 0.45).
drawing.write.equation.sequential: Glyph i of n of an equation is written with progress clamp01(n p - i).
drawing.write.image: An image is revealed from the left up to p of its width, in both orders.
drawing.fonts.inter: Latin, Greek and Cyrillic letters, digits and the punctuation between them are set in Inter.
drawing.fonts.noto: All other text is set in Noto Sans, including symbols, mathematics, arrows and enclosed letters and
  numbers.
drawing.fonts.families: The signs of one family have the same size and weight.
drawing.fonts.bundled: Only bundled fonts are used, never the machine's.
`,
    ),
  ],
};
