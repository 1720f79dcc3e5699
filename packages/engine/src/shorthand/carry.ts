import { sumFormula } from '../formulas/evaluate-formula.ts';
import { rounded } from '../project/numbers.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState } from '../project/schema.ts';
import { cameraId } from './desugar/camera.ts';
import type { StagedScene } from './expand-scene.ts';
import { shareAlong } from './relations.ts';

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
    change(id, ({ x, y, formulas }, index) => {
      const owner = states[index]?.[follows];
      return owner === undefined
        ? {}
        : withLine(inside(owner, x, y), owner, { own: formulas, share: shareOf(stage, id, index) });
    });
  }
  const carriers = new Map(
    made.flatMap(([id, { carries }]) => (carries === undefined ? [] : [[carries, id]])),
  );
  const fixed = new Set(Object.keys(written).filter((id) => written[id].fixed === true));
  for (const [id, ids] of members) if (fixed.has(id)) for (const fixedId of ids) fixed.add(fixedId);
  const isFixed = (id: string) => fixed.has(id);
  for (const [group, ids] of members) {
    const carrier = carriers.get(group);
    if (carrier === undefined) continue;
    for (const id of ids)
      if (id !== carrier && (objects[id]?.parentId ?? null) === null) setParent(id, carrier);
    // Members keep the coordinates of the scene: the carrier turns and scales them about its own position.
    change(carrier, ({ x, y }) => ({ anchorX: x, anchorY: y, visible: false }));
  }
  const camera = carriers.get(cameraId);
  if (camera !== undefined) {
    const isFree = (id: string) => {
      const isLayer = written[id]?.holds !== undefined;
      return id !== camera && !isLayer && (objects[id]?.parentId ?? null) === null && !isFixed(id);
    };
    for (const id of Object.keys(objects)) if (isFree(id)) setParent(id, camera);
    change(camera, (state) => lens(stage, state));
  }
  return { ...stage, objects, states: changed };
}

/** The transform that shows the part of the scene which a state of the camera covers. */
function lens({ width, height }: StagedScene, state: CompositionState): Partial<CompositionState> {
  const zoom = Math.min(width / Math.max(1, state.width), height / Math.max(1, state.height));
  const scale = rounded(zoom, 6);
  return {
    ...{ x: width / 2, y: height / 2, anchorX: state.x, anchorY: state.y },
    ...{ scaleX: scale, scaleY: scale, rotation: -state.rotation, width, height, visible: false },
  };
}

/** The share of its line before a label; null for a label inside its owner. */
function shareOf({ relations }: StagedScene, id: string, index: number): number | null {
  const rules = relations?.objects[id]?.relations[index];
  return rules?.x === 'on' ? shareAlong(rules, undefined) : null;
}

/** Lets the label of a line follow the formulas of its ends. */
function withLine(
  place: Pick<CompositionState, 'x' | 'y'>,
  { width, height, formulas }: CompositionState,
  { own, share }: { readonly own: CompositionState['formulas']; readonly share: number | null },
): Partial<CompositionState> {
  if (share === null || formulas === undefined) return place;
  const along = (rest: number, formula: string | undefined, position: number) =>
    formula && sumFormula(`${share}*(${sumFormula(formula, -rest)})`, position);
  const x = along(width, formulas.width, place.x);
  const y = along(height, formulas.height, place.y);
  if (x === undefined && y === undefined) return place;
  return { ...place, formulas: { ...own, ...(x !== undefined && { x }), ...(y !== undefined && { y }) } };
}

/** Converts a position in the scene to the coordinates of an object's children. */
function inside(owner: CompositionState, x: number, y: number): Pick<CompositionState, 'x' | 'y'> {
  const { rotation, scaleX = 1, scaleY = 1, shear = 0, anchorX = 0, anchorY = 0 } = owner;
  const angle = (rotation * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [right, down] = [x - owner.x, y - owner.y];
  const [turnedX, turnedY] = [cosine * right + sine * down, cosine * down - sine * right];
  if (scaleX === 0 || scaleY === 0) return { x: rounded(anchorX), y: rounded(anchorY) };
  const localY = turnedY / scaleY;
  return { x: rounded((turnedX - shear * localY) / scaleX + anchorX), y: rounded(localY + anchorY) };
}
