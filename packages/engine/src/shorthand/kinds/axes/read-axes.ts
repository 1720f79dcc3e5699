import { readTime } from '../../../language/read-time.ts';
import { isMap } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { maxDataPoints } from '../../../project/properties/values.ts';
import { type CsvTable, isCsvText, readCsvTable } from '../../csv/csv-items.ts';
import { readNumbers } from '../../csv/read-numbers.ts';
import { addDefaults } from '../../desugar/add-defaults.ts';
import { textOfFile } from '../../desugar/file-texts.ts';
import { isFitted, moveFields } from '../../desugar/own-field.ts';
import { type Fields, mapIn, type SceneDraft } from '../../desugar/scene-draft.ts';
import { isFilePath } from '../../sources.ts';

/** The fields of an object that become those of its axes, and of its state. */
const axesFields = ['grid', 'xLabel', 'yLabel', 'xScale', 'yScale', 'arrows', 'equalUnits'] as const;

/** Sizes as shares of the frame, and of its shorter side. */
const widthShare = 0.72;
const heightShare = 0.7;
const fontShare = 0.026;

const axesStroke = 3;
const plotStroke = 5;

/** Moves what axes show into a field of its own, as the full format has it. */
export function readAxes(draft: SceneDraft, object: Fields, state: Fields, path: Path): void {
  const { frame, provenance, problems } = draft;
  const axes = moveFields(draft, object, axesFields, path);
  const put = (field: string, value: unknown, place: Path) => {
    axes[field] = value;
    provenance.field(axes, field, place);
  };
  if (state.ticks !== undefined) put('ticks', state.ticks, provenance.placeOf(state, 'ticks', path));
  delete state.ticks;
  const { labels } = state;
  const place = provenance.placeOf(state, 'labels', path);
  delete state.labels;
  const own = isMap(labels) ? labels : { x: labels, y: labels };
  for (const axis of ['x', 'y'] as const) {
    const value = own[axis];
    if (value === undefined || value === true) continue;
    const isFormat = value === false || typeof value === 'string';
    if (value === 'pi') noteOtherSteps(draft, state, `${axis}Range`, path);
    if (isFormat) put(`${axis}Labels`, value === false ? 'none' : value, place);
    else {
      const rule =
        'must be true, false, "pi", or a format such as ".1f" or "%b %Y", for both axes or as x and y';
      problems.add(place, 'value', `${rule}, but is ${showValue(value)}`);
    }
  }
  for (const axis of ['x', 'y'] as const) {
    if (readTimes(draft, state, `${axis}Range`, path)) addDefaults(axes, { [`${axis}Scale`]: 'time' });
  }
  if (Object.keys(axes).length > 0) object.axes = axes;
  if (!isFitted(state)) {
    const [width, height] = [Math.round(widthShare * frame.width), Math.round(heightShare * frame.height)];
    addDefaults(state, { width, height });
  }
  const fontSize = Math.round(fontShare * Math.min(frame.width, frame.height));
  addDefaults(state, { fontSize, strokeWidth: axesStroke });
}

/** Notes a step that is no simple multiple of pi, of axes whose labels are multiples of pi. */
function noteOtherSteps({ provenance, notes }: SceneDraft, state: Fields, field: string, path: Path): void {
  const range = state[field];
  const step: unknown = Array.isArray(range) ? range[2] : undefined;
  if (typeof step !== 'number' || step === 0) return;
  const twelfths = (12 * step) / Math.PI;
  // Also a step that was rounded when it was written.
  if (Math.round(twelfths) !== 0 && Math.abs(twelfths - Math.round(twelfths)) < 0.01) return;
  notes.push({
    path: provenance.placeOf(state, field, path),
    message: `the labels are multiples of pi, but the step ${showValue(step)} is none, so they are written as decimals; leave the step out, or write one such as "=pi/2"`,
  });
}

/** Replaces dates in a range by milliseconds, in place. Whether it has any. */
function readTimes({ provenance, problems }: SceneDraft, state: Fields, field: string, path: Path): boolean {
  const range = state[field];
  if (!Array.isArray(range) || !range.some((end) => typeof end === 'string' && !end.startsWith('=')))
    return false;
  const place = provenance.placeOf(state, field, path);
  state[field] = range.map((end, index) => {
    if (typeof end !== 'string' || end.startsWith('=')) return end;
    const time = readTime(end);
    if (time !== null) return time;
    const rule = 'must be a number, a formula or a date such as "2026-03-01"';
    problems.add([...place, index], 'value', `${rule}, but is ${showValue(end)}`);
    return index;
  });
  return true;
}

/** Moves what a plot shows into a field of its own, as the full format has it. */
export function readPlot(draft: SceneDraft, name: string, object: Fields, state: Fields, path: Path): void {
  const { provenance } = draft;
  const plot = moveFields(draft, object, ['formula', 'marks'], path);
  const bins = object.bins;
  delete object.bins;
  if (bins !== undefined) addDefaults(plot, { marks: 'bars' });
  if (bins !== undefined)
    object.bins = binsFor(draft, name, bins, state, provenance.placeOf({}, 'bins', path));
  if (Object.keys(plot).length > 0) object.plot = plot;
  readData(draft, object, state, path);
  addDefaults(state, { strokeWidth: plotStroke });
}

/** The ranges in which the data of a histogram are counted. */
interface Bins {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const maxBins = 500;

/** Returns the same bins for the data of all compositions, so that they can be compared. */
function binsFor(
  draft: SceneDraft,
  name: string,
  bins: unknown,
  state: Fields,
  path: Path,
): Bins | undefined {
  const [count, from, to] = Array.isArray(bins) ? [bins[2], bins[0], bins[1]] : [bins, undefined, undefined];
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= maxBins;
  const isRange = from === undefined || (typeof from === 'number' && typeof to === 'number' && from < to);
  if (!isCount || !isRange) {
    const rule = `must be a number of bins from 1 to ${maxBins}, or [from, to, number]`;
    draft.problems.add(path, 'value', `${rule}, but is ${showValue(bins)}`);
    return undefined;
  }
  if (from !== undefined) return { from, to, count };
  const later = (draft.mentioned.get(name) ?? []).map(({ data }) => data);
  const numbers = [state.data, ...later].flatMap((data) => numbersIn(tableOf(draft, data, path)) ?? []);
  const low = numbers.reduce((least, value) => Math.min(least, value), Infinity);
  const high = numbers.reduce((most, value) => Math.max(most, value), -Infinity);
  if (!(low <= high)) return { from: 0, to: 1, count };
  return low < high ? { from: low, to: high, count } : { from: low - 0.5, to: low + 0.5, count };
}

/** Replaces the data of a plot by its points, in place. */
export function readData(draft: SceneDraft, { bins }: Fields, state: Fields, path: Path): void {
  const { data } = state;
  if (data === undefined) return;
  const place = draft.provenance.placeOf(state, 'data', path);
  delete state.data;
  const table = tableOf(draft, data, place);
  const read = bins === undefined ? pointsOf(table) : countsOf(table, bins as Bins);
  if (typeof read === 'string') draft.problems.add(place, 'value', read);
  else {
    state.dataPoints = read;
    draft.provenance.field(state, 'dataPoints', place);
  }
}

/** Returns the items of a CSV text or file in place of it; other data stay as they are. */
function tableOf(draft: SceneDraft, data: unknown, path: Path): unknown {
  if (typeof data !== 'string') return data;
  const hash = data.lastIndexOf('#');
  const [file, column] =
    isCsvText(data) || hash < 0 ? [data, undefined] : [data.slice(0, hash), data.slice(hash + 1)];
  let text = file;
  if (!isCsvText(file) && isFilePath(file)) {
    const known = textOfFile(draft, 'items', file, path);
    if (known === undefined) return [];
    text = known;
  }
  const table = readCsvTable(text);
  if (typeof table === 'string') return table;
  const shown = column === undefined ? table.columns.slice(0, 2) : [column];
  const [first = [], second] = shown.map((name) => numbersOfColumn(table, name));
  return second === undefined ? first : first.map((x, index) => [x, second[index]]);
}

/** The cells of a column as numbers; as they are if one is no number. */
function numbersOfColumn({ items, delimiter }: CsvTable, column: string): readonly unknown[] {
  const cells = items.map((item) => item[column]);
  const numbers = readNumbers(
    cells.map((cell) => String(cell ?? '')),
    delimiter,
  );
  return numbers.some(Number.isNaN) ? cells : numbers;
}

const wrongData =
  'must be a list of numbers or of points [x, y], an object with numbers by x, or a CSV file with such columns, where x can be a date such as "2026-03-01"';

function pointsOf(data: unknown): number[][] | string {
  const list = isMap(data) ? Object.entries(data).map(([x, y]) => [numberOf(x), y]) : data;
  if (!Array.isArray(list))
    return typeof data === 'string' ? data : `${wrongData}, but is ${showValue(data)}`;
  if (list.length > maxDataPoints) return `must have at most ${maxDataPoints} points, but has ${list.length}`;
  const points = list.map((item, index) =>
    Array.isArray(item) ? [numberOf(item[0]), ...item.slice(1)] : [index, item],
  );
  const wrong = points.find(
    (point) =>
      point.length !== 2 || !point.every((value) => typeof value === 'number' && Number.isFinite(value)),
  );
  if (wrong === undefined) return points as number[][];
  const value = wrong.find((one) => typeof one !== 'number' || !Number.isFinite(one));
  return `${wrongData}, but item ${points.indexOf(wrong)} has ${wrong.length === 2 ? showValue(value) : `${wrong.length} values`}`;
}

/** The x of a point, which may be a date or, as a key of an object, a number in a text. */
function numberOf(x: unknown): unknown {
  if (typeof x !== 'string') return x;
  const number = x.trim() === '' ? Number.NaN : Number(x);
  return Number.isNaN(number) ? (readTime(x) ?? x) : number;
}

const maxSamples = 100_000;

function numbersIn(data: unknown): number[] | null {
  if (!Array.isArray(data)) return null;
  return data.every((value) => typeof value === 'number' && Number.isFinite(value))
    ? (data as number[])
    : null;
}

/** Counts the numbers in each bin; the last one includes its end. */
function countsOf(data: unknown, { from, to, count }: Bins): number[][] | string {
  const numbers = numbersIn(data);
  if (numbers === null) return `must be a list of numbers beside bins, but is ${showValue(data)}`;
  if (numbers.length > maxSamples)
    return `must have at most ${maxSamples} numbers, but has ${numbers.length}`;
  const width = (to - from) / count;
  const counts = new Array<number>(count).fill(0);
  for (const value of numbers) {
    if (value < from || value > to) continue;
    const index = Math.min(count - 1, Math.floor((value - from) / width));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((height, index) => [Number((from + (index + 0.5) * width).toPrecision(12)), height]);
}

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
  const ids = Object.keys(draft.objects).filter((id) => draft.objects[id]?.kind === 'axes');
  for (const [id, object] of Object.entries(draft.objects)) {
    if (!isMap(object)) continue;
    const path = draft.provenance.written(draft.objects, [id]);
    const state: Fields = isMap(object.state) ? object.state : draft.provenance.set({}, path);
    const on =
      state.on ??
      (object.kind === 'plot' && object.parentId === undefined && ids.length === 1 ? ids[0] : undefined);
    if (typeof on !== 'string' || !ids.includes(on)) {
      if (object.kind === 'plot' && object.parentId === undefined && !draft.isComplete)
        reportUnplaced(draft, state, ids, path);
      continue;
    }
    object.state = state;
    object.parentId = on;
    draft.provenance.field(object, 'parentId', draft.provenance.placeOf(state, 'on', path));
    delete state.on;
    draft.onAxes.set(id, {});
    // The middle of the frame is no place on axes.
    if (object.kind !== 'plot' && object.kind !== 'axes') addDefaults(state, { x: 0, y: 0 });
    readEnds(draft, id, state);
    placeLabel(draft, id, on, path);
  }
  for (const object of Object.values(draft.objects)) if (isMap(object)) placeBeside(draft, object);
}

function reportUnplaced(draft: SceneDraft, state: Fields, ids: readonly string[], path: Path): void {
  const known =
    ids.length === 0
      ? 'the scene has no axes; add an object of kind axes'
      : `write one of ${ids.map(showValue).join(', ')}`;
  const seen =
    state.on === undefined ? 'is required' : `must be the id of axes, but is ${showValue(state.on)}`;
  draft.problems.add([...path, 'on'], 'missing-field', `${seen}, because a plot is drawn on axes; ${known}`);
}

/** Places a text beside an object on axes, with which it then moves. */
function placeBeside(draft: SceneDraft, object: Fields): void {
  const { state } = object;
  if (!isMap(state) || object.kind !== 'text') return;
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
  const own = mapIn(owner, 'state');
  const length = side === 'above' || side === 'below' ? own.height : own.width;
  const reach = (typeof length === 'number' ? length / 2 : owner.kind === 'text' ? 30 : 50) + Number(margin);
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
  if (objects[id]?.kind !== 'path' || ![width, height].some(isFormulaText)) return;
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
  const known = to.map((end, index) => {
    const start = from[index];
    if (end === start) return 0;
    return typeof end === 'number' && typeof start === 'number' ? end - start : undefined;
  });
  // What a formula computes is probably positive, like most values.
  const usual = Math.max(...known.map((one) => Math.abs(one ?? 0))) || 1;
  const [across = 0, up = 0] = known.map((one) => one ?? usual);
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
