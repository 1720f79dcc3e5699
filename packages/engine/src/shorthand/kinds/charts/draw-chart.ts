import { sharedDecimals } from '../../../formulas/number-format.ts';
import { readValueFormat, valueFormatRule } from '../../../formulas/value-format.ts';
import { hexColor } from '../../../language/css-colors.ts';
import { orderedEntries } from '../../../project/key-order.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import type { Problems } from '../../../project/problems.ts';
import { defaults } from '../../defaults.ts';
import {
  type DrawnFigure,
  type FigureDrawer,
  type FigureObject,
  type FigureSize,
  firstShown,
  groupStateOf,
  isFlexible,
  usualFigureSize,
  type WrittenFigure,
} from '../../figures/figure.ts';
import { relationFields } from '../../relations.ts';
import type { ResolvedScene, ResolvedState } from '../../schema.ts';
import { dataFile, isFilePath } from '../../sources.ts';
import { allLabels, type Chart, type ChartParts, type Datum, lettersOn } from './chart.ts';
import { maxValues, unknownData } from './chart-limits.ts';
import { collectParts } from './collect-parts.ts';
import { numberStyle, type Scale, scaleFor } from './scales.ts';

/** One accent for bars and lines; a pie takes the colours in turn. They stay distinct on dark and light backgrounds. */
const accent = '#3b82f6';
const palette = [accent, '#f59e0b', '#10b981', '#ef4444', '#8b5cf6', '#06b6d4', '#ec4899', '#84cc16'];

/** Decimals of the values of a chart. */
const maxDecimals = 3;

/** What the charts of a kind do in their own way. */
export interface ChartForm {
  readonly draw: (chart: Chart) => ChartParts;
  /** Whether values are shares of their sum, each with a colour of its own and one text, as a sector that opens. */
  readonly hasShares?: true;
  /** The usual share of the radius that stays empty. Default: 0. */
  readonly innerRadius?: number;
  /** Why values cannot be sorted, if so. */
  readonly unsorted?: string;
}

/** Returns what draws the charts of a kind in all compositions of a scene; null if their data or the budget do not allow it. */
export function chartDrawer(form: ChartForm): FigureDrawer {
  return (figure) => new ChartOverTime(form, figure).draw(figure.fits);
}

class ChartOverTime {
  readonly #id: string;
  readonly #form: ChartForm;
  readonly #object: FigureObject;
  readonly #scene: ResolvedScene;
  readonly #keys: readonly string[];
  readonly #path: Path;
  readonly #problems: Problems;
  readonly #nameByLabel = new Map<string, string>();
  readonly #size: FigureSize;
  /** Index of the composition in which it enters. */
  readonly #start: number;

  constructor(form: ChartForm, figure: WrittenFigure) {
    const { id, object, scene, keys, path, problems } = figure;
    this.#id = id;
    this.#form = form;
    this.#object = object;
    this.#scene = scene;
    this.#keys = keys;
    this.#path = path;
    this.#problems = problems;
    this.#start = firstShown(figure);
    const { width = defaults.sceneWidth, height = defaults.sceneHeight } = scene;
    this.#size = usualFigureSize({ width, height });
  }

  draw(fits: (parts: number) => boolean): DrawnFigure | null {
    const before = this.#problems.count;
    const ownStates = this.#keys.map((key) => this.#scene.compositions[key]?.states?.[this.#id]);
    const own = this.#object.state ?? {};
    let current = own;
    const written = ownStates.map((state) => {
      if (state !== undefined && state !== false) current = { ...current, ...state };
      return current;
    });
    const all = [own, ...written];
    const places = [
      [...this.#path, 'objects', this.#id, 'state'],
      ...this.#keys.map((key) => [...this.#path, 'compositions', key, 'states', this.#id]),
    ];
    const values: (readonly Datum[])[] = [];
    for (const [index, state] of all.entries()) {
      const known = hasSameValues(all[index - 1], state) ? values[index - 1] : undefined;
      values.push(known ?? this.#dataOf(state, places[index] ?? []));
      if (state.values !== all[index - 1]?.values) this.#checkFormat(state.values, places[index] ?? []);
      if (state.sort !== all[index - 1]?.sort) this.#checkSorting(state, places[index] ?? []);
    }
    if (this.#problems.count > before || all.some(({ data }) => isUnknown(data))) return null;
    const parts = written.map((state, index) => this.#leastParts(state, values[index + 1] ?? []));
    if (!fits(Math.max(0, ...parts))) return null;
    // Compositions share their data, except for those that have others.
    const allData = [...new Set(values)].flat();
    const numbers = allData.map(([, value]) => value);
    const decimalsOf = sharedDecimals(numbers, maxDecimals);
    const scale = scaleFor(
      numbers,
      typeof current.ticks === 'number' ? current.ticks : undefined,
      current.max,
    );
    for (const [label] of allData) this.#nameOf(label);
    const drawn: ChartParts[] = [];
    for (const [index, state] of written.entries()) {
      const before = drawn[index - 1];
      const isSame = before !== undefined && looksTheSame(written[index - 1], state);
      const data = values[index + 1] ?? [];
      const draw = () => this.#form.draw(this.#chart(state, data, allData, scale, decimalsOf));
      drawn.push(isSame ? before : draw());
    }
    // The layout finds the size of a chart that shares the space of its group.
    const size = isFlexible(this.#object) ? {} : this.#size;
    const groupState = { ...size, ...groupStateOf(own, this.#object.kind) };
    return collectParts(this.#collected(), drawn, written.map(isSorted), groupState);
  }

  #collected() {
    const hasShares = this.#form.hasShares === true;
    return { id: this.#id, keys: this.#keys, start: this.#start, hasShares, nameByLabel: this.#nameByLabel };
  }

  /** Number of parts in a composition, without its axis and line. */
  #leastParts({ values, labels }: ResolvedState, data: readonly Datum[]): number {
    const texts = [values !== false, labels !== false].filter(Boolean).length;
    return data.length * (1 + (this.#form.hasShares ? Math.min(1, texts) : texts));
  }

  /** Returns the data of a state, in the order of the chart. Adds problems. */
  #dataOf(state: ResolvedState, place: Path): readonly Datum[] {
    const { data } = state;
    const at = [...place, 'data'];
    if (isUnknown(data)) return [];
    if (data === undefined) {
      this.#problems.add(
        at,
        'missing-field',
        'is required for a chart: { "Mon": 48, "Tue": 52 }, a list of [label, value] or the name of a CSV file',
      );
      return [];
    }
    if (typeof data === 'string') {
      const rule = "must be the name of a CSV file in the project's folder";
      this.#problems.add(at, 'value', `${rule}, but is ${showValue(data)}`);
      return [];
    }
    const entries = (Array.isArray(data) ? data : orderedEntries(data)) as readonly Datum[];
    this.#checkData(entries, at);
    const most = Math.max(...entries.map(([, value]) => value));
    if (state.max !== undefined && most > state.max) {
      const rule = `must be at least ${most}, the largest value, but is ${state.max}`;
      this.#problems.add([...place, 'max'], 'chart-data', rule);
    }
    if (!isSorted(state)) return entries;
    const sign = state.sort === 'ascending' ? 1 : -1;
    return entries.toSorted(([, one], [, other]) => sign * (one - other));
  }

  #checkSorting(state: ResolvedState, place: Path): void {
    if (this.#form.unsorted !== undefined && isSorted(state))
      this.#problems.add([...place, 'sort'], 'wrong-kind', this.#form.unsorted);
  }

  #checkFormat(format: ResolvedState['values'], place: Path): void {
    if (typeof format !== 'string' || readValueFormat(format, String) !== null) return;
    const rule = `must be true, false, ${valueFormatRule}, but is ${showValue(format)}`;
    this.#problems.add([...place, 'values'], 'value', rule);
  }

  #checkData(entries: readonly Datum[], at: Path): void {
    const labels = new Set(entries.map(([label]) => label));
    if (entries.length === 0 || entries.length > maxValues) {
      this.#problems.add(at, 'count', `must have 1 to ${maxValues} values, but has ${entries.length}`);
      return;
    }
    if (labels.size < entries.length) {
      const twice = entries.find(([label], index) => entries.findIndex(([one]) => one === label) < index);
      const rule = `has the label ${showValue(twice?.[0])} twice; give each value a label of its own`;
      this.#problems.add(at, 'repeated-id', rule);
    }
    if (!this.#form.hasShares) return;
    const negative = entries.find(([, value]) => value < 0);
    if (negative !== undefined) {
      const value = `the negative value ${negative[1]} of ${showValue(negative[0])}`;
      this.#problems.add(at, 'chart-data', `has ${value}, but a pie shows shares; use bars`);
    } else if (entries.every(([, value]) => value === 0)) {
      this.#problems.add(
        at,
        'chart-data',
        'has only zeros, but a pie shows shares of a sum; give it a value above 0',
      );
    }
  }

  /** Returns the part of an id for a label: its letters and digits, or a number. */
  #nameOf(label: string): string {
    let name = this.#nameByLabel.get(label);
    if (name === undefined) {
      const taken = new Set(this.#nameByLabel.values());
      const plain = label
        .replace(/[^A-Za-z0-9_]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 30);
      const isFreeName = plain !== '' && !taken.has(plain) && !reservedNames.test(plain);
      name = isFreeName ? plain : String(this.#nameByLabel.size + 1);
      this.#nameByLabel.set(label, name);
    }
    return name;
  }

  #chart(
    state: ResolvedState,
    data: readonly Datum[],
    allData: readonly Datum[],
    scale: Scale,
    decimalsOf: (value: number) => number,
  ): Chart {
    const { width = this.#size.width, height = this.#size.height, values = true, colors } = state;
    const letterColor = hexColor(
      state.fill ?? lettersOn(hexColor(this.#scene.background ?? defaults.background)),
    );
    const { fontFamily, fontWeight } = state;
    const numberText = numberStyle(scale);
    const plain = (value: number) => numberText(value, decimalsOf(value));
    const valueText = typeof values === 'string' ? readValueFormat(values, plain) : plain;
    return {
      box: { left: 0, top: 0, width, height },
      fontSize: state.fontSize ?? Math.max(16, Math.min(48, height * 0.06)),
      letters: {
        fill: letterColor,
        ...(fontFamily !== undefined && { fontFamily }),
        ...(fontWeight !== undefined && { fontWeight }),
      },
      data,
      allData,
      scale,
      hasTicks: state.ticks !== undefined && state.ticks !== false,
      hasLabels: state.labels !== false,
      tickText: (value) => numberText(value),
      valueText: values === false ? null : valueText,
      colorOf: (label) => hexColor(this.#colorOf(label, colors)),
      isHorizontal: state.horizontal === true,
      cornerRadius: state.cornerRadius,
      strokeWidth: state.strokeWidth,
      innerRadius: state.innerRadius ?? this.#form.innerRadius ?? 0,
      middle: state.text,
      isSmooth: state.smooth === true,
      nameOf: (label) => this.#nameOf(label),
    };
  }

  #colorOf(label: string, colors: ResolvedState['colors']): string {
    if (typeof colors === 'string') return colors;
    const usual = this.#form.hasShares ? palette : [accent];
    const list = Array.isArray(colors) ? (colors as readonly string[]) : usual;
    const index = [...this.#nameByLabel.keys()].indexOf(label);
    const byLabel = colors === undefined || Array.isArray(colors) ? {} : (colors as Record<string, string>);
    const own = [label, allLabels].find((one) => Object.hasOwn(byLabel, one));
    return (own === undefined ? list[index % list.length] : byLabel[own]) ?? accent;
  }
}

function isSorted({ sort = false }: ResolvedState): boolean {
  return sort !== false;
}

/** Whether a chart has the same values in the same order in two states. */
function hasSameValues(one: ResolvedState | undefined, { data, sort, max }: ResolvedState): boolean {
  return one !== undefined && one.data === data && one.sort === sort && one.max === max;
}

/** Whether a chart is drawn the same in two states. */
function looksTheSame(one: ResolvedState | undefined, other: ResolvedState): boolean {
  if (one === undefined || one === other) return one !== undefined;
  const placing: readonly string[] = ['x', 'y', 'opacity', 'visible', ...relationFields];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every(
    (name) => placing.includes(name) || Reflect.get(one, name) === Reflect.get(other, name),
  );
}

/** Names of parts that are not labels. */
const reservedNames = /^(base|line|middle|tick-\d+|.*-(value|label))$/;

/** Whether data could not be read, for which a problem is already reported. */
function isUnknown(data: ResolvedState['data']): boolean {
  return typeof data === 'string' && (data === unknownData || isFilePath(dataFile(data).file));
}
