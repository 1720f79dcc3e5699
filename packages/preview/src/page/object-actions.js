import { element } from './elements.js';
import { deletion, duplication } from './object-edits.js';

/** @import { Edits } from './edits.js' */
/** @import { ObjectEditor } from './object-editor.js' */
/** @import { Made, Target } from './object-edits.js' */

/** Deletes and duplicates the object whose fields are shown. */
export class ObjectActions {
  #edits;
  #editor;
  #onMade;

  /**
   * @param {object} options
   * @param {Edits} options.edits
   * @param {ObjectEditor} options.editor
   * @param {(name: string | null) => void} options.onMade Gets the name of a copy; null after an object was deleted.
   */
  constructor({ edits, editor, onMade }) {
    this.#edits = edits;
    this.#editor = editor;
    this.#onMade = onMade;
    element('object-delete').addEventListener('click', () => void this.delete());
    element('object-duplicate').addEventListener('click', () => void this.duplicate());
  }

  delete() {
    return this.#change(deletion);
  }

  duplicate() {
    return this.#change(duplication);
  }

  /** @param {(target: Target) => Made} make */
  async #change(make) {
    const { found, selectedName } = this.#editor;
    if (!found || found.path === '') return;
    const { path, name } = found;
    const prefix = /^(?:scenes(?:\[\d+\]|\.[^.]+)\.)?/.exec(path)?.[0] ?? '';
    const { values, base } = await this.#edits.read(`${prefix}objects`, `${prefix}compositions`);
    const [objects, compositions] = values;
    const made = make({ name, path, prefix, objects, compositions });
    if (made.reason !== '') return this.#edits.report(made.reason);
    if (base !== this.#editor.base || !(await this.#edits.commit(made.edits, base))) return;
    // A group itself is not in the picture: the same part of the copy is selected.
    const part = selectedName.startsWith(`${name}.`) ? selectedName.slice(name.length) : '';
    this.#onMade(made.name === '' ? null : made.name + part);
  }
}
