import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { compileDrawing } from '../../../src/drawing/compile-drawing.ts';
import { FrameRun } from '../../../src/render/film/frame-run.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';

/** A box that is held for three frames and then moves for a second. */
const film = project(
  scene('scene', {
    objects: [object('box'), object('other')],
    compositions: [
      composition('a', 100, { box: state({ x: 60, y: 90 }), other: state({ x: 120, y: 90 }) }),
      composition('b', 0, { box: state({ x: 250, y: 60 }), other: state({ x: 120, y: 20 }) }),
    ],
    transitions: [transition('a', 'b', 1000)],
  }),
);
const end = 33;

async function runOf({ width, height }: { width: number; height: number }): Promise<FrameRun> {
  const timeline = compileTimeline(film);
  const settings = {
    ...{ startMs: 0, durationMs: timeline.durationMs, framesPerSecond: 30 },
    size: { width, height },
  };
  return new FrameRun(await compileDrawing(film, timeline), settings, () =>
    expect.unreachable('the film has no pictures'),
  );
}

/** Paints frames in order, and returns what is known of each. */
function paint(run: FrameRun, frames: number, first = 0) {
  return Array.from({ length: frames }, (_, index) => {
    const change = run.paint(first + index);
    return { change, planes: createHash('sha256').update(run.picture.planes).digest('hex') };
  });
}

describe('frames that are painted once more', () => {
  it.each([
    ['few enough to be kept', { width: 320, height: 180 }, 8],
    ['too many to be kept', { width: 1920, height: 1080 }, 14],
    ['all of a piece', { width: 320, height: 180 }, end],
  ])('are the same, and so are those after them: %s', async (_, size, frames) => {
    const [run, other] = [await runOf(size), await runOf(size)];
    other.goTo(0, end);
    const once = paint(other, end);
    expect(run.goTo(0, end, true)).toBe(true);
    expect(paint(run, frames)).toEqual(once.slice(0, frames));
    for (let time = 0; time < 2; time++) {
      expect(run.goTo(0, end, true)).toBe(true);
      expect(paint(run, end)).toEqual(once);
    }
  });

  it('are those of another piece after it', async () => {
    const size = { width: 320, height: 180 };
    const [run, other] = [await runOf(size), await runOf(size)];
    run.goTo(0, 10, true);
    paint(run, 5);
    run.goTo(10, end, true);
    other.goTo(10, end);
    expect(paint(run, end - 10, 10)).toEqual(paint(other, end - 10, 10));
  });
});
