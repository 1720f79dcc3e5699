import { expect, it } from 'vitest';
import { filmOutline } from '../../../../test/support/film-outline.ts';
import {
  firstSeen,
  frameAt,
  neighbouringComposition,
  neighbouringFrame,
  roundTime,
  segmentAt,
  segmentName,
  showTime,
} from '../../src/page/film-times.js';

/** Holds from 0 to 300 and from 700 to 1000 ms, and a transition between them. */
const outline = filmOutline([300, 400, 300]);

it.each([
  [0, '0:00.000'],
  [33.3334, '0:00.033'],
  [999.6, '0:01.000'],
  [61_005, '1:01.005'],
  [600_000, '10:00.000'],
])('the preview page shows the time %d ms as %s', (ms, text) => {
  expect(showTime(ms)).toBe(text);
});

it.each([
  [0, 0],
  [33.3, 0],
  [33.333, 1],
  [966.667, 29],
  [1000, 29],
  [2000, 29],
])('the time %d ms in a film of 1 second belongs to frame %d', (ms, frame) => {
  expect(frameAt(ms, 1000)).toBe(frame);
});

it('a film opens at the first hold that shows something', () => {
  const blank = (indices: readonly number[]) => ({
    ...outline,
    segments: outline.segments.map((segment, index) => ({ ...segment, isBlank: indices.includes(index) })),
  });
  expect(firstSeen(outline)).toBe(0);
  expect(firstSeen(blank([0]))).toBe(700);
  expect(firstSeen(blank([0, 2]))).toBe(0);
});

it('the playhead of a film of 0 ms is at frame 0', () => {
  expect(frameAt(0, 0)).toBe(0);
});

it('stepping by frames moves the playhead to every frame in both directions', () => {
  let timeMs = 0;
  for (let frame = 1; frame <= 300; frame++) {
    timeMs = roundTime(neighbouringFrame(timeMs, 1));
    expect(frameAt(timeMs, 60_000)).toBe(frame);
  }
  for (let frame = 299; frame >= 0; frame--) {
    timeMs = roundTime(neighbouringFrame(timeMs, -1));
    expect(frameAt(timeMs, 60_000)).toBe(frame);
  }
});

it('stepping from the middle of a frame goes back to its start or on to the next frame', () => {
  expect(roundTime(neighbouringFrame(50, -1))).toBe(33.333);
  expect(roundTime(neighbouringFrame(50, 1))).toBe(66.667);
});

it.each([
  [0, 1, 700],
  [699.9, 1, 700],
  [700, 1, 1000],
  [1000, -1, 700],
  [700, -1, 0],
  [0, -1, 0],
] as const)(
  'stepping by compositions from %d ms in direction %d goes to %d ms',
  (timeMs, direction, start) => {
    expect(neighbouringComposition(outline, timeMs, direction)).toBe(start);
  },
);

it.each([
  [0, 'Composition 1'],
  [299.9, 'Composition 1'],
  [300, 'Composition 1 → Composition 2'],
  [700, 'Composition 2'],
  [1000, 'Composition 2'],
])('the strip segment at %d ms is named "%s"', (timeMs, name) => {
  const segment = outline.segments[segmentAt(outline, timeMs)] ?? expect.unreachable();
  expect(segmentName(segment)).toBe(name);
});

it('a film of 0 ms has no strip segment', () => {
  expect(segmentAt(filmOutline([]), 0)).toBe(-1);
});
