import { layersAround } from '../project/layers.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { Problems } from '../project/problems.ts';
import { maxNestedLayers } from '../project/rules/layers.ts';
import type { StagedScene } from './expand-scene.ts';

/**
 * Draws the members of each group with a layer in it, as one picture; also an object with its label. A layer is
 * drawn where its topmost member is, and it is visible throughout: its members enter and leave in it.
 */
export function holdMembers(stage: StagedScene, problems: Problems): StagedScene {
  const { scene, members, states, path } = stage;
  const written = scene.objects ?? {};
  const layers = new Map(
    Object.entries(written).flatMap(([id, { holds }]) => (holds === undefined ? [] : [[holds, id]])),
  );
  if (layers.size === 0) return stage;
  const objects: Record<string, SceneObject> = { ...stage.objects };
  const changed = states.map((inComposition) => ({ ...inComposition }));
  const inGroups = new Map(members);
  const contents = Array.from(members, ([group, ids]) => ({ group, ids: new Set(ids) }));
  const outermost = (id: string) => layersAround(objects, id).at(-1) ?? id;
  const heldBy = (owner: string) => members.get(owner) ?? [owner, ...(written[owner]?.attached ?? [])];
  const innerFirst = [...new Set([...members.keys(), ...layers.keys()])]
    .map((owner) => ({ owner, layer: layers.get(owner), held: heldBy(owner) }))
    .sort((one, other) => one.held.length - other.held.length);
  for (const { owner, layer, held } of innerFirst) {
    if (layer === undefined) continue;
    for (const top of new Set(held.map(outermost))) {
      const object = objects[top];
      if (object === undefined || top === layer) continue;
      const other = written[top]?.holds;
      const outside = other === undefined ? undefined : heldBy(other).find((id) => !held.includes(id));
      if (outside !== undefined) {
        const rule = `is one picture and shares members with ${other}, which is one, too, but not ${outside}`;
        const wayOut = `put one of the groups into the other, or remove the opacity, blur, clip or shadow of one`;
        problems.add([...path, 'objects', owner], 'conflict', `${rule}; ${wayOut}`);
      } else objects[top] = { ...object, layerId: layer };
    }
    const order = Math.max(...held.map((id) => objects[id]?.order ?? 0));
    if (held.length > 0) objects[layer] = { ...objects[layer], order };
    const isShown = changed.map((one) => held.some((id) => one[id]?.visible === true));
    const opacities = steadyWhileHidden(
      changed.map((one) => one[layer]?.opacity ?? 1),
      isShown,
    );
    for (const [index, one] of changed.entries())
      one[layer] = { ...one[layer], opacity: opacities[index] ?? 1, visible: true };
    for (const { group, ids } of contents) {
      if (!held.every((id) => ids.has(id))) continue;
      inGroups.set(group, [...(inGroups.get(group) ?? ids), layer]);
    }
  }
  for (const [owner, layer] of layers) {
    if (layersAround(objects, layer).length !== maxNestedLayers) continue;
    const rule = `is inside ${maxNestedLayers} others that are one picture; remove the opacity, blur, clip or shadow here or of one around it`;
    problems.add([...path, 'objects', owner], 'count', rule);
  }
  return { ...stage, objects, members: inGroups, states: changed };
}

/**
 * Gives all compositions of a row that hide everything in a layer the least opacity of those at the ends of the row and
 * beside it, so that no member flashes on its way to a lower opacity that it enters with.
 */
function steadyWhileHidden(opacities: readonly number[], isShown: readonly boolean[]): number[] {
  const steady = [...opacities];
  for (let start = 0; start < steady.length; start++) {
    if (isShown[start]) continue;
    const next = isShown.indexOf(true, start);
    const end = next < 0 ? steady.length : next;
    const ends = [start - 1, start, end - 1, end].flatMap((index) => opacities[index] ?? []);
    steady.fill(Math.min(...ends), start, end);
    start = end;
  }
  return steady;
}
