import { describe, expect, it } from 'vitest';
import { composition, object, project, scene, state } from '../../../../../test/support/project-parts.ts';
import type { Project, SceneTransition } from '../../../src/project/schema.ts';
import { chooseThreads, maxThreads } from '../../../src/render/film/thread-count.ts';
import { movingSpans } from '../../../src/render/film/work-order.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';

/** Scenes of two seconds, in which a box stands still. */
function stillScenes(
  count: number,
  fields: { transition?: SceneTransition; grain?: { amount: number; moving: true } },
) {
  const scenes = Array.from({ length: count }, (_, index) => ({
    ...scene(`scene${index}`, {
      objects: [object('box')],
      compositions: [composition('a', 2000, { box: state({ x: 100, y: 90 }) })],
    }),
    ...fields,
  }));
  return { ...project(...scenes), extended: true } as Project;
}

describe('the threads of a film', () => {
  const threadsOf = (film: Project) =>
    chooseThreads(movingSpans(film, compileTimeline(film)), 30, { width: 320, height: 180 });

  it.each([
    ['nothing moves', stillScenes(6, {}), 0],
    ['one scene changes into the next', stillScenes(2, { transition: { type: 'push', duration: 700 } }), 0],
    ['six scenes change', stillScenes(6, { transition: { type: 'push', duration: 700 } }), maxThreads()],
    ['grain moves', stillScenes(1, { grain: { amount: 0.1, moving: true } }), maxThreads()],
  ])('%s: they are as many as the movement is worth', (_, film, threads) => {
    expect(threadsOf(film)).toBe(threads);
  });
});
