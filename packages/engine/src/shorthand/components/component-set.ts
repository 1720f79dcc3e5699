import { isKind } from '../../language/kinds.ts';
import type { Path } from '../../project/problem-text.ts';
import { catalogueComponent } from './catalogue.ts';
import type { Component } from './component.ts';

/** The components that a document may name as kinds: its own, those of files, and those of the catalogue. */
export class ComponentSet {
  /** Whether a file of components is not read yet, so that it may have a name that is unknown. */
  readonly isUnread: boolean;
  readonly #own: ReadonlyMap<string, Component>;
  readonly #used: ReadonlyMap<string, Component>;
  readonly #found = new Set<string>();

  constructor(
    own: ReadonlyMap<string, Component>,
    used: { readonly components: ReadonlyMap<string, Component>; readonly isUnread: boolean },
  ) {
    this.#own = own;
    this.#used = used.components;
    this.isUnread = used.isUnread;
  }

  /** Returns the component with a name; undefined for the name of a kind, and for any other value. */
  find(name: unknown): Component | undefined {
    if (typeof name !== 'string' || isKind(name)) return undefined;
    this.#found.add(name);
    return this.#own.get(name) ?? this.#used.get(name) ?? catalogueComponent(name);
  }

  /** The names of the components of the document and its files. */
  get names(): readonly string[] {
    return [...new Set([...this.#own.keys(), ...this.#used.keys()])];
  }

  /** Notes of components of the document that nothing uses. */
  unusedNotes(): { readonly path: Path; readonly message: string }[] {
    return [...this.#own.values()].flatMap(({ name, path }) =>
      path === undefined || this.#found.has(name)
        ? []
        : [{ path, message: `no object has the kind ${name}; use it, or remove the component` }],
    );
  }
}
