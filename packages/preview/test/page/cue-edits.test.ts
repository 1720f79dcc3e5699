import { describe, expect, it } from 'vitest';
import { cueEdits, typedTime } from '../../src/page/time-edits.js';

const sentences = [
  { text: 'One two.', start: 0.2, end: 1 },
  { text: 'Three.', start: 1.5, end: 2 },
];
const words = [
  { text: 'One', startMs: 200, endMs: 500 },
  { text: 'two', startMs: 600, endMs: 1000 },
  { text: 'Three', startMs: 1500, endMs: 2000 },
];

describe('the times of cues', () => {
  it('of sentences in seconds are written in seconds', () => {
    const cue = { startMs: 200, endMs: 1000 };
    expect(cueEdits('src', sentences, cue, { startMs: 350, endMs: 1000 })).toEqual([
      { path: 'src[0].start', value: 0.35 },
    ]);
  });

  it('all words of a cue that is moved move', () => {
    const cue = { startMs: 200, endMs: 1000 };
    expect(cueEdits('src', words, cue, { startMs: 300, endMs: 1100 })).toEqual([
      { path: 'src[0].startMs', value: 300 },
      { path: 'src[0].endMs', value: 600 },
      { path: 'src[1].startMs', value: 700 },
      { path: 'src[1].endMs', value: 1100 },
    ]);
  });

  it('a cue may be shown for longer than its sentence', () => {
    const cue = { startMs: 1500, endMs: 2400 };
    expect(cueEdits('src', sentences, cue, { startMs: 1500, endMs: 2600 })).toEqual([
      { path: 'src[1].end', value: 2.6 },
    ]);
  });

  it('a part of a sentence cannot begin or end elsewhere', () => {
    const part = { startMs: 200, endMs: 600 };
    expect(cueEdits('src', sentences, part, { startMs: 300, endMs: 600 })).toEqual([]);
    expect(cueEdits('src', sentences, part, { startMs: 200, endMs: 700 })).toEqual([]);
  });

  it('other values than lists have no times', () => {
    expect(cueEdits('src', 'talk.srt', { startMs: 0, endMs: 1 }, { startMs: 5, endMs: 6 })).toEqual([]);
    expect(cueEdits('src', null, { startMs: 0, endMs: 1 }, { startMs: 5, endMs: 6 })).toEqual([]);
  });
});

describe('a typed time', () => {
  it.each([
    ['3', '1.7s', '3s'],
    ['3', '500ms', '3ms'],
    ['3', '500', 3],
    ['3', undefined, 3],
    ['2.5s', '100', '2.5s'],
    ['ease-in', '1s', 'ease-in'],
    [' ', '1s', undefined],
  ])('%j over %j is %j', (text, written, value) => {
    expect(typedTime(text, written)).toBe(value);
  });
});
