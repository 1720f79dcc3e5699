import type { ChartKind } from './charts/chart-kinds.ts';

/**
 * Kinds of groups. A group is listed among the objects of a document; the full format has only the positions of its
 * members.
 */
export const groupKinds = ['row', 'column', 'grid', 'group'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** Whether a value is the kind of a group other than a chart, in a document that need not be valid. */
export function isGroupKind(kind: unknown): kind is GroupKind {
  return (groupKinds as readonly unknown[]).includes(kind);
}

/**
 * Kinds of groups that place their members: a chart, whose members are its parts, like the others. A plain group only
 * lets them act together.
 */
export type ArrangingKind = Exclude<GroupKind, 'group'> | ChartKind;

/** Whether a group places its members. */
export function isArranging(kind: GroupKind | ChartKind): kind is ArrangingKind {
  return kind !== 'group';
}
