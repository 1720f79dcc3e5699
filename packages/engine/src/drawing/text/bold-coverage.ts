import { isDefaultIgnorable } from './characters.ts';
import { interShares, isInRanges } from './families.ts';
import { type Ranges, rangesIn, readCoverage } from './font-coverage.ts';
import { colorEmojiFont, type FontName, fontsWithBold, fontsWithPartialBold } from './font-list.ts';
import { shareOf } from './weights.ts';

/** Method that gives a run the weight of the text. */
export type RunWeight =
  | 'regular'
  /** The font's bold companion. */
  | 'bold'
  /** The regular font with thicker outlines. */
  | 'emboldened'
  /** A mixture of the regular and the bold font, with this share of the bold one. */
  | number;

/** Looks up the characters of a bold font without opening it. Reads its file for the first text that needs it. */
export class BoldCoverage {
  #rangesByFont: ReadonlyMap<string, Ranges> | undefined;

  /** Returns the method for a weight in a font. Emoji in colour stay unchanged. */
  weightOf(font: FontName, codePoints: readonly number[], weight = 700): RunWeight {
    const share = shareOf(interShares, weight);
    if (share === 0 || font === colorEmojiFont) return 'regular';
    const isPartial = fontsWithPartialBold.some((name) => name === font);
    if (fontsWithBold.has(font) && !isPartial) return share === 1 ? 'bold' : share;
    // As in CSS, the nearest weight of a font with two: from 600, it is the bold one.
    if (weight < 600) return 'regular';
    if (!isPartial) return 'emboldened';
    this.#rangesByFont ??= new Map(
      readCoverage('bold-coverage.json').fonts.map(({ name, ranges }) => [name, rangesIn(ranges)]),
    );
    const ranges = this.#rangesByFont.get(font) ?? [];
    const hasAll = codePoints.every(
      (codePoint) => isDefaultIgnorable(codePoint) || isInRanges(ranges, codePoint),
    );
    return hasAll ? 'bold' : 'emboldened';
  }
}
