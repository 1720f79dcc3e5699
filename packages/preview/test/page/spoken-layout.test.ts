import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { wordsOfCue } from '../../../engine/src/project/cue-words.ts';
import {
  boxesOf,
  boxesWithin,
  boxText,
  firstMoment,
  lastBegun,
  spokenAt,
  wordsIn,
  wordsOf,
} from '../../src/page/spoken-layout.js';

/** Cues of so many milliseconds, each with a pause after it. */
function cuesOf(lengths: readonly (readonly [number, number])[]) {
  let startMs = 0;
  return lengths.map(([length, pause], index) => {
    const cue = { startMs, endMs: startMs + length, text: `Cue ${index}` };
    startMs += length + pause;
    return cue;
  });
}

const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 0, max: 2000 })), {
  minLength: 1,
  maxLength: 80,
});

it('boxes have all cues in order, and begin at least 24 pixels apart', () => {
  const check = (given: readonly (readonly [number, number])[], width: number) => {
    const cues = cuesOf(given);
    const durationMs = cues.at(-1)?.endMs ?? 0;
    const boxes = boxesOf(cues, durationMs, width);
    expect(boxes.flatMap(({ first, last }) => cues.slice(first, last + 1))).toEqual(cues);
    for (const [index, box] of boxes.entries()) {
      expect([box.startMs, box.endMs]).toEqual([cues[box.first]?.startMs, cues[box.last]?.endMs]);
      const before = boxes[index - 1];
      if (before) expect(((box.startMs - before.startMs) * width) / durationMs).toBeGreaterThan(23.99);
    }
  };
  fc.assert(fc.property(lengths, fc.integer({ min: 1, max: 100_000 }), check), { numRuns: runs(200) });
});

it('a part of the film has its boxes, with one before and one after it', () => {
  const boxes = boxesOf(cuesOf(Array.from({ length: 10 }, () => [100, 0] as const)), 1000, 1000);
  const firsts = (from: number, to: number) => boxesWithin(boxes, from, to).map(({ first }) => first);
  expect(firsts(200, 400)).toEqual([1, 2, 3, 4]);
  expect(firsts(250, 401)).toEqual([1, 2, 3, 4, 5]);
  expect(firsts(-500, 100)).toEqual([0, 1]);
  expect(firsts(950, 3000)).toEqual([8, 9]);
  expect(firsts(1000, 3000)).toEqual([9]);
  expect(boxesWithin([], 0, 1000)).toEqual([]);
});

it('10,000 cues are at most one box for 24 pixels', () => {
  const cues = cuesOf(Array.from({ length: 10_000 }, () => [300, 60] as const));
  const boxes = boxesOf(cues, 3_600_000, 1200);
  expect(boxes.length).toBeLessThanOrEqual(50);
  expect(boxText(cues, boxes[0] ?? expect.unreachable()).length).toBeLessThanOrEqual(302);
});

it('the words of a cue are those of the renderer, with their times', () => {
  const parts = fc.array(fc.constantFrom('one', 'قبل', '漢字', 'é', ' ', '\n', '\u200b', '\u00a0', '\t'));
  const check = (list: readonly string[]) => {
    const text = list.join('');
    const places = wordsOfCue(text);
    const words = places.map((_, index) => [index * 10, index * 10 + 5] as const);
    const cue = { startMs: 0, endMs: 100_000, text, ...(words.length > 0 && { words }) };
    expect(wordsOf(cue).map((word) => word.text)).toEqual(
      places.map(({ start, end }) => text.slice(start, end)),
    );
  };
  fc.assert(fc.property(parts, check), { numRuns: runs(200) });
});

it('a cue that is cut has only the words that are spoken while it is shown', () => {
  const words = [0, 100, 200, 300].map((ms) => [ms, ms + 90] as const);
  expect(wordsOf({ startMs: 150, endMs: 300, text: 'a b c d', words })).toEqual([
    { text: 'b', startMs: 150, endMs: 190 },
    { text: 'c', startMs: 200, endMs: 290 },
  ]);
  expect(wordsOf({ startMs: 0, endMs: 300, text: 'a b' })).toEqual([]);
});

it('words are shown as buttons, as marks or not at all, depending on the room', () => {
  const words = ['a', 'b', 'c', 'd'].map((text) => ({ text, startMs: 0, endMs: 1 }));
  expect(wordsIn(words, 140, 100)).toBe('words');
  expect(wordsIn(words, 139, 100)).toBe('marks');
  expect(wordsIn(words, 19, 100)).toBe('none');
  expect(wordsIn([], 1000, 0)).toBe('none');
});

it('the spoken part at a time is the last one that has begun, until it ends', () => {
  const check = (given: readonly (readonly [number, number])[], timeMs: number) => {
    const cues = cuesOf(given);
    const begun = cues.filter(({ startMs }) => startMs <= timeMs).length - 1;
    expect(lastBegun(cues, timeMs)).toBe(begun);
    expect(spokenAt(cues, timeMs)).toBe(
      cues.findIndex(({ startMs, endMs }) => startMs <= timeMs && timeMs < endMs),
    );
  };
  fc.assert(fc.property(lengths, fc.integer({ min: -10, max: 100_000 }), check), { numRuns: runs(200) });
});

it('the first moment of a cue is never before the cue, and at most a microsecond after it', () => {
  for (const ms of [0, 1, 0.1, 1000 / 3, 1234.567, 1234.5671, 86_399_999.999]) {
    const late = firstMoment(ms) - ms;
    expect([late >= 0, late < 0.00101], String(ms)).toEqual([true, true]);
  }
});
