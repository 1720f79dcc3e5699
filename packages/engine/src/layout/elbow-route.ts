import type { Bounds } from '../drawing/bounds.ts';
import type { Point } from './line-course.ts';

/** A place at which a line leaves or enters an end, and the direction away from that end: to one side, or none. */
export interface Port {
  readonly point: Point;
  readonly normal: Point;
}

/** What a line at right angles leads around. All lengths are scene pixels. */
export interface ElbowRoom {
  /** Boxes with the space around them that the line keeps free. */
  readonly obstacles: readonly Bounds[];
  /** The shortest straight piece at a port. */
  readonly stub: number;
  /** What a corner costs, as a length. */
  readonly corner: number;
}

/** Steps in which a search may look at places; beyond that, a line is not led around anything. */
const maxSteps = 40_000;

const directions: readonly Point[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];

/** A place of the grid that the search has reached in a direction. */
interface Step {
  readonly column: number;
  readonly row: number;
  readonly direction: number;
  readonly cost: number;
  readonly before: Step | null;
  readonly start: Port;
}

/**
 * Returns the corners of the cheapest line at right angles from one of some ports to one of others, from port to port; null
 * if there is none. It is the path that Dijkstra's algorithm finds on the grid of all sides of obstacles and ports.
 */
export function elbowRoute(from: readonly Port[], to: readonly Port[], room: ElbowRoom): Point[] | null {
  const starts = from.map((port) => ({ port, stub: stubOf(port, room) }));
  const goals = to.map((port) => ({ port, stub: stubOf(port, room) }));
  const stubs = [...starts, ...goals].map(({ stub }) => stub);
  const sidesOf = (low: 'left' | 'top', high: 'right' | 'bottom') =>
    room.obstacles.flatMap((box) => [box[low], box[high]]);
  const columns = gridLines(
    stubs.map(({ x }) => x),
    sidesOf('left', 'right'),
  );
  const rows = gridLines(
    stubs.map(({ y }) => y),
    sidesOf('top', 'bottom'),
  );
  const key = (column: number, row: number, direction: number) =>
    (row * columns.length + column) * 4 + direction;
  const queue: Step[] = [];
  for (const { port, stub } of starts)
    for (const [direction, way] of directions.entries()) {
      if (isBackwards(port.normal, way)) continue;
      const turn = isAlong(port.normal, way) ? 0 : room.corner;
      enqueue(queue, {
        ...{ column: columns.indexOf(stub.x), row: rows.indexOf(stub.y), direction },
        ...{ cost: turn, before: null, start: port },
      });
    }
  const done = new Set<number>();
  for (let steps = 0; steps < maxSteps; steps++) {
    const step = queue.pop();
    if (step === undefined) return null;
    const at = key(step.column, step.row, step.direction);
    if (done.has(at)) continue;
    done.add(at);
    const here = { x: columns[step.column] ?? 0, y: rows[step.row] ?? 0 };
    const goal = goals.find(
      ({ port, stub }) =>
        stub.x === here.x && stub.y === here.y && isEntering(port.normal, directions[step.direction]),
    );
    if (goal) return evened(cornersTo(step, columns, rows, goal.port), room.obstacles);
    for (const [direction, way] of directions.entries()) {
      const isTurn = direction !== step.direction;
      if (isTurn && isBackwards(directions[step.direction] ?? way, way)) continue;
      const [column, row] = isTurn ? [step.column, step.row] : [step.column + way.x, step.row + way.y];
      const next = { x: columns[column], y: rows[row] };
      if (next.x === undefined || next.y === undefined || done.has(key(column, row, direction))) continue;
      const nextPoint = { x: next.x, y: next.y };
      if (!isTurn && !isFree(here, nextPoint, room.obstacles)) continue;
      const length = Math.abs(nextPoint.x - here.x) + Math.abs(nextPoint.y - here.y);
      enqueue(queue, {
        ...{ column, row, direction, start: step.start },
        cost: step.cost + length + (isTurn ? room.corner : 0),
        before: step,
      });
    }
  }
  return null;
}

/** Whether no obstacle is on the straight way between two points on a horizontal or upright line. */
export function isFree(one: Point, other: Point, obstacles: readonly Bounds[]): boolean {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  return !obstacles.some(
    (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
  );
}

/** Where a line may turn first: a stub away from its port, or at the nearest obstacle before that. */
function stubOf({ point, normal }: Port, { stub, obstacles }: ElbowRoom): Point {
  const end = { x: point.x + normal.x * stub, y: point.y + normal.y * stub };
  const reaches = obstacles.flatMap((box) => {
    if (isFree(point, end, [box])) return [];
    if (normal.x !== 0) return [normal.x > 0 ? box.left - point.x : point.x - box.right];
    return [normal.y > 0 ? box.top - point.y : point.y - box.bottom];
  });
  const length = Math.max(0, Math.min(stub, ...reaches));
  return { x: point.x + normal.x * length, y: point.y + normal.y * length };
}

/** The places of a grid on one axis, sorted: those of ports and the sides of obstacles. */
function gridLines(ports: readonly number[], sides: readonly number[]): number[] {
  return [...new Set([...ports, ...sides])].sort((one, other) => one - other);
}

const isAlong = (one: Point, other: Point) => one.x === other.x && one.y === other.y;
const isBackwards = (one: Point, other: Point) => one.x * other.x + one.y * other.y < 0;

/** Whether a line that goes in a direction may end at a port with a normal; any may at a point. */
function isEntering(normal: Point, way: Point | undefined): boolean {
  return (normal.x === 0 && normal.y === 0) || (way !== undefined && isBackwards(normal, way));
}

function cornersTo(last: Step, columns: readonly number[], rows: readonly number[], goal: Port): Point[] {
  const places: Point[] = [goal.point];
  for (let step: Step | null = last; step !== null; step = step.before)
    places.unshift({ x: columns[step.column] ?? 0, y: rows[step.row] ?? 0 });
  places.unshift(last.start.point);
  const corners: Point[] = [];
  for (const point of places) {
    const [before, corner] = corners.slice(-2);
    const at = corners.at(-1);
    if (at?.x === point.x && at.y === point.y) continue;
    // A corner between two pieces in one direction is none.
    const isStraight =
      corner !== undefined &&
      before !== undefined &&
      ((before.x === corner.x && corner.x === point.x) || (before.y === corner.y && corner.y === point.y));
    if (isStraight) corners.pop();
    corners.push(point);
  }
  return corners;
}

/** Moves each inner piece to the middle of the space between the pieces beside it, if it is free there. */
function evened(corners: readonly Point[], obstacles: readonly Bounds[]): Point[] {
  const points = [...corners];
  for (let index = 1; index + 2 < points.length; index++) {
    const [before, one, other, after] = points.slice(index - 1, index + 3);
    if (!before || !one || !other || !after) continue;
    const axis = one.x === other.x ? 'x' : 'y';
    const middle = (before[axis] + after[axis]) / 2;
    const isBetween = (one[axis] - before[axis]) * (after[axis] - one[axis]) > 0;
    const moved = [one, other].map((point) => ({ ...point, [axis]: middle }));
    const [start, end] = moved;
    if (!isBetween || !start || !end) continue;
    const way = [before, start, end, after];
    if (way.every((point, at) => at === 0 || isFree(way[at - 1] ?? point, point, obstacles)))
      [points[index], points[index + 1]] = [start, end];
  }
  return points;
}

/** Adds a step to a queue, the cheapest last; of equal ones, the first that was added is the last. */
function enqueue(queue: Step[], step: Step): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((queue[middle]?.cost ?? 0) > step.cost) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, step);
}
