import { loadTimeLibraries } from '../../../formulas/libraries.ts';
import { hexColor } from '../../../language/css-colors.ts';
import { toHundredths } from '../../../project/numbers.ts';
import { defaults } from '../../defaults.ts';
import {
  type DrawnFigure,
  firstShown,
  groupStateOf,
  isFlexible,
  usualFigureSize,
  type WrittenFigure,
} from '../../figures/figure.ts';
import type { ResolvedState } from '../../schema.ts';
import { faintOpacity } from '../charts/axes.ts';
import {
  type ChartPart,
  type ChartParts,
  fontSizeFor,
  lettersInside,
  lettersOn,
  textPart,
  widestOf,
} from '../charts/chart.ts';
import { ChartNames } from '../charts/chart-names.ts';
import { collectParts } from '../charts/collect-parts.ts';
import { datesIn, placeOfTimes, timeId } from '../charts/series-plot.ts';
import type { TimeSpan } from '../charts/times.ts';
import { dayMs, lengthMs } from './calendar.ts';
import { type GanttPlan, type Task, taskStates } from './gantt.ts';
import { parseGantt } from './parse-gantt.ts';

/** Lengths in font sizes: the highest row, and the row of dates. Shares of a row: a bar, and the largest letters. */
const [highestRow, dateRow] = [2.4, 1.8];
const [barShare, letterShare] = [0.7, 0.5];

/** The most that the names of sections take of the width, and the space beside a text, in font sizes. */
const [sectionShare, beside] = [0.22, 0.5];

/** Most dates of a `tickInterval`. */
const maxDates = 1000;

/** The colours of tasks, by their states, without a theme. */
const usualColors = ['#3b82f6', '#f59e0b', '#94a3b8', '#ef4444'];

/** Returns the parts of a Gantt chart in all compositions of a scene; null if the budget does not allow it. */
export function drawGantt(figure: WrittenFigure): DrawnFigure | null {
  const { id, object, scene, keys, fits } = figure;
  const { width: sceneWidth = defaults.sceneWidth, height: sceneHeight = defaults.sceneHeight } = scene;
  const size = usualFigureSize({ width: sceneWidth, height: sceneHeight });
  const background = hexColor(scene.background ?? defaults.background);
  const begin = object.state ?? {};
  let current = begin;
  const states = keys.map((key) => {
    const state = scene.compositions[key]?.states?.[id];
    if (state !== undefined && state !== false) current = { ...current, ...state };
    return current;
  });
  const plans = new Map([begin, ...states].map(({ text = '' }) => [text, parseGantt(text.split('\n'))]));
  const all = [...plans.values()];
  if (all.some(({ tasks }) => tasks.length === 0)) return null;
  if (!fits(Math.max(...all.map(({ tasks }) => 2 * tasks.length)))) return null;
  const span = spanOf(all);
  const names = new ChartNames();
  for (const { tasks } of all) for (const task of tasks) names.nameOf(task.id);
  const drawn = states.map((state) => {
    const plan = plans.get(state.text ?? '') ?? all[0];
    return plan === undefined
      ? new Map()
      : new GanttDrawing(plan, { ...size, ...state }, span, { names, background }).parts();
  });
  const nameByLabel = names.byLabel;
  const groupState = { ...(isFlexible(object) ? {} : size), ...groupStateOf(begin, object.kind) };
  const collected = { id, keys, start: firstShown(figure), hasShares: false, nameByLabel };
  return collectParts(
    collected,
    drawn,
    drawn.map(() => false),
    groupState,
  );
}

/** The times of all compositions, so that tasks that move are seen to move. */
function spanOf(plans: readonly GanttPlan[]): TimeSpan {
  const tasks = plans.flatMap((plan) => plan.tasks);
  const first = Math.min(...tasks.map(({ start }) => start));
  const last = Math.max(...tasks.map(({ end }) => end), first + 1);
  const format = plans.find(({ axisFormat }) => axisFormat !== null)?.axisFormat ?? undefined;
  return { first, last: last === first + 1 ? first + dayMs : last, format };
}

/** The shared looks of a chart. */
interface Shared {
  readonly names: ChartNames;
  readonly background: string;
}

/** A Gantt chart in one composition. Lengths are scene pixels, from its upper left corner. */
class GanttDrawing {
  readonly #plan: GanttPlan;
  readonly #state: ResolvedState & { readonly width: number; readonly height: number };
  readonly #span: TimeSpan;
  readonly #names: ChartNames;
  readonly #letters: { readonly fill: string } & ResolvedState;
  readonly #fontSize: number;
  readonly #row: number;
  readonly #top: number;
  readonly #bottom: number;
  readonly #left: number;
  readonly #right: number;
  readonly #sectionSize: number;
  readonly #at: (time: number) => number;

  constructor(
    plan: GanttPlan,
    state: ResolvedState & { readonly width: number; readonly height: number },
    span: TimeSpan,
    { names, background }: Shared,
  ) {
    const { width, height, fill = lettersOn(background), fontFamily, fontWeight } = state;
    this.#plan = plan;
    this.#state = state;
    this.#span = span;
    this.#names = names;
    this.#letters = {
      fill: hexColor(fill),
      ...(fontFamily && { fontFamily }),
      ...(fontWeight && { fontWeight }),
    };
    this.#fontSize = state.fontSize ?? Math.max(16, Math.min(48, height * 0.05));
    const free = height - dateRow * this.#fontSize;
    this.#row = Math.min(free / plan.tasks.length, highestRow * this.#fontSize);
    this.#top = (free - this.#row * plan.tasks.length) / 2;
    this.#bottom = this.#top + this.#row * plan.tasks.length;
    const sections = [...new Set(plan.tasks.map(({ section }) => section))].filter((name) => name !== '');
    this.#sectionSize = fontSizeFor(sections, width * sectionShare, this.#fontSize);
    this.#left =
      sections.length === 0 ? 0 : widestOf(sections) * this.#sectionSize + 2 * beside * this.#fontSize;
    this.#right = width - 0.5 * this.#fontSize;
    this.#at = placeOfTimes(span, this.#left, this.#right);
  }

  parts(): ChartParts {
    const parts = new Map<string, ChartPart>([...this.#sections(), ...this.#dates()]);
    for (const [index, task] of this.#plan.tasks.entries()) {
      const name = this.#names.nameOf(task.id);
      const fill = this.#color(task);
      parts.set(name, this.#bar(task, index, fill));
      parts.set(`${name}-label`, this.#label(task, index, fill));
    }
    return parts;
  }

  #color({ state }: Task): string {
    const { colors } = this.#state;
    const list = Array.isArray(colors)
      ? (colors as readonly string[])
      : typeof colors === 'string'
        ? [colors]
        : usualColors;
    return hexColor(list[taskStates.indexOf(state) % list.length] ?? '#3b82f6');
  }

  #middle(index: number): number {
    return this.#top + (index + 0.5) * this.#row;
  }

  #bar({ start, end, isMilestone, id }: Task, index: number, fill: string): ChartPart {
    const height = this.#row * barShare;
    const [left, right] = [this.#at(start), this.#at(end)];
    const y = toHundredths(this.#middle(index));
    if (isMilestone) {
      const middle = (left + right) / 2;
      const state = {
        x: toHundredths(middle),
        y,
        width: toHundredths(height * 0.72),
        height: toHundredths(height * 0.72),
      };
      return {
        kind: 'rectangle',
        state: { ...state, rotation: 45, fill, cornerRadius: 2 },
        entry: { width: 0, height: 0 },
        turn: id,
      };
    }
    const width = Math.max(right - left, 2);
    const cornerRadius = this.#state.cornerRadius ?? toHundredths(Math.min(height, width) * 0.18);
    const state = {
      x: toHundredths(left + width / 2),
      y,
      width: toHundredths(width),
      height: toHundredths(height),
      fill,
      cornerRadius,
    };
    return { kind: 'rectangle', state, entry: { x: toHundredths(left), width: 0 }, base: 'left', turn: id };
  }

  /** The name of a task: in its bar, or beside it where there is more room. */
  #label({ name, start, end, isMilestone, id }: Task, index: number, fill: string): ChartPart {
    const size = toHundredths(Math.max(1, Math.min(this.#fontSize, this.#row * letterShare)));
    const [left, right] = [this.#at(start), this.#at(end)];
    const [width, gap] = [widestOf([name]) * size, beside * size];
    const half = isMilestone ? this.#row * barShare * 0.5 : 0;
    const y = toHundredths(this.#middle(index));
    const others = { mention: `${id}.label`, turn: id };
    if (!isMilestone && width + 2 * gap <= right - left)
      return textPart(
        { letters: this.#letters },
        { x: toHundredths((left + right) / 2), y, text: name, fontSize: size, fill: lettersInside(fill) },
        others,
      );
    const [before, after] = [left - this.#left, this.#right - right];
    const isAfter = after >= width + gap + half || after >= before;
    const room = Math.max(size, (isAfter ? after : before) - gap - half);
    const x = isMilestone ? (left + right) / 2 : isAfter ? right : left;
    return textPart(
      { letters: this.#letters },
      {
        x: toHundredths(isAfter ? x + half + gap : x - half - gap),
        y,
        text: name,
        fontSize: fontSizeFor([name], room, size),
        align: isAfter ? 'left' : 'right',
      },
      others,
    );
  }

  /** A band behind the tasks of each section, and its name. */
  #sections(): [string, ChartPart][] {
    const { tasks } = this.#plan;
    const starts = tasks.flatMap(({ section }, index) =>
      section === tasks[index - 1]?.section ? [] : [index],
    );
    return starts.flatMap((first, number): [string, ChartPart][] => {
      const { section = '' } = tasks[first] ?? {};
      if (section === '') return [];
      const last = starts[number + 1] ?? tasks.length;
      const [top, bottom] = [this.#top + first * this.#row, this.#top + last * this.#row];
      const y = toHundredths((top + bottom) / 2);
      const { width } = this.#state;
      const band: ChartPart = {
        kind: 'rectangle',
        state: {
          ...{
            x: toHundredths(width / 2),
            y,
            width: toHundredths(width),
            height: toHundredths(bottom - top),
          },
          ...{ fill: this.#letters.fill, opacity: number % 2 === 0 ? 0.08 : 0.03, cornerRadius: 0 },
        },
        entry: {},
        mention: `${section}.section`,
        turn: null,
        grows: 'nothing',
      };
      const x = toHundredths(beside * this.#fontSize);
      const text = { x, y, text: section, fontSize: this.#sectionSize, align: 'left' } as const;
      return [
        [`legend-${number + 1}`, band],
        [
          `legend-${number + 1}-name`,
          textPart({ letters: this.#letters }, text, { mention: `${section}.name`, turn: null }),
        ],
      ];
    });
  }

  /** Dates at round times below the tasks, and a line at each of them. */
  #dates(): [string, ChartPart][] {
    const { tickInterval } = this.#plan;
    const { first, last } = this.#span;
    const isFew = tickInterval !== null && (last - first) / lengthMs(tickInterval) <= maxDates;
    const all = isFew
      ? loadTimeLibraries().utcEvery(
          tickInterval.unit,
          tickInterval.count,
          new Date(first),
          new Date(last + 1),
        )
      : null;
    const dates = datesIn(this.#span, this.#right - this.#left, this.#fontSize, all);
    return dates.flatMap(({ time, text }): [string, ChartPart][] => {
      const x = toHundredths(this.#at(time.getTime()));
      const id = timeId(time);
      const line = {
        x,
        y: toHundredths(this.#top),
        width: 0,
        height: toHundredths(this.#bottom - this.#top),
      };
      const size = widestOf([text]) * this.#fontSize;
      const inside = Math.min(Math.max(x, size / 2), this.#state.width - size / 2);
      const place = { x: toHundredths(inside), y: toHundredths(this.#bottom + this.#fontSize * 0.95) };
      return [
        [
          `${id}-line`,
          {
            kind: 'path',
            state: { ...line, stroke: this.#letters.fill, strokeWidth: 2, opacity: faintOpacity },
            entry: {},
            mention: `time.${text}.line`,
            turn: null,
          },
        ],
        [
          id,
          textPart(
            { letters: this.#letters },
            { ...place, text, fontSize: this.#fontSize },
            { mention: `time.${text}`, groups: ['time'], turn: null },
          ),
        ],
      ];
    });
  }
}
