import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { CountingStore } from '../../../../../test/support/kept-films.ts';
import { composition, object, project, scene, state } from '../../../../../test/support/project-parts.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import type { LoopField, Project } from '../../../src/project/schema.ts';
import { outlineOf } from '../../../src/render/view/film-outline.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';

const spin: LoopField = {
  property: 'rotation',
  duration: 700,
  values: [
    [0, 0, 'linear'],
    [1, 360, 'linear'],
  ],
};

/** Five seconds in which a picture is held, with a square that turns. */
function held(loop: readonly LoopField[] = [spin]): Project {
  const title = state({ text: 'A title that stays', x: 160, y: 60, fontSize: 24 });
  const mark = state({ x: 60, y: 130, width: 30, height: 30, ...(loop.length > 0 && { loop: [...loop] }) });
  const objects = [object('title', { kind: 'text' }), object('mark')];
  return {
    ...project(scene('scene', { objects, compositions: [composition('a', 5000, { title, mark })] })),
    extended: true,
  };
}

it('every frame of a hold with a loop is drawn, and few bytes are coded', { tags: 'ffmpeg' }, async () => {
  const moving = await filmOf(held(), { threads: 0 });
  const still = await filmOf(held([]), { threads: 0 });
  expect(moving).toMatchObject({ frames: 150, rasterizedFrames: 150 });
  expect(still.rasterizedFrames).toBe(1);
  expect(moving.bytes.length).toBeLessThan(still.bytes.length + 150 * 600);
});

it('a film with a loop has the same bytes on one and on two threads, in pieces and whole', {
  tags: 'ffmpeg',
}, async () => {
  const whole = await filmOf(held(), { threads: 0, isChecked: false });
  const threaded = await filmOf(held(), { threads: 1, isChecked: false });
  expect(Buffer.compare(threaded.bytes, whole.bytes)).toBe(0);
  const store = new CountingStore();
  for (const index of [1, 0]) {
    await filmOf(held(), { threads: 0, isChecked: false, store, share: { index, count: 2 } });
  }
  const { puts } = store;
  const joined = await filmOf(held(), { store });
  expect(store).toMatchObject({ hits: puts, puts });
  expect(Buffer.compare(joined.bytes, whole.bytes)).toBe(0);
});

it('the outline of a film tells that a hold with a loop does not show one picture', () => {
  const isStill = (made: Project) =>
    outlineOf(made, compileTimeline(made), { width: 320, height: 180 }, []).segments.map(
      (one) => one.isStill,
    );
  expect(isStill(held())).toEqual([false]);
  expect(isStill(held([]))).toEqual([true]);
});
