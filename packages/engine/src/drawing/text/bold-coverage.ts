import { isDefaultIgnorable } from './characters.ts';
import { firstRangeFrom, type Ranges, readCoverage } from './font-coverage.ts';
import { colorEmojiFont, type FontName, fontsWithBold, fontsWithPartialBold } from './font-list.ts';

/** Method that gives a run the weight of the text. */
export type RunWeight =
  | 'regular'
  /** The font's bold companion. */
  | 'bold'
  /** The regular font with thicker outlines. */
  | 'emboldened';

/** Looks up the characters of a bold font without opening it. Reads its file for the first text that needs it. */
export class BoldCoverage {
  #rangesByFont: ReadonlyMap<string, Ranges> | undefined;

  /** Returns the method for bold text in a font. Emoji in colour stay unchanged. */
  weightOf(font: FontName, codePoints: readonly number[]): RunWeight {
    if (font === colorEmojiFont) return 'regular';
    if (!fontsWithBold.has(font)) return 'emboldened';
    if (!fontsWithPartialBold.some((name) => name === font)) return 'bold';
    this.#rangesByFont ??= new Map(
      readCoverage('bold-coverage.json').fonts.map(({ name, ranges }) => [name, ranges]),
    );
    const ranges = this.#rangesByFont.get(font) ?? [];
    const hasAll = codePoints.every(
      (codePoint) => isDefaultIgnorable(codePoint) || isInRanges(ranges, codePoint),
    );
    return hasAll ? 'bold' : 'emboldened';
  }
}

function isInRanges(ranges: Ranges, value: number): boolean {
  const index = firstRangeFrom(ranges, value);
  return index < ranges.length && ranges[index] <= value;
}
