import { type Bounds, expandBounds, shiftBounds, unionBounds } from '../drawing/bounds.ts';
import { kinds } from '../language/kind-table.ts';
import { isLine } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { AdviceList } from './advice.ts';
import { isHarmlessIn, type Shown } from './find-fix.ts';
import { clipLine, isWithin, meet } from './pictures/box-geometry.ts';
import { cardOf } from './pictures/cards.ts';
import {
  type HeldObject,
  type HoldPicture,
  isRead,
  type StateNumbers,
  statePath,
} from './pictures/hold-picture.ts';
import { overlap, type Quadrilateral } from './pictures/overlapping-pairs.ts';
import { layersOf, visitLines } from './pictures/surface.ts';
import { cornersOf, ownBounds, shiftCorners, turnedBox } from './pictures/turned-box.ts';

/** Space to keep to other texts, lines and edges, and to the frame, as shares of the frame's shorter side. */
const gapShare = 0.018;
const marginShare = 0.03;

/** Distances to try, as shares of the frame's shorter side. */
const stepShare = 0.01;
const farthestShare = 0.6;

/** Maximum number of free places to try out, because each is drawn. */
const maxTrials = 12;

/** Along one axis first: a text that stays in its column or row looks intended. */
const directions: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
];

/**
 * Returns the nearest position at which a text neither overlaps another one nor is crossed by a line or an edge, inside
 * its card or the frame; null if there is none, or relations overrule it.
 */
export function findFreePlace(
  picture: HoldPicture,
  held: HeldObject,
  shown: Shown,
  list: AdviceList,
): StateNumbers | null {
  const { box, corners, object, state } = held;
  const path = statePath(picture, held);
  if (!box || !corners || object.parentId || !list.canFix(path, { x: 0, y: 0 })) return null;
  const shorterSide = Math.min(picture.scene.width, picture.scene.height);
  const room = roomOf(picture, held, shown);
  const obstacles = obstaclesTo(picture, held, gapShare * shorterSide);
  const passed = textsAround(picture, held, corners);
  let trials = maxTrials;
  const step = Math.max(1, Math.round(stepShare * shorterSide));
  for (let distance = step; distance <= farthestShare * shorterSide; distance += step) {
    for (const [across, down] of directions) {
      const [dx, dy] = [across * distance, down * distance];
      const moved = shiftBounds(box, dx, dy);
      if (!isWithin(moved, room)) continue;
      if (!shown.work.take(1 + obstacles.length / 10)) return null;
      const shifted = shiftCorners(corners, dx, dy);
      if (obstacles.some((isHit) => isHit(moved, shifted))) continue;
      const way = unionBounds(box, moved);
      if (way && passed.some((text) => overlap(cornersOf(way), text))) continue;
      const fix = {
        ...(dx !== 0 && { x: rounded(state.x + dx, 1) }),
        ...(dy !== 0 && { y: rounded(state.y + dy, 1) }),
      };
      if (isHarmlessIn(picture, held, shown, fix)) return fix;
      if (--trials === 0) return null;
    }
  }
  return null;
}

function roomOf(picture: HoldPicture, held: HeldObject, { imageColors, work }: Shown): Bounds {
  const { width, height } = picture.scene;
  const shorterSide = Math.min(width, height);
  const margin = marginShare * shorterSide;
  const frame = { left: 0, top: 0, right: width, bottom: height };
  const card = cardOf(picture, held, imageColors, work)?.box;
  return card ? expandBounds(card, -gapShare * shorterSide) : expandBounds(frame, -margin);
}

/**
 * The texts that do not overlap a text yet. It must not jump over them, because that would change the order of reading.
 */
function textsAround({ objects }: HoldPicture, held: HeldObject, own: Quadrilateral): Quadrilateral[] {
  return objects.flatMap(({ object, state, corners }) =>
    object !== held.object && isRead(object, state) && corners && !overlap(own, corners) ? [corners] : [],
  );
}

/** Whether a text with this upright box and these corners comes too close to something. */
type Obstacle = (box: Bounds, corners: Quadrilateral) => boolean;

function obstaclesTo({ objects }: HoldPicture, held: HeldObject, gap: number): Obstacle[] {
  return objects.flatMap((other): Obstacle[] => {
    const { box, corners, drawn, object, state } = other;
    if (other === held || !box || !corners) return [];
    if (isRead(object, state)) return [(_, place) => overlap(place, corners, -gap)];
    if (!drawn || !(isLine(object.kind) || kinds[object.kind].draws === 'shape')) return [];
    return [
      (moved, place) => {
        if (!meet(moved, expandBounds(box, gap))) return false;
        const turnedPlace = turnedBox(place);
        if (!turnedPlace) return false;
        const near = expandBounds(ownBounds(turnedPlace), gap);
        let isHit = false;
        for (const layer of layersOf(drawn)) {
          visitLines(layer, (x1, y1, x2, y2) => {
            isHit ||=
              clipLine([...turnedPlace.toOwn([x1, y1]), ...turnedPlace.toOwn([x2, y2])], near) !== null;
          });
        }
        return isHit;
      },
    ];
  });
}
