import { isDeepStrictEqual } from 'node:util';
import type { Project, Scene } from '../project/schema.ts';
import type { AdviceList } from './advice.ts';

/** Milliseconds for which an object has to be gone, or to be seen, so that it does not flicker. */
const shortestMs = 250;

/** Advises on objects that vanish for a moment and come back as they were, or are seen for a moment only. */
export function adviseOnFlicker(project: Project, list: AdviceList): void {
  for (const sceneId of project.sceneOrder) {
    const scene = project.scenes[sceneId];
    for (let index = 1; index + 1 < scene.compositionOrder.length; index++) {
      for (const id of Object.keys(scene.objects)) {
        if (list.full) return;
        adviseOnObject(scene, index, id, list);
      }
    }
  }
}

function adviseOnObject(scene: Scene, index: number, id: string, list: AdviceList): void {
  const [before, here, after] = scene.compositionOrder.slice(index - 1, index + 2);
  if (before === undefined || here === undefined || after === undefined) return;
  const [first, state, last] = [before, here, after].map((one) => scene.compositions[one].states[id]);
  const wasSeen = first?.visible === true;
  const isSeen = state?.visible === true;
  if (wasSeen === isSeen || wasSeen !== (last?.visible === true)) return;
  if (wasSeen && !isDeepStrictEqual(first, last)) return;
  const ms =
    durationOf(scene, before, here) + scene.compositions[here].duration + durationOf(scene, here, after);
  if (ms >= shortestMs) return;
  const seen = wasSeen ? 'vanishes' : 'is seen';
  const path = `scenes.${scene.id}.compositions.${here}.states.${id}`;
  const fix = { visible: wasSeen };
  list.add({
    rule: 'flicker',
    path,
    message: `${id} ${seen} for only ${Math.round(ms)} ms, which flickers; ${wasSeen ? 'keep it visible' : 'show it longer'}, or leave at least ${shortestMs} ms`,
    ...(wasSeen && state && list.canFix(path, fix) && { fix }),
  });
}

/** Milliseconds of the transition between two compositions. */
function durationOf(scene: Scene, fromId: string, toId: string): number {
  const transition = Object.values(scene.transitions).find(
    (one) => one.fromId === fromId && one.toId === toId,
  );
  return transition?.duration ?? 0;
}
