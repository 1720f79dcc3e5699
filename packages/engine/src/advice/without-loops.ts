import type { Composition, Project, Scene } from '../project/schema.ts';
import { compileTimeline } from '../timeline/compile-timeline.ts';
import type { Timeline } from '../timeline/timeline.ts';

/**
 * Returns a film whose loops rest, because what they move is decoration: it neither jumps nor covers anything. A film
 * without loops stays the same object.
 */
export function withoutLoops<Film extends { readonly project: Project; readonly timeline: Timeline }>(
  film: Film,
): Film {
  const { scenes } = film.project;
  if (!Object.values(scenes).some(hasLoops)) return film;
  const resting = Object.entries(scenes).map(([id, scene]) => [id, hasLoops(scene) ? atRest(scene) : scene]);
  const project: Project = { ...film.project, scenes: Object.fromEntries(resting) };
  return { ...film, project, timeline: compileTimeline(project) };
}

function hasLoops({ compositions }: Scene): boolean {
  return Object.values(compositions).some(({ states }) =>
    Object.values(states).some(({ loop }) => loop !== undefined),
  );
}

function atRest(scene: Scene): Scene {
  const compositions = Object.entries(scene.compositions).map(([key, composition]): [string, Composition] => {
    const states = Object.entries(composition.states).map(([id, state]) => {
      const { loop, ...rest } = state;
      return [id, loop === undefined ? state : rest];
    });
    return [key, { ...composition, states: Object.fromEntries(states) }];
  });
  return { ...scene, compositions: Object.fromEntries(compositions) };
}
