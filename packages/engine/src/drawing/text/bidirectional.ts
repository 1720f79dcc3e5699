import bidiModule, { type BidiCharTypeName } from 'bidi-js';

// The package is CommonJS and exports only the factory, although its types declare a `default` export.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** All scripts written right to left, and the controls that change the direction. */
const rightToLeftPattern =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A character of the basic plane for each type, because the package reads UTF-16 units one by one. */
const characterOfType: Record<BidiCharTypeName, string> = {
  L: 'a',
  R: '\u05d0',
  EN: '0',
  ES: '+',
  ET: '#',
  AN: '\u0660',
  CS: ',',
  B: '\u2029',
  S: '\t',
  WS: ' ',
  ON: '!',
  BN: '\u00ad',
  NSM: '\u0300',
  AL: '\u0627',
  LRO: '\u202d',
  RLO: '\u202e',
  LRE: '\u202a',
  RLE: '\u202b',
  PDF: '\u202c',
  LRI: '\u2066',
  RLI: '\u2067',
  FSI: '\u2068',
  PDI: '\u2069',
};

export interface LineDirection {
  /** Whether the line runs from right to left. */
  readonly isRightToLeft: boolean;
  /** The embedding level of each code point (UAX 9; odd: right to left). */
  readonly levels: Uint8Array;
}

/**
 * Returns the directions of a line, treating each line as a paragraph. With `auto`, its first strong character sets its
 * direction.
 */
export function directionOf(
  codePoints: readonly number[],
  direction: 'auto' | 'ltr' | 'rtl' = 'auto',
): LineDirection {
  let units = '';
  let hasRightToLeft = false;
  for (const codePoint of codePoints) {
    const character = String.fromCodePoint(codePoint);
    hasRightToLeft ||= rightToLeftPattern.test(character);
    units += codePoint < 0x10000 ? character : characterOfType[bidi.getBidiCharTypeName(character)];
  }
  if (!hasRightToLeft && direction !== 'rtl')
    return { isRightToLeft: false, levels: new Uint8Array(codePoints.length) };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(units, direction);
  return { isRightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1, levels };
}

/** Rule L2: sorts runs from reading order into visual order, left to right. Does not change the content of runs. */
export function inVisualOrder<Run extends { readonly level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const levels = runs.map((run) => run.level);
  const highest = Math.max(0, ...new Set(levels));
  const lowestOdd = Math.min(...new Set(levels.filter((level) => level % 2 === 1)));
  for (let level = highest; level >= lowestOdd; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && ordered[end].level >= level) end++;
      reverseBetween(ordered, start, end);
      start = Math.max(start, end);
    }
  }
  return ordered;
}

function reverseBetween<Item>(items: Item[], start: number, end: number): void {
  for (let low = start, high = end - 1; low < high; low++, high--) {
    [items[low], items[high]] = [items[high], items[low]];
  }
}
