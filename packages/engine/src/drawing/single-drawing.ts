import type { Project } from '../project/schema.ts';
import type { Pose } from '../timeline/pose.ts';
import type { ObjectNode } from './display-list.ts';
import { ObjectDrawer } from './draw-object.ts';
import { lettersOf, loadTypesetters } from './typesetters.ts';

/** Draws single objects of a scene without caching them. Null if nothing is visible. */
export type SingleDrawing = (sceneId: string, pose: Pose) => ObjectNode | null;

/**
 * For callers that need one object at a time, so that any number of objects takes the memory of one. A drawing throws a
 * ContentError for an equation that takes too long to typeset.
 */
export async function compileSingleDrawing(project: Project): Promise<SingleDrawing> {
  // A caller may wrap a text that the project does not wrap.
  const typesetters = await loadTypesetters({ ...lettersOf(project), wrapsTexts: true });
  return (sceneId, pose) => {
    const object = project.scenes[sceneId].objects[pose.objectId];
    const place = ['scenes', sceneId, 'objects', pose.objectId];
    return new ObjectDrawer({ typesetters, object, place }).draw(pose);
  };
}

/**
 * Like `compileSingleDrawing`, but keeps what it last drew of each object, for callers that draw the same objects at
 * many times.
 */
export async function compileKeptDrawing(project: Project): Promise<SingleDrawing> {
  const typesetters = await loadTypesetters(lettersOf(project));
  const drawers = new Map<string, ObjectDrawer>();
  return (sceneId, pose) => {
    const place = ['scenes', sceneId, 'objects', pose.objectId];
    const key = JSON.stringify(place);
    const object = project.scenes[sceneId].objects[pose.objectId];
    const drawer = drawers.get(key) ?? new ObjectDrawer({ typesetters, object, place });
    drawers.set(key, drawer);
    return drawer.draw(pose);
  };
}
