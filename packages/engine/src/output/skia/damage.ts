import type { PixelArea } from '@render-service/h264';
import {
  type Bounds,
  expandBounds,
  groupBounds,
  intersectBounds,
  transformBounds,
} from '../../drawing/bounds.ts';
import type { DisplayList, ObjectNode } from '../../drawing/display-list.ts';
import type { Finish } from '../../timeline/timeline.ts';
import { fitScene, type Size } from '../fit-scene.ts';

/** Areas in which a picture can differ from the previous one. */
export interface Damage {
  /** Nothing differs outside these areas, which may overlap. Null if anything may differ. */
  readonly areas: readonly PixelArea[] | null;
  /** Number of nodes at the start of the list, which are painted first, that are the same as in the previous list. */
  readonly unchangedNodes: number;
}

/** Reach of anti-aliasing, hairlines and rounding beyond a shape, in pixels. */
const bleed = 2;
/** Corners are multiples of these: 2 x 2 pixels share a chroma sample, and SIMD vectors hold 8 pixels. */
const columnStep = 8;
const rowStep = 2;
/** Fixed cost of an area, in pixels. Two areas are joined if that costs less. */
const costOfArea = 4096;
/** With more areas than this, the whole picture is painted. */
const maxAreas = 256;
/** If the areas cover more than this share of the picture, painting all of it is cheaper. */
const maxShare = 0.6;

function isSameFinish(one: Finish | undefined, other: Finish | undefined): boolean {
  if (one === other) return true;
  return (
    one?.vignette === other?.vignette &&
    one?.grain === other?.grain &&
    one?.grainPicture === other?.grainPicture
  );
}

/** Compares two consecutive display lists at the same output size. */
export function findDamage(before: DisplayList, after: DisplayList, size: Size): Damage {
  const everything: Damage = { areas: null, unchangedNodes: 0 };
  if (before.sceneIndex !== after.sceneIndex || !isSameFinish(before.finish, after.finish)) return everything;
  const areas: PixelArea[] = [];
  const add = (node: ObjectNode) => {
    const area = nodeArea(node, after, size);
    if (area) areas.push(area);
  };
  const unchangedNodes = countUnchanged(before.nodes, after.nodes);
  const compare = (nodesBefore: readonly ObjectNode[], nodesAfter: readonly ObjectNode[]) => {
    const gone = new Map(nodesBefore.map((node) => [node.objectId, node]));
    for (const node of nodesAfter) {
      const earlier = gone.get(node.objectId);
      gone.delete(node.objectId);
      if (earlier === node) continue;
      const members = earlier && membersInSameLayer(earlier, node);
      if (members) {
        compare(...members);
        continue;
      }
      add(node);
      if (earlier) add(earlier);
    }
    for (const node of gone.values()) add(node);
  };
  compare(before.nodes.slice(unchangedNodes), after.nodes.slice(unchangedNodes));
  if (areas.length > maxAreas) return everything;
  const joined = joinAreas(areas);
  const pixels = joined.reduce((sum, { width, height }) => sum + width * height, 0);
  return pixels > size.width * size.height * maxShare ? everything : { areas: joined, unchangedNodes };
}

/**
 * Returns the members of a layer in two pictures between which only its members change, so that it paints the same
 * outside of them; null for other objects.
 */
export function membersInSameLayer(
  before: ObjectNode,
  after: ObjectNode,
): [before: readonly ObjectNode[], after: readonly ObjectNode[]] | null {
  if (!before.members || !after.members || before.opacity !== after.opacity) return null;
  // Shadows and blurs reach beyond the member that changes, and a mask may change itself.
  return before.effects || after.effects ? null : [before.members, after.members];
}

function countUnchanged(before: readonly ObjectNode[], after: readonly ObjectNode[]): number {
  let count = 0;
  while (count < before.length && count < after.length && before[count] === after[count]) count++;
  return count;
}

/** Returns the pixels that a node can change, including its effects; null if none is in the picture. */
export function nodeArea(node: ObjectNode, list: DisplayList, size: Size): PixelArea | null {
  const bounds = groupBounds(node);
  if (!bounds) return null;
  const pixels = expandBounds(transformBounds(bounds, fitScene(list, size)), bleed);
  const visible = intersectBounds(pixels, { left: 0, top: 0, right: size.width, bottom: size.height });
  return visible && alignedArea(visible, size);
}

function alignedArea({ left, top, right, bottom }: Bounds, size: Size): PixelArea | null {
  const x = Math.floor(left / columnStep) * columnStep;
  const y = Math.floor(top / rowStep) * rowStep;
  const width = Math.min(size.width, Math.ceil(right / columnStep) * columnStep) - x;
  const height = Math.min(size.height, Math.ceil(bottom / rowStep) * rowStep) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Whether two areas share a pixel. */
export function areasMeet(a: PixelArea, b: PixelArea): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Joins areas as long as that reduces the cost. */
export function joinAreas(areas: readonly PixelArea[]): PixelArea[] {
  const joined: PixelArea[] = [];
  for (let area of areas) {
    for (let index = 0; index < joined.length; ) {
      const union = unionArea(joined[index], area);
      if (costOf(union) <= costOf(joined[index]) + costOf(area)) {
        area = union;
        joined.splice(index, 1);
        // The larger area may now be worth joining with areas that were checked before.
        index = 0;
      } else index++;
    }
    joined.push(area);
  }
  return joined;
}

function costOf({ width, height }: PixelArea): number {
  return width * height + costOfArea;
}

/** The smallest area that has both. */
export function unionArea(a: PixelArea, b: PixelArea): PixelArea {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** Returns all pixels that bounds touch, and one more on every side for anti-aliasing. */
export function wholePixels(bounds: Bounds): PixelArea {
  const x = Math.floor(bounds.left) - 1;
  const y = Math.floor(bounds.top) - 1;
  return { x, y, width: Math.ceil(bounds.right) + 1 - x, height: Math.ceil(bounds.bottom) + 1 - y };
}
