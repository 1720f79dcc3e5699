import { expect, it } from 'vitest';
import { distanceText, gridStep, safeAreas } from '../../src/page/guides.js';
import { laneRows } from '../../src/page/lane.js';
import { readShare } from '../../src/page/split.js';

it('the safe areas are those of EBU R 95', () => {
  expect(safeAreas({ width: 1000, height: 500 })).toEqual([
    { x: 35, y: 17.5, width: 930, height: 465 },
    { x: 50, y: 25, width: 900, height: 450 },
  ]);
});

it('the grid has round steps and at least 10 columns', () => {
  expect([1920, 1080, 320, 16].map(gridStep)).toEqual([100, 100, 20, 1]);
});

it('a measurement has the straight distance, and the distances in x and y', () => {
  expect(distanceText({ x: 10, y: 20 }, { x: 40, y: -20 })).toBe('50 px (30 across, -40 down)');
});

it('changes that overlap have separate rows in the lane', () => {
  const parts = [
    [0, 100],
    [50, 80],
    [100, 200],
    [90, 95],
  ].map(([startMs = 0, endMs = 0]) => ({ startMs, endMs }));
  expect(laneRows(parts)).toEqual([0, 1, 0, 1]);
});

it('the width of the panel stays within its limits', () => {
  expect(['30', '5', '99', 'wide', '', undefined].map(readShare)).toEqual([30, 15, 60, null, null, null]);
});
