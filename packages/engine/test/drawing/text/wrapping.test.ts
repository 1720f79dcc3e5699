import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import type { TextLayout } from '../../../src/drawing/text/text-layout.ts';
import { plainStyle } from '../../../src/drawing/text/text-style.ts';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { plainFace } from '../../../src/timeline/face.ts';
import { glyphsOf, wrappedLines } from './layout-probes.ts';

let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
  await typesetter.prepareWrapping();
});

const faceOf = (isBold: boolean) => ({ ...plainFace, weight: isBold ? 700 : 400 });

function wrapped(text: string, wrapWidth: number, isBold = false): TextLayout {
  return typesetter.layout(text, { ...plainStyle, wrapWidth, face: faceOf(isBold) });
}

describe('wrapped text', () => {
  const words = [
    'a',
    'to',
    'wrap',
    'lines,',
    'well-known',
    '3.14',
    '日本語',
    'かな。',
    '한국어',
    'مرحبا',
    'שלום',
    '🎉',
    'สวัสดีครับ',
    'नमस्ते',
  ];
  const anyText = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 })
    .map((parts) => parts.join(' '));
  const anyWidth = fc.double({ min: 0.2, max: 30, noNaN: true });
  const widerThanAnyWord = fc.double({ min: 4, max: 30, noNaN: true });

  test('wraps text to lines no wider than the wrap width, except single characters', () => {
    fc.assert(
      fc.property(anyText, anyWidth, fc.boolean(), (text, width, isBold) => {
        for (const line of wrapped(text, width, isBold).lines) {
          const graphemes = new Set(line.glyphs.map(({ firstGrapheme }) => firstGrapheme));
          if (graphemes.size > 1) expect(line.width).toBeLessThanOrEqual(width + 1e-6);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('wraps text with as many words on each line as fit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'to', 'wrap', 'lines,'), { minLength: 2, maxLength: 20 }),
        widerThanAnyWord,
        (parts, width) => {
          const text = parts.join(' ');
          const lines = wrappedLines(text, wrapped(text, width));
          for (const [i, line] of lines.slice(1).entries()) {
            const longer = `${lines[i]} ${line.split(' ')[0]}`;
            if (text.includes(longer)) expect(typesetter.layout(longer).width).toBeGreaterThan(width);
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('lays out wrapped text like text with newlines at the breaks', () => {
    for (const text of [
      'The quick brown fox jumps over the lazy dog',
      '吾輩は猫である。名前はまだ無い。',
      'מודעות נכתבות לרוב בקצרה מאוד כאן',
    ]) {
      const layout = wrapped(text, 7);
      expect(layout.lines.length).toBeGreaterThan(2);
      const lines = wrappedLines(text, layout);
      expect(layout).toEqual(typesetter.layout(lines.join('\n')));
    }
  });

  test('lays out text that fits its wrap width like unwrapped text', () => {
    for (const text of ['one line', 'two\nlines', '', 'ends in spaces   ']) {
      expect(wrapped(text, 100)).toEqual(typesetter.layout(text));
    }
    const { width } = typesetter.layout('To the hair’s breadth, AV Te.');
    expect(wrapped('To the hair’s breadth, AV Te.', width).lines).toHaveLength(1);
  });

  test("keeps a wrapped paragraph's direction on every line and orders each line separately", () => {
    const text = 'שלום abc def ghi עולם';
    const layout = wrapped(text, 4);
    expect(layout.lines.length).toBeGreaterThan(2);
    expect(layout.lines.every(({ isRightToLeft }) => isRightToLeft)).toBe(true);
    const latin = layout.lines.find(({ glyphs }) => glyphs.some(({ firstGrapheme }) => firstGrapheme === 5));
    const order = (latin?.glyphs ?? [])
      .filter(({ firstGrapheme }) => firstGrapheme >= 5)
      .map((glyph) => glyph.firstGrapheme);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('breaks a word that is too long for a wrapped line between characters', () => {
    expect(wrappedLines('internationalization', wrapped('internationalization', 4))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^intern/)]),
    );
    expect(wrapped('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 0.1).lines).toHaveLength(2);
  });

  test('draws a soft hyphen only at the end of a line', () => {
    const text = 'super\u00adcalifragilistic';
    const [first, second] = wrapped(text, 8).lines;
    expect(first.glyphs).toHaveLength('super-'.length);
    expect(first.glyphs.at(-1)?.outline).toBe(glyphsOf(typesetter.layout('\u2010'))[0].outline);
    expect(second.glyphs).toHaveLength('califragilistic'.length);
    expect(glyphsOf(wrapped(text, 100))).toHaveLength(text.length - 1);
  });

  test('drops spaces where text wraps and keeps spaces within a line', () => {
    expect(wrapped('one    two   three', 5).lines).toEqual([
      ...typesetter.layout('one    two').lines,
      ...typesetter.layout('one    two\nthree').lines.slice(1),
    ]);
  });
});

test('wraps any text with finite positions and glyphs within its graphemes', { tags: 'slow' }, () => {
  const parts = [
    ...'aé1 -/א(עب\u0301\u200d\u200b\u00ad\u2067\u202e漢か、กำ한👩🏽🇯🇵❤\ufe0f\n\t\u0001',
    '\ud800',
    '\u00a0',
    'fi',
    'क्ष',
  ];
  const anyText = fc.oneof(
    fc.string({ unit: fc.constantFrom(...parts), maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  fc.assert(
    fc.property(anyText, fc.double({ min: 1e-5, max: 20, noNaN: true }), (text, width) => {
      const plain = typesetter.layout(text);
      const layout = wrapped(text, width);
      expect(layout.missing).toEqual(plain.missing);
      expect(layout.lines.length).toBeGreaterThanOrEqual(plain.lines.length);
      expect(layout.graphemeCount).toBeLessThanOrEqual(plain.graphemeCount);
      for (const { x, y, firstGrapheme, endGrapheme } of glyphsOf(layout)) {
        expect(Number.isFinite(x + y)).toBe(true);
        expect(firstGrapheme).toBeGreaterThanOrEqual(0);
        expect(endGrapheme).toBeLessThanOrEqual(layout.graphemeCount);
      }
    }),
    { numRuns: runs(300) },
  );
});

describe('Unicode line breaking rules', () => {
  // A cross-section of the rules of UAX 14 (Unicode 15.1), written from their text: | marks where a break is allowed.
  test.each([
    ['LB7 and LB18, spaces', 'a |b   |c'],
    ['LB8, zero-width space', 'a\u200b|b'],
    ['LB11, word joiner', 'a\u2060b |c'],
    ['LB12, no-break space', 'a\u00a0b |c'],
    ['LB13, closing punctuation', 'a! |b) |c; |d'],
    ['LB14, opening punctuation', '(a |[b |¿c'],
    ['LB15, quotes', '“a” |‘b’ |«c»'],
    ['LB16, small kana and marks', '日|カー|き。|っ'.replace('|っ', 'っ')],
    ['LB21, hyphens', 'well-|known |a–|b'],
    ['LB22, ellipsis', 'a… |b...'],
    ['LB23, letters and digits', 'abc123def |4x4'],
    ['LB24 and LB25, amounts', '$(12.34) |-5 |99% |1,000.50€'],
    ['LB26, Hangul jamo', '\u1100\u1161\u11a8|\u1100\u1161'],
    ['LB28, letters', 'abc |déf |где'],
    ['LB30, brackets after letters', 'f(x) |a(s)'],
    ['LB30a, flags', '🇯🇵|🇩🇪|🇺🇸'],
    ['LB30b, modified emoji', '👍🏽|👍🏽|👩🏽‍💻'],
    ['LB31, ideographs', '日|本|語|a |b'],
    ['Thai, by words', 'ภาษา|ไทย'],
  ])('breaks lines according to %s: %s', (_, marked) => {
    const text = marked.replaceAll('|', '');
    const parts = marked.split('|').map((part) => part.replaceAll(/[ \u200b]/gu, ''));
    // As wide as the widest part, so that no part must be broken inside and few can be joined.
    const widest = Math.max(...parts.map((part) => typesetter.layout(part).width));
    const lines = wrappedLines(text, wrapped(text, widest));
    const bare = lines.map((line) => line.replaceAll(/[ \u200b]/gu, ''));
    for (const line of bare) expect(parts.filter((part) => line.startsWith(part))).not.toEqual([]);
    expect(bare.join('')).toBe(parts.join(''));
    expect(lines.length).toBeGreaterThan(parts.length > 1 ? 1 : 0);
  });
});

describe('hostile wrapped text', () => {
  /** The maximum length of a text, or enough to detect a hang. */
  const repeated = (part: string, length = 1000) => part.repeat(length / [...part].length);
  test.each([
    ['letters', repeated('a', 10_000), 10_000],
    ['words', repeated('a '), 500],
    ['spaces', repeated(' '), 1],
    ['marks', repeated('\u0301'), 1],
    ['controls', repeated('\u0001'), 1],
    ['soft hyphens', repeated('a\u00ad'), 500],
    ['halves of surrogate pairs', repeated('\ud800'), 1000],
    ['both directions', repeated('אa1 ', 10_000), 7500],
    ['unclosed isolates', repeated('\u2067a'), 500],
    ['ideographs', repeated('漢', 10_000), 10_000],
    ['Thai', repeated('ภา', 10_000), 10_000],
    ['flags', repeated('🇯🇵'), 500],
    ['joined emoji', repeated('👩\u200d'), 1],
    ['no-break spaces', repeated('a\u00a0'), 1000],
    ['newlines', repeated('a\n'), 501],
  ])('wraps hostile text: %s', (_, text, lineCount) => {
    expect(wrapped(text, 0.01).lines).toHaveLength(lineCount);
  });
});

describe('tabular digits', () => {
  test.each(['0123456789', '٠١٢٣٤٥٦٧٨٩', '०१२३४५६७८९', '๐๑๒๓๔๕๖๗๘๙', '０１２３４５６７８９'])(
    'gives tabular digits the same width: %s',
    (digits) => {
      for (const isBold of [false, true]) {
        const style = { ...plainStyle, face: faceOf(isBold), hasTabularNumbers: true };
        const widths = Array.from(digits, (digit) => typesetter.layout(digit.repeat(4), style).width);
        for (const width of widths) expect(width).toBeCloseTo(widths[0], 9);
      }
    },
  );

  test('uses tabular digits only on request and does not change other text', () => {
    const style = { ...plainStyle, hasTabularNumbers: true };
    expect(typesetter.layout('1').width).toBeLessThan(typesetter.layout('0').width);
    expect(typesetter.layout('no digits, שלום', style)).toEqual(typesetter.layout('no digits, שלום'));
  });
});

describe('a last line of one short word', () => {
  const lines = (text: string, wrapWidth: number, avoidsOrphans = true) =>
    wrappedLines(text, typesetter.layout(text, { ...plainStyle, wrapWidth, avoidsOrphans }));
  const title = 'Why averages make bell curves';

  test('gets company from the line before it', () => {
    expect(lines(title, 12.5, false)).toEqual(['Why averages make bell', 'curves']);
    expect(lines(title, 12.5)).toEqual(['Why averages', 'make bell curves']);
  });

  test('stays where no other line would be a better one, and no word is broken', () => {
    expect(lines('Write the ending first', 4.2)).toEqual(lines('Write the ending first', 4.2, false));
    expect(lines('Roast them until they crack', 5.6)).toEqual(['Roast them', 'until they', 'crack']);
  });

  test('stays in long texts, and other texts keep their lines', () => {
    const long = `${'one two three four five six seven '.repeat(6)}end`;
    expect(lines(long, 15)).toEqual(lines(long, 15, false));
    expect(lines('Why averages make bell curves again', 12.5)).toEqual(
      lines('Why averages make bell curves again', 12.5, false),
    );
  });
});
