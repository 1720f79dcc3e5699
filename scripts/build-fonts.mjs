// Builds assets/fonts/ from the installed font packages: each font without hinting, vertical writing and optional
// features, and the East Asian ones without the characters that an earlier font draws; their licences; and
// coverage.json, which tells the typesetter what each font has without opening it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const scriptFile = fileURLToPath(import.meta.url);
const fontsFolder = join(dirname(dirname(scriptFile)), 'assets', 'fonts');
const stampFile = join(fontsFolder, 'stamp.json');

/**
 * In the order of fallback. `keeps` tells which characters stay in an East Asian font, besides those that no
 * other font has; the other fonts keep everything.
 */
const sources = [
  { name: 'Inter', package: 'inter' },
  { name: 'NotoSansJP', package: 'noto-sans-jp', keeps: isHanKanaSymbolOrBox },
  { name: 'NotoSansKR', package: 'noto-sans-kr', keeps: isHangulOrKoreanHan() },
  { name: 'NotoSansSC', package: 'noto-sans-sc', keeps: isHanKanaOrSymbol },
  { name: 'NotoSansTC', package: 'noto-sans-tc', keeps: isHanKanaOrSymbol },
  { name: 'NotoSansArabic', package: 'noto-sans-arabic' },
  { name: 'NotoSansHebrew', package: 'noto-sans-hebrew' },
  { name: 'NotoSansDevanagari', package: 'noto-sans-devanagari' },
  { name: 'NotoSansThai', package: 'noto-sans-thai' },
  { name: 'NotoSansMath', package: 'noto-sans-math' },
  { name: 'NotoSansSymbols', package: 'noto-sans-symbols' },
  { name: 'NotoSansSymbols2', package: 'noto-sans-symbols-2' },
  { name: 'NotoEmoji', package: 'noto-emoji' },
];

/** The scripts and blocks that only East Asian text uses. */
function isEastAsian(character) {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\u2e80-\u2fdf\u3000-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef\u{1f200}-\u{1f2ff}]/u.test(
    character,
  );
}

/** Punctuation that East Asian text draws in its own font and other text in Inter, and what shaping needs. */
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
 * The everyday Chinese characters of each language: level 1 of its national standard (JIS X 0208, GB 2312,
 * Big5). The typesetter tells the languages apart by these.
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

const verticalFeatures = ['valt', 'vert', 'vhal', 'vkrn', 'vpal', 'vrt2'];
const unusedTables = ['BASE', 'DSIG', 'MATH', 'STAT', 'VORG', 'gasp', 'meta', 'vhea', 'vmtx'];

/** Values of hb_subset_flags_t and hb_subset_sets_t. */
const noHinting = 1;
const subsetSets = { dropTables: 3, layoutFeatures: 6 };

/** Subsets fonts with HarfBuzz's subsetter. It has no JavaScript wrapper, so memory is managed by hand. */
async function openSubsetter(wasm) {
  const { instance } = await WebAssembly.instantiate(wasm);
  const hb = instance.exports;
  hb._initialize();
  const tag = (name) => Buffer.from(name, 'latin1').readUInt32BE();

  return function subset(fontBytes, codePoints) {
    const bytesPointer = hb.malloc(fontBytes.length);
    new Uint8Array(hb.memory.buffer).set(fontBytes, bytesPointer);
    const blob = hb.hb_blob_create(bytesPointer, fontBytes.length, 2, 0, 0);
    const face = hb.hb_face_create(blob, 0);
    const input = hb.hb_subset_input_create_or_fail();
    const unicodes = hb.hb_subset_input_unicode_set(input);
    hb.hb_set_clear(unicodes);
    for (const codePoint of codePoints) hb.hb_set_add(unicodes, codePoint);
    const features = hb.hb_subset_input_set(input, subsetSets.layoutFeatures);
    for (const name of verticalFeatures) hb.hb_set_del(features, tag(name));
    const dropped = hb.hb_subset_input_set(input, subsetSets.dropTables);
    for (const name of unusedTables) hb.hb_set_add(dropped, tag(name));
    hb.hb_subset_input_set_flags(input, noHinting);

    const subsetFace = hb.hb_subset_or_fail(face, input);
    if (subsetFace === 0) throw new Error('HarfBuzz could not subset the font');
    const subsetBlob = hb.hb_face_reference_blob(subsetFace);
    const start = hb.hb_blob_get_data(subsetBlob, 0);
    const result = Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(subsetBlob)));
    hb.hb_blob_destroy(subsetBlob);
    hb.hb_face_destroy(subsetFace);
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(bytesPointer);
    return result;
  };
}

/** [first, last, first, last, ...] of the ascending code points. */
function toRanges(codePoints) {
  const ranges = [];
  for (const codePoint of codePoints) {
    if (ranges.at(-1) === codePoint - 1) ranges[ranges.length - 1] = codePoint;
    else ranges.push(codePoint, codePoint);
  }
  return ranges;
}

/** Writes under another name and moves the file into place, so that no one reads half a file. */
function writeWhole(file, content) {
  const unfinished = `${file}.${process.pid}.unfinished`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

function packageFolder(name) {
  try {
    return dirname(require.resolve(`@expo-google-fonts/${name}/package.json`));
  } catch {
    throw new Error(`the fonts cannot be built: @expo-google-fonts/${name} is not installed; run npm ci`);
  }
}

function readSources() {
  return sources.map((source) => {
    const folder = packageFolder(source.package);
    return {
      ...source,
      bytes: readFileSync(join(folder, '400Regular', `${source.name}_400Regular.ttf`)),
      licence: readFileSync(join(folder, 'LICENSE_FONT')),
    };
  });
}

/** Names everything the output depends on. */
function stampOf(fonts, subsetterWasm) {
  const hash = createHash('sha256').update(readFileSync(scriptFile)).update(subsetterWasm);
  for (const font of fonts) hash.update(font.bytes).update(font.licence);
  return hash.digest('hex');
}

function isUpToDate(stamp) {
  if (!existsSync(stampFile)) return false;
  const made = JSON.parse(readFileSync(stampFile, 'utf8'));
  return made.stamp === stamp && made.files.every((file) => existsSync(join(fontsFolder, file)));
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

async function main() {
  const fonts = readSources();
  const subsetterWasm = readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const stamp = stampOf(fonts, subsetterWasm);
  if (isUpToDate(stamp)) return;

  const subset = await openSubsetter(subsetterWasm);
  const harfbuzz = await import(pathToFileURL(require.resolve('harfbuzzjs')).href);
  const files = new Map();
  const coverage = [];
  const charactersOf = (bytes) => [...new harfbuzz.Face(new harfbuzz.Blob(bytes)).collectUnicodes()];
  for (const [font, kept] of shareCharacters(fonts, charactersOf)) {
    const bytes = subset(font.bytes, kept);
    files.set(`${font.name}.ttf`, bytes);
    files.set(join('licences', `${font.name}.txt`), font.licence);
    coverage.push({ name: font.name, ranges: toRanges(charactersOf(bytes).sort((a, b) => a - b)) });
  }
  const everyday = Object.entries(everydayHan()).map(([language, characters]) => {
    const codePoints = [...characters].map((character) => character.codePointAt(0));
    return [language, toRanges(codePoints.sort((a, b) => a - b))];
  });
  files.set('coverage.json', JSON.stringify({ fonts: coverage, everydayHan: Object.fromEntries(everyday) }));

  mkdirSync(join(fontsFolder, 'licences'), { recursive: true });
  for (const [name, content] of files) writeWhole(join(fontsFolder, name), content);
  writeWhole(stampFile, JSON.stringify({ stamp, files: [...files.keys()] }));
  const known = new Set([...files.keys(), 'stamp.json', 'licences']);
  for (const name of readdirSync(fontsFolder)) {
    if (name.endsWith('.ttf') && !known.has(name)) rmSync(join(fontsFolder, name));
  }
}

await main();
