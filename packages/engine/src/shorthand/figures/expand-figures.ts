import { isChartKind } from '../../language/kinds.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { type Expansion, type ExpansionBudget, minBytes } from '../budget.ts';
import { showIds } from '../groups.ts';
import { relationFields } from '../relations.ts';
import type { ResolvedComposition, ResolvedObject, ResolvedScene, ResolvedState } from '../schema.ts';
import { checkFigureFields } from './check-figure-fields.ts';
import { drawers } from './drawers.ts';
import {
  type FigureObject,
  groupStateOf,
  isFigure,
  type MovingPart,
  type MovingParts,
  type PartStates,
  showFigure,
} from './figure.ts';

/** A scene whose figures are groups, and where their parts come from. */
export interface ExpandedFigures {
  readonly scene: ResolvedScene;
  /** The objects made from figures. */
  readonly parts: MovingParts;
  /** The states that figures give their parts, by composition. The states of the scene are those in the document. */
  readonly partStates: ReadonlyMap<string, PartStates>;
}

/**
 * Makes groups of the figures of a scene, and adapts its compositions, relations and tracks to the parts. The places of
 * parts are relative to the upper left corner of their figure.
 */
export function expandFigures(scene: ResolvedScene, path: Path, expansion: Expansion): ExpandedFigures {
  const { objects = {} } = scene;
  checkFigureFields(scene, path, expansion.problems);
  if (!Object.values(objects).some(isFigure)) return { scene, parts: new Map(), partStates: new Map() };
  return new FigureExpansion(scene, path, expansion).expand();
}

class FigureExpansion {
  readonly #scene: ResolvedScene;
  readonly #path: Path;
  readonly #problems: Problems;
  readonly #budget: ExpansionBudget;
  /** Least number of the parts of all figures so far. */
  #leastParts = 0;
  /** Ids of parts by their names, such as `sales.Tue`. */
  readonly #idByName = new Map<string, string>();
  /** Figures that cannot be drawn, for which a problem is already reported. */
  readonly #unknown = new Set<string>();

  constructor(scene: ResolvedScene, path: Path, { problems, budget }: Expansion) {
    this.#scene = scene;
    this.#path = path;
    this.#problems = problems;
    this.#budget = budget;
  }

  expand(): ExpandedFigures {
    const { objects = {}, compositions, compositionOrder, enter } = this.#scene;
    const keys = [...(compositionOrder ?? Object.keys(compositions))];
    const states = new Map(keys.map((key): [string, PartStates] => [key, { ...compositions[key]?.states }]));
    const made: Record<string, ResolvedObject> = {};
    const parts = new Map<string, MovingPart>();
    const partStates = new Map(keys.map((key): [string, PartStates] => [key, {}]));
    for (const [id, object] of Object.entries(objects)) {
      if (isFigure(object)) this.#expandFigure(id, object, keys, { states, partStates, made, parts });
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

  #expandFigure(
    id: string,
    object: FigureObject,
    keys: readonly string[],
    {
      states,
      partStates,
      made,
      parts,
    }: {
      readonly states: ReadonlyMap<string, PartStates>;
      readonly partStates: ReadonlyMap<string, PartStates>;
      readonly made: Record<string, ResolvedObject>;
      readonly parts: Map<string, MovingPart>;
    },
  ): void {
    const { objects = {} } = this.#scene;
    const fits = (parts: number) => this.#fits(parts, keys.length);
    const drawn = drawers[object.kind]({
      ...{ id, object, keys, fits },
      scene: this.#scene,
      path: this.#path,
      problems: this.#problems,
    });
    for (const all of states.values()) if (all[id]) all[id] = groupStateOf(all[id]);
    if (drawn === null) {
      this.#unknown.add(id);
      made[id] = { kind: 'group', children: [] };
      return;
    }
    for (const [name, part] of drawn.names) this.#idByName.set(`${id}.${name}`, part);
    for (const [part, { kind }] of drawn.objects) {
      if (part in objects) {
        const rule = `is also the id of a part of ${this.#show(id)}; choose another`;
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
    this.#leastParts += parts;
    const bytes = this.#leastParts * compositions * minBytes.state;
    const what = () => `charts with at least ${this.#leastParts} parts in ${compositions} compositions`;
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
    const [figure = ''] = name.split('.');
    if (id !== undefined || this.#unknown.has(figure)) return id;
    const known = [...this.#idByName.keys()].filter((one) => one.startsWith(`${figure}.`));
    this.#problems.add(
      place,
      'unknown-id',
      known.length > 0
        ? `is not a part of ${this.#show(figure)}, which has ${showIds(Object.fromEntries(known.map((one) => [one, 0])))}`
        : `names a part of ${showValue(figure)}, which is not a chart`,
    );
    return undefined;
  }

  /** Reports places of parts, which their figures set. */
  #checkPlaces(name: string, state: unknown, place: Path): void {
    if (place.at(-2) !== 'states' || typeof state !== 'object' || state === null) return;
    for (const field of ['x', 'y', ...relationFields]) {
      if (Reflect.get(state, field) === undefined) continue;
      const [figure] = name.split('.');
      this.#problems.add(
        [...place, field],
        'conflict',
        `is set by ${this.#show(figure)}; move the ${isChartKind(this.#scene.objects?.[figure]?.kind) ? 'chart' : 'whole'}, or change its data`,
      );
    }
  }

  #show(id: string): string {
    return showFigure(id, this.#scene.objects?.[id]?.kind);
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
