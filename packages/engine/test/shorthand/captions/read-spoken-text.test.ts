import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxCues } from '../../../src/project/object-schemas.ts';
import { captionCues, captionModes } from '../../../src/shorthand/kinds/captions/caption-cues.ts';
import { type Cue, spokenWords, wordsOf } from '../../../src/shorthand/kinds/captions/cue.ts';
import { readSpokenText } from '../../../src/shorthand/kinds/captions/read-spoken-text.ts';

async function read(content: string | Uint8Array | object): Promise<readonly Cue[]> {
  const result = await readSpokenText(bytesOf(content));
  if (!result.ok) throw new Error(result.problems.join('; '));
  return result.value.cues;
}

async function problemOf(content: string | Uint8Array | object): Promise<string> {
  const result = await readSpokenText(bytesOf(content));
  return result.ok ? '' : result.problems.join('; ');
}

function bytesOf(content: string | Uint8Array | object): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}

const texts = (cues: readonly Cue[]) => cues.map(({ text }) => text.replaceAll('\u200b', '|'));
const times = (cues: readonly Cue[]) => cues.map(({ startMs, endMs }) => [startMs, endMs]);

const srt = (cues: readonly string[]) => cues.map((cue, index) => `${index + 1}\n${cue}`).join('\n\n');

describe('SRT', () => {
  it('cues lose tags, positions and the numbers between them', async () => {
    const cues = await read(
      '1\r\n00:00:01,000 --> 00:00:02,500 X1:3\r\n<i>Hello</i> {\\an8}there, 1 < 2\r\nsecond line\r\n2\r\n0:00:03,1 --> 00:01:00,000\r\n<font color="red">last</font>\r\n',
    );
    expect(texts(cues)).toEqual(['Hello there, 1 < 2\nsecond line', 'last']);
    expect(times(cues)).toEqual([
      [1000, 2500],
      [3100, 60_000],
    ]);
  });

  it('cues in any order are sorted', async () => {
    const cues = await read(
      srt([
        '00:00:03,000 --> 00:00:05,000\nthree',
        '00:00:01,000 --> 00:00:04,000\none',
        '00:00:06,000 --> 00:00:06,000\nno time',
        '00:00:07 --> 0:8.5\n- Yes?',
        '00:00:07,000 --> 00:00:07,500\n- No.',
      ]),
    );
    expect(texts(cues)).toEqual(['one', 'three', '- Yes?', '- No.']);
    expect(times(cues)).toEqual([
      [1000, 4000],
      [3000, 5000],
      [7000, 8500],
      [7000, 7500],
    ]);
  });

  it.each([
    [
      srt(['00:00:01,000 --> 00:00:02,000\none', '00:00:09,000 --> 00:00:08,000\nbackwards']),
      'in which line 6 is "00:00:09,000 --> 00:00:08,000", which ends before it starts',
    ],
    [
      'WEBVTT\n\n00:09.000 --> 00:08.000\nbackwards',
      'in which line 3 is "00:09.000 --> 00:08.000", which ends before it starts',
    ],
    [
      srt(['00:00:01,000 --> 00:00:02,000\none', '00:00:03:12 --> 00:00:04:00\nframes']),
      'in which line 6 is "00:00:03:12 --> 00:00:04:00", where times are expected; write "00:00:01,000 --> 00:00:02,000"',
    ],
    [
      srt(['00:00:01,000 --> 00:00:02,000\none', '00:00:03,000 -> 00:00:04,000\narrow']),
      'in which line 6 is "00:00:03,000 -> 00:00:04,000", where times are expected',
    ],
    [srt(Array(9).fill('00:00:09,000 --> 00:00:08,000\nx')), 'which has 6 more such lines'],
    [
      [{ text: 'Two words are here', startMs: 900, endMs: 800 }],
      'in which item 0 begins at 900 ms and ends at 800, before it begins',
    ],
  ])('times of which nobody knows what they mean are refused: %#', async (content, problem) => {
    expect(await problemOf(content)).toContain(problem);
  });

  it('empty lines in a text and before it do not end it', async () => {
    const text = [
      '1\n00:00:00,000 --> 00:00:05,000\nPart one\n\nPart two\n\n\nPart three',
      '2\n00:00:06,000 --> 00:00:07,000\n\nAfter a gap',
      '3\n\n00:00:08,000 --> 00:00:09,000\nLast\n\n',
    ].join('\n\n');
    const expected = ['Part one\nPart two\nPart three', 'After a gap', 'Last'];
    expect(texts(await read(text))).toEqual(expected);
    expect(texts(await read(`\n\nWEBVTT\n\n${text}\n\nNOTE the end\n\nof it`))).toEqual(expected);
  });

  it.each([
    ['windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0', 'Привет, мир'],
    [
      'shift_jis',
      '\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd\x81\x42\x8d\xa1\x93\xfa\x82\xcd\x82\xa2\x82\xa2\x93\x56\x8b\x43\x82\xc5\x82\xb7\x82\xcb',
      'こんにちは。今日はいい天気ですね',
    ],
    [
      'gb18030',
      '\xc4\xe3\xba\xc3\xa3\xac\xca\xc0\xbd\xe7\xa1\xa3\xbd\xf1\xcc\xec\xcc\xec\xc6\xf8\xba\xdc\xba\xc3\xa3\xac\xce\xd2\xc3\xc7\xd2\xbb\xc6\xf0\xc8\xa5\xb9\xab\xd4\xb0',
      '你好，世界。今天天气很好，我们一起去公园',
    ],
    ['windows-1252', 'D\xe9j\xe0 vu \x97 na\xefve', 'Déjà vu — naïve'],
  ])('letters of %s are recognised', async (encoding, letters, text) => {
    const bytes = Buffer.from(srt([`00:00:01,000 --> 00:00:02,000\n${letters}`]), 'latin1');
    const result = await readSpokenText(bytes);
    expect(result).toMatchObject({ ok: true, value: { encoding, cues: [{ text: expect.any(String) }] } });
    expect(
      texts(await read(bytes))
        .join('')
        .replaceAll('|', ''),
    ).toBe(text);
  });

  it('a file may be in UTF-8, UTF-16 or Latin letters', async () => {
    const text = srt(['00:00:01,000 --> 00:00:02,000\nCafé für Ärzte']);
    for (const bytes of [
      Buffer.from(text, 'utf8'),
      Buffer.from(`\ufeff${text}`, 'utf8'),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      Buffer.from(text, 'latin1'),
    ])
      expect(texts(await read(bytes))).toEqual(['Café für Ärzte']);
  });

  it('a file of over 10,000 cues, or of over 5 MB, is refused with its size', async () => {
    const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',');
    const many = Array.from(
      { length: 100_000 / 4 },
      (_, index) => `${stamp(index * 1000)} --> ${stamp(index * 1000 + 900)}\nLine ${index}`,
    );
    expect(await problemOf(srt(many))).toBe(
      `which has 25000 cues; divide it into files of at most ${maxCues}`,
    );
    expect(await problemOf(Buffer.alloc(6_000_000, 'a'))).toContain('which has 6000000 bytes');
  });
});

describe('WebVTT', () => {
  const vtt = [
    'WEBVTT\n\nSTYLE\n::cue { color: red }',
    'REGION\nid:fred\nwidth:40%',
    'NOTE a comment',
    'first\n00:01.000 --> 00:04.000 align:start line:0 region:fred\n<v Ann>Never <00:00:01.500>drink <00:02.000><c.red>liquid</c> nitrogen &amp; more.',
    '00:00:05.000 --> 00:00:06.000\n1 < 2 and <ruby>漢<rt>kan</rt></ruby>',
  ].join('\n\n');

  it('styles, regions, comments and tags are left out', async () => {
    expect(texts(await read(vtt))).toEqual(['Never drink liquid nitrogen & more.', '1 < 2 and 漢']);
  });

  it.each([
    [
      '',
      'WEBVTT\n00:01.000 --> 00:02.000 line:0\none\nmore\n00:02.000 --> 00:03.000\ntwo\n00:03.000 --> 00:04.000\nthree',
    ],
    [
      'numbers and ',
      'WEBVTT\n1\n00:01.000 --> 00:02.000\none\nmore\n2\n00:02.000 --> 00:03.000\ntwo\n\n3\n00:03.000 --> 00:04.000\nthree',
    ],
    [
      'names and ',
      'WEBVTT\nKind: captions\n\nfirst\n00:01.000 --> 00:02.000\none\nmore\n\nsecond\n00:02.000 --> 00:03.000\ntwo\n00:03.000 --> 00:04.000\nthree',
    ],
    [
      'comments and ',
      'WEBVTT\nKind: captions\n00:01.000 --> 00:02.000\none\nmore\n\nNOTE no cue\n00:02.000 --> 00:03.000\ntwo\r\n00:03.000 --> 00:04.000\r\nthree',
    ],
  ])('each line of times begins a cue, also with %sno empty line before it', async (_name, file) => {
    const cues = await read(file);
    expect(texts(cues)).toEqual(['one\nmore', 'two', 'three']);
    expect(times(cues)).toEqual([
      [1000, 2000],
      [2000, 3000],
      [3000, 4000],
    ]);
  });

  it('times inside a cue are those of its words', async () => {
    const [first, second] = await read(vtt);
    const starts = first?.words?.map(([start]) => start);
    expect(starts?.slice(0, 3)).toEqual([1000, 1500, 2000]);
    expect(first?.words).toHaveLength(wordsOf(first?.text ?? '').length);
    expect(first?.words?.at(-1)?.[1]).toBe(4000);
    expect(second?.words).toBeUndefined();
  });
});

const word = (text: string, start: number, end: number) => ({ word: text, start, end });

describe('words with times', () => {
  it('Whisper: pieces without a space belong to the word before, and sentences go on across segments', async () => {
    const cues = await read({
      segments: [
        { start: 0, end: 1, text: ' It was', words: [word(' It', 0, 0.2), word(' was', 0.2, 0.4)] },
        {
          start: 1,
          end: 2,
          text: ' well-known.',
          words: [word(' well', 0.5, 0.8), word('-known.', 0.8, 1.2)],
        },
        { start: 2, end: 3, text: ' Yes.', words: [word(' Yes.', 1.3, 1.6)] },
      ],
    });
    expect(texts(cues)).toEqual(['It was well-known.', 'Yes.']);
    expect(cues[0]?.words).toEqual([
      [0, 200],
      [200, 400],
      [500, 1200],
    ]);
  });

  it('WhisperX: a word without times takes the time between its neighbors', async () => {
    const [cue] = await read({ word_segments: [word('In', 0, 0.4), { word: '2014' }, word('we', 1, 1.2)] });
    expect(cue?.text).toBe('In 2014 we');
    expect(cue?.words).toEqual([
      [0, 400],
      [400, 1000],
      [1000, 1200],
    ]);
  });

  it('OpenAI: the text beside the words gives them their punctuation', async () => {
    const spoken = ['Hello', 'world', 'It', 'is', '5', 'p.m', 'I', 'think', 'so'];
    const cues = await read({
      text: 'Hello, "world". It is 5 p.m., I (think) so!',
      words: spoken.map((text, index) => word(text, index * 0.3, index * 0.3 + 0.2)),
    });
    expect(texts(cues)).toEqual(['Hello, "world".', 'It is 5 p.m., I (think) so!']);
    expect(cues[1]?.words?.[5]).toEqual([2100, 2300]);
  });

  it.each([
    ['Good day, dear "friends"!', ['Good day, dear "friends"!'], 4],
    ['今日はいい天気です。散歩に行きます。', ['今日|は|いい|天気|です。', '散歩|に|行き|ます。'], 5],
  ])('ElevenLabs: the characters of %s become words', async (text, expected, count) => {
    const characters = [...text];
    const cues = await read({
      alignment: {
        characters,
        character_start_times_seconds: characters.map((_, index) => index / 10),
        character_end_times_seconds: characters.map((_, index) => (index + 1) / 10),
      },
    });
    expect(texts(cues)).toEqual(expected);
    expect(cues[0]?.words).toHaveLength(count);
    expect(cues[0]?.startMs).toBe(0);
  });

  it('Azure: offsets count in units of 100 nanoseconds, in results and in lists of boundaries', async () => {
    const result = {
      NBest: [
        {
          Display: 'Hello, World.',
          Words: [
            { Word: 'hello', Offset: 5_000_000, Duration: 3_000_000 },
            { Word: 'world', Offset: 9_000_000, Duration: 3_000_000 },
          ],
        },
      ],
    };
    expect(await read(result)).toEqual([
      {
        startMs: 500,
        endMs: 1200,
        text: 'Hello, World.',
        words: [
          [500, 800],
          [900, 1200],
        ],
      },
    ]);
    const boundaries = [
      { AudioOffset: 500_000, Duration: 1_000_000, Text: 'Hi' },
      { AudioOffset: 1_600_000, Duration: 500_000, Text: ',' },
      { AudioOffset: 2_700_000, Duration: 1_000_000, Text: 'you' },
    ];
    expect(await read(boundaries)).toEqual([
      {
        startMs: 50,
        endMs: 370,
        text: 'Hi, you',
        words: [
          [50, 210],
          [270, 370],
        ],
      },
    ]);
  });

  it('a list has words, or cues if its texts are sentences', async () => {
    const words = [
      { text: ' Hi', startMs: 0, endMs: 300 },
      { text: ' you', startMs: 300, endMs: 800 },
    ];
    expect(await read(words)).toEqual([
      {
        startMs: 0,
        endMs: 800,
        text: 'Hi you',
        words: [
          [0, 300],
          [300, 800],
        ],
      },
    ]);
    const cues = [
      { text: 'Hi, how are you?', startMs: 0, endMs: 300 },
      { text: 'Very well.', startMs: 300, endMs: 800 },
    ];
    expect(await read(cues)).toEqual(cues);
  });
});

it.each([
  ['', 'which is empty'],
  ['Hello', 'which begins with "Hello"; write SRT'],
  ['{"a', 'which cannot be read as JSON'],
  [
    { foo: 1, bar: [] },
    'which is JSON with the fields "foo", "bar"; these are understood: the words of Whisper',
  ],
  [[], 'which is JSON with an empty list'],
  [[[[]]], 'which is JSON with a list whose first item is a list;'],
  [{ words: [{ word: 3 }] }, 'in which item 0 of words must have a text, but has the fields "word"'],
  [{ words: [{ word: 'a' }] }, 'must have a time such as "start" and "end", but has the fields "word"'],
  [{ segments: [{ text: 'Hi there you' }] }, 'in which item 0 of segments must have a time'],
  ['WEBVTT\n\n', 'which has no cue'],
])('%j is refused with what was seen', async (content, problem) => {
  expect(await problemOf(content)).toContain(problem);
});

describe('SubStation Alpha', () => {
  const ass = [
    '[Script Info]\nTitle: x\nScriptType: v4.00+',
    '[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20',
    '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  ].join('\n\n');
  const lines = [
    'Comment: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,not shown',
    'Dialogue: 0,0:00:03.50,0:01:00.00,Default,Ann,0,0,0,,{\\i1}Last{\\i0}\\Nline\\hhere',
    'Dialogue: 0,0:00:00.00,0:00:02.25,Default,,0,0,0,,Hello, 1,000 times',
    'Dialogue: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}',
  ];

  it('words and times are read without styles, comments, tags and drawings', async () => {
    const cues = await read([ass, ...lines].join('\r\n'));
    expect(texts(cues)).toEqual(['Hello, 1,000 times', 'Last\nline here']);
    expect(times(cues)).toEqual([
      [0, 2250],
      [3500, 60_000],
    ]);
  });

  it('columns may have another order, and times that are none are refused with their line', async () => {
    const file = (time: string) =>
      `[Script Info]\n[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,${time},0:00:02.00,Hi, you`;
    expect(texts(await read(file('0:00:01.00')))).toEqual(['Hi, you']);
    expect(await problemOf(file('1s'))).toContain('line 4 is "Dialogue: Marked=0,1s,');
    expect(await problemOf(file('0:00:03.00'))).toContain('which ends before it starts; correct the times');
  });
});

describe('services', () => {
  const said = ['Hello', 'world'];
  const spoken = [
    [0, 400],
    [500, 900],
  ];
  const inSeconds = (index: number) => (spoken[index] ?? []).map((ms) => ms / 1000);

  it.each([
    [
      'Deepgram',
      {
        results: {
          channels: [
            {
              alternatives: [
                {
                  transcript: 'Hello, world.',
                  words: said.map((word, index) => {
                    const [start, end] = inSeconds(index);
                    return {
                      word: word.toLowerCase(),
                      start,
                      end,
                      punctuated_word: ['Hello,', 'world.'][index],
                    };
                  }),
                },
              ],
            },
          ],
        },
      },
    ],
    [
      'AWS',
      {
        results: {
          transcripts: [{ transcript: 'Hello, world.' }],
          items: said.flatMap((content, index) => {
            const [start, end] = inSeconds(index);
            const times = { start_time: String(start), end_time: String(end) };
            return [
              { type: 'pronunciation', alternatives: [{ content }], ...times },
              { type: 'punctuation', alternatives: [{ content: [',', '.'][index] }] },
            ];
          }),
        },
      },
    ],
    [
      'Google',
      {
        results: [
          {
            alternatives: [
              {
                transcript: 'Hello, world.',
                words: said.map((word, index) => {
                  const [start, end] = inSeconds(index);
                  return {
                    word,
                    ...(start && { startTime: `${start}s` }),
                    endTime: { nanos: (end ?? 0) * 1e9 },
                  };
                }),
              },
            ],
          },
        ],
      },
    ],
    [
      'transformers.js',
      {
        text: ' Hello, world.',
        chunks: said.map((_, index) => ({
          text: [' Hello,', ' world.'][index],
          timestamp: inSeconds(index),
        })),
      },
    ],
  ])('words of %s have their times and their punctuation', async (_name, result) => {
    const cues = await read(result);
    expect(texts(cues).join(' ')).toBe('Hello, world.');
    expect(cues.flatMap(spokenWords).map(({ startMs, endMs }) => [startMs, endMs])).toEqual(spoken);
  });

  it('words that Google repeats for speakers are shown once', async () => {
    const words = said.map((word, index) => ({ word, startTime: `${index}s`, endTime: `${index + 1}s` }));
    const one = (index: number) => ({ alternatives: [{ words: words.slice(index, index + 1) }] });
    const cues = await read({ results: [one(0), one(1), { alternatives: [{ words }] }] });
    expect(texts(cues).join(' ')).toBe('Hello world');
  });
});

describe('hostile files', () => {
  const one = '00:00:00,000 --> 00:00:09,000\n';

  it.each([
    ['a number and 150,000 empty lines', `1${'\n'.repeat(150_000)}x`],
    ['120,000 words that belong to each other', { segments: [{ words: glued() }] }],
    ['tags in tags, 20,000 deep', `WEBVTT\n\n00:00.000 --> 00:09.000\n${'<b>'.repeat(20_000)}deep`],
    ['lists in lists, 400,000 deep', '['.repeat(400_000) + ']'.repeat(400_000)],
    ['40,000 times in a cue', `WEBVTT\n\n00:00.000 --> 00:59.000\n${'a <00:00:01.000>'.repeat(40_000)}`],
    ['150,000 words in a piece', `WEBVTT\n\n00:00.000 --> 00:59.000\n<00:00:01.000>${'a '.repeat(150_000)}`],
  ])('%s are read, or refused in words', async (_name, content) => {
    const result = await readSpokenText(bytesOf(content));
    expect(result.ok || result.problems.every((problem) => problem.startsWith('which '))).toBe(true);
  });

  it('invisible words take room, so that a cue of them is divided in no time', async () => {
    const [cue] = await read(`1\n${one}${'word '.repeat(20)}${'\u2060\u200b'.repeat(3500)}end`);
    const style = { mode: 'lines', maxLines: 2, maxLetters: 42 } as const;
    expect(captionCues([cue as Cue], style).length).toBeGreaterThan(20);
  });

  /** Pieces without a space, which others have. */
  function glued(): object[] {
    return Array.from({ length: 120_000 }, (_, index) => ({
      word: index === 119_999 ? ' b' : 'a',
      start: index / 1000,
      end: (index + 1) / 1000,
    }));
  }
});

it('times of words that overlap or go back are put in order', async () => {
  const words = [
    [0, 500],
    [400, 900],
    [300, 1200],
  ];
  const [cue] = await read([{ text: 'One two three', startMs: 0, endMs: 1200, words }]);
  expect(cue?.words).toEqual([
    [0, 400],
    [400, 400],
    [400, 1200],
  ]);
});

describe('times in milliseconds where seconds are usual', () => {
  const said = 'Seven is the pivot and smaller numbers go to its left while larger numbers go to its right.';
  const inMs = said.split(' ').map((word, index) => ({ word, start: index * 250, end: index * 250 + 240 }));
  const inSeconds = inMs.map(({ word, start, end }) => ({ word, start: start / 1000, end: end / 1000 }));

  it.each([
    ['words', (words: readonly object[]) => ({ words })],
    ['segments', (words: readonly object[]) => ({ segments: [{ words }] })],
    ['lists', (words: readonly object[]) => words],
  ])('are recognised in %s', async (_name, wrapped) => {
    expect(await read(wrapped(inMs))).toEqual(await read(wrapped(inSeconds)));
  });

  it('are recognised in sentences', async () => {
    const cues = await read([
      { text: 'Seven is the pivot: smaller numbers go to its left.', start: 200, end: 3400 },
      { text: '数字を半分に分けます。', start: 3600, end: 5800 },
    ]);
    expect(times(cues)).toEqual([
      [200, 3400],
      [3600, 5800],
    ]);
  });

  it('are not seen in hours of speech, in single words that stay, nor in the chapters of a talk', async () => {
    const long = Array.from({ length: 3000 }, (_, index) => word('word', index * 2, index * 2 + 0.5));
    const stay = [
      { text: 'Intermission', start: 0, end: 180 },
      { text: 'Welcome back', start: 180, end: 185 },
    ];
    const chapters = [
      { text: 'How we began to sort numbers', start: 0, end: 480 },
      { text: 'What quick sort does with them', start: 480, end: 1020 },
    ];
    const lastOf = async (file: object) => (await read(file)).at(-1)?.endMs;
    expect(await lastOf({ words: long })).toBe(5_998_500);
    expect(await lastOf(stay)).toBe(185_000);
    expect(await lastOf(chapters)).toBe(1_020_000);
  });
});

it('words without a duration share the time until the next one', async () => {
  const word = (text: string, start: number) => ({ word: ` ${text}`, start, end: start });
  const [cue] = await read({
    segments: [{ words: [word('The', 1), word('old', 1), word('list', 1.3), word('ends.', 1.3)] }],
  });
  expect(cue?.words).toEqual([
    [1000, 1150],
    [1150, 1300],
    [1300, 1500],
    [1500, 1700],
  ]);
});

describe('anything', () => {
  const json = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc
      .array(
        fc.record({
          text: fc.string({ unit: 'grapheme' }),
          start: fc.oneof(fc.double(), fc.integer(), fc.constant(null)),
          end: fc.oneof(fc.double(), fc.integer()),
        }),
      )
      .chain((words) => fc.constantFrom(words, { words }, { segments: words }, { segments: [{ words }] }))
      .map((data) => JSON.stringify(data)),
    fc
      .array(
        fc.constantFrom(
          '1',
          '00:00:01,000 --> 00:00:02,000',
          '00:01.5 --> 00:04',
          '00:01.9 --> 00:03',
          '00:02.5 --> 00:00',
          '<',
          'a <b',
          '\n',
          '\n\n',
          '-->',
        ),
      )
      .map((lines) => lines.join('\n')),
  );

  /** Expects cues as a document may have them. */
  function expectSeparate(cues: readonly Cue[]): void {
    let last = 0;
    for (const cue of cues) {
      expect(cue.startMs).toBeGreaterThanOrEqual(last);
      expect(cue.endMs).toBeGreaterThan(cue.startMs);
      last = cue.endMs;
      if (cue.words === undefined) continue;
      expect(cue.words).toHaveLength(wordsOf(cue.text).length);
      let begun = cue.startMs;
      for (const [startMs, endMs] of cue.words) {
        expect(startMs).toBeGreaterThanOrEqual(begun);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        begun = startMs;
      }
    }
  }

  it('cues are in order and have a time for each word, and captions of them never overlap', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          json,
          fc.string(),
          json.map((text) => `WEBVTT\n\n${text}`),
        ),
        async (text) => {
          const result = await readSpokenText(Buffer.from(text));
          if (!result.ok) return;
          let last = 0;
          for (const cue of result.value.cues) {
            expect(cue.startMs).toBeGreaterThanOrEqual(last);
            expect(cue.endMs).toBeGreaterThan(cue.startMs);
            last = cue.startMs;
            let begun = cue.startMs;
            for (const { startMs, endMs } of spokenWords(cue)) {
              expect(startMs).toBeGreaterThanOrEqual(begun);
              expect(endMs).toBeGreaterThanOrEqual(startMs);
              expect(endMs).toBeLessThanOrEqual(cue.endMs);
              begun = startMs;
            }
            if (cue.words) expect(cue.words).toHaveLength(wordsOf(cue.text).length);
          }
          for (const mode of captionModes)
            expectSeparate(captionCues(result.value.cues, { mode, maxLines: 2, maxLetters: 42 }));
        },
      ),
    );
  });
});
