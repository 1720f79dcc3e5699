import type { CompositionState, SceneObject } from '../project/schema.ts';
import type { StagedScene } from './expand-scene.ts';

/**
 * Makes labels follow their owners, and members the groups that turn and scale them, by parents in the full project.
 * Relations are resolved before, so transforms never move neighbours.
 */
export function carryMembers(stage: StagedScene): StagedScene {
  const { scene, members, states } = stage;
  const written = scene.objects ?? {};
  const made = Object.entries(written).filter(
    ([, { follows, carries }]) => (follows ?? carries) !== undefined,
  );
  if (made.length === 0) return stage;
  const objects: Record<string, SceneObject> = { ...stage.objects };
  const changed = states.map((inComposition) => ({ ...inComposition }));
  const change = (
    id: string,
    fields: (state: CompositionState, index: number) => Partial<CompositionState>,
  ) => {
    for (const [index, inComposition] of changed.entries()) {
      const state = inComposition[id];
      if (state !== undefined) inComposition[id] = { ...state, ...fields(state, index) };
    }
  };
  const setParent = (id: string, parentId: string) => {
    const object = objects[id];
    if (object !== undefined) objects[id] = { ...object, parentId };
  };
  for (const [id, { follows }] of made) {
    if (follows === undefined || !(follows in objects)) continue;
    setParent(id, follows);
    change(id, ({ x, y }, index) => {
      const owner = states[index]?.[follows];
      return owner === undefined ? {} : { x: rounded(x - owner.x), y: rounded(y - owner.y) };
    });
  }
  const carriers = new Map(
    made.flatMap(([id, { carries }]) => (carries === undefined ? [] : [[carries, id]])),
  );
  for (const [group, ids] of members) {
    const carrier = carriers.get(group);
    if (carrier === undefined) continue;
    for (const id of ids)
      if (id !== carrier && (objects[id]?.parentId ?? null) === null) setParent(id, carrier);
    // Members keep the coordinates of the scene: the carrier turns and scales them about its own position.
    change(carrier, ({ x, y }) => ({ anchorX: x, anchorY: y, visible: false }));
  }
  return { ...stage, objects, states: changed };
}

function rounded(length: number): number {
  return Math.round(length * 1000) / 1000 + 0;
}
