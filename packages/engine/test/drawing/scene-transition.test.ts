import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { composition, object, project, scene, state } from '../../../../test/support/project-parts.ts';
import { filmOf } from '../../../../test/support/write-film.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import { SkiaCanvas } from '../../src/output/skia/skia-canvas.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { sceneTransitionTypes } from '../../src/project/properties/values.ts';
import type { Project, SceneTransition } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { expandedFilm as expandedScenes, problemsOf, sceneOf } from '../shorthand/expand.ts';

const size = { width: 64, height: 36 };

/** A second of red, and two of blue, with a white square that both scenes have. */
function film(transition: SceneTransition | undefined): Project {
  const one = (id: string, background: string, x: number, ms: number) => ({
    ...scene(id, {
      objects: [object('box')],
      compositions: [
        composition('a', ms, { box: state({ x, y: 18, width: 8, height: 8, fill: '#ffffff' }) }),
      ],
    }),
    ...size,
    background,
  });
  const later = { ...one('two', '#0000ff', 52, 2000), ...(transition && { transition }) };
  const parsed = parseProject({ ...project(one('one', '#ff0000', 12, 1000), later), extended: true });
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join());
  return parsed.project;
}

/** Returns the colour of a pixel at a time, as red, green and blue. */
async function pixelsAt(made: Project, timeMs: number): Promise<(x: number, y: number) => number[]> {
  const drawing = await compileDrawing(made, compileTimeline(made));
  const canvas = new SkiaCanvas(size, () => {
    throw new Error('no pictures');
  });
  canvas.paint(drawing.at(timeMs));
  const pixels = canvas.pixels();
  return (x, y) => [...pixels.subarray((y * size.width + x) * 4, (y * size.width + x) * 4 + 3)];
}

const [red, blue, white] = [
  [255, 0, 0],
  [0, 0, 255],
  [255, 255, 255],
];

it.each(sceneTransitionTypes)('%s leads from the last picture of one scene to the next', async (type) => {
  const made = film({ type, duration: 1000 });
  const cut = film(undefined);
  expect(compileTimeline(made).durationMs).toBe(3000);
  for (const timeMs of [999, 2000, 2500]) {
    const [shown, expected] = [await pixelsAt(made, timeMs), await pixelsAt(cut, timeMs)];
    for (const x of [2, 12, 32, 52]) expect(shown(x, 18)).toEqual(expected(x, 18));
  }
  const [first, before] = [await pixelsAt(made, 1000), await pixelsAt(cut, 999)];
  for (const x of [2, 12, 32, 52]) expect(first(x, 18)).toEqual(before(x, 18));
  const [middle, after] = [await pixelsAt(made, 1400), await pixelsAt(cut, 1400)];
  const all = Array.from({ length: size.width * size.height }, (_, i) => [
    i % size.width,
    Math.floor(i / size.width),
  ]);
  const differs = (one: typeof middle) =>
    all.some(([x = 0, y = 0]) => String(one(x, y)) !== String(middle(x, y)));
  expect([differs(before), differs(after)]).toEqual([true, true]);
});

it('a push comes from its side, as far as its easing says', async () => {
  const at = await pixelsAt(film({ type: 'push', from: 'left', duration: 1000, easing: 'linear' }), 1250);
  expect([at(4, 2), at(14, 2), at(18, 2), at(60, 2)]).toEqual([blue, blue, red, red]);
  // The square of the earlier scene is pushed along.
  expect(at(12 + 16, 18)).toEqual(white);
});

it('a match moves what both scenes have', async () => {
  const at = await pixelsAt(film({ type: 'match', duration: 1000, easing: 'linear' }), 1500);
  expect(at(32, 18)).toEqual(white);
  expect([at(12, 18), at(52, 18)].map((color) => color[1])).toEqual([0, 0]);
});

it('a film with a transition between scenes has the same bytes on one and on two threads', {
  tags: 'ffmpeg',
}, async () => {
  const made = film({ type: 'wipe' });
  const alone = await filmOf(made, { threads: 0 });
  const threaded = await filmOf(made, { threads: 1, isChecked: false });
  // Frames outside the transition are held.
  expect(alone).toMatchObject({ frames: 90, rasterizedFrames: 23 });
  expect(Buffer.compare(threaded.bytes, alone.bytes)).toBe(0);
});

it('a transition is a name or an object, and that of the film holds for all its scenes', () => {
  const scenes = (two: object, three: object = {}) => ({
    objects: undefined,
    compositions: undefined,
    scenes: {
      one: { compositions: { a: {} } },
      two: { ...two, compositions: { a: {} } },
      three: { ...three, compositions: { a: {} } },
    },
  });
  const transitionsOf = (document: object) => {
    const { scenes: all } = expandedScenes(document);
    return Object.values(all).map(({ transition }) => transition);
  };
  expect(transitionsOf({ ...scenes({}, { transition: false }), transition: 'iris' })).toEqual([
    { type: 'iris' },
    { type: 'iris' },
    undefined,
  ]);
  expect(
    transitionsOf(
      scenes({ transition: { type: 'dip', color: 'tomato', duration: '1s', easing: 'ease-in' } }),
    )[1],
  ).toEqual({
    type: 'dip',
    color: '#ff6347',
    duration: 1000,
    easing: 'easeIn',
  });
  const problem = (transition: unknown) => problemsOf({ shorthand: true, ...scenes({ transition }) })[0];
  expect(problem('pusch')).toContain('did you mean push?');
  expect(problem({ type: 'push', duration: 1e9 })).toContain('duration');
  expect(sceneOf({ transition: 'push' }).transition).toEqual({ type: 'push' });
});

it('the plan names the transition of a scene, in its first composition', async () => {
  const document = {
    shorthand: true,
    transition: 'iris',
    scenes: [1, 2].map(() => ({ compositions: [{}, {}] })),
  };
  const { plan = [] } = await inspect(document, { plan: true });
  const iris = { type: 'iris', durationMs: 700 };
  expect(plan.map(({ sceneTransition }) => sceneTransition)).toEqual([undefined, undefined, iris, undefined]);
});
