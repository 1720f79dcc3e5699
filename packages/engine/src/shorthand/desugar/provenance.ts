import { valueAt } from '../../project/problem.ts';
import type { Path } from '../../project/problem-text.ts';

interface Origin {
  readonly path: Path;
  /** The places of fields that are not inside it; undefined without any. */
  fields?: Map<string | number, Path>;
}

const nowhere: ReadonlyMap<string | number, Path> = new Map();

/** Records where the objects and lists of a plain document come from in the document as written. */
export class Provenance {
  readonly #document: unknown;
  readonly #origins = new WeakMap<object, Origin>();
  readonly #made = new WeakSet<object>();

  /** Places are in this document. */
  constructor(document: unknown) {
    this.#document = document;
  }

  /** Sets the place that an object or a list comes from. Its fields are inside it unless `field` names another place. */
  set<Container extends object>(container: Container, path: Path): Container {
    this.#origins.set(container, { path });
    return container;
  }

  /** Returns the place that an object or a list comes from; undefined if it has none of its own. */
  pathOf(container: object): Path | undefined {
    return this.#origins.get(container)?.path;
  }

  /** The places of fields of an object or a list that are not inside it. */
  placesIn(container: object): ReadonlyMap<string | number, Path> {
    return this.#origins.get(container)?.fields ?? nowhere;
  }

  /** Gives a copy of an object the places of it and of its fields. */
  copy<Container extends object>(copied: Container, from: object): Container {
    const origin = this.#origins.get(from);
    if (origin !== undefined) this.#origins.set(copied, origin);
    return copied;
  }

  /** Marks an object as made for another one: its fields are not fields of what the author wrote, unless named. */
  make<Container extends object>(container: Container): Container {
    this.#made.add(container);
    return container;
  }

  /** Whether the author wrote a field of an object, or could write it. */
  isWritable(container: object, name: string | number): boolean {
    return !this.#made.has(container) || this.#origins.get(container)?.fields?.has(name) === true;
  }

  /** Sets the place that one field of an object or a list comes from. */
  field(container: object, name: string | number, path: Path): void {
    const origin = this.#origins.get(container);
    if (origin === undefined) return;
    origin.fields ??= new Map();
    origin.fields.set(name, path);
  }

  /** Returns the place that a field of an object or a list comes from. */
  placeOf(container: object, name: string | number, fallback: Path): Path {
    const origin = this.#origins.get(container);
    return origin?.fields?.get(name) ?? [...(origin?.path ?? fallback), name];
  }

  /**
   * Returns the place in the document as written of a path in the plain document `root`: an existing place, or a missing
   * child of one.
   */
  written(root: unknown, path: Path): Path {
    let place: Path = [];
    let value = root;
    for (const name of path) {
      const isContainer = typeof value === 'object' && value !== null;
      place = isContainer ? this.placeOf(value as object, name, place) : [...place, name];
      value = valueAt(value, [name]);
    }
    const origin = typeof value === 'object' && value !== null ? this.#origins.get(value) : undefined;
    return this.#existing(origin?.path ?? place);
  }

  /** Whether the document as written has a value at a place. */
  has(path: Path): boolean {
    return valueAt(this.#document, path) !== undefined;
  }

  /** Whether the author wrote a value of the plain document `root`, whatever the author called it. */
  isWritten(root: unknown, path: Path): boolean {
    return valueAt(this.#document, this.written(root, path)) !== undefined;
  }

  #existing(place: Path): Path {
    let value = this.#document;
    for (const [index, name] of place.entries()) {
      const isContainer = typeof value === 'object' && value !== null;
      if (!isContainer) return place.slice(0, index);
      value = valueAt(value, [name]);
    }
    return place;
  }
}
