import { expect, it } from 'vitest';
import { limitZoom, pinchZoom, scrollToShow, timeAt, wheelZoom } from '../../src/page/strip-zoom.js';

it.each([
  [0.5, 10_000, 1],
  [5, 10_000, 5],
  [100, 10_000, 24],
  [5, 0, 1],
])(
  "the strip's zoom %d for a film of %d ms becomes %d, at most 2400 pixels per second",
  (zoom, durationMs, limited) => {
    expect(limitZoom(zoom, durationMs, 1000)).toBe(limited);
  },
);

it("turning the mouse wheel up and back down restores the strip's zoom", () => {
  expect(wheelZoom(2, -100)).toBeGreaterThan(2);
  expect(wheelZoom(wheelZoom(2, -100), 100)).toBeCloseTo(2, 12);
});

it("the strip's zoom follows the distance between two fingers", () => {
  expect(pinchZoom({ zoom: 2, spread: 100 }, 200)).toBe(4);
  expect(pinchZoom({ zoom: 2, spread: 100 }, 50)).toBe(1);
});

it("the strip's zoom does not jump for fingers that start less than 20 pixels apart", () => {
  expect(pinchZoom({ zoom: 2, spread: 1 }, 19)).toBe(2);
  expect(pinchZoom({ zoom: 2, spread: 0 }, 40)).toBe(4);
});

it('the playhead goes to the time under the pointer, but not beyond either end of the film', () => {
  const track = { left: 100, width: 400 };
  const times = [0, 100, 200, 500, 900].map((x) => timeAt(x, track, 2000));
  expect(times).toEqual([0, 0, 500, 2000, 2000]);
});

it.each([
  ['by 0 pixels for a visible playhead', 500, false, 0],
  ['just enough to the left', 30, false, -50],
  ['just enough to the right', 960, false, 40],
  ['far enough to show what comes next while the film plays', 960, true, 880],
  ['back to a playhead far to the left', -1000, true, -1080],
])('the strip scrolls %s', (_, at, isPlaying, distance) => {
  expect(scrollToShow(at, 1000, isPlaying)).toBe(distance);
});
