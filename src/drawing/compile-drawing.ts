import type { Project } from '../project/schema.ts';
import type { Stage, Timeline } from '../timeline/pose.ts';
import type { DisplayList, ObjectNode } from './display-list.ts';
import { ObjectDrawer } from './draw-object.ts';
import { loadLettering } from './lettering.ts';

/** A project's pictures, ready to be asked for. */
export interface Drawing {
  /**
   * What to paint at project time `timeMs`; throws RangeError outside the film, and an Error that names the object
   * for an equation that cannot be typeset in time. Times at which the same is to be seen, such as those of a hold,
   * give the very same list when they are asked for one after the other.
   */
  at(timeMs: number): DisplayList;
}

/**
 * Makes the pictures of a project ready to be asked for one by one. Fonts and the equation typesetter are
 * loaded only for a project that has text or equations.
 */
export async function compileDrawing(project: Project, timeline: Timeline): Promise<Drawing> {
  const lettering = await loadLettering(project);
  const drawers = project.sceneOrder.map((sceneId) => {
    const objects = Object.values(project.scenes[sceneId].objects);
    return new Map(
      objects.map(({ id, image }) => {
        const place = `scenes.${sceneId}.objects.${id}`;
        return [id, new ObjectDrawer({ lettering, asset: image, place })];
      }),
    );
  });
  const draw = ({ sceneIndex, poses }: Stage): DisplayList => {
    const { width, height, background } = timeline.scenes[sceneIndex];
    const nodes: ObjectNode[] = [];
    for (const pose of poses) {
      const node = drawers[sceneIndex].get(pose.objectId)?.draw(pose);
      if (node) nodes.push(node);
    }
    return { sceneIndex, width, height, background, nodes };
  };
  let last: { stage: Stage; list: DisplayList } | undefined;
  return {
    at(timeMs) {
      const stage = timeline.at(timeMs);
      if (last?.stage !== stage) last = { stage, list: draw(stage) };
      return last.list;
    },
  };
}
