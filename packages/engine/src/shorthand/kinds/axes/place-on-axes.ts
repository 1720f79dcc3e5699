import { isAxes, isPath, isPlot, isProse } from '../../../language/kinds.ts';
import { isMap } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { addDefaults } from '../../desugar/add-defaults.ts';
import { type Fields, mapIn, type SceneDraft } from '../../desugar/scene-draft.ts';

/** Sides of an object on axes at which a text can be placed. */
const sides = {
  above: { verticalAlign: 'bottom', anchorY: 1 },
  below: { verticalAlign: 'top', anchorY: -1 },
  leftOf: { align: 'right', anchorX: 1 },
  rightOf: { align: 'left', anchorX: -1 },
} as const;

const besideShare = 0.012;

/** Puts the objects that are on axes into their coordinates: they become children of the axes. */
export function placeOnAxes(draft: SceneDraft): void {
  const ids = Object.keys(draft.objects).filter((id) => isAxes(draft.objects[id]?.kind));
  for (const [id, object] of Object.entries(draft.objects)) {
    if (!isMap(object)) continue;
    const path = draft.provenance.written(draft.objects, [id]);
    const state: Fields = isMap(object.state) ? object.state : draft.provenance.set({}, path);
    const on =
      state.on ??
      (isPlot(object.kind) && object.parentId === undefined && ids.length === 1 ? ids[0] : undefined);
    if (typeof on !== 'string' || !ids.includes(on)) {
      if (isPlot(object.kind) && object.parentId === undefined && !draft.isComplete)
        reportUnplaced(draft, state, ids, path);
      continue;
    }
    object.state = state;
    object.parentId = on;
    draft.provenance.field(object, 'parentId', draft.provenance.placeOf(state, 'on', path));
    delete state.on;
    draft.onAxes.set(id, {});
    // The middle of the frame is no place on axes.
    if (!isPlot(object.kind) && !isAxes(object.kind)) addDefaults(state, { x: 0, y: 0 });
    readEnds(draft, id, state);
    placeLabel(draft, id, on, path);
  }
  for (const object of Object.values(draft.objects)) if (isMap(object)) placeBeside(draft, object);
}

function reportUnplaced(draft: SceneDraft, state: Fields, ids: readonly string[], path: Path): void {
  const choices =
    ids.length === 0
      ? 'the scene has no axes; add an object of kind axes'
      : `write one of ${ids.map(showValue).join(', ')}`;
  const seen =
    state.on === undefined ? 'is required' : `must be the id of axes, but is ${showValue(state.on)}`;
  draft.problems.add(
    [...path, 'on'],
    'missing-field',
    `${seen}, because a plot is drawn on axes; ${choices}`,
  );
}

/** Places a text beside an object on axes, with which it then moves. */
function placeBeside(draft: SceneDraft, object: Fields): void {
  const { state } = object;
  if (!isMap(state) || !isProse(object.kind)) return;
  const side = (Object.keys(sides) as (keyof typeof sides)[]).find(
    (one) => typeof state[one] === 'string' && draft.onAxes.has(state[one]),
  );
  if (side === undefined) return;
  const target = String(state[side]);
  const owner = draft.objects[target];
  if (owner === undefined || !['circle', 'rectangle', 'text', 'image'].includes(String(owner.kind))) return;
  const { margin = besideShare * Math.min(draft.frame.width, draft.frame.height) } = state;
  if (typeof margin !== 'number') {
    const place = draft.provenance.placeOf(state, 'margin', []);
    const rule = 'must be a number of pixels beside an object on axes';
    draft.problems.add(place, 'value', `${rule}, but is ${showValue(margin)}`);
  }
  const ownerState = mapIn(owner, 'state');
  const length = side === 'above' || side === 'below' ? ownerState.height : ownerState.width;
  const reach = (typeof length === 'number' ? length / 2 : isProse(owner.kind) ? 30 : 50) + Number(margin);
  delete state[side];
  delete state.margin;
  object.parentId = target;
  const { anchorX, anchorY, ...align } = { anchorX: undefined, anchorY: undefined, ...sides[side] };
  Object.assign(state, { x: 0, y: 0, ...align });
  if (anchorX !== undefined) state.anchorX = anchorX * reach;
  if (anchorY !== undefined) state.anchorY = anchorY * reach;
}

/** Replaces the ends of a line on axes by its place and size in their coordinates, in place. */
export function readEnds(
  { objects, onAxes, provenance, problems }: SceneDraft,
  id: string,
  state: Fields,
): void {
  const ends = onAxes.get(id);
  if (ends === undefined || (state.from === undefined && state.to === undefined)) return;
  for (const field of ['from', 'to'] as const) {
    const end = state[field];
    if (end === undefined) continue;
    const isPoint =
      Array.isArray(end) &&
      end.length === 2 &&
      end.every((value) => typeof value === 'number' || isFormulaText(value));
    if (isPoint) ends[field] = end;
    else {
      const place = provenance.placeOf(state, field, []);
      problems.add(
        place,
        'value',
        `must be a point [x, y] in the coordinates of the axes, but is ${showValue(end)}`,
      );
    }
  }
  const place = provenance.placeOf(state, state.to === undefined ? 'from' : 'to', []);
  delete state.from;
  delete state.to;
  const [fromX = 0, fromY = 0] = ends.from ?? [];
  const [toX, toY] = ends.to ?? [0, 0];
  const [width, height] = [difference(toX, fromX), difference(toY, fromY)];
  Object.assign(state, { x: fromX, y: fromY, width, height });
  for (const field of ['x', 'y', 'width', 'height']) provenance.field(state, field, place);
  if (!isPath(objects[id]?.kind) || ![width, height].some(isFormulaText)) return;
  // The control points of a straight line move with its end.
  const third = (value: unknown, count: number) =>
    typeof value === 'number' ? (count * value) / 3 : `=${count}/3*(${String(value).slice(1)})`;
  const control = (count: number) => ({ x: third(width, count), y: third(height, count) });
  state.path = provenance.set({ c1: control(1), c2: control(2) }, place.slice(0, -1));
  provenance.field(state, 'path', place);
}

/** Space between the end of a line and its label, as a share of the frame's shorter side. */
const labelShare = 0.015;

/** A line has a direction along an axis if it is at least this share of its length. */
const minDirection = 0.4;

/** Moves the label of a line on axes to its end. */
function placeLabel(draft: SceneDraft, id: string, on: string, path: Path): void {
  const label = draft.objects[draft.labels.get(id) ?? ''];
  const { to, from = [0, 0] } = draft.onAxes.get(id) ?? {};
  if (label === undefined || to === undefined) return;
  // It moves with the coordinates, and not with the line.
  delete label.follows;
  label.parentId = on;
  const state: Fields = isMap(label.state) ? label.state : draft.provenance.set({}, path);
  label.state = state;
  const slopes = to.map((end, index) => {
    const start = from[index];
    if (end === start) return 0;
    return typeof end === 'number' && typeof start === 'number' ? end - start : undefined;
  });
  // What a formula computes is probably positive, like most values.
  const usual = Math.max(...slopes.map((one) => Math.abs(one ?? 0))) || 1;
  const [across = 0, up = 0] = slopes.map((one) => one ?? usual);
  const length = Math.hypot(across, up) || 1;
  const direction = (part: number) => (Math.abs(part) < minDirection * length ? 0 : Math.sign(part));
  const [right, top] = [direction(across), direction(up)];
  const gap = labelShare * Math.min(draft.frame.width, draft.frame.height);
  delete state.on;
  delete state.upright;
  Object.assign(state, { x: to[0], y: to[1], anchorX: -right * gap, anchorY: top * gap });
  state.align = right > 0 ? 'left' : right < 0 ? 'right' : 'center';
  state.verticalAlign = top > 0 ? 'bottom' : top < 0 ? 'top' : 'middle';
}

/** Moves the label of a line on axes along with its end, in the states of a composition. */
export function moveLabel(
  { labels, onAxes, provenance }: SceneDraft,
  id: string,
  states: Fields,
  path: Path,
): void {
  const label = labels.get(id) ?? '';
  const state = states[label];
  const { to } = onAxes.get(id) ?? {};
  if (!isMap(state) || to === undefined) return;
  // A line that is only shown shares its state with the label.
  const place = provenance.placeOf(states, id, path);
  states[label] = provenance.make(provenance.set({ ...state, x: to[0], y: to[1] }, place));
  provenance.field(states, label, place);
}

function isFormulaText(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('=');
}

function difference(to: unknown, from: unknown): unknown {
  if (typeof to === 'number' && typeof from === 'number') return to - from;
  const text = (value: unknown) => (isFormulaText(value) ? value.slice(1) : String(value));
  return from === 0 ? to : `=(${text(to)}) - (${text(from)})`;
}
