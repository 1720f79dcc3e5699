import { type ChartPart, type ChartParts, widestOf } from './chart.ts';

/** A place that something takes, by its middle. Lengths are scene pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Place = Pick<Box, 'x' | 'y'>;
type Room = Pick<Box, 'width' | 'height'>;

/** Places along each piece of a line that count as taken. */
const stepsPerPiece = 8;

/** Returns the boxes that the parts of a chart take: shapes, texts, and pieces of lines, but no axis and no area. */
export function boxesOf(parts: ChartParts): Box[] {
  return [...parts].flatMap(([name, part]) =>
    /^(tick-\d+|base)$|-?area$/.test(name) ? [] : boxesOfPart(part),
  );
}

function boxesOfPart({ kind, state }: ChartPart): Box[] {
  const { x = 0, y = 0, width = 0, height = 0, points, text, fontSize = 0, align } = state;
  if (kind === 'text') {
    const size = widestOf(String(text ?? '').split('\n')) * fontSize;
    const shift = align === 'left' ? size / 2 : align === 'right' ? -size / 2 : 0;
    return [{ x: x + shift, y, width: size, height: fontSize * 1.2 }];
  }
  if (kind !== 'path') return [{ x, y, width, height }];
  const places = (points ?? []).map(([along = 0, down = 0]) => ({
    x: x + along * width,
    y: y + down * height,
  }));
  return places.slice(1).flatMap((to, index) => {
    const from = places[index] ?? to;
    return Array.from({ length: stepsPerPiece + 1 }, (_, step) => {
      const share = step / stepsPerPiece;
      const size = Math.max(4, Math.hypot(to.x - from.x, to.y - from.y) / stepsPerPiece);
      return {
        x: from.x + share * (to.x - from.x),
        y: from.y + share * (to.y - from.y),
        width: Math.min(size, Math.abs(to.x - from.x) / stepsPerPiece + 4),
        height: Math.min(size, Math.abs(to.y - from.y) / stepsPerPiece + 4),
      };
    });
  });
}

/** Returns the first of some places at which a room meets nothing and stays in the frame; null if there is none. */
export function placeIfFree(
  places: readonly Place[],
  room: Room,
  taken: readonly Box[],
  {
    left,
    top,
    width,
    height,
  }: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Place | null {
  const isInside = ({ x, y }: Place) =>
    x - room.width / 2 >= left &&
    x + room.width / 2 <= left + width &&
    y - room.height / 2 >= top &&
    y + room.height / 2 <= top + height;
  const isFree = (place: Place) => taken.every((other) => overlap({ ...place, ...room }, other) === 0);
  return places.find((place) => isInside(place) && isFree(place)) ?? null;
}

/**
 * Returns the first of some places at which a room meets nothing, or else the one at which it meets least. It must not leave
 * the `frame`, whose place is that of its upper left corner; a line from it to `target` should cross nothing, either.
 */
export function freePlace(
  places: readonly Place[],
  room: Room,
  taken: readonly Box[],
  frame: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  target?: Place,
): Place {
  let [best, least] = [places[0] ?? { x: 0, y: 0 }, Number.POSITIVE_INFINITY];
  for (const candidate of places) {
    const inFrame = {
      x: within(candidate.x, frame.left + room.width / 2, frame.left + frame.width - room.width / 2),
      y: within(candidate.y, frame.top + room.height / 2, frame.top + frame.height - room.height / 2),
    };
    const box = { ...inFrame, ...room };
    const crossed = target === undefined ? 0 : crossings(inFrame, target, taken);
    const cost = taken.reduce((sum, other) => sum + overlap(box, other), 0) + crossed * room.height;
    if (cost === 0) return inFrame;
    if (cost < least) [best, least] = [inFrame, cost];
  }
  return best;
}

function within(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));
}

/** Area that two boxes share. */
function overlap(one: Box, other: Box): number {
  const along = (one.width + other.width) / 2 - Math.abs(one.x - other.x);
  const down = (one.height + other.height) / 2 - Math.abs(one.y - other.y);
  return along > 0 && down > 0 ? along * down : 0;
}

/** How many of a few places on a line between two places are taken. */
function crossings(from: Place, to: Place, taken: readonly Box[]): number {
  const places = [0.3, 0.5, 0.7, 0.85].map((share) => ({
    x: from.x + share * (to.x - from.x),
    y: from.y + share * (to.y - from.y),
    width: 2,
    height: 2,
  }));
  return places.filter((place) => taken.some((box) => overlap(place, box) > 0)).length;
}
