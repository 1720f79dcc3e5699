import { isLayer } from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';

/** The objects of a scene in drawing order. An object's rank is its index in that order. */
export interface SceneGraph {
  readonly objects: readonly SceneObject[];
  readonly rankById: ReadonlyMap<string, number>;
  /** Rank of each object's parent, -1 for none. */
  readonly parents: Int32Array;
  /** All ranks, with parents before their children. */
  readonly parentsFirst: Int32Array;
}

/**
 * Sorts the objects by `order`, then by id in code-unit order, and resolves their parents. The members of a layer follow
 * it, in their own order.
 */
export function sceneGraphOf(objectsById: Readonly<Record<string, SceneObject>>): SceneGraph {
  const objects = withMembers(
    Object.values(objectsById).sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1)),
  );
  const rankById = new Map(objects.map((object, rank) => [object.id, rank]));
  const parents = Int32Array.from(objects, (object) =>
    typeof object.parentId === 'string' ? (rankById.get(object.parentId) ?? -1) : -1,
  );
  return { objects, rankById, parents, parentsFirst: parentsFirstOrder(parents) };
}

/** Moves the members of each layer after it. Members of a layer that does not exist stay outside. */
function withMembers(sorted: readonly SceneObject[]): readonly SceneObject[] {
  if (!sorted.some(({ kind }) => isLayer(kind))) return sorted;
  const members = new Map<string, SceneObject[]>();
  for (const { kind, id } of sorted) if (isLayer(kind)) members.set(id, []);
  const outside: SceneObject[] = [];
  for (const object of sorted) (members.get(object.layerId ?? '') ?? outside).push(object);
  const ordered: SceneObject[] = [];
  const waiting = outside.reverse();
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    ordered.push(object);
    for (const member of (members.get(object.id) ?? []).reverse()) waiting.push(member);
  }
  return ordered;
}

/** Uses a list instead of recursion: a chain of parents may be as long as the project. */
function parentsFirstOrder(parents: Int32Array): Int32Array {
  const order = new Int32Array(parents.length);
  const placed = new Uint8Array(parents.length);
  let count = 0;
  const chain: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    for (let rank = start; rank >= 0 && placed[rank] === 0; rank = parents[rank]) {
      placed[rank] = 1;
      chain.push(rank);
    }
    for (let rank = chain.pop(); rank !== undefined; rank = chain.pop()) order[count++] = rank;
  }
  return order;
}
