import { isLayer, type ObjectKind } from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { TransitionTrack } from '../project/schema.ts';
import type { MovingParts } from './figures/figure.ts';
import { chartEdgeProblem } from './figures/part-tracks.ts';
import { type GrowthEdge, growsFromEdges } from './grow-from-edge.ts';
import type { ResolvedTrack } from './schema.ts';

/** Returns why an object cannot grow from an edge; undefined if it can. */
export function edgeProblem(
  type: TransitionTrack['type'],
  kind: ObjectKind | undefined,
  objectId: string,
): string | undefined {
  if (type !== 'grow')
    return `is the edge from which an object grows, but the type is ${type}; write "type": "grow"`;
  if (kind === undefined || growsFromEdges(kind)) return undefined;
  return `is for circles, rectangles and images, but ${objectId} is of kind ${kind}, which grows from its position; remove it`;
}

/** The objects of a scene, what is in each group, and which are parts of figures. */
interface ObjectsInGroups {
  readonly objects: Readonly<Record<string, SceneObject>>;
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly parts: MovingParts;
}

/** Returns why not all objects of a track can grow from an edge; undefined if they can. What is on a shape fades in. */
export function sharedEdgeProblem(
  edge: GrowthEdge,
  type: ResolvedTrack['type'],
  id: string,
  changing: readonly string[],
  { objects, members, parts }: ObjectsInGroups,
  isOnShape: (id: string) => boolean,
): string | undefined {
  if (changing.length === 0) return undefined;
  if (type !== 'grow') return edgeProblem(type ?? 'move', undefined, id);
  const ofChart = (members.get(id) ?? []).flatMap((one) => {
    const part = parts.get(one);
    return part?.figure === id ? [part] : [];
  });
  if (ofChart.length > 0) return chartEdgeProblem(edge, id, ofChart);
  const others = changing.filter(
    (one) =>
      !parts.has(one) &&
      !isLayer(objects[one]?.kind) &&
      !isOnShape(one) &&
      edgeProblem(type, objects[one]?.kind, one) !== undefined,
  );
  const [first] = others;
  if (first === undefined) return undefined;
  const name = others.length > 1 ? `${first}, one of ${others.length} such objects,` : first;
  return edgeProblem(type, objects[first]?.kind, name);
}
