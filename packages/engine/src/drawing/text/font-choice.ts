import { isAmbiguousPunctuation, isEastAsian, isHangulFiller, wantsEmoji } from './characters.ts';
import { type EastAsianLanguage, eastAsianOrder } from './east-asian-language.ts';
import type { FamilyFont } from './families.ts';
import { type FontCoverage, type FontSet, fontBit } from './font-coverage.ts';
import type { RunFont } from './font-library.ts';
import {
  colorEmojiFont,
  type EastAsianFontName,
  type FontName,
  generalOrder,
  plainEmojiFont,
} from './font-list.ts';
import type { GraphemeCluster } from './grapheme-clusters.ts';
import { symbolOrder } from './symbol-fonts.ts';

/** Code points of one grapheme cluster that one font draws; without a font, a single code point that no font has. */
export interface FontPiece {
  readonly grapheme: number;
  readonly codePoints: readonly number[];
  readonly font: RunFont | undefined;
  /** The index of the cluster in the line. */
  readonly cluster: number;
}

/** Whether emoji are drawn in colour or like letters. */
export type EmojiStyle = 'color' | 'plain';

const emojiFontsOf: Record<EmojiStyle, readonly FontName[]> = {
  color: [colorEmojiFont, plainEmojiFont],
  plain: [plainEmojiFont],
};

/** Combining enclosing keycap. */
const keycap = 0x20e3;

/** A longer cluster has so many marks that other normal forms are not tried. */
const maxNormalizedLength = 32;

/**
 * Chooses the font of each grapheme cluster of a line. A cluster that no single font has is split.
 *
 * - Emoji come from the font in colour, or from the plain one if that lacks them or `emoji` asks for it.
 * - East Asian text comes from the fonts of its language, and within a stretch of it the font that has most of the
 *   stretch comes first. Quotes, dashes and dots that touch only such text belong to it.
 * - Symbols come from the font that draws all of their family.
 * - Spaces come from Inter, and everything else from the first font that has it, starting with Inter.
 * - With a family, which `familyAt` has for a cluster, its font draws all of this that it has, except emoji; and of
 *   East Asian text, only if it has the letters of the stretch.
 */
export function chooseFonts(
  clusters: readonly GraphemeCluster[],
  language: EastAsianLanguage,
  coverage: FontCoverage,
  emoji: EmojiStyle = 'color',
  familyAt: (cluster: number) => FamilyFont | undefined = () => undefined,
): FontPiece[] {
  const emojiFonts = emojiFontsOf[emoji];
  const owners = clusters.map((cluster) => fontsThatDraw(cluster, coverage));
  const isEastAsianText = findEastAsianText(clusters);
  const pieces: FontPiece[] = [];
  let previous: RunFont = firstFontOf(clusters, owners, emojiFonts, familyAt);
  let order: readonly FontName[] = generalOrder;
  let isFamilyKept = true;
  for (const [i, cluster] of clusters.entries()) {
    if (isEastAsianText[i] && !isEastAsianText[i - 1]) {
      let end = i;
      while (isEastAsianText[end]) end++;
      order = [...orderByCoverage(eastAsianOrder[language], owners.slice(i, end)), ...generalOrder];
      const isLetter = ({ visible }: GraphemeCluster) => visible.length > 0 && isEastAsian(visible[0]);
      const family = familyAt(i);
      isFamilyKept =
        family !== undefined && clusters.slice(i, end).every((one) => !isLetter(one) || hasAll(family, one));
    } else if (!isEastAsianText[i]) {
      order = symbolOrder(firstSign(cluster));
      isFamilyKept = true;
    }

    if (cluster.visible.length === 0) {
      const codePoints = withoutMissingFillers(cluster.codePoints, previous, coverage);
      if (codePoints.length > 0) pieces.push({ ...place(cluster, i), codePoints, font: previous });
      continue;
    }
    const family = isFamilyKept ? familyAt(i) : undefined;
    const font = chooseFont(cluster, owners[i], order, emojiFonts, family);
    if (font !== undefined) {
      const codePoints = withoutMissingFillers(cluster.codePoints, font, coverage);
      pieces.push({ ...place(cluster, i), codePoints, font });
    } else pieces.push(...splitCluster(cluster, i, order, coverage));
    previous = pieces.at(-1)?.font ?? previous;
  }
  return pieces;
}

/** Invisible characters at the start of a line are shaped with the text after them. */
function firstFontOf(
  clusters: readonly GraphemeCluster[],
  owners: readonly FontSet[],
  emojiFonts: readonly FontName[],
  familyAt: (cluster: number) => FamilyFont | undefined,
): RunFont {
  const first = clusters.findIndex(({ visible }) => visible.length > 0);
  if (first < 0) return 'Inter';
  const cluster = clusters[first];
  const order = symbolOrder(firstSign(cluster));
  return chooseFont(cluster, owners[first], order, emojiFonts, familyAt(first)) ?? 'Inter';
}

/** Returns the symbol at the start of a cluster, composed with its marks if possible: = with a long solidus is ≠. */
function firstSign({ visible }: GraphemeCluster): number {
  if (visible.length < 2 || visible.length > maxNormalizedLength) return visible[0] ?? 0;
  return (
    String.fromCodePoint(...visible)
      .normalize('NFC')
      .codePointAt(0) ?? 0
  );
}

function place(cluster: GraphemeCluster, index: number): Pick<FontPiece, 'grapheme' | 'cluster'> {
  return { grapheme: cluster.grapheme, cluster: index };
}

function chooseFont(
  cluster: GraphemeCluster,
  owners: FontSet,
  order: readonly FontName[],
  emojiFonts: readonly FontName[],
  family: FamilyFont | undefined,
): RunFont | undefined {
  if (family !== undefined && hasAll(family, cluster) && !wantsEmoji(cluster.codePoints)) return family;
  if (cluster.isSpace && cluster.visible.length === 1) return 'Inter';
  const emojiFont = firstIn(owners, isLoneKey(cluster) ? [plainEmojiFont] : emojiFonts);
  if (emojiFont !== undefined && wantsEmoji(cluster.codePoints)) return emojiFont;
  return firstIn(owners, order);
}

/**
 * Whether the cluster is a digit, # or * without its keycap. The colour font has these only for keycaps, as empty
 * glyphs.
 */
function isLoneKey({ visible }: GraphemeCluster): boolean {
  return visible.length > 0 && visible[0] < 0x80 && !visible.includes(keycap);
}

/** Whether a font has a whole cluster, as written or composed. */
function hasAll(family: FamilyFont, { visible }: GraphemeCluster): boolean {
  if (visible.every((codePoint) => family.has(codePoint))) return true;
  if (visible.length < 2 || visible.length > maxNormalizedLength) return false;
  const composed = String.fromCodePoint(...visible).normalize('NFC');
  return Array.from(composed).every((character) => family.has(character.codePointAt(0) ?? 0));
}

function firstIn(owners: FontSet, order: readonly FontName[]): FontName | undefined {
  return order.find((name) => (owners & fontBit(name)) !== 0);
}

/** Returns the fonts that have the whole cluster, as written or in a canonically equivalent form. */
function fontsThatDraw({ visible }: GraphemeCluster, coverage: FontCoverage): FontSet {
  if (visible.length === 0) return 0;
  const asWritten = fontsWithAll(visible, coverage);
  if ((asWritten & fontBit('Inter')) !== 0 || visible.length > maxNormalizedLength) return asWritten;
  const text = String.fromCodePoint(...visible);
  const inOtherForms = (['NFC', 'NFD'] as const).map((form) => {
    const codePoints = Array.from(text.normalize(form), (character) => character.codePointAt(0) ?? 0);
    return fontsWithAll(codePoints, coverage);
  });
  return inOtherForms.reduce((all, fonts) => all | fonts, asWritten);
}

function fontsWithAll(codePoints: readonly number[], coverage: FontCoverage): FontSet {
  return codePoints.reduce((fonts, codePoint) => fonts & coverage.fontsWith(codePoint), -1);
}

function orderByCoverage(
  order: readonly EastAsianFontName[],
  owners: readonly FontSet[],
): readonly EastAsianFontName[] {
  const counts = new Map(
    order.map((name) => [name, owners.filter((fonts) => (fonts & fontBit(name)) !== 0).length]),
  );
  return [...order].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

/** Marks the clusters that are East Asian letters and punctuation, or ambiguous punctuation that belongs to them. */
function findEastAsianText(clusters: readonly GraphemeCluster[]): boolean[] {
  const found = clusters.map(({ visible }) => visible.length > 0 && isEastAsian(visible[0]));
  const isAmbiguous = (i: number) =>
    i < clusters.length && clusters[i].visible.length === 1 && isAmbiguousPunctuation(clusters[i].visible[0]);
  for (let start = 0; start < clusters.length; start++) {
    if (!isAmbiguous(start)) continue;
    let end = start + 1;
    while (isAmbiguous(end)) end++;
    const isNeutral = (i: number) => i < 0 || i >= clusters.length || clusters[i].isSpace;
    const before = found[start - 1] ?? false;
    const after = found[end] ?? false;
    if ((before || after) && (before || isNeutral(start - 1)) && (after || isNeutral(end))) {
      found.fill(true, start, end);
    }
    start = end;
  }
  return found;
}

/** Draws a cluster with the font of its first character as far as possible, and other characters one by one. */
function splitCluster(
  cluster: GraphemeCluster,
  index: number,
  order: readonly FontName[],
  coverage: FontCoverage,
): FontPiece[] {
  const main = firstIn(coverage.fontsWith(cluster.visible[0]), order);
  const visible = new Set(cluster.visible);
  const pieces: FontPiece[] = [];
  for (const codePoint of cluster.codePoints) {
    const owners = coverage.fontsWith(codePoint);
    const previous = pieces.at(-1)?.font ?? main;
    if (!visible.has(codePoint)) {
      if (previous === undefined) continue;
      const codePoints = withoutMissingFillers([codePoint], previous, coverage);
      if (codePoints.length > 0) pieces.push({ ...place(cluster, index), codePoints, font: previous });
      continue;
    }
    const font = main !== undefined && owners & fontBit(main) ? main : firstIn(owners, order);
    pieces.push({ ...place(cluster, index), codePoints: [codePoint], font });
  }
  return pieces;
}

function withoutMissingFillers(
  codePoints: readonly number[],
  font: RunFont,
  coverage: FontCoverage,
): readonly number[] {
  const isMissing = (codePoint: number) =>
    isHangulFiller(codePoint) &&
    (typeof font === 'string' ? (coverage.fontsWith(codePoint) & fontBit(font)) === 0 : !font.has(codePoint));
  return codePoints.some(isMissing) ? codePoints.filter((codePoint) => !isMissing(codePoint)) : codePoints;
}
