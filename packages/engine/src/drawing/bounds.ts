import type { Matrix } from '../timeline/matrix.ts';
import {
  blurReach,
  type DisplayNode,
  type Effects,
  type GroupNode,
  type ObjectNode,
} from './display-list.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import type { Outline } from './outline.ts';
import { type Perspective, perspectiveOf, seenBounds } from './perspective.ts';

/** A rectangle with left <= right and top <= bottom. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In square pixels. Skia's 32-bit numbers lose smaller ones, and clipping by them spoils everything painted later. */
const minArea = 1e-12;

/** Whether an outline or a picture with these bounds is large enough to clip by, and to be seen. */
export function hasArea({ left, top, right, bottom }: Bounds): boolean {
  return (right - left) * (bottom - top) > minArea;
}

/**
 * Returns the bounds of an outline's points and control points, which contain the outline itself; null if it has none.
 */
export const outlineBounds = memoizeByObject(({ points }: Outline): Bounds | null => {
  if (points.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    top = Math.min(top, points[i + 1]);
    bottom = Math.max(bottom, points[i + 1]);
  }
  return { left, top, right, bottom };
});

/** Returns the area that a node can paint, in its parent's coordinates; null if it paints nothing. */
function nodeBounds(node: DisplayNode): Bounds | null {
  switch (node.type) {
    case 'fill':
      return outlineBounds(node.outline);
    case 'stroke': {
      const bounds = outlineBounds(node.outline);
      return bounds && expandBounds(bounds, node.width / 2);
    }
    case 'image':
      return {
        left: -node.width / 2,
        top: -node.height / 2,
        right: node.width / 2,
        bottom: node.height / 2,
      };
    case 'group':
      return groupBounds(node);
  }
}

/** Like `nodeBounds`. Without the effects, the bounds contain the pixels to which these are applied. */
export function groupBounds(group: GroupNode, withEffects = true): Bounds | null {
  if ('moments' in group) {
    // While the shutter is open, it may be anywhere between.
    const { moments, ...still } = group as ObjectNode;
    return [still, ...(moments ?? [])].map((one) => groupBounds(one, withEffects)).reduce(unionBounds);
  }
  const bounds = contentBounds(group);
  if (!bounds) return null;
  const carried = transformBounds(bounds, group.matrix);
  return group.effects && withEffects ? effectBounds(carried, group.effects) : carried;
}

function effectBounds(content: Bounds, effects: Effects): Bounds | null {
  const flat = flatBounds(content, effects);
  if (!flat || !effects.turn) return flat;
  return seenBounds(flat, perspectiveOf(flat, content, effects.turn), [0, 1]);
}

/** Returns how a group is seen that is turned in space; null if it is not, or paints nothing. */
export function perspectiveOfGroup(group: GroupNode): Perspective | null {
  const content = groupBounds(group, false);
  const flat = content && group.effects && flatBounds(content, group.effects);
  return flat && group.effects?.turn ? perspectiveOf(flat, content, group.effects.turn) : null;
}

/** The bounds with all effects but the turn. */
function flatBounds(content: Bounds, { blur, mask, shadows }: Effects): Bounds | null {
  const blurred = blur > 0 ? expandBounds(content, blur * blurReach) : content;
  const inside = mask && outlineBounds(mask.outline);
  if (mask && !inside) return null;
  const picture = mask && inside ? intersectBounds(blurred, transformBounds(inside, mask.matrix)) : blurred;
  if (!picture) return null;
  let bounds = picture;
  for (const { x, y, sigma } of shadows) {
    bounds = unionBounds(bounds, shiftBounds(expandBounds(picture, sigma * blurReach), x, y)) ?? bounds;
  }
  return bounds;
}

/** Returns the area that a group's children can paint, in the group's own coordinates. */
export function contentBounds(group: GroupNode): Bounds | null {
  let bounds: Bounds | null = null;
  for (const child of group.children) bounds = unionBounds(bounds, nodeBounds(child));
  if (!bounds || !group.clip) return bounds;
  const clip = outlineBounds(group.clip);
  return clip && intersectBounds(bounds, clip);
}

/** Bounds of both, or of one if the other is null. */
export function unionBounds(a: Bounds | null, b: Bounds | null): Bounds | null {
  if (!a || !b) return a ?? b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Null if the two do not overlap. */
export function intersectBounds(a: Bounds, b: Bounds): Bounds | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return left <= right && top <= bottom ? { left, top, right, bottom } : null;
}

/** Returns bounds enlarged by `by` on every side. */
export function expandBounds(bounds: Bounds, by: number): Bounds {
  return {
    left: bounds.left - by,
    top: bounds.top - by,
    right: bounds.right + by,
    bottom: bounds.bottom + by,
  };
}

/** Returns the bounds of a transformed rectangle. */
export function transformBounds(bounds: Bounds, [a, b, c, d, e, f]: Matrix): Bounds {
  const { left, top, right, bottom } = bounds;
  const xs = [a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom];
  const ys = [b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom];
  return {
    left: Math.min(...xs) + e,
    top: Math.min(...ys) + f,
    right: Math.max(...xs) + e,
    bottom: Math.max(...ys) + f,
  };
}

export function widthOf({ left, right }: Bounds): number {
  return right - left;
}

export function heightOf({ top, bottom }: Bounds): number {
  return bottom - top;
}

export function shiftBounds({ left, top, right, bottom }: Bounds, x: number, y: number): Bounds {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
