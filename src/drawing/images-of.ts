import type { ImageAsset } from '../project/schema.ts';
import type { DisplayNode } from './display-list.ts';

/** The images that nodes show, as often as they do. */
export function* imagesOf(nodes: readonly DisplayNode[]): Generator<ImageAsset> {
  for (const node of nodes) {
    if (node.type === 'image') yield node.asset;
    else if (node.type === 'group') yield* imagesOf(node.children);
  }
}
