import { type FontName, generalOrder } from './font-list.ts';

// See docs/decisions.md, "A family of symbols comes from one font".

/** A range of Unicode with a family of symbols, and the fonts to draw it with. One of these has the whole family. */
interface SymbolFamily {
  readonly first: number;
  readonly last: number;
  readonly fonts: readonly FontName[];
}

/** In ascending order. Other characters, such as fractions and Roman numerals, use the general order. */
const families: readonly SymbolFamily[] = [
  // ℝ ℓ ℵ
  { first: 0x2100, last: 0x214f, fonts: ['NotoSansMath'] },
  // Large and early Roman numerals
  { first: 0x2180, last: 0x2182, fonts: ['NotoSansSymbols'] },
  { first: 0x2185, last: 0x2188, fonts: ['NotoSansSymbols'] },
  // Arrows and operators, up to the minus sign
  { first: 0x2190, last: 0x2211, fonts: ['NotoSansMath'] },
  { first: 0x2213, last: 0x22ff, fonts: ['NotoSansMath'] },
  // Technical symbols and keys, with mathematical brackets and APL symbols between them
  { first: 0x2300, last: 0x2307, fonts: ['NotoSansSymbols'] },
  { first: 0x2308, last: 0x230b, fonts: ['NotoSansMath'] },
  { first: 0x230c, last: 0x231f, fonts: ['NotoSansSymbols', 'NotoSansSymbols2'] },
  { first: 0x2320, last: 0x2321, fonts: ['NotoSansMath'] },
  { first: 0x2322, last: 0x2335, fonts: ['NotoSansSymbols', 'NotoSansSymbols2'] },
  { first: 0x2336, last: 0x237a, fonts: ['NotoSansMath'] },
  { first: 0x237b, last: 0x239a, fonts: ['NotoSansSymbols2', 'NotoSansSymbols'] },
  { first: 0x239b, last: 0x23b9, fonts: ['NotoSansMath'] },
  { first: 0x23ba, last: 0x23cd, fonts: ['NotoSansSymbols'] },
  { first: 0x23ce, last: 0x23cf, fonts: ['NotoSansSymbols2'] },
  { first: 0x23d0, last: 0x23d0, fonts: ['NotoSansMath'] },
  { first: 0x23d1, last: 0x23db, fonts: ['NotoSansSymbols'] },
  { first: 0x23dc, last: 0x23e7, fonts: ['NotoSansMath'] },
  { first: 0x23e8, last: 0x245f, fonts: ['NotoSansSymbols2', 'NotoSansSymbols'] },
  // Enclosed numbers and letters
  { first: 0x2460, last: 0x24ff, fonts: ['NotoSansSymbols'] },
  // Lines and blocks, each an em wide
  { first: 0x2500, last: 0x259f, fonts: ['NotoSansJP'] },
  // Geometric shapes
  { first: 0x25a0, last: 0x25ff, fonts: ['NotoSansMath'] },
  // Miscellaneous symbols and dingbats, which no font has completely
  { first: 0x2600, last: 0x27bf, fonts: ['NotoSansSymbols2', 'NotoSansSymbols'] },
  // Mathematics and its arrows
  { first: 0x27c0, last: 0x27ff, fonts: ['NotoSansMath'] },
  { first: 0x2900, last: 0x2aff, fonts: ['NotoSansMath'] },
  // More arrows and shapes
  { first: 0x2b00, last: 0x2bff, fonts: ['NotoSansSymbols2', 'NotoSansMath'] },
  { first: 0x1f100, last: 0x1f1ff, fonts: ['NotoSansSymbols', 'NotoSansSymbols2'] },
  { first: 0x1f780, last: 0x1f8ff, fonts: ['NotoSansSymbols2'] },
];

const firstSymbol = families[0].first;

const orders = new Map(families.map((family) => [family, [...family.fonts, ...generalOrder]]));

/** Some of these symbols are letters: the ohm, angstrom and kelvin signs are Ω, Å and K. */
const isLetter = (codePoint: number) => /[\p{sc=Latin}\p{sc=Greek}]/u.test(String.fromCodePoint(codePoint));

/**
 * The fonts for a symbol, the best first. All symbols of a family come from one font, so that they have the same size
 * and weight. Inter has a few of most families, in sizes that do not match the rest.
 */
export function symbolOrder(codePoint: number): readonly FontName[] {
  if (codePoint < firstSymbol) return generalOrder;
  if (codePoint < 0x2180 && isLetter(codePoint)) return generalOrder;
  const family = families.find(({ first, last }) => codePoint >= first && codePoint <= last);
  return (family && orders.get(family)) ?? generalOrder;
}
