import type { Relations } from '../shorthand/relations.ts';
import type { GroupState } from '../shorthand/scene-relations.ts';
import { arrangeTable } from './arrange-table.ts';
import { type Arrangement, type Composition, defaultLength, isInFrame, type OwnRoom } from './composition.ts';
import { isFilling, roomIn } from './fill.ts';
import { arrangeGraph } from './graphs/arrange-graph.ts';
import { arrangeSequence } from './sequences/arrange-sequence.ts';
import { boxOf, containerOf } from './target-boxes.ts';

/** How far the middle of a graph or a table is from its place, in scene pixels. */
export interface RoomShift {
  readonly x: number;
  readonly y: number;
}

/** Arranges the parts of a graph or a table in a room, which it fills on some axes. */
export function arrangeItself(
  composition: Composition,
  id: string,
  room: OwnRoom,
  fills: { readonly x: boolean; readonly y: boolean },
): Arrangement | undefined {
  const kind = composition.scene.relations.groups[id]?.kind;
  const arranger = kind === 'table' ? arrangeTable : kind === 'sequence' ? arrangeSequence : arrangeGraph;
  return arranger(composition, id, room, fills);
}

/**
 * Arranges a graph or a table in its own size, or in the free part of the frame: below a title, for example. Returns
 * how far it moves to be in the middle of that part.
 */
export function arrangeInRoom(
  composition: Composition,
  id: string,
  { relations, width, height }: GroupState,
): RoomShift {
  const filled = isFilling(relations) ? roomIn(composition, id, relations) : undefined;
  const free = freeRoom(composition, id, relations);
  const fixed = {
    x: filled?.x ?? (width > 0 ? width : null),
    y: filled?.y ?? (height > 0 ? height : null),
  };
  const room = { width: fixed.x ?? free.width, height: fixed.y ?? free.height };
  const fills = { x: fixed.x !== null, y: fixed.y !== null };
  const arrangement = arrangeItself(composition, id, room, fills);
  if (arrangement === undefined) return { x: 0, y: 0 };
  composition.arrangements.set(id, arrangement);
  return {
    x: fills.x ? 0 : (directionOn('x', relations.x) * (room.width - arrangement.width)) / 2,
    y: fills.y ? 0 : (directionOn('y', relations.y) * (room.height - arrangement.height)) / 2,
  };
}

/** 1 for a group that begins at another object, -1 for one that ends there, 0 for others. */
function directionOn(axis: 'x' | 'y', rule: Relations['x']): number {
  const [begins, ends] = axis === 'x' ? ['rightOf', 'leftOf'] : ['below', 'above'];
  return rule === begins ? 1 : rule === ends ? -1 : 0;
}

/** The part of the frame, or of what a group is inside, that a group beside another object has. */
function freeRoom(
  composition: Composition,
  id: string,
  { fields, x, y }: Relations,
): { readonly width: number; readonly height: number } {
  const container = containerOf(composition, id, { inside: fields.inside }) ?? {
    ...{ left: 0, top: 0, right: composition.scene.width, bottom: composition.scene.height },
  };
  const isFrame = isInFrame(composition, fields);
  const outside = fields.margin ?? defaultLength(composition, isFrame ? 'frame' : 'inside');
  let { left, top, right, bottom } = container;
  [left, top, right, bottom] = [left + outside, top + outside, right - outside, bottom - outside];
  const beside = fields.margin ?? defaultLength(composition, 'beside');
  for (const rule of [x, y]) {
    if (rule !== 'below' && rule !== 'above' && rule !== 'leftOf' && rule !== 'rightOf') continue;
    const target = fields[rule];
    const box = target === undefined ? undefined : boxOf(composition, target, id);
    if (box === undefined || !isRuleOf(rule, x, y)) continue;
    if (rule === 'below') top = box.bottom + beside;
    else if (rule === 'above') bottom = box.top - beside;
    else if (rule === 'rightOf') left = box.right + beside;
    else right = box.left - beside;
  }
  return { width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Whether a relation sets its own axis, and does not only line the boxes up on the other one. */
function isRuleOf(
  rule: 'below' | 'above' | 'leftOf' | 'rightOf',
  x: Relations['x'],
  y: Relations['y'],
): boolean {
  return rule === 'below' || rule === 'above' ? y === rule : x === rule;
}
