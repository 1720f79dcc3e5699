import { readTime } from '../../../language/read-time.ts';
import { isMap } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { maxDataPoints } from '../../../project/properties/values.ts';
import { type CsvTable, isCsvText, readCsvTable } from '../../csv/csv-items.ts';
import { readNumbers } from '../../csv/read-numbers.ts';
import { addDefaults } from '../../desugar/add-defaults.ts';
import { textOfFile } from '../../desugar/file-texts.ts';
import { moveFields } from '../../desugar/own-field.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { isFilePath } from '../../sources.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';

const plotStroke = 5;

export const plot: ShorthandKind = {
  themed: () => ({ stroke: 'accent' }),
  read: readPlot,
  readState: (draft, { object, state, path }) => readData(draft, object, state, path),
};

/** Moves what a plot shows into a field of its own, as the full format has it. */
function readPlot(draft: SceneDraft, { name, object, state, path }: ReadingObject): void {
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
function readData(draft: SceneDraft, { bins }: Fields, state: Fields, path: Path): void {
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
    const fileText = textOfFile(draft, 'items', file, path);
    if (fileText === undefined) return [];
    text = fileText;
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
