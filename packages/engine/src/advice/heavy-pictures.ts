import { intersectBounds } from '../drawing/bounds.ts';
import type { AdviceList } from './advice.ts';
import { areaOf } from './pictures/box-geometry.ts';
import type { HoldPicture } from './pictures/hold-picture.ts';

/** How many times objects may cover the frame, all together. Beyond that, a picture takes a tenth of a second and more. */
const mostTimes = 60;

/** Advises on the hold that takes longest to paint, if its objects cover the frame very many times. */
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
    message: `its ${objects.length} objects cover the picture ${Math.round(heaviest.times)} times, so each picture of the film takes long to paint; show fewer or smaller ones at the same time`,
  });
}

function timesCovered({ scene, objects }: HoldPicture): number {
  const { width, height } = scene;
  const frame = { left: 0, top: 0, right: width, bottom: height };
  return objects.reduce((sum, { box }) => {
    const seen = box && intersectBounds(box, frame);
    return seen ? sum + areaOf(seen) / (width * height) : sum;
  }, 0);
}
