import { isDeepStrictEqual } from 'node:util';
import { type Path, showValue } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { hexColor } from '../css-colors.ts';
import { defaults } from '../defaults.ts';
import { showIds } from '../groups.ts';
import type { ResolvedObject, ResolvedScene, ResolvedState } from '../schema.ts';
import { isFilePath } from '../sources.ts';
import { drawBars } from './bars.ts';
import type { Chart, ChartPart, ChartParts, Datum } from './chart.ts';
import { type ChartKind, chartFields, chartKinds, mostValues, unknownData } from './chart-kinds.ts';
import { drawLine } from './line.ts';
import { drawPie, lettersOn } from './pie.ts';
import { type Scale, scaleFor } from './scales.ts';

/** A scene without charts, and where their parts come from. */
export interface ExpandedCharts {
  readonly scene: ResolvedScene;
  /** The chart of each of the objects made from charts. */
  readonly parts: ReadonlyMap<string, string>;
}

const drawers: Readonly<Record<ChartKind, (chart: Chart) => ChartParts>> = {
  bars: drawBars,
  line: drawLine,
  pie: drawPie,
};

/** One accent for bars and lines; a pie takes the colours in turn. They can be told apart on dark and light. */
const accent = '#3b82f6';
const palette = [accent, '#f59e0b', '#10b981', '#ef4444', '#8b5cf6', '#06b6d4', '#ec4899', '#84cc16'];

type States = Record<string, ResolvedState | false>;
type ChartObject = ResolvedObject & { readonly kind: ChartKind };

/** Replaces the charts of a scene by objects, and what its compositions and tracks say of them and of their parts. */
export function expandCharts(scene: ResolvedScene, path: Path, problems: Problems): ExpandedCharts {
  const objects = scene.objects ?? {};
  const charts = Object.entries(objects).filter((entry): entry is [string, ChartObject] => isChart(entry[1]));
  reportChartFields(scene, path, problems);
  if (charts.length === 0) return { scene, parts: new Map() };
  const keys = [...(scene.compositionOrder ?? Object.keys(scene.compositions))];
  const states = keys.map((key): States => ({ ...scene.compositions[key]?.states }));
  const made: Record<string, ResolvedObject> = {};
  const names = new Map<string, string>();
  const parts = new Map<string, string>();
  const unknown = new Set<string>();
  for (const [id, object] of Object.entries(objects)) {
    if (!isChart(object)) {
      made[id] = object;
      continue;
    }
    const drawn = new ChartOverTime(id, object, scene, keys, path, problems).draw();
    if (drawn === null) {
      unknown.add(id);
      made[id] = { kind: 'circle' };
      for (const all of states) if (all[id]) all[id] = sharedFields(all[id]);
      continue;
    }
    for (const [name, part] of drawn.names) names.set(`${id}.${name}`, part);
    for (const [part, { kind }] of drawn.objects) {
      if (part in objects) {
        problems.add(
          [...path, 'objects', part],
          `is also the id of a part of the chart ${id}; choose another`,
        );
      }
      made[part] = { kind, state: drawn.initial.get(part) ?? {} };
      parts.set(part, id);
    }
    made[id] = { kind: 'group', of: [...drawn.objects.keys()], state: drawn.groupState };
    for (const [index, own] of drawn.states.entries()) {
      const all = states[index] ?? {};
      const said = all[id];
      if (said !== undefined && said !== false) all[id] = sharedFields(said);
      for (const [part, state] of Object.entries(own)) all[part] = state;
    }
  }
  const rename = <Value>(map: Readonly<Record<string, Value>>, place: Path): Record<string, Value> => {
    const renamed: Record<string, Value> = {};
    // What the document says of a part comes after what the chart says.
    const entries = Object.entries(map);
    const said = entries.filter(([key]) => key.includes('.'));
    for (const [key, value] of [...entries.filter(([key]) => !key.includes('.')), ...said]) {
      const part = names.get(key);
      if (key.includes('.') && part === undefined) {
        const [chart = ''] = key.split('.');
        if (unknown.has(chart)) continue;
        const known = [...names.keys()].filter((name) => name.startsWith(`${chart}.`));
        problems.add(
          [...place, key],
          known.length > 0
            ? `is not a part of the chart ${chart}, which has ${showIds(Object.fromEntries(known.map((name) => [name, 0])))}`
            : `names a part of ${showValue(chart)}, which is not a chart`,
        );
        continue;
      }
      renamed[part ?? key] = merged(renamed[part ?? key], value);
    }
    return renamed;
  };
  const compositions = Object.fromEntries(
    Object.entries(scene.compositions).map(([key, composition]) => {
      const index = keys.indexOf(key);
      const place = [...path, 'compositions', key];
      const { enter } = composition;
      return [
        key,
        {
          ...composition,
          states: rename(states[index] ?? composition.states ?? {}, [...place, 'states']),
          ...(typeof enter === 'object' &&
            enter.tracks && {
              enter: { ...enter, tracks: rename(enter.tracks, [...place, 'enter', 'tracks']) },
            }),
        },
      ];
    }),
  );
  const { enter } = scene;
  const tracks = typeof enter === 'object' ? enter.tracks : undefined;
  return {
    scene: {
      ...scene,
      objects: made,
      compositions,
      ...(typeof enter === 'object' &&
        tracks && { enter: { ...enter, tracks: rename(tracks, [...path, 'enter', 'tracks']) } }),
    },
    parts,
  };
}

/** What is made and what a document says, which comes later. */
function merged<Value>(made: Value | undefined, said: Value): Value {
  if (typeof made !== 'object' || typeof said !== 'object' || made === null || said === null) return said;
  return { ...made, ...said };
}

/** Whether an object is a chart. */
export function isChart(object: ResolvedObject): object is ChartObject {
  return (chartKinds as readonly string[]).includes(object.kind);
}

function reportChartFields(
  { objects = {}, compositions }: ResolvedScene,
  path: Path,
  problems: Problems,
): void {
  const check = (id: string, state: ResolvedState | false | undefined, place: Path) => {
    const object = objects[id];
    if (state === undefined || state === false || object === undefined || isChart(object)) return;
    for (const field of chartFields) {
      if (state[field] === undefined) continue;
      problems.add(
        [...place, field],
        `is for charts (${chartKinds.join(', ')}), but ${id} is of kind ${object.kind}`,
      );
    }
  };
  for (const [id, { state }] of Object.entries(objects)) check(id, state, [...path, 'objects', id, 'state']);
  for (const [key, { states = {} }] of Object.entries(compositions)) {
    for (const [id, state] of Object.entries(states))
      check(id, state, [...path, 'compositions', key, 'states', id]);
  }
}

function sharedFields({ opacity, visible }: ResolvedState): ResolvedState {
  return { ...(opacity !== undefined && { opacity }), ...(visible !== undefined && { visible }) };
}

interface DrawnChart {
  readonly objects: ReadonlyMap<string, ChartPart>;
  /** Names of parts, such as `Tue.value`, by which a document mentions them. */
  readonly names: ReadonlyMap<string, string>;
  /** States before any composition says otherwise. */
  readonly initial: ReadonlyMap<string, ResolvedState>;
  /** For each composition. */
  readonly states: readonly States[];
  readonly groupState: ResolvedState;
}

/** A chart in all compositions. */
class ChartOverTime {
  readonly #id: string;
  readonly #object: ChartObject;
  readonly #scene: ResolvedScene;
  readonly #keys: readonly string[];
  readonly #path: Path;
  readonly #problems: Problems;
  readonly #nameByLabel = new Map<string, string>();

  constructor(
    id: string,
    object: ChartObject,
    scene: ResolvedScene,
    keys: readonly string[],
    path: Path,
    problems: Problems,
  ) {
    this.#id = id;
    this.#object = object;
    this.#scene = scene;
    this.#keys = keys;
    this.#path = path;
    this.#problems = problems;
  }

  /** Null if it cannot be drawn; the reason is added to the problems. */
  draw(): DrawnChart | null {
    const before = this.#problems.count;
    const said = this.#keys.map((key) => this.#scene.compositions[key]?.states?.[this.#id]);
    const own = this.#object.state ?? {};
    let current = own;
    const written = said.map((state) => {
      if (state !== undefined && state !== false) current = { ...current, ...state };
      return current;
    });
    const all = [own, ...written];
    const places = [
      [...this.#path, 'objects', this.#id, 'state'],
      ...this.#keys.map((key) => [...this.#path, 'compositions', key, 'states', this.#id]),
    ];
    const known = new Map<ResolvedState, readonly Datum[]>();
    const values = all.map((state, index) => {
      const data = known.get(state) ?? this.#dataOf(state, places[index] ?? []);
      known.set(state, data);
      return data;
    });
    if (this.#problems.count > before || all.some(({ data }) => isUnknown(data))) return null;
    const scale = scaleFor(
      values.flatMap((data) => data.map(([, value]) => value)),
      typeof current.ticks === 'number' ? current.ticks : undefined,
      current.max,
    );
    for (const [label] of values.flat()) this.#nameOf(label);
    const draw = (index: number): ChartParts => {
      const state = all[index] ?? own;
      return drawers[this.#object.kind](this.#chart(state, values[index] ?? [], scale));
    };
    const first = said.findIndex((state) => state !== undefined);
    const drawn = written.map((_state, index) => draw(index + 1));
    const isShownAtOnce = first < 0 || said[first] === false;
    return this.#collect(drawn, isShownAtOnce ? 0 : first, sharedFields(own));
  }

  /** Returns the data of a state, in the order of the chart. Adds problems. */
  #dataOf(state: ResolvedState, place: Path): readonly Datum[] {
    const { data } = state;
    const at = [...place, 'data'];
    if (isUnknown(data)) return [];
    if (typeof data === 'string') {
      this.#problems.add(at, `must be the name of a CSV file in the project's folder, but is ${showValue(data)}`);
      return [];
    }
    if (data === undefined) {
      this.#problems.add(
        at,
        'is required for a chart: { "Mon": 48, "Tue": 52 }, a list of [label, value] or the name of a CSV file',
      );
      return [];
    }
    const entries = (Array.isArray(data) ? data : Object.entries(data)) as readonly Datum[];
    const labels = new Set(entries.map(([label]) => label));
    if (entries.length === 0 || entries.length > mostValues) {
      this.#problems.add(at, `must have 1 to ${mostValues} values, but has ${entries.length}`);
    } else if (labels.size < entries.length) {
      const twice = entries.find(([label], index) => entries.findIndex(([one]) => one === label) < index);
      this.#problems.add(
        at,
        `has the label ${showValue(twice?.[0])} twice; give each value a label of its own`,
      );
    }
    const values = entries.map(([, value]) => value);
    if (this.#object.kind === 'pie') {
      const negative = entries.find(([, value]) => value < 0);
      if (negative !== undefined) {
        this.#problems.add(
          at,
          `has the negative value ${negative[1]} of ${showValue(negative[0])}, but a pie shows shares; use bars`,
        );
      } else if (values.every((value) => value === 0)) {
        this.#problems.add(at, 'has only zeros, but a pie shows shares of a sum; give it a value above 0');
      }
    }
    const most = Math.max(...values);
    if (state.max !== undefined && most > state.max) {
      this.#problems.add(
        [...place, 'max'],
        `must be at least ${most}, the largest value, but is ${state.max}`,
      );
    }
    return state.sort === true ? entries.toSorted(([, one], [, other]) => other - one) : entries;
  }

  /** Returns the part of an id that stands for a label: its letters and digits, or a number. */
  #nameOf(label: string): string {
    let name = this.#nameByLabel.get(label);
    if (name === undefined) {
      const taken = new Set(this.#nameByLabel.values());
      const plain = label
        .replace(/[^A-Za-z0-9_]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 30);
      const isFree = plain !== '' && !taken.has(plain) && !reservedNames.test(plain);
      name = isFree ? plain : String(this.#nameByLabel.size + 1);
      this.#nameByLabel.set(label, name);
    }
    return name;
  }

  #chart(state: ResolvedState, data: readonly Datum[], scale: Scale): Chart {
    const { width: frameWidth = defaults.sceneWidth, height: frameHeight = defaults.sceneHeight } =
      this.#scene;
    const width = state.width ?? frameWidth * 0.7;
    const height = state.height ?? frameHeight * 0.6;
    const { place = 'center', margin = Math.min(frameWidth, frameHeight) * 0.06 } = state;
    const middle = (low: RegExp, high: RegExp, length: number, frame: number) =>
      low.test(place) ? margin + length / 2 : high.test(place) ? frame - margin - length / 2 : frame / 2;
    const x = state.x ?? middle(/left/, /right/, width, frameWidth);
    const y = state.y ?? middle(/top/, /bottom/, height, frameHeight);
    const { values = true, colors } = state;
    const pattern = typeof values === 'string' ? values : '{value}';
    const letterColor = hexColor(
      state.fill ?? lettersOn(hexColor(this.#scene.background ?? defaults.background)),
    );
    return {
      box: { left: x - width / 2, top: y - height / 2, width, height },
      fontSize: state.fontSize ?? Math.max(16, Math.min(48, height * 0.06)),
      data,
      scale,
      hasTicks: state.ticks !== undefined && state.ticks !== false,
      hasLabels: state.labels !== false,
      valueText: values === false ? null : (value) => pattern.replaceAll('{value}', String(value)),
      colorOf: (label) => hexColor(this.#colorOf(label, colors)),
      letterColor,
      isHorizontal: state.horizontal === true,
      innerRadius: state.innerRadius ?? 0,
      isSmooth: state.smooth === true,
      nameOf: (label) => this.#nameOf(label),
    };
  }

  #colorOf(label: string, colors: ResolvedState['colors']): string {
    if (typeof colors === 'string') return colors;
    const usual = this.#object.kind === 'pie' ? palette : [accent];
    const list = Array.isArray(colors) ? (colors as readonly string[]) : usual;
    const index = [...this.#nameByLabel.keys()].indexOf(label);
    const own = colors !== undefined && !Array.isArray(colors) ? Reflect.get(colors, label) : undefined;
    return typeof own === 'string' ? own : (list[index % list.length] ?? accent);
  }

  /** Says in each composition what changes; a part that enters later comes from its entry. */
  #collect(drawn: readonly ChartParts[], start: number, groupState: ResolvedState): DrawnChart {
    const objects = new Map<string, ChartPart>();
    const names = new Map<string, string>();
    const labels = new Map([...this.#nameByLabel].map(([label, name]) => [name, label]));
    const states = drawn.map((): States => ({}));
    const current = new Map<string, ResolvedState>();
    for (const [index, parts] of drawn.entries()) {
      if (index < start) continue;
      for (const [name, part] of parts) {
        const id = `${this.#id}-${name}`;
        if (!objects.has(id)) objects.set(id, part);
        names.set(this.#mentionOf(name, labels), id);
        const known = current.get(id);
        const said = states[index];
        if (said === undefined) continue;
        if (known === undefined) {
          const before = states[index - 1];
          if (before !== undefined) before[id] = { ...part.state, ...part.entry, visible: false };
          said[id] = { ...part.state, ...(before !== undefined && { visible: true }) };
        } else {
          const changed = Object.entries(part.state).filter(
            ([field, value]) => !isDeepStrictEqual(Reflect.get(known, field), value),
          );
          if (changed.length > 0) said[id] = Object.fromEntries(changed);
        }
        current.set(id, part.state);
      }
      for (const id of [...current.keys()]) {
        if (parts.has(id.slice(this.#id.length + 1))) continue;
        const said = states[index];
        if (said !== undefined) said[id] = false;
        current.delete(id);
      }
    }
    return { objects, names, initial: new Map(), states, groupState };
  }

  /** How a document calls a part: by its label, `Tue.value` for the text of its value. */
  #mentionOf(name: string, labels: ReadonlyMap<string, string>): string {
    const [, of = name, kind = ''] = /^(.*?)(-value|-label)?$/.exec(name) ?? [];
    const label = labels.get(of);
    return label === undefined ? name : `${label}${kind.replace('-', '.')}`;
  }
}

/** Whether data could not be read, for which there is a problem already. */
function isUnknown(data: ResolvedState['data']): boolean {
  return typeof data === 'string' && (data === unknownData || isFilePath(data));
}

/** Names of parts that are not labels. */
const reservedNames = /^(base|line|tick-\d+|.*-(value|label))$/;
