import { isChartKind } from '../../language/kinds.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { type Expansion, type ExpansionBudget, minBytes } from '../budget.ts';
import { showIds } from '../groups.ts';
import { shorthandKind } from '../kinds/shorthand-kinds.ts';
import { relationFields } from '../relations.ts';
import type { ResolvedComposition, ResolvedObject, ResolvedScene, ResolvedState } from '../schema.ts';
import { checkFigureFields } from './check-figure-fields.ts';
import {
  type DrawnFigure,
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
  readonly #idsByName = new Map<string, readonly string[]>();
  /** What finds the parts of figures that read their states themselves. */
  readonly #finders = new Map<string, NonNullable<DrawnFigure['find']>>();
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
      const all = this.#renamed(states.get(key) ?? composition.states ?? {}, [...place, 'states'], key);
      for (const [id, state] of Object.entries(all)) {
        if (state) all[id] = this.#withTargets(state, [...place, 'states', id], key);
      }
      const enterHere = composition.enter;
      return [
        key,
        {
          ...composition,
          states: all,
          ...(composition.highlight && {
            highlight: composition.highlight.flatMap((name, index) =>
              this.#withTexts(name, this.#targets(name, [...place, 'highlight', index], key)),
            ),
          }),
          ...(enterHere !== undefined && { enter: this.#withTracks(enterHere, place, parts, key) }),
        },
      ];
    });
    return {
      scene: {
        ...this.#scene,
        objects: made,
        compositions: Object.fromEntries(changed),
        ...(enter !== undefined && { enter: this.#withTracks(enter, this.#path, parts, null) }),
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
    const figure = { id, object, keys, fits, scene: this.#scene, path: this.#path, problems: this.#problems };
    const drawn = shorthandKind(object.kind).draw?.(figure) ?? null;
    for (const all of states.values()) if (all[id]) all[id] = groupStateOf(all[id], object.kind);
    if (drawn === null) {
      this.#unknown.add(id);
      made[id] = { kind: object.kind, children: [] };
      return;
    }
    for (const [index, own] of (drawn.groupStates ?? []).entries()) {
      const all = states.get(keys[index] ?? '');
      if (all === undefined || all[id] === false || Object.keys(own).length === 0) continue;
      all[id] = { ...own, ...all[id] };
    }
    if (drawn.find) this.#finders.set(id, drawn.find);
    for (const [name, part] of drawn.names) this.#idsByName.set(`${id}.${name}`, [part].flat());
    for (const [part, { kind }] of drawn.objects) {
      if (part in objects) {
        const rule = `is also the id of a part of ${this.#show(id)}; choose another`;
        this.#problems.add([...this.#path, 'objects', part], 'repeated-id', rule);
      }
      made[part] = { kind, state: {} };
    }
    for (const [part, moving] of drawn.parts) parts.set(part, moving);
    const { kind, enter, exit, fixed, decorative, attached } = object;
    const children = [...drawn.objects.keys()];
    made[id] = {
      ...{ kind, children, state: drawn.groupState },
      ...(enter && { enter }),
      ...(exit && { exit }),
      ...(attached && { attached }),
      ...(fixed !== undefined && { fixed }),
      ...(decorative !== undefined && { decorative }),
    };
    for (const [index, own] of drawn.states.entries()) {
      Object.assign(partStates.get(keys[index] ?? '') ?? {}, own);
    }
  }

  /** Whether the budget allows for this number of further parts. */
  #fits(parts: number, compositions: number): boolean {
    this.#leastParts += parts;
    const bytes = this.#leastParts * compositions * minBytes.state;
    const what = () => `charts with at least ${this.#leastParts} parts in ${compositions} compositions`;
    return this.#budget.fits(bytes, [...this.#path, 'objects'], what);
  }

  /** Returns a map with the ids of parts in place of their names. */
  #renamed<Value>(
    map: Readonly<Record<string, Value>>,
    place: Path,
    key: string | null,
  ): Record<string, Value> {
    const areStates = place.at(-1) === 'states';
    const renamed: Record<string, Value> = {};
    const isOfOne = new Set<string>();
    for (const [name, value] of Object.entries(map)) if (!name.includes('.')) renamed[name] = value;
    for (const [name, value] of Object.entries(map)) {
      // Such a figure has read the states of its parts.
      if (!name.includes('.') || (areStates && this.#finders.has(figureOf(name)))) continue;
      const ids = this.#idsOf(name, [...place, name], key);
      if (ids.length > 0) this.#checkPlaces(name, value, [...place, name]);
      const isOfMany = ids.length > 1;
      for (const id of ids) {
        const single = renamed[id];
        // What a name of many parts says comes before what the name of one says.
        if (isOfMany && isOfOne.has(id)) renamed[id] = merged(value, single);
        else renamed[id] = isOfMany || single === undefined ? value : merged(single, value);
        if (!isOfMany) isOfOne.add(id);
      }
    }
    // What belongs to a value appears and disappears with it.
    for (const [name, value] of Object.entries(map)) {
      if (!name.includes('.') || !isPlainMention(value)) continue;
      for (const id of this.#textsOf(name)) if (renamed[id] === undefined) renamed[id] = value;
    }
    return renamed;
  }

  /** The ids of the parts with a name in a composition. None, with a problem, for a name that no part has. */
  #idsOf(name: string, place: Path, key: string | null): readonly string[] {
    const ids = this.#idsByName.get(name);
    const figure = figureOf(name);
    if (ids !== undefined) return ids;
    if (this.#unknown.has(figure)) return [];
    const find = this.#finders.get(figure);
    if (find !== undefined) {
      const found = find(name.slice(figure.length + 1), key);
      if (typeof found !== 'string') return found;
      this.#problems.add(place, 'unknown-id', found);
      return [];
    }
    const partNames = [...this.#idsByName.keys()].filter((one) => one.startsWith(`${figure}.`));
    this.#problems.add(
      place,
      'unknown-id',
      partNames.length > 0
        ? `is not a part of ${this.#show(figure)}, which has ${showIds(Object.fromEntries(partNames.map((one) => [one, 0])))}`
        : `names a part of ${showValue(figure)}, which is not a chart`,
    );
    return [];
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

  #withTracks<Enter>(
    enter: Enter,
    place: Path,
    parts: Map<string, MovingPart>,
    composition: string | null,
  ): Enter {
    if (typeof enter !== 'object' || enter === null || !('tracks' in enter)) return enter;
    const tracks = enter.tracks as Readonly<Record<string, unknown>> | undefined;
    if (tracks === undefined) return enter;
    for (const key of Object.keys(tracks)) {
      const named = this.#idsByName.get(key) ?? [key];
      const found = this.#finders.get(figureOf(key))?.(key.slice(figureOf(key).length + 1), composition);
      for (const id of typeof found === 'object' ? found : named) {
        const part = parts.get(id);
        if (part !== undefined) parts.set(id, { ...part, key });
      }
    }
    return { ...enter, tracks: this.#renamed(tracks, [...place, 'enter', 'tracks'], composition) };
  }

  #withPartIds(object: ResolvedObject, place: Path): ResolvedObject {
    const { children, state } = object;
    return {
      ...object,
      ...(children !== undefined && {
        children: children.flatMap((id, index) => this.#targets(id, [...place, 'children', index], null)),
      }),
      ...(state !== undefined && { state: this.#withTargets(state, [...place, 'state'], null) }),
    };
  }

  /** Returns a state whose relations name parts by their ids. */
  #withTargets(state: ResolvedState, place: Path, key: string | null): ResolvedState {
    const changed: Record<string, unknown> = {};
    for (const field of ['above', 'below', 'leftOf', 'rightOf', 'around', 'inside', 'from', 'to'] as const) {
      const value: unknown = state[field];
      const at = [...place, field];
      if (typeof value === 'string') {
        const ids = this.#targets(value, at, key);
        changed[field] = field === 'around' && ids.length > 1 ? ids : this.#only(ids, value, at);
      } else if (Array.isArray(value)) {
        changed[field] = value.flatMap((one, index) =>
          typeof one === 'string' ? this.#targets(one, [...at, index], key) : [one],
        );
      }
    }
    return { ...state, ...changed };
  }

  /** The ids that a relation or a list of members names; none for a part that does not exist. */
  #targets(name: string, place: Path, key: string | null): readonly string[] {
    const owner = this.#scene.objects?.[figureOf(name)];
    // Words of a text are no objects.
    const isOfFigure = name.includes('.') && (owner === undefined || isFigure(owner));
    return isOfFigure ? this.#idsOf(name, place, key) : [name];
  }

  /** The ids of a part of a chart with those of its value and its label. */
  #withTexts(name: string, ids: readonly string[]): readonly string[] {
    return [...ids, ...this.#textsOf(name)];
  }

  /** The ids of what belongs to a part or a series of a chart. */
  #textsOf(name: string): readonly string[] {
    return ['value', 'label', 'parts'].flatMap((text) => this.#idsByName.get(`${name}.${text}`) ?? []);
  }

  /** The id of a relation to one object. */
  #only(ids: readonly string[], name: string, place: Path): string | undefined {
    const texts = ids.filter((id) => !id.endsWith('-number'));
    if (texts.length > 1)
      this.#problems.add(
        place,
        'value',
        `is ${showValue(name)}, which are ${texts.length} objects; name one`,
      );
    return texts[0] ?? ids[0];
  }
}

/** The id of the figure in the name of a part. */
function figureOf(name: string): string {
  return name.split('.', 1)[0] ?? '';
}

/** Two values that a map gives one part, of which the second one wins. */
function merged<Value>(first: Value, second: Value): Value {
  const areObjects = [first, second].every((value) => typeof value === 'object' && value !== null);
  return areObjects ? { ...first, ...second } : second;
}

/** Whether a state only shows or hides. */
function isPlainMention(value: unknown): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === false || isEmpty;
}
