import { expect, it } from 'vitest';
import { endLoop, loopAround, loopWithin, startLoop } from '../../src/page/loop.js';

const loop = { from: 200, to: 600 };

it('a preview loop without an end runs to the end of the film', () => {
  expect(startLoop(null, 400, 1000)).toEqual({ from: 400, to: 1000 });
});

it('a preview loop without a start runs from the start of the film', () => {
  expect(endLoop(null, 400)).toEqual({ from: 0, to: 400 });
});

it('moving one end of a preview loop keeps the other end if the two still fit', () => {
  expect(startLoop(loop, 400, 1000)).toEqual({ from: 400, to: 600 });
  expect(startLoop(loop, 600, 1000)).toEqual({ from: 600, to: 1000 });
  expect(endLoop(loop, 400)).toEqual({ from: 200, to: 400 });
  expect(endLoop(loop, 200)).toEqual({ from: 0, to: 200 });
});

it('a preview loop is never empty', () => {
  expect(startLoop(loop, 1000, 1000)).toBe(loop);
  expect(startLoop(null, 1000, 1000)).toBeNull();
  expect(endLoop(loop, 0)).toBe(loop);
  expect(endLoop(null, 0)).toBeNull();
});

it('a preview loop is cleared if the film becomes too short for the loop', () => {
  expect(loopWithin(loop, 600)).toBe(loop);
  expect(loopWithin(loop, 599)).toBeNull();
  expect(loopWithin(null, 1000)).toBeNull();
});

it('a preview loop around a time is its hold or transition, unless that has no duration', () => {
  const parts = [
    [0, 300],
    [300, 700],
    [700, 700],
  ].map(([startMs = 0, endMs = 0]) => ({ startMs, endMs }));
  // biome-ignore lint/suspicious/noExplicitAny: only the times matter.
  const outline = { segments: parts } as any;
  expect(loopAround(outline, 0)).toEqual({ from: 0, to: 300 });
  expect(loopAround(outline, 300)).toEqual({ from: 300, to: 700 });
  expect(loopAround(outline, 700)).toBeNull();
  expect(loopAround({ ...outline, segments: [] }, 0)).toBeNull();
});
