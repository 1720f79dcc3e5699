import { type Bounds, unionBounds } from '../drawing/bounds.ts';
import { isLine, objectKinds } from '../project/object-kinds.ts';
import type { AdviceList } from './advice.ts';
import { isHarmlessIn, type Shown } from './find-fix.ts';
import { clipLine, grow, isWithin, meet, shift } from './pictures/box-geometry.ts';
import { cardOf } from './pictures/cards.ts';
import {
  type HeldObject,
  type HoldPicture,
  isRead,
  type StateNumbers,
  statePath,
} from './pictures/hold-picture.ts';
import { layersOf, visitLines } from './pictures/surface.ts';

/** Space to keep to other texts, lines and edges, and to the frame, as shares of the frame's shorter side. */
const gapShare = 0.018;
const marginShare = 0.03;

/** Distances to try, as shares of the frame's shorter side. */
const stepShare = 0.01;
const farthestShare = 0.6;

/** Maximum number of free places to try out, because each is drawn. */
const mostTrials = 12;

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
  const { box, object, state } = held;
  const path = statePath(picture, held);
  if (!box || object.parentId || !list.canFix(path, { x: 0, y: 0 })) return null;
  const shorterSide = Math.min(picture.scene.width, picture.scene.height);
  const room = roomOf(picture, held, shown);
  const obstacles = obstaclesTo(picture, held, gapShare * shorterSide);
  const passed = textsAround(picture, held, box);
  let trials = mostTrials;
  const step = Math.max(1, Math.round(stepShare * shorterSide));
  for (let distance = step; distance <= farthestShare * shorterSide; distance += step) {
    for (const [across, down] of directions) {
      const [dx, dy] = [across * distance, down * distance];
      const moved = shift(box, dx, dy);
      if (!isWithin(moved, room)) continue;
      if (!shown.work.take(1 + obstacles.length / 10)) return null;
      if (obstacles.some((isHit) => isHit(moved))) continue;
      const way = unionBounds(box, moved);
      if (way && passed.some((text) => meet(way, text))) continue;
      const fix = {
        ...(dx !== 0 && { x: Math.round((state.x + dx) * 10) / 10 }),
        ...(dy !== 0 && { y: Math.round((state.y + dy) * 10) / 10 }),
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
  return card ? grow(card, -gapShare * shorterSide) : grow(frame, -margin);
}

/** The texts that do not overlap a text yet. It must not jump over them, because that would change the order of reading. */
function textsAround({ objects }: HoldPicture, held: HeldObject, own: Bounds): Bounds[] {
  return objects.flatMap(({ object, state, box }) =>
    object !== held.object && isRead(object, state) && box && !meet(own, box) ? [box] : [],
  );
}

type Obstacle = (box: Bounds) => boolean;

function obstaclesTo({ objects }: HoldPicture, held: HeldObject, gap: number): Obstacle[] {
  return objects.flatMap((other): Obstacle[] => {
    const { box, drawn, object, state } = other;
    if (other === held || !box) return [];
    if (isRead(object, state)) return [(moved) => meet(moved, grow(box, gap))];
    if (!drawn || !(isLine(object.kind) || objectKinds[object.kind].draws === 'shape')) return [];
    return [
      (moved) => {
        if (!meet(moved, grow(box, gap))) return false;
        const near = grow(moved, gap);
        let isHit = false;
        for (const layer of layersOf(drawn)) {
          visitLines(layer, (...line) => {
            isHit ||= clipLine(line, near) !== null;
          });
        }
        return isHit;
      },
    ];
  });
}
