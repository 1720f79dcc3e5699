import { kinds } from '../language/kind-table.ts';
import type { ObjectKind } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { CompositionState, Easing, Keyframe } from '../project/schema.ts';
import { isEntering, isLeaving } from './appearing.ts';
import { keyframeId } from './keyframe-id.ts';

/** Edges and corners that can stay while an object grows. */
export const growthEdges = [
  'center',
  'left',
  'right',
  'top',
  'bottom',
  'top left',
  'top right',
  'bottom left',
  'bottom right',
] as const;
export type GrowthEdge = (typeof growthEdges)[number];

/** Whether objects of a kind can grow from an edge: those with their own size, around their position. */
export function growsFromEdges(kind: ObjectKind): boolean {
  const { draws } = kinds[kind];
  return draws === 'shape' || draws === 'picture';
}

/**
 * Returns the keyframes that let an edge or a corner stay while an object enters or leaves with the type `grow`. The
 * size along an edge stays too. The middle of an object of size w × h whose matrix without its place is M has moved by
 * M (1 - p) q at the progress p, where q is the edge's place in the object.
 */
export function edgeKeyframes(
  edge: GrowthEdge,
  from: CompositionState | undefined,
  to: CompositionState | undefined,
  easing: Easing,
): Record<string, Keyframe> {
  const enters = isEntering(from, to);
  const state = enters ? to : from;
  if (state === undefined || edge === 'center' || !(enters || isLeaving(from, to))) return {};
  const at = enters ? 0 : 1;
  const across = edge.includes('left') ? -1 : edge.includes('right') ? 1 : 0;
  const down = edge.includes('top') ? -1 : edge.includes('bottom') ? 1 : 0;
  const [dx, dy] = turned(state, (across * Math.abs(state.width)) / 2, (down * Math.abs(state.height)) / 2);
  const values: Partial<Record<Keyframe['property'], number>> = {
    x: rounded(state.x + dx, 6),
    y: rounded(state.y + dy, 6),
    ...(across === 0 && { width: state.width }),
    ...(down === 0 && { height: state.height }),
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const property = name as Keyframe['property'];
      return [keyframeId(property, 0), { at, value, easing, property }];
    }),
  );
}

/**
 * Applies the rotation, scale and shear of a state to a vector, as packages/engine/src/timeline/transform-node.ts does.
 */
function turned(
  { rotation, scaleX = 1, scaleY = 1, shear = 0 }: CompositionState,
  x: number,
  y: number,
): [number, number] {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [alongX, alongY] = [scaleX * x + shear * y, scaleY * y];
  return [cos * alongX - sin * alongY, sin * alongX + cos * alongY];
}
