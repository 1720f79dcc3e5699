import { expect, it } from 'vitest';
import { formulaFilm } from '../../../../test/support/formula-film.ts';
import { changesBetween } from '../../src/render/view/changes.ts';
import { laneOf } from '../../src/render/view/lane.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const timeline = compileTimeline(formulaFilm);
const place = (path: string) => path;

it('a lane has a span for each variable that moves the object', () => {
  const { spans } = laneOf(formulaFilm, timeline, { scene: 'scene', object: 'dot' }, place);
  expect(spans).toMatchObject([
    { startMs: 250, endMs: 1250, what: 'changes' },
    {
      ...{ startMs: 250, endMs: 1250, what: 's', easing: 'linear' },
      path: 'scenes.scene.transitions.a-b.variables.s',
    },
  ]);
});

it('a lane of a variable without a timing names the variables of the composition', () => {
  const usual = structuredClone(formulaFilm);
  for (const transition of Object.values(usual.scenes.scene?.transitions ?? {})) delete transition.variables;
  const { spans } = laneOf(usual, timeline, { scene: 'scene', object: 'dot' }, place);
  expect(spans[1]).toMatchObject({
    ...{ what: 's', easing: 'easeInOut' },
    path: 'scenes.scene.compositions.b.variables',
  });
});

it('a variable with another value or timing changes the transition', () => {
  const moved = structuredClone(formulaFilm);
  expect(timeline.segments.map(({ kind }) => kind)).toEqual(['hold', 'transition', 'hold']);
  Object.assign(moved.scenes.scene?.compositions.b ?? {}, { variables: { s: 3 } });
  expect(changesBetween(formulaFilm, moved, timeline).segments).toContain(1);
  const timed = structuredClone(formulaFilm);
  Object.assign(timed.scenes.scene?.transitions['a-b'] ?? {}, { variables: {} });
  expect(changesBetween(formulaFilm, timed, timeline).segments).toEqual([1]);
});
