import { intersectBounds } from '../drawing/bounds.ts';
import type { AdviceList } from './advice.ts';
import { areaOf } from './pictures/box-geometry.ts';
import type { HoldPicture } from './pictures/hold-picture.ts';

/** How many times objects may cover the frame, all together. Beyond that, a picture takes a tenth of a second and more. */
const mostTimes = 60;

/** An outline of this many coordinates takes about as long to compute and paint as one object that covers the frame. */
const coordinatesPerTime = 2_000;

/** Advises on the hold that takes longest to paint, if its objects cover the frame very many times, or have very long outlines. */
export function adviseOnHeavyPictures(pictures: readonly HoldPicture[], list: AdviceList): void {
  const [heaviest] = pictures
    .map((picture) => ({ picture, times: timesCovered(picture) }))
    .filter(({ times }) => times > mostTimes)
    .sort((one, other) => other.times - one.times);
  if (!heaviest) return;
  const { scene, compositionId, objects } = heaviest.picture;
  list.add({
    rule: 'heavy-picture',
    path: `scenes.${scene.id}.compositions.${compositionId}`,
    message: `its ${objects.length} objects take as long to paint as ${Math.round(heaviest.times)} that cover the picture; show fewer, smaller or simpler ones at the same time`,
  });
}

function timesCovered({ scene, objects }: HoldPicture): number {
  const { width, height } = scene;
  const frame = { left: 0, top: 0, right: width, bottom: height };
  return objects.reduce((sum, { box, coordinates }) => {
    const seen = box && intersectBounds(box, frame);
    return seen ? sum + areaOf(seen) / (width * height) + coordinates / coordinatesPerTime : sum;
  }, 0);
}
