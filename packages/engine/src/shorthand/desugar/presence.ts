import { isAxes, isGroupKind, isPlot } from '../../language/kinds.ts';
import { fieldsOf, isMap } from '../../project/check.ts';
import { partReader } from '../kinds/shorthand-kinds.ts';
import { targetFields } from '../relations.ts';
import { cameraId } from './camera.ts';
import { type Fields, mapIn, type SceneDraft } from './scene-draft.ts';

/**
 * What a composition says about an object: that it is there, that it is not, or only how it looks. With `visible` it is
 * hidden where it is, so that it comes back from there.
 */
export type Say = boolean | 'invisible' | 'look';

/** Whether something that is said shows an object or hides it; undefined for its look. */
export function visibilityOf(say: Say | undefined): boolean | undefined {
  return say === 'look' ? undefined : say === 'invisible' ? false : say;
}

/** What the compositions say about the objects of a scene. */
export interface SceneSays {
  /** About each object, and about words and lines, by id, in each composition. */
  readonly named: readonly ReadonlyMap<string, Say>[];
  /** About all objects, in each composition. */
  readonly all: readonly (Say | undefined)[];
}

/** Returns what a state says. One without fields shows its object. */
export function sayOf(state: unknown): Say {
  if (!isMap(state)) return state === true;
  if (typeof state.visible === 'boolean') return state.visible || 'invisible';
  return Object.keys(state).length === 0 ? true : 'look';
}

/** What an object belongs to: it is there while these are. */
interface Whole {
  readonly id: string;
  /** Whether the object is a part, whose look never shows it, and not only in a place, such as on axes. */
  readonly isOfParts: boolean;
}

/**
 * In which compositions objects are there:
 *
 * - an object that no composition shows always; any other from the first one that shows it or gives it fields, until
 *   one hides it
 * - a part exactly while its whole is, unless a composition shows or hides the part itself; if the first one of these
 *   shows it, it is not there before
 * - an edge of a graph while both of its ends are
 */
export class Presence {
  readonly #draft: SceneDraft;
  readonly #says: SceneSays;
  readonly #wholes: ReadonlyMap<string, readonly Whole[]>;
  readonly #hiddenFirst: ReadonlySet<string>;
  readonly #firstTargets: ReadonlyMap<string, number>;
  /** The first composition that says something about a part of an object, by its id. */
  readonly #firstParts: ReadonlyMap<string, number>;
  readonly #made: ReadonlySet<string>;
  readonly #own = new Map<string, readonly boolean[]>();
  readonly #found = new Map<string, boolean[]>();

  constructor(draft: SceneDraft, says: SceneSays) {
    this.#draft = draft;
    this.#says = says;
    this.#wholes = wholesIn(draft, says);
    this.#hiddenFirst = hiddenFirst(draft, says);
    this.#firstTargets = firstTargets(draft);
    this.#firstParts = this.#findFirstParts();
    this.#made = new Set([...draft.labels.values(), ...draft.boxes.values(), ...draft.carriers.values()]);
  }

  /** Whether an object is there in a composition, by its index. */
  isPresent(id: string, index: number): boolean {
    const found = this.#found.get(id) ?? [];
    this.#found.set(id, found);
    const presentHere = found[index];
    if (presentHere !== undefined) return presentHere;
    // An object that is inside itself is reported elsewhere.
    found[index] = true;
    const { key } = this.#draft.compositions[index] ?? { key: '' };
    const present =
      this.#draft.absent.get(key)?.has(id) !== true &&
      this.#ownOf(id)[index] === true &&
      this.#wholesOf(id).every(
        (whole) => this.isPresent(whole.id, index) || this.#isAhead(id, whole.id, index),
      );
    found[index] = present;
    return present;
  }

  /** Whether an object is hidden until a composition shows it, whatever its look. */
  isHiddenFirst(id: string): boolean {
    return this.#hiddenFirst.has(id);
  }

  /** Whether a composition hides an object, or what it belongs to, with `visible`. */
  isInvisible(id: string, index: number): boolean {
    const says = this.#says.named[index];
    if (says?.has(id)) return says.get(id) === 'invisible';
    return [...this.around(id)].some((whole) => says?.get(whole) === 'invisible');
  }

  /** The ids of everything that an object is in. */
  around(id: string, found = new Set<string>()): ReadonlySet<string> {
    for (const whole of this.#wholesOf(id)) {
      if (found.has(whole.id)) continue;
      found.add(whole.id);
      this.around(whole.id, found);
    }
    return found;
  }

  /** Whether the look of an object shows it. */
  #isShownByLook(id: string): boolean {
    return (
      !this.#isPart(id) &&
      !this.#hiddenFirst.has(id) &&
      !this.#draft.captions.has(this.#draft.objects[id] ?? {})
    );
  }

  /** Whether a composition shows a part before its whole, or since its whole was hidden. */
  #isAhead(id: string, whole: string, index: number): boolean {
    const shownAt = this.#lastSay(id, true, index);
    if (shownAt < 0) return false;
    const isHiddenSince = (one: string, seen: readonly string[]): boolean =>
      this.#lastSay(one, false, index) >= shownAt ||
      this.#wholesOf(one).some(({ id }) => !seen.includes(id) && isHiddenSince(id, [...seen, id]));
    const { all } = this.#says;
    const isAllHidden = all.findLastIndex((say, at) => at <= index && visibilityOf(say) === false) >= shownAt;
    return !isAllHidden && !isHiddenSince(whole, [whole]);
  }

  /** The last composition up to one that says this of an object; -1 without any. */
  #lastSay(id: string, say: boolean, index: number): number {
    return this.#says.named.findLastIndex((says, at) => at <= index && visibilityOf(says.get(id)) === say);
  }

  /** What the compositions say about the object itself. */
  #ownOf(id: string): readonly boolean[] {
    const cached = this.#own.get(id);
    if (cached !== undefined) return cached;
    const byLook = this.#isShownByLook(id);
    const isNamed = !this.#isPart(id) && !this.#hiddenFirst.has(id) && isOfAll(this.#draft, id);
    const { named, all } = this.#says;
    const says = named.map((one, index): boolean | undefined => {
      const say = one.get(id);
      if (say === 'look' && byLook) return true;
      return visibilityOf(say) ?? (isNamed ? visibilityOf(all[index]) : undefined);
    });
    let isThere = this.#isThereFirst(id, says, byLook);
    const presences = says.map((say) => {
      isThere = say ?? isThere;
      return isThere;
    });
    this.#own.set(id, presences);
    return presences;
  }

  #isThereFirst(id: string, says: readonly (boolean | undefined)[], byLook: boolean): boolean {
    if (this.#hiddenFirst.has(id)) return false;
    const shownAt = says.indexOf(true);
    if (shownAt < 0) return true;
    if (byLook) {
      const isOnlyLook = this.#says.named[shownAt]?.get(id) === 'look';
      const parts = isOnlyLook ? this.#firstParts.get(id) : undefined;
      return Math.min(this.#firstTargets.get(id) ?? Infinity, parts ?? Infinity) < shownAt;
    }
    return says.find((say) => say !== undefined) === false;
  }

  #isPart(id: string): boolean {
    return this.#made.has(id) || this.#wholesOf(id).some(({ isOfParts }) => isOfParts);
  }

  #findFirstParts(): Map<string, number> {
    const first = new Map<string, number>();
    for (const [index, says] of this.#says.named.entries()) {
      const add = (id: string) => {
        for (const whole of this.#wholesOf(id)) {
          if (!whole.isOfParts || first.has(whole.id)) continue;
          first.set(whole.id, index);
          add(whole.id);
        }
      };
      for (const id of says.keys()) add(id);
    }
    return first;
  }

  #wholesOf(id: string): readonly Whole[] {
    return this.#wholes.get(id) ?? [];
  }
}

/** Whether `*` speaks of an object: of all but parts, and what others are made of. */
export function isOfAll({ names, objects, captions }: SceneDraft, id: string): boolean {
  // Words that are being read stay unless they are named.
  return names.nameOf(id) === id && objects[id]?.carries === undefined && !captions.has(objects[id] ?? {});
}

/** What each object belongs to, by id. */
function wholesIn(draft: SceneDraft, { named }: SceneSays): Map<string, Whole[]> {
  const { names, objects, labels, boxes, carriers, graphs } = draft;
  const wholes = new Map<string, Whole[]>();
  const add = (id: string, whole: string, isOfParts = true) => {
    const wholesOfObject = wholes.get(id) ?? [];
    if (id !== whole && !wholesOfObject.some((one) => one.id === whole))
      wholes.set(id, [...wholesOfObject, { id: whole, isOfParts }]);
  };
  const mentioned = new Set(named.flatMap((says) => [...says.keys()]));
  for (const id of new Set([...Object.keys(objects), ...mentioned])) {
    const name = names.nameOf(id);
    for (let end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1)) {
      const outer = names.resolve(name.slice(0, end), objects);
      if (outer === undefined || !Object.hasOwn(objects, outer)) continue;
      add(id, outer);
      break;
    }
  }
  for (const [id, object] of Object.entries(objects)) {
    if (!isMap(object)) continue;
    const children = idsIn(object.children);
    // The texts of a box of a diagram are there with the box, not with the whole.
    const members = new Set<unknown>(children);
    const isInner = (child: string) => members.has(fieldsOf(objects[child]).follows);
    for (const child of children) if (!isInner(child)) add(child, id);
    for (const memberId of idsIn(object.attached)) add(memberId, id);
    if (typeof object.parentId !== 'string') continue;
    const { kind } = objects[object.parentId] ?? {};
    if (isAxes(kind) || isPlot(kind)) add(id, object.parentId, false);
  }
  for (const made of [labels, boxes, carriers]) for (const [owner, id] of made) add(id, owner);
  for (const { edges } of graphs.values())
    for (const [id, { from, to }] of edges) for (const end of [from, to]) add(id, end);
  return wholes;
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

/**
 * Objects that are hidden until a composition shows them: those with `visible` false, and those inside which others are
 * painted, unless the first composition speaks of them.
 */
function hiddenFirst({ objects, mentioned, names }: SceneDraft, { named }: SceneSays): ReadonlySet<string> {
  const ids = Object.keys(objects);
  const states = ids.map((id) => mapIn(objects[id], 'state'));
  const hidden = ids.filter((_, index) => states[index]?.visible === false);
  const clips = [...states, ...[...mentioned.values()].flat()]
    .flatMap(({ clip }) => (typeof clip === 'string' ? [names.resolve(clip, objects) ?? clip] : []))
    .filter((id) => Object.hasOwn(objects, id) && named[0]?.has(id) !== true);
  return new Set([...hidden, ...clips]);
}

/** The first composition whose states place or join something by an object, by its id. */
function firstTargets({ compositions, names, objects }: SceneDraft): Map<string, number> {
  const first = new Map<string, number>();
  for (const [index, { written }] of compositions.entries()) {
    for (const state of Object.values(mapIn(written, 'states'))) {
      if (!isMap(state)) continue;
      const targets = targetFields.flatMap((field) => [state[field]].flat());
      for (const target of targets) {
        const id = typeof target === 'string' ? names.resolve(target, objects) : undefined;
        if (id !== undefined && !first.has(id)) first.set(id, index);
      }
    }
  }
  return first;
}

/** Writes into the plain states of all compositions where objects are there, by mentions and `visible`. */
export function writePresence(draft: SceneDraft, presence: Presence, read: Map<string, unknown>): void {
  const { compositions, objects, provenance } = draft;
  const layers = new Set(draft.layers.values());
  const written = compositions.map(({ key }) => fieldsOf(read.get(key)));
  const ids = new Set([...Object.keys(objects), ...written.flatMap(Object.keys)]);
  const all = Array.from(ids, (id) => {
    const isLeft = id === cameraId || layers.has(id) || partReader(draft, id) !== undefined;
    return { id, states: isLeft ? [] : new PlainStates(draft, presence, id, written).states };
  });
  for (const { id, states } of all) {
    for (const [index, state] of states.entries()) {
      const { key, path } = compositions[index] ?? { key: '', path: [] };
      const statesHere = written[index];
      if (state === statesHere?.[id] || statesHere === undefined) continue;
      if (!read.has(key)) read.set(key, provenance.set(statesHere, [...path, 'states']));
      if (state === undefined) delete statesHere[id];
      else statesHere[id] = state;
    }
  }
  for (const object of Object.values(objects)) {
    const { kind, state } = fieldsOf(object);
    if (isGroupKind(kind) && isMap(state) && typeof state.visible === 'boolean') delete state.visible;
  }
}

/**
 * The plain states of one object: an empty one shows it, `false` hides it, and `visible` keeps what a composition
 * changes while it is hidden. The members of a group have states of their own.
 */
class PlainStates {
  readonly states: readonly unknown[];
  readonly #draft: SceneDraft;
  readonly #presence: Presence;
  readonly #id: string;
  /** Whether `visible` hides it in the current composition. */
  #isInvisible: boolean;

  constructor(draft: SceneDraft, presence: Presence, id: string, written: readonly Fields[]) {
    this.#draft = draft;
    this.#presence = presence;
    this.#id = id;
    this.#isInvisible = presence.isHiddenFirst(id);
    const { children, kind } = draft.objects[id] ?? {};
    // The parts of a figure are made later.
    const hasStates = (child: unknown) => Object.hasOwn(draft.objects, String(child));
    const isGroup = isGroupKind(kind) && Array.isArray(children) && children.every(hasStates);
    const statesOfObject = written.map((states) => states[id]);
    if (isGroup) this.states = statesOfObject.map((state, index) => this.#groupStateIn(state, index));
    else
      this.states = this.#withStart(
        statesOfObject.map((state, index) => this.#stateIn(state, index)),
        written,
      );
  }

  #groupStateIn(state: unknown, index: number): unknown {
    const isWorth = isMap(state) && (hasLook(state) || this.#isPresent(index));
    return isWorth ? state : undefined;
  }

  #stateIn(state: unknown, index: number): unknown {
    if (state !== undefined && typeof state !== 'boolean' && !isMap(state)) return state;
    const isPresent = this.#isPresent(index);
    const fields = isMap(state) ? state : this.#empty(index);
    const isChanged = hasLook(fields);
    if (isPresent) {
      if (this.#isInvisible) fields.visible = true;
      this.#isInvisible = false;
      const isShown = index === 0 ? state !== undefined : !this.#isPresent(index - 1);
      return Object.keys(fields).length > 0 || isShown ? fields : undefined;
    }
    if (isChanged || this.#presence.isInvisible(this.#id, index)) {
      this.#isInvisible = true;
      fields.visible = false;
      return fields;
    }
    return index > 0 && this.#isPresent(index - 1) ? false : undefined;
  }

  /** Adds what shows or hides the object in the first composition where its later states would not. */
  #withStart(states: unknown[], written: readonly Fields[]): unknown[] {
    const id = this.#id;
    const first = states.findIndex((state) => state !== undefined);
    if (first === 0) return states;
    if (this.#presence.isHiddenFirst(id)) {
      if (first < 0 || !this.#isPresent(first))
        states[0] = this.#draft.provenance.make(Object.assign(this.#empty(0), { visible: false }));
      return states;
    }
    const around = [...this.#presence.around(id)];
    // A group's opacity shows its members, and a figure shows its parts.
    const isShownByWhole = written
      .slice(0, first < 0 ? undefined : first)
      .some((states) => around.some((whole) => states[whole] !== undefined));
    if (this.#isPresent(0)) {
      if (isShownByWhole || (first > 0 && states[first] !== false)) states[0] = this.#empty(0);
    } else if (isShownByWhole || first < 0 || isGroupKind(this.#draft.objects[id]?.kind)) states[0] = false;
    return states;
  }

  #isPresent(index: number): boolean {
    return this.#presence.isPresent(this.#id, index);
  }

  /** A state that the document does not write: what is wrong with it is wrong in the object. */
  #empty(index: number): Fields {
    const { compositions, objects, provenance } = this.#draft;
    const isObject = Object.hasOwn(objects, this.#id);
    const path = [...(compositions[index]?.path ?? []), 'states'];
    return provenance.set({}, isObject ? provenance.written(objects, [this.#id]) : path);
  }
}

/** Takes a valid `visible` from a state. Whether it has other fields. */
function hasLook(state: Fields): boolean {
  if (typeof state.visible === 'boolean') delete state.visible;
  return Object.keys(state).length > 0;
}
