import { rounded } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import { type Relations, type Side, sides } from '../shorthand/relations.ts';
import { type Composition, defaultLength, type Placement } from './composition.ts';
import { type Cubic, roundness, straightCubic } from './cubics.ts';
import { type Point, unit } from './line-course.ts';
import { curvesFrom } from './place-line.ts';
import { checkNumbers } from './report-relations.ts';
import { boxOf } from './target-boxes.ts';

/** Distance from the ends of a brace to its tip, as a share of the frame's shorter side. */
const depthShare = 0.026;

/** Returns a brace along a side of an object; undefined if there is no such object. */
export function placeBrace(
  composition: Composition,
  id: string,
  template: CompositionState,
  relations: Relations,
): Placement | undefined {
  const side = sideOf(relations);
  const target = side && relations.fields[side];
  const box = target === undefined ? undefined : boxOf(composition, target, id);
  if (side === undefined || box === undefined) return undefined;
  const margin = relations.fields.margin ?? defaultLength(composition, 'inside');
  const isFlat = side === 'above' || side === 'below';
  const start: Point = isFlat
    ? { x: box.left, y: side === 'below' ? box.bottom + margin : box.top - margin }
    : { x: side === 'rightOf' ? box.right + margin : box.left - margin, y: box.top };
  // A number for x or y replaces the place on its axis, and the size along it.
  const [isFreeX, isFreeY] = [relations.x === undefined, relations.y === undefined];
  const state: CompositionState = {
    ...template,
    x: rounded(isFreeX ? template.x : start.x),
    y: rounded(isFreeY ? template.y : start.y),
    width: isFlat ? rounded(isFreeX ? template.width : box.right - box.left) : 0,
    height: isFlat ? 0 : rounded(isFreeY ? template.height : box.bottom - box.top),
    rotation: 0,
  };
  const braced = withBrace(composition, state, side === 'above' || side === 'rightOf' ? -1 : 1);
  if (!checkNumbers(composition, id, braced)) return undefined;
  return { state: braced, box: composition.measurer.inPlace(composition.scene.objects[id], braced) };
}

/** The object beside which a brace is. */
export function sideOf({ x, y }: Relations): Side | undefined {
  return sides.find((side) => x === side || y === side);
}

/** Returns the state of a line as a brace from its start to its end. The tip is clockwise of the line, or with -1 not. */
export function withBrace(
  { scene }: Composition,
  state: CompositionState,
  turn: 1 | -1 = 1,
): CompositionState {
  const { width, height } = state;
  const length = Math.hypot(width, height);
  const depth = Math.min(depthShare * Math.min(scene.width, scene.height), length / 3);
  const along = unit({ x: width, y: height });
  const across = { x: -along.y * turn, y: along.x * turn };
  const at = (ahead: number, beside: number): Point => ({
    x: along.x * ahead + across.x * beside,
    y: along.y * ahead + across.y * beside,
  });
  const curves = curvesFrom({ x: 0, y: 0 }, braceCubics(length, depth, at));
  return { ...state, curves, path: { c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } } };
}

function braceCubics(
  length: number,
  depth: number,
  at: (ahead: number, beside: number) => Point,
): readonly Cubic[] {
  const [middle, half, reach] = [length / 2, depth / 2, Math.min(depth * 0.75, length / 4)];
  const rest = 1 - roundness;
  const curve = (c1: Point, c2: Point, end: Point): Cubic => [c1.x, c1.y, c2.x, c2.y, end.x, end.y];
  return [
    curve(at(0, half * roundness), at(reach * rest, half), at(reach, half)),
    straightCubic(at(reach, half), at(middle - reach, half)),
    curve(at(middle - reach * rest, half), at(middle, depth - half * roundness), at(middle, depth)),
    curve(at(middle, depth - half * roundness), at(middle + reach * rest, half), at(middle + reach, half)),
    straightCubic(at(middle + reach, half), at(length - reach, half)),
    curve(at(length - reach * rest, half), at(length, half * roundness), at(length, 0)),
  ];
}
