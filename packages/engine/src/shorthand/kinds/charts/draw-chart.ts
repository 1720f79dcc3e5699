import { sharedDecimals } from '../../../formulas/number-format.ts';
import { readValueFormat } from '../../../formulas/value-format.ts';
import { hexColor } from '../../../language/css-colors.ts';
import type { Path } from '../../../project/problem-text.ts';
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
import { clockPart, withAnnotations } from './annotations.ts';
import { tickShare } from './axes.ts';
import { type Chart, type ChartParts, type Datum, lettersOn } from './chart.ts';
import type { ChartForm } from './chart-form.ts';
import type { LegendSide } from './chart-limits.ts';
import { ChartNames, colorOf } from './chart-names.ts';
import {
  checkAnnotations,
  checkBins,
  checkFields,
  checkText,
  dataOfState,
  isSorted,
  isUnknown,
  numbersOf,
  textWithKey,
} from './check-data.ts';
import { collectParts } from './collect-parts.ts';
import { besideLegend } from './legend.ts';
import type { ChartTable } from './read-data.ts';
import { numberStyle, type Scale, scaleFor } from './scales.ts';
import { timesOf } from './times.ts';

/** Decimals of the values of a chart. */
const maxDecimals = 3;

/** Returns what draws the charts of a kind in all compositions of a scene; null if their data or the budget do not allow it. */
export function chartDrawer(form: ChartForm): FigureDrawer {
  return (figure) => new ChartOverTime(form, figure).draw(figure.fits);
}

/** What the compositions of a chart share. */
type DataOverTime = Pick<Chart, 'tables' | 'series' | 'hasSeries' | 'times' | 'allData' | 'scale'> & {
  readonly decimalsOf: (value: number) => number;
};

class ChartOverTime {
  readonly #id: string;
  readonly #form: ChartForm;
  readonly #object: FigureObject;
  readonly #scene: ResolvedScene;
  readonly #keys: readonly string[];
  readonly #path: Path;
  readonly #problems: Problems;
  readonly #names = new ChartNames();
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

  get #bins(): number | undefined {
    const { bins } = this.#object;
    return typeof bins === 'number' ? bins : undefined;
  }

  draw(fits: (parts: number) => boolean): DrawnFigure | null {
    const before = this.#problems.count;
    checkBins(this.#object.bins, [...this.#path, 'objects', this.#id, 'bins'], this.#problems);
    const ownStates = this.#keys.map((key) => this.#scene.compositions[key]?.states?.[this.#id]);
    const chartState = this.#object.state ?? {};
    let current = chartState;
    const written = ownStates.map((state) => {
      if (state !== undefined && state !== false) current = { ...current, ...state };
      return current;
    });
    const all = [chartState, ...written];
    const places = [
      [...this.#path, 'objects', this.#id, 'state'],
      ...this.#keys.map((key) => [...this.#path, 'compositions', key, 'states', this.#id]),
    ];
    const tables: ChartTable[] = [];
    for (const [index, state] of all.entries()) {
      const dataPath = places[index] ?? [];
      const sameTable = hasSameValues(all[index - 1], state) ? tables[index - 1] : undefined;
      tables.push(sameTable ?? dataOfState(state, dataPath, this.#problems, this.#form));
      checkFields(state, all[index - 1], dataPath, this.#problems, this.#form);
    }
    if (this.#problems.count > before || all.some(({ data }) => isUnknown(data))) return null;
    for (const [index, state] of all.entries()) {
      const pathOfData = places[index] ?? [];
      if (state.text !== all[index - 1]?.text || state.data !== all[index - 1]?.data)
        checkText(state, tables[index], pathOfData, this.#problems);
      if (state.annotations !== all[index - 1]?.annotations)
        checkAnnotations(state, tables, pathOfData, this.#problems);
    }
    if (this.#problems.count > before) return null;
    // Compositions share their data, except for those that have others.
    const data = this.#dataOverTime([...new Set(tables)], all, current);
    const parts = written.map((state, index) => this.#leastParts(state, tables[index + 1], data));
    if (!fits(Math.max(0, ...parts))) return null;
    if (this.#form.takes !== 'numbers') for (const [label] of data.allData) this.#names.nameOf(label);
    const drawn: ChartParts[] = [];
    for (const [index, state] of written.entries()) {
      const before = drawn[index - 1];
      const isSame = before !== undefined && looksTheSame(written[index - 1], state);
      drawn.push(isSame ? before : this.#drawState(state, tables[index + 1], data));
    }
    // The layout finds the size of a chart that shares the space of its group.
    const size = isFlexible(this.#object) ? {} : this.#size;
    const groupState = { ...size, ...groupStateOf(chartState, this.#object.kind) };
    return collectParts(this.#collected(), drawn, written.map(isSorted), groupState);
  }

  #drawState(state: ResolvedState, table: ChartTable, data: DataOverTime): ChartParts {
    const chart = this.#chart(state, table, data);
    const { draw, drawSeries = draw, frame } = this.#form;
    const { chart: beside, parts } = besideLegend(chart);
    const drawn = chart.hasSeries ? drawSeries(beside) : draw(chart);
    const inside = chart.hasSeries ? beside : chart;
    const noted = frame === undefined ? drawn : withAnnotations(inside, frame(inside), drawn);
    const clock = chart.middle === undefined || frame === undefined ? [] : clockPart(inside, frame(inside));
    return new Map([...clock, ...noted, ...parts]);
  }

  /** What all compositions share, from their different data and states, of which the last one is `last`. */
  #dataOverTime(
    tables: readonly ChartTable[],
    states: readonly ResolvedState[],
    last: ResolvedState,
  ): DataOverTime {
    const { labels } = last;
    const format = typeof labels === 'string' && labels !== 'end' ? labels : undefined;
    const times = this.#form.hasTimes ? timesOf(tables, format) : null;
    const { drawSeries } = this.#form;
    const hasSeries =
      drawSeries !== undefined && (times !== null || tables.some(({ columns }) => columns.length > 1));
    const series = hasSeries ? [...new Set(tables.flatMap(({ columns }) => columns))] : [];
    const allData = tables.flatMap(dataIn);
    const numbers = tables.flatMap(
      (table) => this.#form.numbersOf?.(table, tables, this.#bins) ?? numbersOf(table, false),
    );
    return {
      ...{ tables, series, hasSeries, times, allData },
      decimalsOf: sharedDecimals(numbers, maxDecimals),
      scale: scaleOf(this.#form.numbersOf === undefined ? tables : numbers, states, last, {
        hasSeries,
        ...this.#form,
      }),
    };
  }

  #collected() {
    const hasShares = this.#form.hasShares === true;
    const nameByLabel = this.#names.byLabel;
    return { id: this.#id, keys: this.#keys, start: this.#start, hasShares, nameByLabel };
  }

  /** Number of parts in a composition, without its axis and line. */
  #leastParts({ values, labels }: ResolvedState, table: ChartTable, { series }: DataOverTime): number {
    const { rows, columns } = table;
    if (this.#form.takes === 'numbers') return 0;
    if (series.length > 0 || columns.length > 1)
      return rows.length * (columns.length + (labels === false ? 0 : 1));
    const texts = [values !== false, labels !== false].filter(Boolean).length;
    return rows.length * (1 + (this.#form.hasShares ? Math.min(1, texts) : texts));
  }

  #chart(state: ResolvedState, table: ChartTable, data: DataOverTime): Chart {
    const { width = this.#size.width, height = this.#size.height } = state;
    const { series, hasSeries, decimalsOf } = data;
    // The first ones of a race fill the chart at all times.
    const scale = state.keep === undefined ? data.scale : raceScale(table, state, data);
    const isQuiet = hasSeries || this.#form.hasAxis === true;
    const { values = !isQuiet, ticks = isQuiet } = state;
    const { format = '' } = state;
    const numberText = numberStyle(scale);
    const withDecimals = (value: number) => numberText(value, decimalsOf(value));
    const plain = readValueFormat(format, withDecimals) ?? withDecimals;
    const ofTick = (value: number) => numberText(value);
    const valueText = typeof values === 'string' ? readValueFormat(values, plain) : plain;
    const fontSize = state.fontSize ?? Math.max(16, Math.min(48, height * (isQuiet ? 0.045 : 0.06)));
    return {
      ...data,
      scale,
      box: { left: 0, top: 0, width, height },
      fontSize,
      tickSize: isQuiet ? fontSize : fontSize * tickShare,
      letters: this.#letters(state),
      table,
      data: dataIn(table),
      isStacked: state.stack === true,
      legend: series.length > 1 ? legendOf(state, table) : null,
      annotations: state.annotations ?? [],
      hasEndLabels: state.labels === 'end',
      hasTicks: ticks !== false,
      hasLabels: state.labels !== false,
      tickText: readValueFormat(format, ofTick) ?? ofTick,
      valueText: values === false ? null : valueText,
      colorOf: (label) => this.#colorOf(label, state, series, table),
      colorRange: this.#form.usualColors?.map((_, index) => this.#usualColor(state, index)) ?? [],
      bins: this.#bins,
      least: state.min,
      most: state.max,
      isHorizontal: state.horizontal === true,
      cornerRadius: state.cornerRadius,
      strokeWidth: state.strokeWidth,
      innerRadius: state.innerRadius ?? this.#form.innerRadius ?? 0,
      middle: state.text === undefined ? undefined : (textWithKey(state.text, table) ?? undefined),
      isSmooth: state.smooth === true,
      nameOf: (label, series) => this.#names.nameOf(label, series),
    };
  }

  #letters({ fill, fontFamily, fontWeight }: ResolvedState): Chart['letters'] {
    return {
      fill: hexColor(fill ?? lettersOn(hexColor(this.#scene.background ?? defaults.background))),
      ...(fontFamily !== undefined && { fontFamily }),
      ...(fontWeight !== undefined && { fontWeight }),
    };
  }

  /** One of the colours of a kind that has its own ones. */
  #usualColor(state: ResolvedState, index: number): string {
    const usual = this.#form.usualColors ?? [];
    return colorOf(String(index), index, { ...state, colors: state.colors ?? [...usual] }, 'share');
  }

  #colorOf(label: string, state: ResolvedState, series: readonly string[], table: ChartTable): string {
    const { colorKeyOf, usualColors = [] } = this.#form;
    if (colorKeyOf !== undefined)
      return colorOf(
        label,
        colorKeyOf(label, table),
        { ...state, colors: state.colors ?? [...usualColors] },
        'share',
      );
    if (series.length > 0) return colorOf(label, series.indexOf(label), state, 'series');
    const index = [...this.#names.byLabel.keys()].indexOf(label);
    return colorOf(label, index, state, this.#form.hasShares ? 'share' : 'label');
  }
}

/** Returns the scale for some tables, and the values that annotations mark. */
function scaleOf(
  data: readonly ChartTable[] | readonly number[],
  states: readonly ResolvedState[],
  { ticks, min, max, axisScale }: ResolvedState,
  { hasSeries, isSpan = false }: { readonly hasSeries: boolean; readonly isSpan?: boolean },
): Scale {
  const isStacked = hasSeries && states.some(({ stack }) => stack === true);
  const numbers = data.flatMap((one) => (typeof one === 'number' ? [one] : numbersOf(one, isStacked)));
  const marked = states.flatMap(({ annotations = [] }) =>
    annotations.flatMap(({ at }) => [at].flat().filter((value) => typeof value === 'number')),
  );
  const steps = typeof ticks === 'number' ? ticks : undefined;
  return scaleFor([...numbers, ...marked], { steps, min, max, isSpan, isLog: axisScale === 'log' });
}

/** Returns the scale of a race in one composition, which ends at the largest number, so that this fills the chart. */
function raceScale(table: ChartTable, state: ResolvedState, { hasSeries }: DataOverTime): Scale {
  const most = Math.max(...numbersOf(table, hasSeries && state.stack === true));
  const max = state.max ?? (most > 0 ? most : undefined);
  return scaleOf([table], [state], { ...state, max }, { hasSeries });
}

/** The numbers of a table with one column. */
function dataIn({ rows }: ChartTable): Datum[] {
  return rows.flatMap(({ label, values: [value] }): Datum[] => (value == null ? [] : [[label, value]]));
}

/** Where the legend of a state is. Only names tell something. */
function legendOf({ legend = true, labels }: ResolvedState, { isNamed }: ChartTable): LegendSide | null {
  if (legend === true) return isNamed && labels !== 'end' ? 'top' : null;
  return legend === false ? null : legend;
}

/** Whether a chart has the same values in the same order in two states. */
function hasSameValues(
  one: ResolvedState | undefined,
  { data, sort, keep, max, min, stack, axisScale }: ResolvedState,
): boolean {
  if (one === undefined || one.data !== data || one.stack !== stack) return false;
  if (one.keep !== keep || one.min !== min || one.axisScale !== axisScale) return false;
  return one.sort === sort && one.max === max;
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
