import type { Bounds } from '../drawing/bounds.ts';
import type { ObjectNode } from '../drawing/display-list.ts';
import { contentBox } from '../drawing/painted-box.ts';
import { hasLetters, type ObjectKind } from '../project/object-kinds.ts';
import type { CompositionState, SceneObject } from '../project/schema.ts';
import type { Matrix } from '../timeline/matrix.ts';
import type { Quadrilateral } from './overlapping-pairs.ts';

/** What a text or an equation takes up. */
export interface LetteringShape {
  /** The corners of its own box, which may be turned, in scene pixels. */
  readonly corners: Quadrilateral;
  /** Height of an em in scene pixels. */
  readonly emHeight: number;
}

/** The shape of the text or equation that a node draws; null for other objects. */
export function letteringShapeOf(kind: ObjectKind, node: ObjectNode): LetteringShape | null {
  const box = hasLetters(kind) ? contentBox(node) : null;
  if (!box) return null;
  // The node is drawn in em.
  const emHeight = Math.hypot(node.matrix[2], node.matrix[3]);
  return { corners: cornersOf(box, node.matrix), emHeight };
}

/** Whether an object is a text to be read. One of signs alone, such as a triangle, is a shape. */
export function isRead({ kind }: SceneObject, { text }: CompositionState): boolean {
  return kind === 'equation' || (kind === 'text' && /[\p{L}\p{N}]/u.test(text));
}

function cornersOf({ left, top, right, bottom }: Bounds, [a, b, c, d, e, f]: Matrix): Quadrilateral {
  const corner = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const;
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}
