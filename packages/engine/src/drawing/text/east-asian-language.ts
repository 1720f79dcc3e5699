import { scriptOf } from './characters.ts';
import type { FontCoverage, HanLanguage } from './font-coverage.ts';
import { hanLanguages } from './font-coverage.ts';
import type { EastAsianFontName } from './font-list.ts';

export type EastAsianLanguage = HanLanguage | 'ko';

const languages: readonly EastAsianLanguage[] = ['ja', 'ko', 'zh-Hans', 'zh-Hant'];

/** Order in which fonts are tried for a character, by its assumed language. */
export const eastAsianOrder: Record<EastAsianLanguage, readonly EastAsianFontName[]> = {
  ja: ['NotoSansJP', 'NotoSansTC', 'NotoSansSC', 'NotoSansKR'],
  ko: ['NotoSansKR', 'NotoSansJP', 'NotoSansTC', 'NotoSansSC'],
  'zh-Hans': ['NotoSansSC', 'NotoSansTC', 'NotoSansJP', 'NotoSansKR'],
  'zh-Hant': ['NotoSansTC', 'NotoSansJP', 'NotoSansSC', 'NotoSansKR'],
};

/**
 * The language of the East Asian text of each line, on which only the shapes of Chinese characters depend.
 * Lines are given as their code points. The rule:
 *
 * 1. Kana in the line: Japanese. Otherwise Hangul: Korean. Otherwise Bopomofo: traditional Chinese.
 * 2. Otherwise the language among whose everyday characters (level 1 of its national standard) most of the
 *    line's are found.
 * 3. If that leaves several, the language of the whole text by the same rule, and otherwise the first of Japanese,
 *    simplified Chinese, traditional Chinese.
 */
export function eastAsianLanguages(
  lines: readonly (readonly number[])[],
  coverage: FontCoverage,
): EastAsianLanguage[] {
  const ofText = likelyLanguages(lines.flat(), coverage);
  return lines.map((line) => {
    const ofLine = likelyLanguages(line, coverage);
    const isSettled = ofText.length === 1 && (ofText[0] === 'ko' || ofLine.includes(ofText[0]));
    return ofLine.length > 1 && isSettled ? ofText[0] : ofLine[0];
  });
}

function likelyLanguages(
  codePoints: readonly number[],
  coverage: FontCoverage,
): readonly EastAsianLanguage[] {
  const marks = new Set(codePoints.map(languageMark));
  for (const language of ['ja', 'ko', 'zh-Hant'] as const) {
    if (marks.has(language)) return [language];
  }
  const han = codePoints.filter((codePoint) => scriptOf(codePoint) === 'Hani');
  if (han.length === 0) return languages;
  const counts = hanLanguages.map(
    (language) => han.filter((codePoint) => coverage.isEverydayHan(codePoint, language)).length,
  );
  const best = Math.max(...counts);
  return hanLanguages.filter((_, i) => counts[i] === best);
}

/** Returns the language that uses the character, if there is only one. */
function languageMark(codePoint: number): EastAsianLanguage | undefined {
  const script = scriptOf(codePoint);
  if (script === 'Hang') return 'ko';
  if (script !== 'Hani') return undefined;
  const character = String.fromCodePoint(codePoint);
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(character)) return 'ja';
  return /\p{sc=Bopomofo}/u.test(character) ? 'zh-Hant' : undefined;
}
