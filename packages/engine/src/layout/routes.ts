import { type Bounds, expandBounds } from '../drawing/bounds.ts';
import { boxSides, type SidePlace } from '../shorthand/relations.ts';
import { connect, type Gaps, type LineEnd, middleOf, reachFrom } from './connect.ts';
import { type Cubic, pointsAlong, roundedCorners } from './cubics.ts';
import { elbowRoute, type Port } from './elbow-route.ts';
import { type Lane, onlyLane } from './lanes.ts';
import type { Point } from './line-course.ts';

/** How a line leads from one end to the other. */
export interface RouteSpec {
  readonly route: 'straight' | 'curved' | 'elbow';
  readonly gaps: Gaps;
  readonly lane: Lane;
  /** Whether the line goes from the object with the smaller id, which decides about the side of its lane. */
  readonly isForward: boolean;
  /** Whether both ends are the same object. */
  readonly isLoop: boolean;
  /** Lengths in scene pixels: between lanes, of rounded corners, and of detours around objects. */
  readonly spacing: number;
  readonly radius: number;
  readonly detour: number;
  /** How the ends, or the groups that they are in, are lined up; null if nothing lines them up. */
  readonly lineUp: LineUp | null;
  /** The places at which the document has the line leave and enter the sides of its ends. */
  readonly sides: readonly [from: SidePlace | undefined, to: SidePlace | undefined];
  /** Boxes that are not the line's own, and the space that it keeps from them. */
  readonly obstacles: readonly Bounds[];
  readonly clearance: number;
}

/** The axis on which a row or a column has the ends, and the middle between its two members that they are in. */
export interface LineUp {
  readonly axis: 'x' | 'y';
  readonly middle: number;
}

/** The way of a line; `cubics` is null for a straight one. */
export interface Way {
  readonly start: Point;
  readonly end: Point;
  readonly cubics: readonly Cubic[] | null;
}

/** The directions away from the sides of a box. */
const normals: Readonly<Record<SidePlace['side'], Point>> = {
  top: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
};

/** The space between two rows, divided by that of a line's end if it is less than usual. */
const closeShare = 6;

/** Largest share of half a side at which a lane leaves an object. */
const laneShare = 0.7;

/** Returns the way of a line between two ends; null if there is no room for it. */
export function wayBetween(from: LineEnd, to: LineEnd, spec: RouteSpec): Way | null {
  const isOnSide = spec.sides.some((side) => side !== undefined);
  if (spec.isLoop && !isOnSide) return loopAt(from, spec);
  if (spec.route === 'straight')
    return isOnSide ? straightBetween(from, to, spec) : straightWay(from, to, spec);
  if (isOnSide) return wayAround(from, to, spec);
  const usual = usualWay(from, to, spec);
  if (usual !== null && !isCrossing(usual, spec.obstacles)) return usual;
  return (spec.obstacles.length > 0 ? wayAround(from, to, spec) : null) ?? usual;
}

/** The way between the sides that face each other, whatever is between them. */
function usualWay(from: LineEnd, to: LineEnd, spec: RouteSpec): Way | null {
  const [one, other] = [boxed(from), boxed(to)];
  const [gapX, gapY] = [gapOn('x', one, other), gapOn('y', one, other)];
  const isRow = spec.lineUp?.axis === 'x';
  const lined = isRow ? gapX : gapY;
  if (spec.lineUp !== null && lined > 0) {
    // Between rows that are close to each other, a line keeps less space than elsewhere.
    const outline = Math.min(spec.gaps.outline, lined / closeShare);
    return wayOnAxis(from, to, isRow, { ...spec, gaps: { ...spec.gaps, outline } });
  }
  if (Math.max(gapX, gapY) <= gapAt(from, spec) + gapAt(to, spec)) return detourBetween(from, to, spec);
  return wayOnAxis(from, to, gapX >= gapY, spec);
}

/** The way between the right and left sides of two ends, or the lower and upper ones; null without room for it. */
function wayOnAxis(from: LineEnd, to: LineEnd, isAcross: boolean, spec: RouteSpec): Way | null {
  const [start, end] = [middleOf(from), middleOf(to)];
  const sign = (isAcross ? end.x > start.x : end.y > start.y) ? 1 : -1;
  const normal = isAcross ? { x: sign, y: 0 } : { x: 0, y: sign };
  const offset = offsetOf(spec, Math.min(breadth(from, isAcross), breadth(to, isAcross)));
  const beside = { x: -normal.y * offset, y: normal.x * offset };
  const first = portOf(from, normal, beside, gapAt(from, spec));
  const last = portOf(to, { x: -normal.x, y: -normal.y }, beside, gapAt(to, spec));
  const distance = isAcross ? last.x - first.x : last.y - first.y;
  if (distance * sign <= 0) return null;
  if (spec.route === 'curved') return { start: first, end: last, cubics: [easy(first, last, normal)] };
  const across = isAcross ? last.y - first.y : last.x - first.x;
  const turned = (isAcross ? across : -across) * sign;
  // Lanes turn one after another, so that they do not cross.
  const shift = Math.max(-0.25, Math.min(0.25, (-Math.sign(turned) * offset) / Math.abs(distance)));
  // Lines between the same rows turn together, whatever the heights of what is in them.
  const bend = (spec.lineUp?.middle ?? Number.NaN) - (isAcross ? first.x : first.y);
  const isShared = spec.lane.count === 1 && bend * distance > 0 && Math.abs(bend) < Math.abs(distance);
  const along = isShared ? bend : distance * (0.5 + shift);
  const corners = isAcross
    ? [
        { x: first.x + along, y: first.y },
        { x: first.x + along, y: last.y },
      ]
    : [
        { x: first.x, y: first.y + along },
        { x: last.x, y: first.y + along },
      ];
  return { start: first, end: last, cubics: roundedCorners([first, ...corners, last], spec.radius) };
}

/** The cheapest way between the sides of the document, or all of them, that crosses nothing; null without one. */
function wayAround(from: LineEnd, to: LineEnd, spec: RouteSpec): Way | null {
  const { obstacles, clearance, route, radius, detour } = spec;
  const starts = portsOf(from, spec.sides[0], spec);
  const ends = portsOf(to, spec.sides[1], spec);
  if (route === 'curved') {
    const pairs = starts.flatMap((start) => ends.map((end) => ({ start, end })));
    const isFree = ({ start, end }: (typeof pairs)[number]) =>
      !isCrossing(curveBetween(start, end), obstacles);
    const free = pairs.filter(isFree);
    // A bow over what is between two objects is calmer than a curve from one side to another.
    const bows = free.filter(({ start, end }) => start.normal === end.normal);
    const [choice = pairs] = [bows, free].filter((some) => some.length > 0);
    return shortest(choice.map(({ start, end }) => curveBetween(start, end)));
  }
  const endBoxes = [from, to].flatMap((end) =>
    'x' in end ? [] : [expandBounds(end.box, Math.min(clearance, gapAt(end, spec)) - 1)],
  );
  const isFreeOfPorts = (box: Bounds) => ![...starts, ...ends].some(({ point }) => isInside(point, box));
  const around = (space: number) => {
    const others = obstacles.map((box) => expandBounds(box, space)).filter(isFreeOfPorts);
    return elbowRoute(starts, ends, {
      obstacles: [...endBoxes, ...others],
      stub: 2 * radius,
      corner: 2 * detour,
    });
  };
  const corners =
    around(clearance) ??
    around(clearance / 2) ??
    elbowRoute(starts, ends, { obstacles: [], stub: 2 * radius, corner: 2 * detour });
  const [start, end] = [corners?.[0], corners?.at(-1)];
  return corners && start && end ? { start, end, cubics: roundedCorners(corners, radius) } : null;
}

/** The places at which a line may leave an end: that of the document, or the middles of its sides. */
function portsOf(end: LineEnd, wanted: SidePlace | undefined, spec: RouteSpec): readonly Port[] {
  if ('x' in end) return [{ point: end, normal: { x: 0, y: 0 } }];
  const sides = wanted ? [wanted] : boxSides.map((side) => ({ side, share: 0.5 }));
  return sides.map(({ side, share }) => {
    const normal = normals[side];
    const isUpright = normal.x !== 0;
    const length = breadth(end, isUpright);
    const offset = wanted ? 0 : offsetOf(spec, length);
    const beside = (share - 0.5) * length + offset;
    const gap = gapAt(end, spec);
    return { point: portOf(end, normal, isUpright ? { x: 0, y: beside } : { x: beside, y: 0 }, gap), normal };
  });
}

/** A straight line from or to places on sides. */
function straightBetween(from: LineEnd, to: LineEnd, spec: RouteSpec): Way | null {
  const touching = { ...spec, gaps: { outline: 0, point: 0 } };
  const [first, last] = ([from, to] as const).map((end, index): LineEnd => {
    const side = spec.sides[index];
    if (side === undefined || 'x' in end) return end;
    const [port] = portsOf(end, side, touching);
    return port ? { kind: 'side', ...port.point } : end;
  });
  return first && last ? straightWay(first, last, { ...spec, lane: onlyLane }) : null;
}

/** How far a curve goes at right angles to the way to its other end, as a share of the distance. */
const bulgeShare = 0.25;

/** A curve that leaves one port and enters another at right angles. */
function curveBetween(start: Port, end: Port): Way {
  const [x, y] = [end.point.x - start.point.x, end.point.y - start.point.y];
  const least = bulgeShare * Math.hypot(x, y);
  const pulled = ({ point, normal }: Port, sign: number) => {
    const pull = Math.max(least, (sign * (normal.x * x + normal.y * y)) / 2);
    return [point.x + normal.x * pull, point.y + normal.y * pull] as const;
  };
  const cubic: Cubic = [...pulled(start, 1), ...pulled(end, -1), end.point.x, end.point.y];
  return { start: start.point, end: end.point, cubics: [cubic] };
}

/** Whether a way goes through one of some boxes. */
function isCrossing({ start, end, cubics }: Way, obstacles: readonly Bounds[]): boolean {
  if (obstacles.length === 0) return false;
  const points = cubics === null ? [start, end] : pointsAlong(start, cubics);
  return points.some((point) => obstacles.some((box) => isInside(point, box)));
}

function shortest(ways: readonly Way[]): Way | null {
  const lengthOf = ({ start, cubics }: Way) =>
    pointsAlong(start, cubics ?? []).reduce(
      (length, point, index, all) =>
        length + Math.hypot(point.x - (all[index - 1] ?? point).x, point.y - (all[index - 1] ?? point).y),
      0,
    );
  const [first = null, ...others] = ways;
  return others.reduce((best, way) => (best && lengthOf(way) < lengthOf(best) - 0.5 ? way : best), first);
}

function isInside({ x, y }: Point, { left, top, right, bottom }: Bounds): boolean {
  return x > left && x < right && y > top && y < bottom;
}

/** A cubic that leaves one point and enters another in the direction of an axis. */
function easy(first: Point, last: Point, { x, y }: Point): Cubic {
  const half = Math.abs(x === 0 ? last.y - first.y : last.x - first.x) / 2;
  return [first.x + x * half, first.y + y * half, last.x - x * half, last.y - y * half, last.x, last.y];
}

function straightWay(from: LineEnd, to: LineEnd, spec: RouteSpec): Way | null {
  if (spec.lane.count === 1) {
    const line = connect(from, to, spec.gaps);
    return (
      line && {
        start: line,
        end: { x: line.x + line.width, y: line.y + line.height },
        cubics: null,
      }
    );
  }
  const [start, end] = [middleOf(from), middleOf(to)];
  const distance = Math.hypot(end.x - start.x, end.y - start.y);
  if (distance === 0) return null;
  const unit = { x: (end.x - start.x) / distance, y: (end.y - start.y) / distance };
  const smallest = Math.min(
    ...[from, to].flatMap((one) => [breadth(one, true), breadth(one, false)]).filter((side) => side > 0),
  );
  const offset = offsetOf(spec, smallest);
  const shifted = ({ x, y }: Point) => ({ x: x - unit.y * offset, y: y + unit.x * offset });
  const [first, last] = [shifted(start), shifted(end)];
  const reaches = [reachFrom(from, first, unit), reachFrom(to, last, { x: -unit.x, y: -unit.y })];
  const room = distance - reaches[0] - reaches[1];
  if (room <= 0) return null;
  const before = reaches[0] + Math.min(gapAt(from, spec), room / 4);
  const after = reaches[1] + Math.min(gapAt(to, spec), room / 4);
  return {
    start: { x: first.x + unit.x * before, y: first.y + unit.y * before },
    end: { x: last.x - unit.x * after, y: last.y - unit.y * after },
    cubics: null,
  };
}

/** The distance of a lane from the middle, which depends on the room at both ends. */
function offsetOf({ lane, isForward, spacing }: RouteSpec, side: number): number {
  if (lane.count === 1) return 0;
  const most = (laneShare * side) / (lane.count - 1);
  return (lane.index - (lane.count - 1) / 2) * Math.min(spacing, most) * (isForward ? 1 : -1);
}

/** A line over two objects that are too close to each other for a line between them. */
function detourBetween(from: LineEnd, to: LineEnd, spec: RouteSpec): Way | null {
  const up = { x: 0, y: -1 };
  const offset = offsetOf(spec, Math.min(breadth(from, false), breadth(to, false)));
  const beside = { x: Math.abs(offset), y: 0 };
  const [start, end] = [portOf(from, up, beside, gapAt(from, spec)), portOf(to, up, beside, gapAt(to, spec))];
  if (Math.abs(end.x - start.x) < 1) return null;
  const top = Math.min(start.y, end.y) - spec.detour - Math.abs(offset);
  return { start, end, cubics: bow(start, end, { x: start.x, y: top }, { x: end.x, y: top }, spec) };
}

/** A line that leaves an object and comes back to it. */
function loopAt(end: LineEnd, spec: RouteSpec): Way | null {
  if ('x' in end) return null;
  const { index } = spec.lane;
  const normal = normals[boxSides[index % 4] ?? 'top'];
  const side = breadth(end, normal.y === 0);
  const half = Math.min(side / 4, spec.detour * 0.6) / (1 + Math.floor(index / 4));
  const height = spec.detour * 1.5;
  const port = (offset: number) =>
    portOf(end, normal, { x: -normal.y * offset, y: normal.x * offset }, gapAt(end, spec));
  const [start, last] = [port(-half), port(half)];
  const wide = spec.route === 'elbow' ? 0 : half * 1.2;
  const corner = ({ x, y }: Point, beside: number) => ({
    x: x + normal.x * height - normal.y * beside,
    y: y + normal.y * height + normal.x * beside,
  });
  return { start, end: last, cubics: bow(start, last, corner(start, -wide), corner(last, wide), spec) };
}

/** A line through two corners, or a curve that they pull. */
function bow(start: Point, end: Point, one: Point, other: Point, { route, radius }: RouteSpec): Cubic[] {
  if (route === 'elbow') return roundedCorners([start, one, other, end], radius);
  return [[one.x, one.y, other.x, other.y, end.x, end.y]];
}

/** The point outside of an end where a line leaves it at a right angle, `beside` the middle of that side. */
function portOf(end: LineEnd, normal: Point, beside: Point, gap: number): Point {
  const middle = middleOf(end);
  const from = { x: middle.x + beside.x, y: middle.y + beside.y };
  if ('x' in end) return { x: from.x + normal.x * gap, y: from.y + normal.y * gap };
  const reach = reachFrom(end, from, normal) + gap;
  return { x: from.x + normal.x * reach, y: from.y + normal.y * reach };
}

function gapAt(end: LineEnd, { gaps }: Pick<RouteSpec, 'gaps'>): number {
  return end.kind === 'point' ? gaps.point : gaps.outline;
}

/** The length of a side of an end: the upright ones for lines from left to right. */
function breadth(end: LineEnd, isAcross: boolean): number {
  if ('x' in end) return 0;
  const { left, top, right, bottom } = end.box;
  return isAcross ? bottom - top : right - left;
}

function boxed(end: LineEnd) {
  if (!('x' in end)) return end.box;
  return { left: end.x, right: end.x, top: end.y, bottom: end.y };
}

function gapOn(axis: 'x' | 'y', one: ReturnType<typeof boxed>, other: ReturnType<typeof boxed>): number {
  return axis === 'x'
    ? Math.max(other.left - one.right, one.left - other.right)
    : Math.max(other.top - one.bottom, one.top - other.bottom);
}
