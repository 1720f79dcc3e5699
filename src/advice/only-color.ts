import type { DisplayNode, ObjectNode } from '../drawing/display-list.ts';
import type { Color } from '../timeline/color.ts';

/** Whether all that a node paints has one opaque colour; an image never does. */
export function hasOnlyColor(node: ObjectNode, color: Color | null): boolean {
  return color?.alpha === 1 && paintsOnly(node.children, color);
}

function paintsOnly(nodes: readonly DisplayNode[], color: Color): boolean {
  return nodes.every((node) => {
    if (node.type === 'group') return paintsOnly(node.children, color);
    if (node.type === 'image') return false;
    const { red, green, blue } = node.color;
    return red === color.red && green === color.green && blue === color.blue;
  });
}
