import { expect, it } from 'vitest';
import { filmOutline } from '../../../../test/support/film-outline.ts';
import { holdLabels, placeOf, sceneLabels, shareOf } from '../../src/page/strip-layout.js';

const outline = filmOutline([300, 400, 300]);
const scene = outline.scenes[0] ?? expect.unreachable();

it('the strip shows segments to scale', () => {
  const places = outline.segments.map((segment) => placeOf(segment, outline.durationMs));
  expect(places).toEqual([
    { left: '0%', width: '30%' },
    { left: '30%', width: '40%' },
    { left: '70%', width: '30%' },
  ]);
});

it("a hold's name on the strip extends to the next hold", () => {
  expect(holdLabels(outline, 1000)).toEqual([
    { name: 'Composition 1', left: '0%', width: '70%' },
    { name: 'Composition 2', left: '70%', width: '30%' },
  ]);
});

it('of 100 holds, the strip names only those with enough room', () => {
  const crowded = filmOutline(Array.from({ length: 199 }, () => 100));
  const labels = holdLabels(crowded, 1990);
  expect(labels.length).toBeGreaterThan(30);
  for (const { width } of labels.slice(0, -1))
    expect(Number.parseFloat(width) * 19.9).toBeGreaterThanOrEqual(56);
  expect(holdLabels(crowded, 30_000)).toHaveLength(100);
});

it('the strip names scenes only if there are several, and omits scenes of 0 ms', () => {
  expect(sceneLabels(outline)).toEqual([]);
  const scenes = [
    { ...scene, name: 'First', endMs: 500 },
    { ...scene, name: 'Empty', startMs: 500, endMs: 500 },
    { ...scene, name: 'Last', startMs: 500 },
  ];
  expect(sceneLabels({ ...outline, scenes })).toEqual([
    { name: 'First', left: '0%', width: '50%' },
    { name: 'Last', left: '50%', width: '50%' },
  ]);
});

it('the playhead of a film of 0 ms is at the left end of the strip', () => {
  expect(shareOf(0, 0)).toBe(0);
  expect(shareOf(0, undefined)).toBe(0);
  expect(shareOf(250, 1000)).toBe(0.25);
});
