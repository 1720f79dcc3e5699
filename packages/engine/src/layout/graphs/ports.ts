import type { GraphPlan, PlannedEnd } from '../../shorthand/kinds/graph/graph.ts';
import type { Point } from '../line-course.ts';
import type { Axis } from './edge-curve.ts';

/** The edges at a side of a node. */
interface Side {
  readonly starts: number[];
  readonly ends: number[];
}

/**
 * Where edges begin and end at the sides of nodes: in the middle, or, where some begin and some end, beside it. Edges
 * from the same node to the same other one that no label leads apart are beside each other.
 */
export class Ports {
  /** The place of an edge among those that are drawn alike, from -0.5 to 0.5, and their number. */
  readonly #turns = new Map<string, { readonly place: number; readonly count: number }>();
  readonly #sides = new Map<string, Side>();
  readonly #sideOfEnd = new Map<string, string>();
  readonly #limits: { readonly most: number; readonly sideOf: (node: string) => number };

  constructor(
    { edges }: GraphPlan,
    axis: Axis,
    places: ReadonlyMap<string, Point>,
    pointsOf: (edge: string) => readonly Point[],
    limits: { readonly most: number; readonly sideOf: (node: string) => number },
  ) {
    this.#limits = limits;
    const alike = new Map<string, string[]>();
    for (const { id, from, to, label } of edges) {
      const key = `${from}\n${to}`;
      if (label === null) alike.set(key, [...(alike.get(key) ?? []), id]);
    }
    for (const ids of alike.values()) {
      const count = ids.length;
      if (count === 1) continue;
      for (const [index, id] of ids.entries())
        this.#turns.set(id, { place: index / (count - 1) - 0.5, count });
    }
    const across = axis === 'x' ? 'y' : 'x';
    for (const { id, from, to } of edges) {
      const [first, last] = [places.get(from), places.get(to)];
      if (first === undefined || last === undefined || from === to) continue;
      const points = pointsOf(id);
      const isAhead = last[axis] >= first[axis];
      const add = (node: string, isStart: boolean, next: Point | undefined) => {
        const key = `${node} ${isAhead === isStart}`;
        const side = this.#sides.get(key) ?? { starts: [], ends: [] };
        this.#sides.set(key, side);
        this.#sideOfEnd.set(`${id} ${isStart}`, key);
        side[isStart ? 'starts' : 'ends'].push(next?.[across] ?? 0);
      };
      add(from, true, points[1] ?? last);
      add(to, false, points.at(-2) ?? first);
    }
  }

  /** How far from the middle of a node's side an edge begins or ends, in pixels. */
  offsetOf(node: string, edge: string, isStart: boolean): number {
    const side = this.#sides.get(this.#sideOfEnd.get(`${edge} ${isStart}`) ?? '');
    const { most, sideOf } = this.#limits;
    const distance = Math.min(most, sideOf(node) * 0.2);
    const { place, count } = this.#turns.get(edge) ?? { place: 0, count: 1 };
    const beside = place * Math.min(sideOf(node) * 0.6, most * (count - 1));
    if (side === undefined || side.starts.length === 0 || side.ends.length === 0) return beside;
    const startsFirst = mean(side.starts) <= mean(side.ends);
    return beside + (startsFirst === isStart ? -distance : distance);
  }
}

/** The ends of edges at a side of a node that share a place. */
interface Port {
  readonly across: number[];
}

/**
 * Where edges begin and end at the sides of nodes if they have heads of their own there: ends that look alike and have no
 * text share a place, and the others are side by side, in the order in which they lead away.
 */
export class SpreadPorts {
  /** The ports of each side, by what is drawn at them. */
  readonly #sides = new Map<string, Map<string, Port>>();
  readonly #ends = new Map<string, { readonly side: string; readonly port: string; readonly node: string }>();
  readonly #sideOf: (node: string) => number;

  constructor(
    { edges }: GraphPlan,
    axis: Axis,
    places: ReadonlyMap<string, Point>,
    pointsOf: (edge: string) => readonly Point[],
    sideOf: (node: string) => number,
  ) {
    this.#sideOf = sideOf;
    const across = axis === 'x' ? 'y' : 'x';
    for (const { id, from, to, ends } of edges) {
      const [first, last] = [places.get(from), places.get(to)];
      if (first === undefined || last === undefined || from === to) continue;
      const points = pointsOf(id);
      const isAhead = last[axis] >= first[axis];
      const add = (node: string, isStart: boolean, next: Point, end: PlannedEnd | undefined) => {
        const side = `${node} ${isAhead === isStart}`;
        const port = end === undefined || end.text !== null ? id : end.head;
        const ports = this.#sides.get(side) ?? new Map<string, Port>();
        this.#sides.set(side, ports);
        const known = ports.get(port) ?? { across: [] };
        ports.set(port, known);
        known.across.push(next[across]);
        this.#ends.set(`${id} ${isStart}`, { side, port, node });
      };
      add(from, true, points[1] ?? last, ends?.[0]);
      add(to, false, points.at(-2) ?? first, ends?.[1]);
    }
  }

  /** How far from the middle of a node's side an edge begins or ends, in pixels. */
  offsetOf(_: string, edge: string, isStart: boolean): number {
    const end = this.#ends.get(`${edge} ${isStart}`);
    const ports = [...(this.#sides.get(end?.side ?? '') ?? [])];
    if (end === undefined || ports.length < 2) return 0;
    ports.sort(([, one], [, other]) => mean(one.across) - mean(other.across));
    const at = ports.findIndex(([port]) => port === end.port);
    return (this.#sideOf(end.node) * (at - (ports.length - 1) / 2)) / ports.length;
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
