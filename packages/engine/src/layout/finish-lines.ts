import { type Bounds, expandBounds } from '../drawing/bounds.ts';
import { rounded } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import type { RelatedScene } from '../shorthand/scene-relations.ts';
import type { BoxMeasurer } from './boxes.ts';
import { type Cubic, dividedInto, straightCubic } from './cubics.ts';
import type { Lanes } from './lanes.ts';
import { courseOf } from './line-course.ts';
import { standsOnLine } from './place-on.ts';

type States = Record<string, CompositionState>;

/** Space around a label in its line, in font sizes. */
const labelMargin = 0.25;

/** Number of places at which a line is compared with its label. */
const steps = 400;

/** Gives lines that are curves anywhere as many pieces in all compositions, so that they change gradually. */
export function evenCurves(resolved: readonly States[], ids: Iterable<string>): void {
  for (const id of ids) {
    const counts = resolved.map((states) => states[id]?.curves?.length ?? 0);
    const most = Math.max(0, ...counts);
    if (most === 0 || counts.every((count) => count === most)) continue;
    const made = new Map<CompositionState, CompositionState>();
    for (const states of resolved) {
      const state = states[id];
      if (state === undefined || state.points !== undefined) continue;
      const even = made.get(state) ?? { ...state, curves: dividedInto(cubicsOf(state), most).map(toCurve) };
      made.set(state, even);
      states[id] = even;
    }
  }
}

function cubicsOf({ curves, width, height, path: { c1, c2 } }: CompositionState): readonly Cubic[] {
  if (curves !== undefined) return curves as unknown as readonly Cubic[];
  const isStraight = [c1.x, c1.y, c2.x, c2.y].every((length) => length === 0);
  return [
    isStraight
      ? straightCubic({ x: 0, y: 0 }, { x: width, y: height })
      : [c1.x, c1.y, c2.x, c2.y, width, height],
  ];
}

function toCurve(cubic: Cubic): number[] {
  return cubic.map(rounded);
}

/** Opens lines behind the labels on them. */
export function openForLabels(
  { objects, relations }: RelatedScene,
  resolved: readonly States[],
  measurer: BoxMeasurer,
  lanes: Lanes,
): void {
  for (const [id, { isLabel, relations: rules }] of Object.entries(relations.objects)) {
    if (!isLabel) continue;
    const openings = resolved.map((states, index) => {
      const { on = '' } = rules[index].fields;
      const [label, line] = [states[id], states[on]];
      if (label === undefined || line === undefined || line.points !== undefined) return undefined;
      const isOpen =
        label.visible &&
        label.text.trim() !== '' &&
        standsOnLine(rules[index], lanes, on, relations.objects[on]?.relations[index]);
      if (!isOpen) return { line: on, opening: undefined };
      const box = measurer.inPlace(objects[id], label);
      return {
        line: on,
        opening: openingOf(line, expandBounds(box, labelMargin * label.fontSize + line.strokeWidth)),
      };
    });
    if (!openings.some((one) => one?.opening !== undefined)) continue;
    const made = new Map<CompositionState, Map<string, CompositionState>>();
    for (const [index, one] of openings.entries()) {
      const states = resolved[index];
      if (one === undefined || states === undefined) continue;
      const line = states[one.line];
      const near = nearest(
        openings.map((other) => other?.opening),
        index,
      );
      // Without its label, a line that is seen is closed where it opens the next time.
      const opening = one.opening ?? (line.visible ? closed(near) : near);
      const openedByLabel = made.get(line) ?? new Map<string, CompositionState>();
      made.set(line, openedByLabel);
      const opened = openedByLabel.get(opening.join(' ')) ?? { ...line, opening: [...opening] };
      openedByLabel.set(opening.join(' '), opened);
      states[one.line] = opened;
    }
  }
}

function closed([start, end]: readonly [number, number]): readonly [number, number] {
  const middle = rounded((start + end) / 2);
  return [middle, middle];
}

function nearest(
  openings: readonly (readonly [number, number] | undefined)[],
  index: number,
): readonly [number, number] {
  const openedAt = openings.map((one, at) => ({ one, at })).filter(({ one }) => one !== undefined);
  openedAt.sort((one, other) => Math.abs(one.at - index) - Math.abs(other.at - index));
  return openedAt[0]?.one ?? [0.5, 0.5];
}

/** The shares of a line between which it is in a box; undefined if it does not meet the box. */
function openingOf(line: CompositionState, box: Bounds): readonly [number, number] | undefined {
  const course = courseOf(line);
  let [first, last] = [1, 0];
  for (let step = 0; step <= steps; step++) {
    const { x, y } = course.at(step / steps).point;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    first = Math.min(first, step / steps);
    last = Math.max(last, step / steps);
  }
  return first < last ? [first, last] : undefined;
}
