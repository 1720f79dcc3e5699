import { describe, expect, test } from 'vitest';
import { loadTypesetter } from '../../../src/drawing/text/typesetter.ts';
import { extentOf, fontRunsOf, outlinesOf } from './layout-probes.ts';

describe('fonts for East Asian text', () => {
  test.each([
    ['kana', '日本語の見出し、かなカナ', ['NotoSansJP: 日本語の見出し、かなカナ']],
    ['Hangul', '한국어漢字', ['NotoSansKR: 한국어漢字']],
    ['simplified characters', '简体中文', ['NotoSansSC: 简体中文']],
    [
      'simplified characters with some traditional ones',
      '简体中文与繁體中文',
      ['NotoSansSC: 简体中文与繁體中文'],
    ],
    ['traditional characters', '繁體中文', ['NotoSansTC: 繁體中文']],
    ['everyday words of one language', '機械学習', ['NotoSansJP: 機械学習']],
    ['the same words in simplified Chinese', '机器学习', ['NotoSansSC: 机器学习']],
    ['the same words in traditional Chinese', '機器學習', ['NotoSansTC: 機器學習']],
    ['Bopomofo', 'ㄅㄆㄇ中文', ['NotoSansTC: ㄅㄆㄇ中文']],
    ['characters shared by all languages', '中文', ['NotoSansJP: 中文']],
  ])('sets East Asian text in the font for its language: %s', (_, text, runs) => {
    expect(fontRunsOf(text)).toEqual(runs);
  });

  test('sets an ambiguous line in the font for the language of the text around it', () => {
    expect(fontRunsOf('中文', '简体\n中文')).toEqual(['NotoSansSC: 中文']);
    expect(fontRunsOf('中文', '한국어\n中文')).toEqual(['NotoSansKR: 中文']);
    expect(fontRunsOf('機器學習', '简体简体简体\n機器學習')).toEqual(['NotoSansTC: 機器學習']);
  });

  test('sets a word in one font if that font has all its characters', () => {
    expect(fontRunsOf('鲜の毎日')).toEqual(['NotoSansSC: 鲜の毎日']);
  });

  test('sets ASCII and spaces in East Asian text in Inter', () => {
    expect(fontRunsOf('第1章 はじめに')).toEqual([
      'NotoSansJP: 第',
      'Inter: 1',
      'NotoSansJP: 章',
      'Inter:  ',
      'NotoSansJP: はじめに',
    ]);
  });
});

describe('punctuation of ambiguous width', () => {
  test('sets ambiguous-width punctuation in the font of the East Asian text around or beside it', () => {
    expect(fontRunsOf('“你好”，他说……')).toEqual(['NotoSansSC: “你好”，他说……']);
    expect(fontRunsOf('Hello “世界”')).toEqual(['Inter: Hello ', 'NotoSansJP: “世界”']);
  });

  test('sets ambiguous-width punctuation next to Latin text in Inter', () => {
    expect(fontRunsOf('don’t — “quoted”…')).toEqual(['Inter: don’t — “quoted”…']);
    expect(fontRunsOf('“Hello” 世界')).toEqual(['Inter: “Hello” ', 'NotoSansJP: 世界']);
  });

  test('sets punctuation around quotations by the text on both sides', () => {
    // An opening quote between Chinese and Latin, and a closing one between Latin and Chinese, stay Latin.
    expect(fontRunsOf('他说“hello”。')).toEqual(['NotoSansSC: 他说', 'Inter: “hello”', 'NotoSansSC: 。']);
    expect(fontRunsOf('He said “你好” twice')).toEqual([
      'Inter: He said ',
      'NotoSansSC: “你好”',
      'Inter:  twice',
    ]);
    expect(fontRunsOf('said“你好”twice')).toEqual(['Inter: said“', 'NotoSansSC: 你好', 'Inter: ”twice']);
    expect(fontRunsOf('Wait…世界')).toEqual(['Inter: Wait…', 'NotoSansJP: 世界']);
    expect(fontRunsOf('世界…… wait')).toEqual(['NotoSansJP: 世界……', 'Inter:  wait']);
    expect(fontRunsOf('… — ’')).toEqual(['Inter: … — ’']);
  });
});

describe('clusters with many marks', () => {
  const heap = (letter: string, mark: string, count: number) => letter + mark.repeat(count);

  test.each([1, 2, 31, 32, 33, 500])('sets a letter with %d marks in one font', (count) => {
    for (const [letter, mark, font] of [
      ['e', '\u0301', 'Inter'],
      ['ш', '\u0306', 'Inter'],
      ['ب', '\u064e', 'NotoSansArabic'],
      ['ש', '\u05b8', 'NotoSansHebrew'],
      ['क', '\u0902', 'NotoSansDevanagari'],
    ]) {
      const text = heap(letter, mark, count);
      expect(fontRunsOf(text)).toEqual([`${font}: ${text}`]);
    }
  });

  test('sets a cluster in the font that has its composed form, even if it lacks the marks', async () => {
    const typesetter = await loadTypesetter();
    // Inter has no U+0314.
    for (const composed of ['ἅ', 'ἥ', 'Ἇ']) {
      expect(fontRunsOf(`α${composed.normalize('NFD')}`)).toHaveLength(1);
      expect(typesetter.layout(composed.normalize('NFD'))).toEqual(typesetter.layout(composed));
    }
  });

  test('draws all 40 marks stacked over their letter', async () => {
    const typesetter = await loadTypesetter();
    const layout = typesetter.layout(`a${heap('x', '\u0301', 40)}b`);
    expect(layout).toMatchObject({ graphemeCount: 3, missing: [] });
    expect(layout.width).toBeCloseTo(typesetter.layout('axb').width, 1);
    const marked = layout.lines[0].glyphs.filter(({ firstGrapheme }) => firstGrapheme === 1);
    expect(marked).toHaveLength(41);
    expect(marked.every(({ endGrapheme }) => endGrapheme === 2)).toBe(true);
    const heights = marked.slice(1).map(({ outline, y }) => extentOf(outline).bottom + y);
    for (const [index, height] of heights.entries()) {
      if (index > 0) expect(height).toBeLessThan(heights[index - 1]);
    }
  });
});

describe('font order', () => {
  test.each([
    ['letters, digits and their punctuation', 'aβж5½⅓²⁴−×Ⅳ“€%”', ['Inter: aβж5½⅓²⁴−×Ⅳ“€%”']],
    ['signs that are letters', 'ΩKÅ', ['Inter: ΩKÅ']],
    ['fractions and Roman numerals', '½⅓⅞ⅠⅡⅫ', ['Inter: ½⅓⅞ⅠⅡⅫ']],
    ['Arabic', 'العربية', ['NotoSansArabic: العربية']],
    ['Hebrew with points', 'שָׁלוֹם', ['NotoSansHebrew: שָׁלוֹם']],
    ['Devanagari with its danda', 'हिन्दी।', ['NotoSansDevanagari: हिन्दी।']],
    ['Thai', 'ภาษาไทย', ['NotoSansThai: ภาษาไทย']],
    ['mathematics', '𝒜∯', ['NotoSansMath: 𝒜∯']],
    ['symbols', '🜁', ['NotoSansSymbols: 🜁']],
    ['more symbols', '🂡', ['NotoSansSymbols2: 🂡']],
    ['emoji by default', '⭐🎬', ['TwemojiMozilla: ⭐🎬']],
    ['emoji selected by U+FE0F', 'a❤❤\ufe0f', ['Inter: a', 'NotoSansSymbols2: ❤', 'TwemojiMozilla: ❤\ufe0f']],
    ['no font', 'a\u0f40', ['Inter: a', 'missing: \u0f40']],
  ])('chooses fonts in order of preference: %s', (_, text, runs) => {
    expect(fontRunsOf(text)).toEqual(runs);
  });

  test.each([
    ['circled numbers', '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳⓪', 'NotoSansSymbols'],
    ['negative circled numbers', '❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴⓿', 'NotoSansSymbols'],
    ['circled letters', 'ⒶⒷⒸⓏⓐⓑⓒⓩ', 'NotoSansSymbols'],
    ['letters in squares', '🄰🄱🅉🅊', 'NotoSansSymbols'],
    ['relations and sets', '≤≥≠≈≡≪≫⊂⊆∈∉∀∃∅∞√∑∏∫∂∆∶⊕⊖⊗⊘⊙', 'NotoSansMath'],
    ['relations written with a mark', '=\u0338<\u0338≤\u0338', 'NotoSansMath'],
    ['arrows', '←↑→↓↔↕↖↗↘↙⇐⇑⇒⇔↩↪↺↻⇧⇪⟵⟶⟹', 'NotoSansMath'],
    ['number sets', 'ℂℕℙℚℝℤℓℏ', 'NotoSansMath'],
    ['shapes', '■□▪▫▲△▶▷▼▽◆◇◊○●◦◯◻◼◽◾', 'NotoSansMath'],
    ['stars, suits and pieces', '★☆☀☁♠♡♢♣♤♥♦♧♔♚⚀⚅', 'NotoSansSymbols2'],
    ['ticks and crosses', '✓✔✕✖✗✘❖', 'NotoSansSymbols2'],
    ['media buttons', '⏏⏩⏪⏭⏮⏯⏸⏹⏺', 'NotoSansSymbols2'],
    ['keys', '⌘⌥⌦⌫⏎', 'NotoSansSymbols2'],
    ['mathematical brackets', '⌈⌉⌊⌋⎛⎝⎡⎦', 'NotoSansMath'],
    ['box-drawing lines', '─│┌┐└┘├┤┬┴┼═║╔╗╚╝╭╮╯╰╱╲╳', 'NotoSansJP'],
    ['blocks', '▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓', 'NotoSansJP'],
  ])('sets a family of signs in one font: %s', (_, family, font) => {
    expect(fontRunsOf(family)).toEqual([`${font}: ${family}`]);
    for (const sign of family.match(/\P{Mn}\p{Mn}*/gu) ?? []) {
      expect(fontRunsOf(`a${sign}b`)).toEqual(['Inter: a', `${font}: ${sign}`, 'Inter: b']);
    }
  });

  test('symbols in a family have the same width', async () => {
    const typesetter = await loadTypesetter();
    for (const family of ['①②③④⑤⑥⑦⑧⑨⑩⑪⑳', 'ⒶⒷⓎⓏ', '⊕⊖⊗⊘⊙', '─═┼╬╳']) {
      const [first, ...others] = Array.from(family, (sign) => {
        const { left, right } = extentOf(outlinesOf(typesetter.layout(sign))[0]);
        return right - left;
      });
      for (const width of others) expect(width, family).toBeCloseTo(first, 1);
    }
  });

  test('sets a letter and its mark in a font that has both', () => {
    expect(fontRunsOf('v\u20d7')).toEqual(['NotoSansMath: v\u20d7']);
    expect(fontRunsOf('x\u0301')).toEqual(['Inter: x\u0301']);
  });

  test('sets joiners in the font of a neighbouring character', () => {
    expect(fontRunsOf('ه\u200d')).toEqual(['NotoSansArabic: ه\u200d']);
    expect(fontRunsOf('の\u200bの')).toEqual(['NotoSansJP: の\u200bの']);
    expect(fontRunsOf('\u200dه')).toEqual(['NotoSansArabic: \u200dه']);
    expect(fontRunsOf('\u200d①')).toEqual(['NotoSansSymbols: \u200d①']);
  });
});
