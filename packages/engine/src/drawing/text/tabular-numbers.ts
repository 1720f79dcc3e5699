import type * as HarfBuzz from 'harfbuzzjs';

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** A range of code points, without its end. */
export interface NumberRange {
  readonly start: number;
  readonly end: number;
}

const signsInNumbers = new Set(Array.from(".,:;/'’+-−–\u00a0\u202f", (sign) => sign.codePointAt(0)));

/** More would slow down shaping; the whole run is then treated as one number. */
const maxRanges = 100;

/**
 * Finds the numbers in a run: European digits, and single signs between them. Inter's feature for digits of one width
 * also changes spaces and signs, which must not happen outside of numbers.
 */
export function numbersIn(codePoints: readonly number[]): NumberRange[] {
  const isEuropeanDigit = (codePoint: number | undefined) =>
    codePoint !== undefined && codePoint >= 0x30 && codePoint <= 0x39;
  const ranges: NumberRange[] = [];
  for (let start = 0; start < codePoints.length; start++) {
    if (!isEuropeanDigit(codePoints[start])) continue;
    let end = start + 1;
    for (;;) {
      if (isEuropeanDigit(codePoints[end])) end++;
      else if (signsInNumbers.has(codePoints[end]) && isEuropeanDigit(codePoints[end + 1])) end += 2;
      else break;
    }
    ranges.push({ start, end });
    start = end;
  }
  return ranges.length > maxRanges ? [{ start: 0, end: codePoints.length }] : ranges;
}

/** Digits of every script come in tens, some of them one after another. */
function zeroOf(digit: number): number {
  let first = digit;
  while (isDigit(first - 1)) first--;
  return digit - ((digit - first) % 10);
}

/** Gives each digit of a shaped run the advance of its script's widest digit in the font, and centres it. */
export function evenDigits(
  codePoints: readonly number[],
  infos: readonly HarfBuzz.GlyphInfo[],
  positions: HarfBuzz.GlyphPosition[],
  font: HarfBuzz.Font,
): void {
  const widest = new Map<number, number>();
  const widestOf = (zero: number) => {
    const cached = widest.get(zero);
    if (cached !== undefined) return cached;
    const advances = Array.from({ length: 10 }, (_, value) => {
      const glyph = font.nominalGlyph(zero + value);
      return glyph === undefined ? 0 : font.glyphHAdvance(glyph);
    });
    const advance = Math.max(...advances);
    widest.set(zero, advance);
    return advance;
  };
  for (const [i, { cluster, codepoint: glyph }] of infos.entries()) {
    const codePoint = codePoints[cluster];
    if (!isDigit(codePoint) || glyph !== font.nominalGlyph(codePoint)) continue;
    const position = positions[i];
    const gap = widestOf(zeroOf(codePoint)) - position.xAdvance;
    positions[i] = {
      ...position,
      xAdvance: position.xAdvance + gap,
      xOffset: position.xOffset + Math.round(gap / 2),
    };
  }
}
