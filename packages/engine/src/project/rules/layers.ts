import { isLayer } from '../../language/kinds.ts';
import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';
import { checkCycles } from './cycles.ts';

/** Maximum number of layers inside each other: each takes the memory of a picture while it is painted. */
export const maxNestedLayers = 8;

/** Checks that every `layerId` names a layer of the scene, and that layers are neither cyclic nor nested too deeply. */
export function checkLayers({ objects }: Scene, path: Path, problems: Problems): void {
  const depths = new Map<string, number>();
  checkCycles(
    {
      noun: 'layers',
      ids: Object.keys(objects).filter((id) => objects[id]?.layerId != null),
      linked: (id) => checkedLayer(objects, id, path, problems),
      placeOf: (id) => [...path, 'objects', id, 'layerId'],
    },
    problems,
  );
  if (problems.any) return;
  for (const { id, kind } of Object.values(objects)) {
    if (problems.full) return;
    if (!isLayer(kind) || depthOf(id, objects, depths) !== maxNestedLayers + 1) continue;
    problems.add(
      [...path, 'objects', id, 'layerId'],
      'count',
      `at most ${maxNestedLayers} layers can be inside each other; remove layerId here or in a layer around it`,
    );
  }
}

function checkedLayer(objects: Scene['objects'], id: string, path: Path, problems: Problems): string | null {
  const layerId = objects[id]?.layerId ?? null;
  if (layerId === null) return null;
  const place = [...path, 'objects', id, 'layerId'];
  const rule = 'must name another object of kind layer in the scene';
  if (layerId === id || !Object.hasOwn(objects, layerId)) {
    problems.add(place, 'unknown-id', `${rule}, but is ${showValue(layerId)}`);
    return null;
  }
  // An object whose kind is broken has none; that problem is reported already.
  const kind: string | undefined = objects[layerId]?.kind;
  if (!isLayer(kind) && kind !== undefined) {
    problems.add(place, 'wrong-kind', `${rule}, but ${showValue(layerId)} is of kind ${kind}`);
  }
  return layerId;
}

/** The number of layers around an object, including itself. Uses no recursion: a chain may be as long as the project. */
function depthOf(id: string, objects: Scene['objects'], depths: Map<string, number>): number {
  const chain: string[] = [];
  let current: string | null = id;
  while (current !== null && !depths.has(current)) {
    chain.push(current);
    current = objects[current]?.layerId ?? null;
  }
  let depth = current === null ? 0 : (depths.get(current) ?? 0);
  for (const layerId of chain.reverse()) depths.set(layerId, ++depth);
  return depth;
}
