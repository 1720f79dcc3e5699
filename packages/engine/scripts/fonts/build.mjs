// Builds packages/engine/assets/fonts/, which is committed, from font packages: the fonts without hinting, vertical
// writing and optional features, and the East Asian ones without the characters that an earlier font draws; their
// licences; and coverage.json, in which the typesetter looks up the characters of a font without opening it. Bold fonts
// are separate files; bold-coverage.json has the characters of those that have fewer than the regular font, and
// family-coverage.json those of the families beside Inter.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import * as harfbuzz from 'harfbuzzjs';
import { decompress as decompressWoff2 } from 'wawoff2';
import { buildFamilies } from './families.mjs';
import { openSubsetter } from './subsetter.mjs';

const require = createRequire(import.meta.url);
const fontsFolder = fileURLToPath(new URL('../../assets/fonts/', import.meta.url));

/** `font-list.ts` has them, too, and says why. */
const uncompressedFiles = new Set(['Inter', 'Inter-Bold', 'NotoSansJP', 'NotoSansKR', 'NotoSansSC']);

/**
 * In the order of fallback. `keeps` selects the characters that an East Asian font keeps, besides those that no other
 * font has. The other fonts keep everything.
 */
const sources = [
  { name: 'Inter', package: 'inter', hasBold: true },
  { name: 'NotoSansJP', package: 'noto-sans-jp', keeps: isHanKanaSymbolOrBox, hasBold: true },
  { name: 'NotoSansKR', package: 'noto-sans-kr', keeps: isHangulOrKoreanHan(), hasBold: true },
  { name: 'NotoSansSC', package: 'noto-sans-sc', keeps: isHanKanaOrSymbol, hasBold: true },
  { name: 'NotoSansTC', package: 'noto-sans-tc', keeps: isHanKanaOrSymbol, hasBold: true },
  { name: 'NotoSansArabic', package: 'noto-sans-arabic', hasBold: true },
  { name: 'NotoSansHebrew', package: 'noto-sans-hebrew', hasBold: true },
  { name: 'NotoSansDevanagari', package: 'noto-sans-devanagari', hasBold: true },
  { name: 'NotoSansThai', package: 'noto-sans-thai', hasBold: true },
  { name: 'NotoSansMath', package: 'noto-sans-math' },
  { name: 'NotoSansSymbols', package: 'noto-sans-symbols', hasBold: true },
  { name: 'NotoSansSymbols2', package: 'noto-sans-symbols-2' },
  { name: 'NotoEmoji', package: 'noto-emoji' },
];

/** Emoji in colour, as layers of outlines (COLR version 0). */
const emojiFont = { name: 'TwemojiMozilla', package: 'twemoji-colr-font', hasLayers: true };

/**
 * The Chinese characters of the bold fonts: those of the national standards (JIS X 0208, GB 2312, Big5; Korean as in
 * the regular font). All 20,000 of each would double the package. The typesetter emboldens the rest.
 */
function boldHan() {
  const doubleByte = [[0xa1, 0xfe]];
  return {
    NotoSansJP: decodedCharacters('euc-jp', [0xb0, 0xf4], doubleByte),
    NotoSansSC: decodedCharacters('gbk', [0xb0, 0xf7], doubleByte),
    NotoSansTC: decodedCharacters('big5', [0xa4, 0xf9], [[0x40, 0x7e], ...doubleByte]),
  };
}

/** The scripts and blocks that only East Asian text uses. */
function isEastAsian(character) {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\u2e80-\u2fdf\u3000-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef\u{1f200}-\u{1f2ff}]/u.test(
    character,
  );
}

/** Punctuation that has its own form in East Asian text and is drawn in Inter elsewhere, and characters for shaping. */
const sharedCharacters = new Set(' \u00a0\u00b7\u2014\u2018\u2019\u201c\u201d\u2025\u2026\u2027\u25cc');

function isHanKanaOrSymbol(character) {
  return sharedCharacters.has(character) || (isEastAsian(character) && !/\p{sc=Hangul}/u.test(character));
}

/** Lines and blocks only join if one font draws them all. */
function isHanKanaSymbolOrBox(character) {
  return isHanKanaOrSymbol(character) || /[\u2500-\u259f]/u.test(character);
}

/** Korean text uses few Chinese characters: those of its national standard, KS X 1001, are kept. */
function isHangulOrKoreanHan() {
  const koreanHan = decodedCharacters('euc-kr', [0xca, 0xfd], [[0xa1, 0xfe]]);
  return (character) =>
    sharedCharacters.has(character) ||
    (isEastAsian(character) && (!/\p{sc=Han}/u.test(character) || koreanHan.has(character)));
}

/**
 * The everyday Chinese characters of each language: level 1 of its national standard (JIS X 0208, GB 2312, Big5). The
 * typesetter uses these to distinguish the languages.
 */
function everydayHan() {
  return {
    ja: decodedCharacters('euc-jp', [0xb0, 0xcf], [[0xa1, 0xfe]]),
    'zh-Hans': decodedCharacters('gbk', [0xb0, 0xd7], [[0xa1, 0xfe]]),
    'zh-Hant': decodedCharacters(
      'big5',
      [0xa4, 0xc6],
      [
        [0x40, 0x7e],
        [0xa1, 0xfe],
      ],
    ),
  };
}

function decodedCharacters(encoding, [firstLead, lastLead], trailRanges) {
  const decoder = new TextDecoder(encoding);
  const characters = new Set();
  for (let lead = firstLead; lead <= lastLead; lead++) {
    for (const [firstTrail, lastTrail] of trailRanges) {
      for (let trail = firstTrail; trail <= lastTrail; trail++) {
        const character = decoder.decode(Uint8Array.of(lead, trail));
        if (/^\p{sc=Han}$/u.test(character)) characters.add(character);
      }
    }
  }
  return characters;
}

/**
 * [first, last, first, last, ...] of the ascending code points, each as the difference from the number before, which takes
 * a third of the space in the package.
 */
function toRanges(codePoints) {
  const ranges = [];
  for (const codePoint of codePoints) {
    if (ranges.at(-1) === codePoint - 1) ranges[ranges.length - 1] = codePoint;
    else ranges.push(codePoint, codePoint);
  }
  return ranges.map((number, index) => number - (ranges[index - 1] ?? 0));
}

function packageFolder(name) {
  return dirname(require.resolve(`${name}/package.json`));
}

function readSources() {
  return sources.map((source) => {
    const folder = packageFolder(`@expo-google-fonts/${source.package}`);
    return {
      ...source,
      bytes: readFileSync(join(folder, '400Regular', `${source.name}_400Regular.ttf`)),
      boldBytes: source.hasBold
        ? readFileSync(join(folder, '700Bold', `${source.name}_700Bold.ttf`))
        : undefined,
      licence: readFileSync(join(folder, 'LICENSE_FONT')),
    };
  });
}

/** The emoji font, unpacked. */
async function readEmojiFont() {
  const folder = packageFolder(emojiFont.package);
  const bytes = Buffer.from(await decompressWoff2(readFileSync(join(folder, 'twemoji.woff2'))));
  return { ...emojiFont, bytes, licence: readFileSync(join(folder, 'LICENSE')) };
}

/**
 * Which code points each font keeps. Together they keep all that the sources have, except private use characters,
 * which mean something different in every font.
 */
function shareCharacters(fonts, charactersOf) {
  const isPrivate = (codePoint) => /\p{Co}/u.test(String.fromCodePoint(codePoint));
  const all = new Map(
    fonts.map((font) => [font, charactersOf(font.bytes).filter((codePoint) => !isPrivate(codePoint))]),
  );
  const kept = new Map();
  const keptByAny = new Set();
  for (const [font, codePoints] of all) {
    const own = codePoints.filter((codePoint) => font.keeps?.(String.fromCodePoint(codePoint)) ?? true);
    kept.set(font, own);
    for (const codePoint of own) keptByAny.add(codePoint);
  }
  for (const [font, codePoints] of all) {
    for (const codePoint of codePoints) {
      if (keptByAny.has(codePoint)) continue;
      keptByAny.add(codePoint);
      kept.get(font).push(codePoint);
    }
  }
  return kept;
}

/**
 * Returns the code points that the bold companion of a font keeps: all of its own, but only the standard Chinese
 * characters.
 */
function boldCharacters(font, kept, charactersOf) {
  const has = new Set(charactersOf(font.boldBytes));
  const han = boldHan()[font.name];
  return kept.filter((codePoint) => {
    const character = String.fromCodePoint(codePoint);
    return has.has(codePoint) && (han === undefined || !/\p{sc=Han}/u.test(character) || han.has(character));
  });
}

async function main() {
  const fonts = [...readSources(), await readEmojiFont()];
  const subset = await openSubsetter();
  const files = new Map();
  const addFont = (name, bytes) => {
    if (uncompressedFiles.has(name)) files.set(`${name}.ttf`, bytes);
    else files.set(`${name}.ttf.br`, brotliCompressSync(bytes));
  };
  const coverage = [];
  const boldCoverage = [];
  const charactersOf = (bytes) => [...new harfbuzz.Face(new harfbuzz.Blob(bytes)).collectUnicodes()];
  const coverageOf = (name, bytes) => ({
    name,
    ranges: toRanges(charactersOf(bytes).sort((a, b) => a - b)),
  });
  for (const [font, kept] of shareCharacters(fonts, charactersOf)) {
    const bytes = subset(font.bytes, kept, font.hasLayers);
    addFont(font.name, bytes);
    files.set(join('licences', `${font.name}.txt`), font.licence);
    coverage.push(coverageOf(font.name, bytes));
    if (font.boldBytes === undefined) continue;
    const boldBytes = subset(font.boldBytes, boldCharacters(font, kept, charactersOf));
    const name = `${font.name}-Bold`;
    addFont(name, boldBytes);
    if (font.name in boldHan()) boldCoverage.push(coverageOf(font.name, boldBytes));
  }
  const everyday = Object.entries(everydayHan()).map(([language, characters]) => {
    const codePoints = [...characters].map((character) => character.codePointAt(0));
    return [language, toRanges(codePoints.sort((a, b) => a - b))];
  });
  files.set('coverage.json', JSON.stringify({ fonts: coverage, everydayHan: Object.fromEntries(everyday) }));

  files.set('bold-coverage.json', JSON.stringify({ fonts: boldCoverage }));

  const folderOf = (name) => packageFolder(`@expo-google-fonts/${name}`);
  const families = buildFamilies({ subset, charactersOf, coverageOf, folderOf });
  for (const [name, content] of families.files) files.set(name, content);
  files.set('family-coverage.json', JSON.stringify({ fonts: families.coverage }));

  rmSync(fontsFolder, { recursive: true, force: true });
  mkdirSync(join(fontsFolder, 'licences'), { recursive: true });
  for (const [name, content] of files) writeFileSync(join(fontsFolder, name), content);
}

await main();
