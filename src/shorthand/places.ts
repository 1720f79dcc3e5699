import { type Path, showPath } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import { keyframeId } from './expand-tracks.ts';
import { VariableProblems } from './variable-problems.ts';
import type { ReplacedVariables } from './variables.ts';

/** What the items of a keyframe in a list are. */
const listItems: readonly (string | number)[] = ['at', 'value', 'easing'];

/** Where the parts of one scene were written. */
export interface ScenePlaces {
  /** The scene itself: empty for the scene whose fields stand at the top level. */
  readonly path: Path;
  /** The compositions in their order. */
  readonly sequence: readonly string[];
  /** By transition id: where it was written, an `enter` for those that were made from one. */
  readonly transitions: Map<string, Path>;
}

/** Finds where the author of a shorthand document wrote what a place in the full project was made from. */
export class Places {
  private readonly document: unknown;
  private readonly scenes: ReadonlyMap<string, ScenePlaces>;

  /** The document may have its variables replaced: that changes no places. */
  constructor(document: unknown, scenes: ReadonlyMap<string, ScenePlaces>) {
    this.document = document;
    this.scenes = scenes;
  }

  /**
   * The place in the shorthand that a place in the full project comes from: one that exists there, or the missing
   * child of one.
   */
  written(path: Path): Path {
    const [top, id, ...rest] = path;
    const scene = top === 'scenes' ? this.scenes.get(String(id)) : undefined;
    return this.existing(scene === undefined ? path : this.inScene(scene, rest));
  }

  /** A message whose place is one of the full project, with the place in the shorthand instead. */
  describe(message: string): string {
    const match = /^(warning: )?(scenes(?:\.[A-Za-z0-9_-]+|\[\d+\])*)(?=: )/.exec(message);
    if (match === null) return message;
    const [whole, prefix = '', place = ''] = match;
    return `${prefix}${showPath(this.written(segmentsOf(place)))}${message.slice(whole.length)}`;
  }

  /** As `written`, for a place as messages name it. */
  describePlace(place: string): string {
    return this.describe(`${place}: `).slice(0, -2);
  }

  /**
   * Where the document has the numbers of `fix`, which are fields of a place in the full project: a transition may be
   * written as its duration alone, and then that is a field of what is around it.
   */
  placeFix(
    place: string,
    fix: Readonly<Record<string, number>>,
  ): { readonly path: string; readonly fix: Readonly<Record<string, number>> } {
    const path = this.written(segmentsOf(place));
    const field = path.at(-1);
    if (typeof this.at(path) !== 'number' || fix.duration === undefined) return { path: showPath(path), fix };
    return { path: showPath(path.slice(0, -1)), fix: { [String(field)]: fix.duration } };
  }

  private inScene(scene: ScenePlaces, path: Path): Path {
    const [part, id, ...rest] = path;
    const [inner, ...deeper] = rest;
    if (part === 'compositions' && inner === 'states' && deeper.length > 0) {
      return this.state(scene, String(id), deeper);
    }
    if (part === 'transitions' && id !== undefined) {
      return this.transition(scene.transitions.get(String(id)) ?? [...scene.path, part, id], rest);
    }
    return [...scene.path, ...path];
  }

  /** The last place up to a composition that says something of an object, or of one field of its state. */
  private state({ path, sequence }: ScenePlaces, composition: string, [object = '', ...fields]: Path): Path {
    const [field] = fields;
    const says = (place: Path) => this.has(field === undefined ? place : [...place, field]);
    for (let index = sequence.indexOf(composition); index >= 0; index--) {
      const place = [...path, 'compositions', sequence[index], 'states', object];
      if (says(place)) return [...place, ...fields];
    }
    const own = [...path, 'objects', object, 'state'];
    return field === undefined || says(own) ? [...own, ...fields] : [...path, 'objects', object];
  }

  private transition(place: Path, rest: Path): Path {
    const [name, object, ...inTrack] = rest;
    if (name !== 'tracks' || object === undefined) return [...place, ...rest];
    const own = [...place, 'tracks', object];
    const track = this.has(own) ? own : [...place, 'tracks', '*'];
    const [field, id, ...inKeyframe] = inTrack;
    if (field !== 'keyframes' || typeof id !== 'string') return [...track, ...inTrack];
    const [part, ...deeper] = inKeyframe;
    const keyframe = this.keyframe([...track, 'keyframes'], id);
    const isItem = typeof keyframe.at(-1) === 'number' && part !== undefined;
    return isItem ? [...keyframe, listItems.indexOf(part), ...deeper] : [...keyframe, ...inKeyframe];
  }

  /** A keyframe that was made from a list stands in it by its index. */
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
    return path.reduce<unknown>((value, key) => child(value, key), this.document);
  }

  /** The path up to the first part that is not there. */
  private existing(path: Path): Path {
    let value = this.document;
    for (const [index, key] of path.entries()) {
      value = child(value, key);
      if (value === undefined) return path.slice(0, index + 1);
    }
    return path;
  }
}

/** Problems of the full project, each with its place in the shorthand. What has a problem already gets no other. */
export class PlacedProblems extends VariableProblems {
  readonly #written: Places;
  readonly #earlier: ReadonlySet<string>;

  /** Adds to the problems found before. */
  constructor(earlier: Problems, variables: ReplacedVariables, written: Places) {
    super(earlier, variables);
    this.#written = written;
    this.#earlier = earlier.places();
  }

  override add(path: Path | string, text: string): void {
    const place = typeof path === 'string' ? path : showPath(this.#written.written(path));
    if (!this.#earlier.has(place)) super.add(place, text);
  }
}

function child(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** The segments of a place such as `scenes.intro.compositionOrder[2]`. */
function segmentsOf(place: string): (string | number)[] {
  return [...place.matchAll(/\[(\d+)\]|([A-Za-z0-9_-]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}
