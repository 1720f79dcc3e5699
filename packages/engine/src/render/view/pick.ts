import { type Bounds, intersectBounds } from '../../drawing/bounds.ts';
import { type DisplayList, type ObjectNode, withoutLayers } from '../../drawing/display-list.ts';
import { paintedBox } from '../../drawing/painted-box.ts';
import { SinglePainter } from '../../output/skia/single-painter.ts';
import type { PictureSource } from '../../output/skia/skia-canvas.ts';

/** A point in the picture, in scene pixels, and the distance within which objects count. */
export interface PickedPlace {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** An object near the point, with the box of its paint. */
export interface Candidate {
  readonly node: ObjectNode;
  readonly box: Bounds;
}

/** An object with less of its own colour is invisible. */
const minAlpha = 0.02;

/** With less, an object is translucent. */
const solidAlpha = 0.5;

/** Returns the objects whose boxes are near the point, the topmost first. */
export function candidatesAt({ nodes }: DisplayList, { x, y, reach }: PickedPlace): Candidate[] {
  const reachBox = { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
  const found = withoutLayers(nodes).flatMap((node) => {
    const box = paintedBox(node);
    return box && intersectBounds(box, reachBox) ? [{ node, box }] : [];
  });
  return found.reverse();
}

/**
 * Returns the ids of the candidates, the most probable first: objects that paint something at the point, the topmost
 * first, but a translucent veil after the object below it; then those that only surround the point. Letters fill their
 * box.
 */
export function orderPicked(
  candidates: readonly Candidate[],
  list: DisplayList,
  { x, y, reach }: PickedPlace,
  isLettered: (id: string) => boolean,
  pictures: PictureSource,
): string[] {
  const radius = Math.round(reach);
  const side = 2 * radius + 1;
  const area = { x: Math.floor(x) - radius, y: Math.floor(y) - radius, width: side, height: side };
  const painter = new SinglePainter(list, area, pictures);
  const weighed = candidates.map(({ node, box }) => {
    const alpha = isLettered(node.objectId) ? node.opacity : painter.maxAlpha(node);
    return { id: node.objectId, box, alpha };
  });
  const painted = weighed.filter(({ alpha }) => alpha >= minAlpha);
  const isVeil = ({ box, alpha }: (typeof painted)[number], index: number) =>
    alpha < solidAlpha &&
    painted.slice(index + 1).some((below) => below.alpha >= solidAlpha && encloses(box, below.box));
  const veils = painted.filter(isVeil);
  const meant = painted.filter((one) => !veils.includes(one));
  const around = weighed.filter((one) => !painted.includes(one));
  return [...meant, ...veils, ...around].map(({ id }) => id);
}

function encloses(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}
