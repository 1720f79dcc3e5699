/** The Unicode properties of a character that matter for font choice and shaping. Characters are code points. */

/** Replaces half a surrogate pair. */
export const replacementCharacter = 0xfffd;

/** Where a text is broken into lines: the newline functions of the Unicode standard, section 5.8. */
export const newlinePattern = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** Printable ASCII: each character is one grapheme cluster, runs left to right and is in Inter. */
export const plainTextPattern = /^[\x20-\x7e]*$/;

/** Controls, and the interlinear annotation marks, which are invisible too. Newlines and tabs are handled before. */
export function isControl(codePoint: number): boolean {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return true;
  return codePoint >= 0xfff9 && codePoint <= 0xfffb;
}

/** Characters that may change the shape of their neighbours but are invisible, even in fonts that have them. */
export const isDefaultIgnorable = classTest(/\p{Default_Ignorable_Code_Point}/u);

/** Default ignorables that HarfBuzz does not hide: a font without them would show a missing glyph. */
export function isHangulFiller(codePoint: number): boolean {
  return codePoint === 0x115f || codePoint === 0x1160 || codePoint === 0x3164 || codePoint === 0xffa0;
}

/** Spaces of any width except the ideographic space. HarfBuzz has widths for spaces that a font lacks. */
export function isNarrowSpace(codePoint: number): boolean {
  if (codePoint === 0x20 || codePoint === 0xa0) return true;
  return (codePoint >= 0x2000 && codePoint <= 0x200a) || codePoint === 0x202f || codePoint === 0x205f;
}

export const isNonspacingMark = classTest(/\p{Mn}/u);

/** Letters and punctuation that only East Asian text uses. */
export const isEastAsian = classTest(
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\u2e80-\u2fdf\u3000-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef\u{1f200}-\u{1f2ff}]/u,
);

/** Punctuation that is a full em wide in Chinese and Japanese and narrower in other languages. */
export function isAmbiguousPunctuation(codePoint: number): boolean {
  switch (codePoint) {
    case 0xb7:
    case 0x2014:
    case 0x2018:
    case 0x2019:
    case 0x201c:
    case 0x201d:
    case 0x2025:
    case 0x2026:
    case 0x2027:
      return true;
    default:
      return false;
  }
}

const isEmoji = classTest(/\p{Emoji}/u);
/** Except ⏩, ⏪, ◽ and ◾, whose families are drawn as text. */
const isEmojiByDefault = classTest(/(?![\u23e9\u23ea\u25fd\u25fe])\p{Emoji_Presentation}/u);
const emojiSelector = 0xfe0f;
const textSelector = 0xfe0e;

/**
 * Whether a grapheme cluster is drawn as an emoji: by default or because of U+FE0F, unless U+FE0E follows. One such
 * character makes an entire joined sequence an emoji.
 */
export function wantsEmoji(codePoints: readonly number[]): boolean {
  if (codePoints.length === 1) return isEmojiByDefault(codePoints[0]);
  for (let i = 0; i < codePoints.length; i++) {
    const selector = codePoints[i + 1];
    if (selector === textSelector) continue;
    if (isEmojiByDefault(codePoints[i]) || (selector === emojiSelector && isEmoji(codePoints[i])))
      return true;
  }
  return false;
}

const scripts = [
  ['Arab', /\p{sc=Arabic}/u],
  ['Hebr', /\p{sc=Hebrew}/u],
  ['Deva', /\p{sc=Devanagari}/u],
  ['Thai', /\p{sc=Thai}/u],
  ['Hang', /\p{sc=Hangul}/u],
  ['Hani', /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}]/u],
] as const;

/** Scripts that the bundled fonts lack or do not tell apart, by their ISO 15924 codes: all that HarfBuzz shapes. */
const furtherScripts = [
  'Latn Grek Cyrl Armn Geor Beng Taml Telu Knda Mlym Gujr Guru Orya Sinh Khmr Mymr Laoo Tibt Mong Ethi Cher Cans',
  'Syrc Thaa Nkoo Adlm Rohg Mand Phag Java Bali Sund Batk Bugi Buhd Tagb Hano Tglg Lepc Limb Mtei Newa Sylo Saur',
  'Cakm Cham Kali Lana Talu Tale Rjng Olck Tfng Vaii Yiii Copt Goth Glag Ogam Runr Osge Osma Dsrt Shaw Bamu',
  'Gran Tirh Sidd Shrd Khoj Sind Mahj Modi Takr Brah Kthi Dogr Gong Gonm Nand Wara Hmnp Wcho Nagm Medf Bass Plrd',
]
  .join(' ')
  .split(' ')
  .map((code) => [code, new RegExp(`\\p{sc=${code}}`, 'u')] as const);

const scriptByCodePoint = new Map<number, string | undefined>();
const anyScriptByCodePoint = new Map<number, string | undefined>();

/**
 * The ISO 15924 code of a character's script, if it is one of those that the Noto fonts are made for. Kana and
 * Bopomofo count as Han, because they are written together. Undefined for other and for shared characters.
 */
export function scriptOf(codePoint: number): string | undefined {
  if (scriptByCodePoint.has(codePoint)) return scriptByCodePoint.get(codePoint);
  const character = String.fromCodePoint(codePoint);
  const script = scripts.find(([, pattern]) => pattern.test(character))?.[0];
  return remember(scriptByCodePoint, codePoint, script);
}

/** The same for the scripts of all fonts, as a font of a project may have any. */
export function anyScriptOf(codePoint: number): string | undefined {
  const scriptOfLetter = scriptOf(codePoint);
  if (scriptOfLetter !== undefined || anyScriptByCodePoint.has(codePoint))
    return scriptOfLetter ?? anyScriptByCodePoint.get(codePoint);
  const character = String.fromCodePoint(codePoint);
  const script = furtherScripts.find(([, pattern]) => pattern.test(character))?.[0];
  return remember(anyScriptByCodePoint, codePoint, script);
}

/** Tests one code point and caches the result of the regular expression. */
function classTest(pattern: RegExp): (codePoint: number) => boolean {
  const resultByCharacter = new Map<number, boolean>();
  return (codePoint) =>
    resultByCharacter.get(codePoint) ??
    remember(resultByCharacter, codePoint, pattern.test(String.fromCodePoint(codePoint)));
}

/** Texts use few of the million code points. The cache is cleared at this size, so that hostile text cannot fill it. */
const rememberedCodePoints = 20_000;

function remember<Value>(known: Map<number, Value>, codePoint: number, value: Value): Value {
  if (known.size >= rememberedCodePoints) known.clear();
  known.set(codePoint, value);
  return value;
}
