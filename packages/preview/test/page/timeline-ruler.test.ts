import { expect, it } from 'vitest';
import { labelsThatFit, rulerLabel, rulerMarks } from '../../src/page/timeline-ruler.js';

const view = { durationMs: 10_000, width: 1000, fromMs: 0, toMs: 10_000 };

it("the ruler's labels are a round step apart and have room", () => {
  expect(rulerMarks(view)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000]);
  expect(rulerMarks({ ...view, width: 200 })).toEqual([0, 5000, 10_000]);
  expect(rulerMarks({ ...view, width: 24_000, fromMs: 5010, toMs: 5110 })).toEqual([5000, 5050, 5100]);
  expect(rulerMarks({ ...view, durationMs: 0, toMs: 0 })).toEqual([]);
});

it('the ruler shows seconds, and minutes from the first minute on', () => {
  expect([0, 250, 5000, 60_000, 61_500, 600_000].map(rulerLabel)).toEqual([
    '0 s',
    '0.25 s',
    '5 s',
    '1:00',
    '1:01.5',
    '10:00',
  ]);
});

it('a label without room is omitted, and the previous label extends over it', () => {
  const labels = [0, 20, 100].map((startMs) => ({ startMs }));
  expect(labelsThatFit(labels, 200, 200)).toEqual([
    { startMs: 0, endMs: 100 },
    { startMs: 100, endMs: 200 },
  ]);
});
