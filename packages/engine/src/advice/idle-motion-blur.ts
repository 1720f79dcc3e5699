import type { CompositionState, Project, Scene } from '../project/schema.ts';
import { trackOf } from '../project/tracks.ts';
import type { AdviceList } from './advice.ts';

/** The properties that move, turn or scale an object. */
const placeFields = ['x', 'y', 'anchorX', 'anchorY', 'scaleX', 'scaleY', 'rotation', 'shear'] as const;

/** Advises on motion blur of objects that never move. */
export function adviseOnIdleMotionBlur(project: Project, list: AdviceList): void {
  for (const sceneId of project.sceneOrder) {
    const scene = project.scenes[sceneId];
    for (const id of Object.keys(scene.objects)) {
      if (list.full) return;
      const compositionId = scene.compositionOrder.find(
        (one) => (scene.compositions[one].states[id]?.motionBlur ?? 0) > 0,
      );
      if (compositionId === undefined || canMove(scene, id)) continue;
      const path = `scenes.${sceneId}.compositions.${compositionId}.states.${id}`;
      const message = `motionBlur has no effect on ${id}, which never moves; let it move, or remove it`;
      list.add({ rule: 'no-effect', path, message, fix: { motionBlur: null } }, 'everywhere');
    }
  }
}

/** Whether an object, or one that carries it, moves at some time. */
function canMove(scene: Scene, id: string): boolean {
  const chain: string[] = [];
  for (
    let ancestor: string | null | undefined = id;
    ancestor && !chain.includes(ancestor);
    ancestor = scene.objects[ancestor]?.parentId
  )
    chain.push(ancestor);
  return chain.some((one) => movesByItself(scene, one));
}

function movesByItself({ compositions, transitions }: Scene, id: string): boolean {
  const states = Object.values(compositions).flatMap((one) => one.states[id] ?? []);
  if (states.some(({ loop = [], formulas }) => loop.length > 0 || formulas !== undefined)) return true;
  return Object.values(transitions).some(({ fromId, toId, tracks }) => {
    const [from, to] = [fromId, toId].map((one) => compositions[one].states[id]);
    const track = trackOf(tracks, id)?.track;
    const isPlace = (property: string | undefined) => (placeFields as readonly unknown[]).includes(property);
    return (
      (from !== undefined && to !== undefined && placeFields.some((field) => differs(from, to, field))) ||
      (track !== undefined &&
        (track.path != null ||
          Object.values(track.keyframes ?? {}).some(({ property }) => isPlace(property))))
    );
  });
}

function differs(from: CompositionState, to: CompositionState, field: (typeof placeFields)[number]): boolean {
  return from[field] !== to[field];
}
