import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CaptionStyle,
  captionCues,
  captionModes,
  lettersPerSecond,
  shortestCueMs,
} from '../../../src/shorthand/kinds/captions/caption-cues.ts';
import { type Cue, spokenWords, wordsOf } from '../../../src/shorthand/kinds/captions/cue.ts';
import { lettersIn } from '../../../src/shorthand/kinds/captions/letters.ts';

const usual: CaptionStyle = { mode: 'lines', maxLines: 2, maxLetters: 42 };

/** The cues of one text that is spoken in 60 ms a letter; lines are divided by a slash. */
function cuesOf(text: string, style: Partial<CaptionStyle> = {}): string[] {
  const cues = captionCues([{ startMs: 0, endMs: text.length * 60, text }], { ...usual, ...style });
  return cues.map((cue) => cue.text.replaceAll('\n', ' / ').replaceAll('\u200b', '|'));
}

describe('lines', () => {
  it.each([
    [
      'First we split the list in the middle, and then we sort both of the halves, each of them in the same way.',
      [
        'First we split the list in the middle,',
        'and then we sort both of the halves, / each of them in the same way.',
      ],
    ],
    [
      'Seven is the pivot: smaller numbers go to its left, and larger numbers to its right.',
      ['Seven is the pivot: smaller numbers go to / its left, and larger numbers to its right.'],
    ],
    [
      'The quick brown fox jumps over the lazy dog while the cat sleeps.',
      ['The quick brown fox jumps over / the lazy dog while the cat sleeps.'],
    ],
    [
      '今日はいい天気ですから、公園まで散歩に行きます。そのあと、喫茶店でコーヒーを飲みながら本を読むつもりです。',
      [
        '今日はいい天気ですから、 / 公園まで散歩に行きます。',
        'そのあと、喫茶店でコーヒーを / 飲みながら本を読むつもりです。',
      ],
    ],
    [
      'في البداية نقسم القائمة إلى نصفين، ثم نرتب كل نصف على حدة حتى تصبح القائمة كلها مرتبة.',
      ['في البداية نقسم القائمة إلى نصفين،', 'ثم نرتب كل نصف على حدة حتى تصبح / القائمة كلها مرتبة.'],
    ],
  ])('%s breaks where a reader would', (text, expected) => {
    expect(cuesOf(text)).toEqual(expected);
  });

  it('a cue does not end with the first words of a clause, or begin with its last ones', () => {
    const text = 'But here is the strange part: when it swims, that third heart stops.';
    expect(cuesOf(text, { maxLetters: 18 })).toEqual([
      'But here is the / strange part:',
      'when it swims,',
      'that third / heart stops.',
    ]);
  });

  it('an author’s lines stay if they have room', () => {
    expect(cuesOf('- Are you coming?\n- No.')).toEqual(['- Are you coming? / - No.']);
    expect(cuesOf('One\ntwo\nthree')).toEqual(['One two three']);
  });

  it('no word is left over on a line or in a cue of its own', () => {
    for (let count = 6; count < 60; count++) {
      const text = Array.from({ length: count }, (_, index) => (index % 3 === 0 ? 'the' : 'numbers')).join(
        ' ',
      );
      for (const cue of cuesOf(text, { maxLetters: 32 }))
        expect(wordsOf(cue.split(' / ').at(-1) ?? '').length).toBeGreaterThan(1);
    }
  });

  it('a cue stays until it is read if there is time, and never into the next one', () => {
    const cues = captionCues(
      [
        { startMs: 0, endMs: 100, text: 'A short word that is long to read' },
        { startMs: 5000, endMs: 5100, text: 'Yes' },
        { startMs: 5400, endMs: 6400, text: 'No' },
      ],
      usual,
    );
    expect(cues[0]?.endMs).toBe(Math.ceil((33 / lettersPerSecond) * 1000));
    expect(cues[1]?.endMs).toBe(5400);
    expect((cues[2]?.endMs ?? 0) - 5400).toBeGreaterThanOrEqual(shortestCueMs);
  });

  it('short sentences of words with times share a line', () => {
    const spoken: Cue[] = [
      { startMs: 0, endMs: 300, text: 'Yes.', words: [[0, 300]] },
      {
        startMs: 350,
        endMs: 900,
        text: 'I do.',
        words: [
          [350, 500],
          [500, 900],
        ],
      },
    ];
    expect(captionCues(spoken, usual)).toEqual([{ startMs: 0, endMs: 900, text: 'Yes. I do.' }]);
  });
});

describe('cues at the same time', () => {
  const said = (startMs: number, endMs: number, text: string): Cue => ({ startMs, endMs, text });
  const shown = (spoken: readonly Cue[], style: Partial<CaptionStyle> = {}) =>
    captionCues(spoken, { ...usual, ...style }).map(({ startMs, endMs, text }) => [startMs, endMs, text]);

  it('are lines of one, as long as both are shown', () => {
    expect(shown([said(1000, 9000, 'a long cue'), said(3000, 5000, 'a short one')])).toEqual([
      [1000, 3000, 'a long cue'],
      [3000, 5000, 'a long cue\na short one'],
      [5000, 9000, 'a long cue'],
    ]);
    expect(shown([said(0, 4000, 'one'), said(2000, 6000, 'two'), said(3000, 5000, 'three')])).toEqual([
      [0, 2000, 'one'],
      [2000, 3000, 'one\ntwo'],
      [3000, 4000, 'one\ntwo\nthree'],
      [4000, 5000, 'two\nthree'],
      [5000, 6000, 'two'],
    ]);
    expect(shown([said(0, 4000, 'same'), said(2000, 6000, 'same')])).toEqual([[0, 6000, 'same']]);
  });

  it('follow each other if they meet for a moment', () => {
    expect(shown([said(0, 4040, 'one'), said(4000, 6000, 'two')])).toEqual([
      [0, 4000, 'one'],
      [4000, 6000, 'two'],
    ]);
  });

  it('let karaoke run through all lines', () => {
    const words = (startMs: number) =>
      [0, 500, 1000].map((ms): [number, number] => [startMs + ms, startMs + ms + 400]);
    const spoken = [
      { ...said(0, 3000, 'one two three'), words: words(0) },
      { ...said(800, 2300, 'four five six'), words: words(800) },
    ];
    const cues = captionCues(spoken, { ...usual, mode: 'karaoke' });
    expect(cues.map(({ text }) => text.replace('\n', ' / '))).toEqual([
      'one two three',
      'one two three / four five six',
      'one two three',
    ]);
    expect(cues[1]?.words?.map(([start]) => start)).toEqual([800, 800, 1000, 1000, 1300, 1800]);
    expect(cues[2]?.words?.map(([start]) => start)).toEqual([2300, 2300, 2300]);
  });

  it('are all shown whenever they are, for any times', () => {
    const time = fc.integer({ min: 0, max: 20 });
    const any = fc.record({ at: time, steps: fc.integer({ min: 1, max: 10 }), word: time });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (all) => {
        const spoken = all.map(({ at, steps, word }) => said(at * 1000, (at + steps) * 1000, `word ${word}`));
        const cues = captionCues(spoken, usual);
        for (let time = 500; time < 31_000; time += 1000) {
          const at = (cue: Cue) => cue.startMs <= time && time < cue.endMs;
          const lines = cues.filter(at).flatMap(({ text }) => text.split('\n'));
          const expected = spoken.filter(at).map(({ text }) => text);
          expect(new Set(lines)).toEqual(new Set(expected));
          expect(lines).toHaveLength(new Set(expected).size);
        }
      }),
    );
  });
});

it('karaoke has a time for each word, also where words are divided by no spaces', () => {
  const [cue] = captionCues([{ startMs: 0, endMs: 3000, text: '公園まで散歩に行きます。' }], {
    ...usual,
    mode: 'karaoke',
  });
  expect(cue?.text.split('\u200b').length).toBeGreaterThan(3);
  expect(cue?.words).toHaveLength(cue?.text.split('\u200b').length ?? 0);
  expect(cue?.words?.at(-1)?.[1]).toBe(3000);
});

it('single words begin when they are spoken', () => {
  const spoken: Cue = {
    startMs: 100,
    endMs: 900,
    text: 'Then we split',
    words: [
      [100, 300],
      [350, 500],
      [700, 900],
    ],
  };
  expect(captionCues([spoken], { ...usual, mode: 'word' })).toEqual([
    { startMs: 100, endMs: 350, text: 'Then' },
    { startMs: 350, endMs: 700, text: 'we' },
    { startMs: 700, endMs: 900, text: 'split' },
  ]);
});

it('lines fit, no letter is lost, and times follow each other, for any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'a',
      'the',
      'numbers,',
      'Pneumonoultramicroscopicsilicovolcanoconiosis',
      '公園まで散歩に行きます。',
      'สวนสาธารณะ',
      'القائمة',
      '👩‍👩‍👧',
      '\n',
    ),
    fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\s\u200b\p{C}]/gu, '')),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.record({
        mode: fc.constantFrom(...captionModes),
        maxLines: fc.integer({ min: 1, max: 4 }),
        maxLetters: fc.integer({ min: 8, max: 60 }),
      }),
      fc.integer({ min: 1, max: 60_000 }),
      (pieces, style, endMs) => {
        const text = pieces
          .join(' ')
          .trim()
          .replace(/ *\n[ \n]*/g, '\n');
        fc.pre(text !== '' && endMs > text.length);
        const cues = captionCues([{ startMs: 0, endMs, text }], style);
        const letters = (one: string) => one.replace(/[\s\u200b]/g, '');
        expect(letters(cues.map((cue) => cue.text).join(''))).toBe(letters(text));
        let last = 0;
        for (const cue of cues) {
          expect(cue.startMs).toBeGreaterThanOrEqual(last);
          expect(cue.endMs).toBeGreaterThan(cue.startMs);
          last = cue.endMs;
          expect(cue.words !== undefined).toBe(style.mode === 'karaoke');
          if (cue.words) expect(spokenWords(cue)).toHaveLength(cue.words.length);
          if (style.mode === 'word') continue;
          const lines = cue.text.split('\n');
          expect(lines.length).toBeLessThanOrEqual(style.maxLines);
          for (const line of lines) expect(lettersIn(line)).toBeLessThanOrEqual(style.maxLetters);
        }
      },
    ),
  );
});
