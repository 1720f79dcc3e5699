import { isTypeset } from '../language/kinds.ts';
import { findWords } from '../project/find-words.ts';
import type { Project } from '../project/schema.ts';
import type { Pose } from '../timeline/pose.ts';
import type { GroupNode, ObjectNode } from './display-list.ts';
import { ObjectDrawer } from './draw-object.ts';
import { drawWords } from './draw-words.ts';
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

/** Draws objects, and words of texts and symbols of equations alone. */
export interface KeptDrawing {
  readonly draw: SingleDrawing;
  /** Null if the words paint nothing; undefined for parts of an equation that have no place of their own. */
  readonly drawWords: (sceneId: string, pose: Pose, words: string) => GroupNode | null | undefined;
}

/**
 * Like `compileSingleDrawing`, but keeps what it last drew of each object, for callers that draw the same objects at
 * many times.
 */
export async function compileKeptDrawing(project: Project): Promise<KeptDrawing> {
  const typesetters = await loadTypesetters(lettersOf(project));
  const drawers = new Map<string, ObjectDrawer>();
  const drawerOf = (sceneId: string, { objectId }: Pose) => {
    const place = ['scenes', sceneId, 'objects', objectId];
    const key = JSON.stringify(place);
    const object = project.scenes[sceneId].objects[objectId];
    const drawer = drawers.get(key) ?? new ObjectDrawer({ typesetters, object, place });
    drawers.set(key, drawer);
    return drawer;
  };
  return {
    draw: (sceneId, pose) => drawerOf(sceneId, pose).draw(pose),
    drawWords: (sceneId, pose, words) => {
      const isEquation = isTypeset(pose.kind);
      const rangesIn = (text: string) => findWords(text, words, isEquation);
      const isPart = (text: string) => {
        const ranges = rangesIn(text);
        const isSet = isEquation && ranges.length > 0 && typesetters.equationResult(text).ok;
        return !isSet || typesetters.equationSpans(text, ranges) !== null;
      };
      if (!textsOf(pose).every(isPart)) return undefined;
      return drawWords(pose, rangesIn, (marked) => drawerOf(sceneId, marked).draw(marked));
    },
  };
}

/** The text of a pose, or both between two. */
function textsOf({ appearance: { lettering, textChange } }: Pose): readonly string[] {
  return textChange ? [textChange.from.text, textChange.to.text] : [lettering.text];
}
