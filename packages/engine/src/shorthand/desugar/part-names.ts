import { isFigureKind } from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';

const maxIdLength = 80;

/**
 * The names of parts, such as `plans.0`, and the ids of the objects that they become. Objects that a document names
 * itself have their own ids.
 */
export class PartNames {
  readonly #objects: Readonly<Record<string, unknown>>;
  readonly #idByName = new Map<string, string>();
  readonly #nameById = new Map<string, string>();

  /** `objects` are those that the document names. */
  constructor(objects: Readonly<Record<string, unknown>>) {
    this.#objects = objects;
  }

  /** Returns the id of the part with a name. The same name always gets the same id. */
  idFor(name: string): string {
    const cached = this.#idByName.get(name);
    if (cached !== undefined) return cached;
    const wanted = name.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, maxIdLength - 4);
    let id = wanted;
    for (let attempt = 2; this.#isObject(id) || this.#nameById.has(id); attempt++)
      id = `${wanted}-${attempt}`;
    this.#idByName.set(name, id);
    this.#nameById.set(id, name);
    return id;
  }

  #isObject(id: string): boolean {
    return Object.hasOwn(this.#objects, id);
  }

  /** The names of parts by their ids. */
  get byId(): ReadonlyMap<string, string> {
    return this.#nameById;
  }

  /** Returns the name by which a document mentions an object. */
  nameOf(id: string): string {
    return this.#nameById.get(id) ?? id;
  }

  /** Returns the names of the parts directly inside an object or a part. */
  partsOf(name: string): string[] {
    const prefix = `${name}.`;
    return [...this.#idByName.keys()].filter(
      (one) => one.startsWith(prefix) && !one.slice(prefix.length).includes('.'),
    );
  }

  /**
   * Returns the id that a name in the document means: of an object, of a part, or a name inside a figure that is itself
   * a part. Returns undefined for a part that does not exist.
   */
  resolve(name: string, plain: Readonly<Record<string, unknown>>): string | undefined {
    if (this.#isObject(name)) return name;
    const id = this.#idByName.get(name);
    if (id !== undefined || !name.includes('.')) return id ?? name;
    const [owner, rest] = this.split(name);
    const object = owner === undefined || !Object.hasOwn(plain, owner) ? undefined : plain[owner];
    if (isMap(object) && typeof object.kind === 'string' && isFigureKind(object.kind))
      return `${owner}.${rest}`;
    return undefined;
  }

  /** Splits a name after the longest part of it that is an object: its id, and the rest. */
  split(name: string): readonly [owner: string | undefined, rest: string] {
    for (let end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1)) {
      const owner = name.slice(0, end);
      const id = this.#isObject(owner) ? owner : this.#idByName.get(owner);
      if (id !== undefined) return [id, name.slice(end + 1)];
    }
    return [undefined, name];
  }

  /** Returns the object that a name of a part begins with, for a message. */
  ownerName(name: string): string {
    const [owner] = this.split(name);
    return owner === undefined ? name.slice(0, name.indexOf('.')) : this.nameOf(owner);
  }
}

/** Returns a function that replaces the ids of parts in a message by the names that documents use for them. */
export function partNamer(names: Iterable<ReadonlyMap<string, string>>): (text: string) => string {
  const all = new Map([...names].flatMap((ofScene) => [...ofScene]));
  if (all.size === 0) return (text) => text;
  return (text) => text.replace(/[A-Za-z0-9_-]+/g, (word) => all.get(word) ?? word);
}
