import type { DisplayNode } from './display-list.ts';

/** Numbers that the outlines of a node hold, which is about its size in memory. */
export function countCoordinates(node: DisplayNode): number {
  if (node.type === 'group') return node.children.reduce((sum, child) => sum + countCoordinates(child), 0);
  return node.type === 'image' ? 0 : node.outline.points.length;
}
