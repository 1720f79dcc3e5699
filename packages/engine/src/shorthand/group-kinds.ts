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

/** Kinds of groups that line up their members. */
export function isArrangingKind(kind: GroupKind): boolean {
  return kind !== 'group';
}

/**
 * Whether a group places its members: rows, columns, grids, charts, whose members are their parts, and a group with a
 * box that one of them places. Another group only lets them act together.
 */
export function isArranging({
  kind,
  placed,
}: {
  readonly kind: GroupKind | ChartKind;
  readonly placed?: boolean | undefined;
}): boolean {
  return kind !== 'group' || placed === true;
}
