/** What Unicode says of a character, as far as choosing a font and shaping asks. Characters are code points. */

/** Stands for half a surrogate pair. */
export const replacementCharacter = 0xfffd;

/** Where a text is broken into lines: the newline functions of the Unicode standard, section 5.8. */
export const newlinePattern = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** Printable ASCII: one grapheme cluster a character, left to right, all of it in Inter. */
export const plainTextPattern = /^[\x20-\x7e]*$/;

/** Controls, and the interlinear annotation marks, which are as invisible. Newlines and tabs are not asked about. */
export function isControl(codePoint: number): boolean {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return true;
  return codePoint >= 0xfff9 && codePoint <= 0xfffb;
}

/** Characters that may shape their neighbours but have no shape of their own, whether a font has them or not. */
export const isDefaultIgnorable = classTest(/\p{Default_Ignorable_Code_Point}/u);

/** Default ignorables that a font without them would show as a missing glyph: HarfBuzz does not hide them. */
export function isHangulFiller(codePoint: number): boolean {
  return codePoint === 0x115f || codePoint === 0x1160 || codePoint === 0x3164 || codePoint === 0xffa0;
}

/** Spaces of any width but the ideographic one; HarfBuzz sets those that a font lacks in their proper width. */
export function isNarrowSpace(codePoint: number): boolean {
  if (codePoint === 0x20 || codePoint === 0xa0) return true;
  return (codePoint >= 0x2000 && codePoint <= 0x200a) || codePoint === 0x202f || codePoint === 0x205f;
}

export const isNonspacingMark = classTest(/\p{Mn}/u);

/** Letters and punctuation that only East Asian text uses. */
export const isEastAsian = classTest(
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\u2e80-\u2fdf\u3000-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef\u{1f200}-\u{1f2ff}]/u,
);

/** Punctuation that Chinese and Japanese set a full em wide and other languages in their own width. */
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
/** Without ⏩, ⏪, ◽ and ◾, whose families are drawn as text. */
const isEmojiByDefault = classTest(/(?![\u23e9\u23ea\u25fd\u25fe])\p{Emoji_Presentation}/u);
const emojiSelector = 0xfe0f;
const textSelector = 0xfe0e;

/**
 * Whether a grapheme cluster is to be drawn as an emoji: by default, or because U+FE0F asks for it; U+FE0E
 * asks for the opposite. One such character makes the whole of a joined sequence an emoji.
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

const scriptByCodePoint = new Map<number, string | undefined>();

/**
 * The ISO 15924 code of the script a character belongs to, of those that the Noto fonts are made for; Kana and
 * Bopomofo count as Han, with which they are written. Undefined: another, or shared by several scripts.
 */
export function scriptOf(codePoint: number): string | undefined {
  if (scriptByCodePoint.has(codePoint)) return scriptByCodePoint.get(codePoint);
  const character = String.fromCodePoint(codePoint);
  const script = scripts.find(([, pattern]) => pattern.test(character))?.[0];
  return remember(scriptByCodePoint, codePoint, script);
}

/** A test of one code point that asks the regular expression once for each. */
function classTest(pattern: RegExp): (codePoint: number) => boolean {
  const known = new Map<number, boolean>();
  return (codePoint) =>
    known.get(codePoint) ?? remember(known, codePoint, pattern.test(String.fromCodePoint(codePoint)));
}

/** A text uses few of the million code points; a stranger who uses them all starts the memory afresh. */
const rememberedCodePoints = 20_000;

function remember<Value>(known: Map<number, Value>, codePoint: number, value: Value): Value {
  if (known.size >= rememberedCodePoints) known.clear();
  known.set(codePoint, value);
  return value;
}
