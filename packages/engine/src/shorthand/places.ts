import { fieldsOf } from '../project/check.ts';
import { ownerOf } from '../project/find-words.ts';
import { type DocumentRule, type Problem, valueAt } from '../project/problem.ts';
import { type Path, parsePath, showPath } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { PlainDocument } from './desugar/desugar-project.ts';
import { partNamer } from './desugar/part-names.ts';
import { Provenance } from './desugar/provenance.ts';
import type { MovingParts } from './figures/figure.ts';
import { keyframeId } from './keyframe-id.ts';
import { type Relations, targetFields, targetsOf } from './relations.ts';
import type { SceneRelations } from './scene-relations.ts';
import { VariableProblems, type Writing } from './variable-problems.ts';
import type { ReplacedVariables } from './variables.ts';
import { type WrittenRelations, writtenRelations } from './written-relations.ts';

/** Fields of a keyframe in a list, in the order of its items. */
const listItems: readonly (string | number)[] = ['at', 'value', 'easing'];

/** Places of a scene's parts in the document. */
export interface ScenePlaces {
  /** The scene itself; empty if its fields are at the top level. */
  readonly path: Path;
  /** The compositions in order. */
  readonly sequence: readonly string[];
  /** Place of each transition by id; an `enter` if the transition was created from one. */
  readonly transitions: ReadonlyMap<string, Path>;
  /** Place of each track by the id of its transition and its key. */
  readonly tracks: ReadonlyMap<string, ReadonlyMap<string, Path>>;
  /** The objects that were made from charts. */
  readonly parts: MovingParts;
  /** The names of parts by their ids, those of figures too. */
  readonly names: ReadonlyMap<string, string>;
  /** The relations of its objects; null without any. */
  readonly relations: SceneRelations | null;
}

/** Whether an object that appears with another one is a label, or emphasises a part that has a name. */
function hasOwnName({ follows, emphasizes }: Readonly<Record<string, unknown>>): boolean {
  return (follows ?? emphasizes) !== undefined;
}

/** Maps places in the full project to the places in the shorthand document that they come from. */
export class Places {
  private readonly document: unknown;
  private readonly provenance: Provenance;
  /** Replaces the ids of parts in a message by their names. */
  readonly named: (text: string) => string;
  private readonly scenes: ReadonlyMap<string, ScenePlaces>;

  /** Maps to places in plain shorthand, and from there to those that the author wrote. */
  constructor(
    {
      plain,
      named,
    }: Pick<Writing, 'named'> & { readonly plain: Pick<PlainDocument, 'document' | 'provenance'> },
    scenes: ReadonlyMap<string, ScenePlaces>,
  ) {
    this.document = plain.document;
    this.provenance = plain.provenance;
    const ofScenes = partNamer([...scenes.values()].map(({ names }) => names));
    this.named = (text) => named(ofScenes(text));
    this.scenes = scenes;
  }

  /** The places of a document in the full format, which are the same. */
  static ofFullProject(document: unknown): Places {
    const plain = { document: document as Record<string, unknown>, provenance: new Provenance(document) };
    return new Places({ plain, named: (text) => text }, new Map());
  }

  /**
   * Returns the place in the shorthand that a place in the full project comes from: an existing place, or a missing
   * child of one.
   */
  written(path: Path): Path {
    return this.provenance.written(this.document, this.plain(path));
  }

  /** Like `written`, for the place in plain shorthand. */
  private plain(path: Path): Path {
    const [top, id, ...rest] = path;
    const scene = top === 'scenes' ? this.scenes.get(String(id)) : undefined;
    return this.existing(scene === undefined ? path : this.inScene(scene, rest));
  }

  /** Moves a problem from its place in the full project to the place in the shorthand. */
  place(problem: Problem): Problem {
    const message = this.named(problem.message);
    return { ...problem, message, ...(this.isMoved(problem.path) && { path: this.written(problem.path) }) };
  }

  /** Like `written`, for a place in the form that messages use. */
  describePlace(place: string): string {
    const path = parsePath(place);
    return this.isMoved(path) ? showPath(this.written(path)) : place;
  }

  /** Whether the document may have a place of the full project elsewhere. */
  private isMoved([top]: Path): boolean {
    return top === 'scenes' || top === 'fonts';
  }

  /**
   * Returns the place in the document of fields to change, which belong to a place in the full project. If a transition
   * is written as its duration alone, the duration is a field of the enclosing object. Without a fix if relations
   * compute one of the fields. `atSource` changes a single field where the state has its value from.
   */
  placeFix<Value>(
    place: string,
    fix: Readonly<Record<string, Value>>,
    atSource = false,
  ): { readonly path: string; readonly fix?: Readonly<Record<string, Value>> } {
    const full = parsePath(place);
    const path = this.plain(full);
    const isPart = this.scenes.get(String(full[1]))?.parts.has(String(full[5] ?? full[3])) === true;
    if (isPart || Object.keys(fix).some((field) => this.isComputed(full, field)))
      return { path: showPath(this.provenance.written(this.document, path)) };
    const [[only, value] = ['', undefined]] = Object.entries(fix);
    if (atSource && value !== undefined) return this.placeAtSource([...full, only], value);
    const field = path.at(-1);
    if (typeof this.at(path) !== 'number' || fix.duration === undefined) return this.writtenFix(path, fix);
    return this.writtenFix(path.slice(0, -1), { [String(field)]: fix.duration });
  }

  /** Returns the place that the author wrote of a place in plain shorthand, and of fields to change there. */
  placeInDocument<Value>(
    path: Path,
    fix: Readonly<Record<string, Value>> | undefined,
  ): { readonly path: string; readonly fix?: Readonly<Record<string, Value>> } {
    if (fix !== undefined) return this.writtenFix(path, fix);
    return { path: showPath(this.provenance.written(this.document, path)) };
  }

  /** The place of a value of plain shorthand in the document; null where the author has not written one. */
  writtenValue(path: Path): string | null {
    const written = this.provenance.isWritten(this.document, path);
    return written ? showPath(this.provenance.written(this.document, path)) : null;
  }

  /** Moves a fix to the place that the author wrote. Without a fix for what the author wrote in another form. */
  private writtenFix<Value>(path: Path, fix: Readonly<Record<string, Value>>) {
    const owner = this.provenance.written(this.document, path);
    const container = this.at(path);
    const places = Object.keys(fix).map((field) => {
      const place = isObject(container)
        ? this.provenance.placeOf(container, field, owner)
        : [...owner, field];
      const isWritable = !isObject(container) || this.provenance.isWritable(container, field);
      return isWritable && place.at(-1) === field ? showPath(place.slice(0, -1)) : null;
    });
    const [own = null] = places;
    // The text of a graph makes all of its parts.
    const isForMany =
      owner.at(-1) === 'text' || owner.some((key) => key === 'each' || /(^|\.)\*$/.test(String(key)));
    const isShared = isForMany || own === null || own.startsWith('styles');
    if (isShared || places.some((place) => place !== own)) return { path: showPath(owner) };
    return { path: own, fix };
  }

  /** The object that contains a field of a state; the object's own state if none does. */
  private placeAtSource<Value>(place: Path, value: Value) {
    const path = this.plain(place);
    const field = String(place.at(-1));
    if (path.at(-1) === field) return this.writtenFix(path.slice(0, -1), { [field]: value });
    const statePath = [...path, 'state'];
    // A state of its own would show the object before its first composition.
    const owner = this.has(statePath) ? statePath : this.plain(place.slice(0, -1));
    return this.writtenFix(owner, { [field]: value });
  }

  /** The name by which the document mentions an object of a scene: its id, or that of a part, such as `sales.Tue`. */
  nameOf(scene: string, id: string): string {
    return this.scenes.get(scene)?.names.get(id) ?? id;
  }

  /** The relations of an object in a composition as the document has them; null without any. */
  relationsOf(scene: string, composition: string, object: string): WrittenRelations | null {
    const { relations, sequence = [] } = this.scenes.get(scene) ?? {};
    return relations ? writtenRelations(relations, object, sequence.indexOf(composition)) : null;
  }

  /** For a scene: the groups that an object is a member of, the outermost first. */
  groupsIn(scene: string): (object: string) => readonly string[] {
    const { groups = {} } = this.scenes.get(scene)?.relations ?? {};
    const owners = new Map(
      Object.entries(groups).flatMap(([group, { members }]) => members.map((id) => [id, group] as const)),
    );
    const groupsOf = (id: string): readonly string[] => {
      const owner = owners.get(id);
      return owner === undefined ? [] : [...groupsOf(owner), owner];
    };
    return groupsOf;
  }

  /**
   * For a scene: the name of an object as the document mentions it; of what draws, turns or holds another one, the name
   * of that.
   */
  mentionsIn(scene: string): (object: string) => string {
    const { path = [] } = this.scenes.get(scene) ?? {};
    const objects = fieldsOf(this.at([...path, 'objects']));
    const owners = new Map<unknown, string>();
    for (const [id, object] of Object.entries(objects)) {
      const { attached } = fieldsOf(object);
      for (const attachedId of Array.isArray(attached) ? attached : [])
        if (!hasOwnName(fieldsOf(objects[String(attachedId)]))) owners.set(attachedId, id);
    }
    // No part that a document names has a name with "whole" in it.
    return (id) => this.named(owners.get(id) ?? id).replace(/\.whole\..*$/, '');
  }

  /** Whether relations of other objects name an object. */
  isTarget(scene: string, object: string): boolean {
    const { objects = {} } = this.scenes.get(scene)?.relations ?? {};
    return Object.values(objects).some((related) =>
      related.relations.some(({ fields }) =>
        targetFields.some((field) =>
          targetsOf(fields[field]).some((target) => ownerOf(target, objects) === object),
        ),
      ),
    );
  }

  /** Whether relations set a field of a state so that a number beside them would not hold. */
  private isComputed(state: Path, field: string): boolean {
    const rules = this.rulesOf(state);
    if (rules === undefined) return false;
    const { x, y, width, height, fits } = rules;
    const isFixed = (rule: typeof x) => rule === 'group' || rule === 'line';
    if (field === 'x') return isFixed(x);
    if (field === 'y') return isFixed(y);
    if (field === 'fontSize') return fits;
    if (field === 'rotation') return isFixed(x);
    if (field === 'width') return width !== undefined || isFixed(x);
    return field === 'height' && (height !== undefined || isFixed(x));
  }

  /** The relations of an object in a composition, which are written there or in an earlier one. */
  private rulesOf([, scene, , composition, , object]: Path): Relations | undefined {
    const { relations, sequence = [] } = this.scenes.get(String(scene)) ?? {};
    const related = relations?.objects[String(object)];
    return related?.relations[related.origins[sequence.indexOf(String(composition))] ?? -1];
  }

  /** Whether a relation sets a field of a state, so that a number there would take its place. */
  isRelated(place: string, field: string): boolean {
    const { x, y, width, height } = this.rulesOf(parsePath(place)) ?? {};
    const rules: Readonly<Record<string, unknown>> = { x, y, width, height };
    return rules[field] !== undefined;
  }

  private inScene(scene: ScenePlaces, path: Path): Path {
    const [part, id, ...rest] = path;
    const [inner, ...deeper] = rest;
    const figure = scene.parts.get(String(part === 'objects' ? id : deeper[0]))?.figure;
    if (figure !== undefined) return [...scene.path, 'objects', figure];
    if (part === 'compositions' && inner === 'states' && deeper.length > 0) {
      return this.state(scene, String(id), deeper);
    }
    if (part === 'transitions' && id !== undefined) {
      const place = scene.transitions.get(String(id)) ?? [...scene.path, part, id];
      return this.transition(place, scene.tracks.get(String(id))?.get(String(rest[1])), rest);
    }
    return [...scene.path, ...path];
  }

  /** Returns the last place up to a composition that mentions an object, or a field of its state. */
  private state({ path, sequence }: ScenePlaces, composition: string, [object = '', ...fields]: Path): Path {
    const [field] = fields;
    const isWritten = (place: Path) => this.has(field === undefined ? place : [...place, field]);
    for (let index = sequence.indexOf(composition); index >= 0; index--) {
      const place = [...path, 'compositions', sequence[index], 'states', object];
      if (isWritten(place)) return [...place, ...fields];
    }
    const statePath = [...path, 'objects', object, 'state'];
    return isWritten(statePath) ? [...statePath, ...fields] : [...path, 'objects', object];
  }

  /** `made` is the place of the track; undefined if there is none with this key. */
  private transition(place: Path, made: Path | undefined, rest: Path): Path {
    const [name, key, ...inTrack] = rest;
    if (name !== 'tracks' || key === undefined) return [...place, ...rest];
    const track = made ?? [...place, 'tracks', key];
    const [field, id, ...inKeyframe] = inTrack;
    if (field !== 'keyframes' || typeof id !== 'string') return [...track, ...inTrack];
    const [part, ...deeper] = inKeyframe;
    const keyframe = this.keyframe([...track, 'keyframes'], id);
    const isItem = typeof keyframe.at(-1) === 'number' && part !== undefined;
    return isItem ? [...keyframe, listItems.indexOf(part), ...deeper] : [...keyframe, ...inKeyframe];
  }

  /** A keyframe from a list is found by its index. */
  private keyframe(place: Path, id: string): Path {
    const [property = '', digits = ''] = id.split('-');
    const index = Number(digits);
    if (this.has([...place, id]) || !this.has([...place, property, index])) return [...place, id];
    return keyframeId(property, index) === id ? [...place, property, index] : [...place, id];
  }

  private has(path: Path): boolean {
    return this.existing(path).length === path.length && this.at(path) !== undefined;
  }

  private at(path: Path): unknown {
    return valueAt(this.document, path);
  }

  /** Returns the path up to the first missing part. */
  private existing(path: Path): Path {
    let value = this.document;
    for (const [index, key] of path.entries()) {
      value = valueAt(value, [key]);
      if (value === undefined) return path.slice(0, index + 1);
    }
    return path;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Problems of the full project, each with its place in the shorthand. A place that already has a problem gets no other.
 */
export class PlacedProblems extends VariableProblems {
  readonly #written: Places;
  readonly #earlier: ReadonlySet<string>;

  /** Adds to the problems found so far. */
  constructor(earlier: Problems, variables: ReplacedVariables, written: Places) {
    super(earlier, variables, { written: (path) => path, named: (text) => written.named(text) });
    this.#written = written;
    this.#earlier = earlier.places();
  }

  override add(path: Path, rule: DocumentRule, text: string): void {
    const written = this.#written.written(path);
    if (!this.#earlier.has(showPath(written))) super.add(written, rule, text);
  }
}
