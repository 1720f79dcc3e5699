import { isChartKind } from '../../language/kinds.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { type Expansion, type ExpansionBudget, minBytes } from '../budget.ts';
import { showIds } from '../groups.ts';
import { relationFields } from '../relations.ts';
import type { ResolvedComposition, ResolvedObject, ResolvedScene, ResolvedState } from '../schema.ts';
import { type ChartObject, type ChartStates, drawChart, groupStateOf } from './chart-over-time.ts';
import { checkChartFields } from './check-chart-fields.ts';
import type { MovingPart, MovingParts } from './part-tracks.ts';

/** A scene whose charts are groups, and where their parts come from. */
export interface ExpandedCharts {
  readonly scene: ResolvedScene;
  /** The objects made from charts. */
  readonly parts: MovingParts;
  /** The states that charts give their parts, by composition. The states of the scene are those in the document. */
  readonly partStates: ReadonlyMap<string, ChartStates>;
}

/**
 * Makes groups of the charts of a scene, and adapts its compositions, relations and tracks to the parts. The places of
 * parts are relative to the upper left corner of their chart.
 */
export function expandCharts(scene: ResolvedScene, path: Path, expansion: Expansion): ExpandedCharts {
  const { objects = {} } = scene;
  checkChartFields(scene, path, expansion.problems);
  if (!Object.values(objects).some(isChart)) return { scene, parts: new Map(), partStates: new Map() };
  return new ChartExpansion(scene, path, expansion).expand();
}

function isChart(object: ResolvedObject): object is ChartObject {
  return isChartKind(object.kind);
}

class ChartExpansion {
  readonly #scene: ResolvedScene;
  readonly #path: Path;
  readonly #problems: Problems;
  readonly #budget: ExpansionBudget;
  /** Least number of the parts of all charts so far. */
  #minSegments = 0;
  /** Ids of parts by their names, such as `sales.Tue`. */
  readonly #idByName = new Map<string, string>();
  /** Charts that cannot be drawn, for which a problem is already reported. */
  readonly #unknown = new Set<string>();

  constructor(scene: ResolvedScene, path: Path, { problems, budget }: Expansion) {
    this.#scene = scene;
    this.#path = path;
    this.#problems = problems;
    this.#budget = budget;
  }

  expand(): ExpandedCharts {
    const { objects = {}, compositions, compositionOrder, enter } = this.#scene;
    const keys = [...(compositionOrder ?? Object.keys(compositions))];
    const states = new Map(keys.map((key): [string, ChartStates] => [key, { ...compositions[key]?.states }]));
    const made: Record<string, ResolvedObject> = {};
    const parts = new Map<string, MovingPart>();
    const partStates = new Map(keys.map((key): [string, ChartStates] => [key, {}]));
    for (const [id, object] of Object.entries(objects)) {
      if (isChart(object)) this.#expandChart(id, object, keys, { states, partStates, made, parts });
      else made[id] = object;
    }
    for (const [id, object] of Object.entries(made)) {
      if (!parts.has(id)) made[id] = this.#withPartIds(object, [...this.#path, 'objects', id]);
    }
    const changed = Object.entries(compositions).map(([key, composition]): [string, ResolvedComposition] => {
      const place = [...this.#path, 'compositions', key];
      const all = this.#renamed(states.get(key) ?? composition.states ?? {}, [...place, 'states']);
      for (const [id, state] of Object.entries(all)) {
        if (state) all[id] = this.#withTargets(state, [...place, 'states', id]);
      }
      const own = composition.enter;
      return [
        key,
        {
          ...composition,
          states: all,
          ...(own !== undefined && { enter: this.#withTracks(own, place, parts) }),
        },
      ];
    });
    return {
      scene: {
        ...this.#scene,
        objects: made,
        compositions: Object.fromEntries(changed),
        ...(enter !== undefined && { enter: this.#withTracks(enter, this.#path, parts) }),
      },
      parts,
      partStates,
    };
  }

  #expandChart(
    id: string,
    object: ChartObject,
    keys: readonly string[],
    {
      states,
      partStates,
      made,
      parts,
    }: {
      readonly states: ReadonlyMap<string, ChartStates>;
      readonly partStates: ReadonlyMap<string, ChartStates>;
      readonly made: Record<string, ResolvedObject>;
      readonly parts: Map<string, MovingPart>;
    },
  ): void {
    const { objects = {} } = this.#scene;
    const fits = (parts: number) => this.#fits(parts, keys.length);
    const drawn = drawChart(id, object, this.#scene, keys, this.#path, this.#problems, fits);
    for (const all of states.values()) if (all[id]) all[id] = groupStateOf(all[id]);
    if (drawn === null) {
      this.#unknown.add(id);
      made[id] = { kind: 'group', children: [] };
      return;
    }
    for (const [name, part] of drawn.names) this.#idByName.set(`${id}.${name}`, part);
    for (const [part, { kind }] of drawn.objects) {
      if (part in objects) {
        const rule = `is also the id of a part of the chart ${id}; choose another`;
        this.#problems.add([...this.#path, 'objects', part], 'repeated-id', rule);
      }
      made[part] = { kind, state: {} };
    }
    for (const [part, moving] of drawn.parts) parts.set(part, moving);
    const { kind, enter, exit, fixed } = object;
    const children = [...drawn.objects.keys()];
    made[id] = {
      ...{ kind, children, state: drawn.groupState },
      ...(enter && { enter }),
      ...(exit && { exit }),
      ...(fixed !== undefined && { fixed }),
    };
    for (const [index, own] of drawn.states.entries()) {
      Object.assign(partStates.get(keys[index] ?? '') ?? {}, own);
    }
  }

  /** Whether the budget allows for so many more parts. */
  #fits(parts: number, compositions: number): boolean {
    this.#minSegments += parts;
    const bytes = this.#minSegments * compositions * minBytes.state;
    const what = () => `charts with at least ${this.#minSegments} parts in ${compositions} compositions`;
    return this.#budget.fits(bytes, [...this.#path, 'objects'], what);
  }

  /** Returns a map with the ids of parts in place of their names. */
  #renamed<Value>(map: Readonly<Record<string, Value>>, place: Path): Record<string, Value> {
    const renamed: Record<string, Value> = {};
    for (const [key, value] of Object.entries(map)) if (!key.includes('.')) renamed[key] = value;
    for (const [key, value] of Object.entries(map)) {
      if (!key.includes('.')) continue;
      const id = this.#idOf(key, [...place, key]);
      if (id === undefined) continue;
      this.#checkPlaces(key, value, [...place, key]);
      renamed[id] = value;
    }
    // What belongs to a value appears and disappears with it.
    for (const [key, value] of Object.entries(map)) {
      if (!key.includes('.') || !isPlainMention(value)) continue;
      for (const text of ['value', 'label']) {
        const id = this.#idByName.get(`${key}.${text}`);
        if (id !== undefined && renamed[id] === undefined) renamed[id] = value;
      }
    }
    return renamed;
  }

  /** The id of a part. Undefined, with a problem, for a name that no part has. */
  #idOf(name: string, place: Path): string | undefined {
    const id = this.#idByName.get(name);
    const [chart = ''] = name.split('.');
    if (id !== undefined || this.#unknown.has(chart)) return id;
    const known = [...this.#idByName.keys()].filter((one) => one.startsWith(`${chart}.`));
    this.#problems.add(
      place,
      'unknown-id',
      known.length > 0
        ? `is not a part of the chart ${chart}, which has ${showIds(Object.fromEntries(known.map((one) => [one, 0])))}`
        : `names a part of ${showValue(chart)}, which is not a chart`,
    );
    return undefined;
  }

  /** Reports places of parts, which their charts set. */
  #checkPlaces(name: string, state: unknown, place: Path): void {
    if (place.at(-2) !== 'states' || typeof state !== 'object' || state === null) return;
    for (const field of ['x', 'y', ...relationFields]) {
      if (Reflect.get(state, field) === undefined) continue;
      const [chart] = name.split('.');
      this.#problems.add(
        [...place, field],
        'conflict',
        `is set by the chart ${chart}; move the chart, or change its data`,
      );
    }
  }

  #withTracks<Enter>(enter: Enter, place: Path, parts: Map<string, MovingPart>): Enter {
    if (typeof enter !== 'object' || enter === null || !('tracks' in enter)) return enter;
    const tracks = enter.tracks as Readonly<Record<string, unknown>> | undefined;
    if (tracks === undefined) return enter;
    for (const key of Object.keys(tracks)) {
      const id = this.#idByName.get(key) ?? key;
      const part = parts.get(id);
      if (part !== undefined) parts.set(id, { ...part, key });
    }
    return { ...enter, tracks: this.#renamed(tracks, [...place, 'enter', 'tracks']) };
  }

  #withPartIds(object: ResolvedObject, place: Path): ResolvedObject {
    const { children, state } = object;
    return {
      ...object,
      ...(children !== undefined && {
        children: children.flatMap((id, index) => this.#target(id, [...place, 'children', index])),
      }),
      ...(state !== undefined && { state: this.#withTargets(state, [...place, 'state']) }),
    };
  }

  /** Returns a state whose relations name parts by their ids. */
  #withTargets(state: ResolvedState, place: Path): ResolvedState {
    const changed: Record<string, unknown> = {};
    for (const field of ['above', 'below', 'leftOf', 'rightOf', 'around', 'inside', 'from', 'to'] as const) {
      const value: unknown = state[field];
      const at = [...place, field];
      if (typeof value === 'string') [changed[field]] = this.#target(value, at);
      else if (Array.isArray(value)) {
        changed[field] = value.flatMap((one, index) =>
          typeof one === 'string' ? this.#target(one, [...at, index]) : [one],
        );
      }
    }
    return { ...state, ...changed };
  }

  /** The id that a relation or a list of members names; none for a part that does not exist. */
  #target(name: string, place: Path): string[] {
    if (!name.includes('.')) return [name];
    const id = this.#idOf(name, place);
    return id === undefined ? [] : [id];
  }
}

/** Whether a state only shows or hides. */
function isPlainMention(value: unknown): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === false || isEmpty;
}
