import type { Motion } from '@render-service/h264';
import { type DisplayList, withoutLayers } from '../../drawing/display-list.ts';
import { fitScene, type Size } from '../fit-scene.ts';
import { nodeArea } from './damage.ts';

/** The objects that only moved from one display list to the next, at the same output size, and their vectors. */
export function findMotions(before: DisplayList, after: DisplayList, size: Size): Motion[] {
  if (before.sceneIndex !== after.sceneIndex) return [];
  const earlier = new Map(withoutLayers(before.nodes).map((node) => [node.objectId, node]));
  const fit = fitScene(after, size);
  const motions: Motion[] = [];
  for (const node of withoutLayers(after.nodes)) {
    const last = earlier.get(node.objectId);
    if (!last || last === node || last.children !== node.children) continue;
    const [from, to] = [last.matrix, node.matrix];
    if ([0, 1, 2, 3].some((index) => from[index] !== to[index])) continue;
    const area = nodeArea(node, after, size);
    const x = Math.round(4 * fit[0] * (from[4] - to[4]));
    const y = Math.round(4 * fit[3] * (from[5] - to[5]));
    if (area && (x !== 0 || y !== 0)) motions.push({ area, x, y });
  }
  return motions;
}
