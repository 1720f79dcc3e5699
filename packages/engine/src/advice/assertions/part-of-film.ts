import type { Composition, Project, Scene } from '../../project/schema.ts';
import { relatedObjects } from './breakpoints.ts';

/** Returns a project of the same length with some objects only, and all that moves them: it takes less to look at. */
export function partOfFilm(project: Project, ids: readonly string[]): Project {
  const scenes = Object.entries(project.scenes).map(([id, scene]) => [id, partOfScene(scene, ids)]);
  return { ...project, scenes: Object.fromEntries(scenes) };
}

function partOfScene(scene: Scene, ids: readonly string[]): Scene {
  // Plots may call each other.
  const plots = Object.values(scene.objects).flatMap(({ id, kind }) => (kind === 'plot' ? [id] : []));
  const kept = new Set(relatedObjects(scene, [...ids, ...plots]));
  const only = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => kept.has(id)));
  const compositions = Object.entries(scene.compositions).map(([id, composition]): [string, Composition] => [
    id,
    { ...composition, states: only(composition.states) },
  ]);
  return { ...scene, objects: only(scene.objects), compositions: Object.fromEntries(compositions) };
}
