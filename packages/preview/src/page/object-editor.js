import { element, make, replaceKeepingFocus } from './elements.js';
import { fieldControl } from './field-controls.js';
import { showNumber } from './object-numbers.js';
import { askJson } from './server-client.js';

/** @import { EditedField } from '@render-service/engine/edit' */
/** @import { FilmState } from '../film-state.ts' */
/** @import { PageAnswers, PlacedMoment, PlacedObject } from '../page-messages.ts' */
/** @import { Edit, Edits } from './edits.js' */

/** @typedef {PageAnswers['api/object']} FoundObject */

/** The words for what a value is from. */
const sources = {
  object: '',
  default: '',
  state: 'from',
  style: 'style',
  theme: 'theme',
  file: 'from the file',
  variable: 'variable',
  data: 'data of',
  relation: '',
};

/** Why a field cannot be changed in a scope. */
const impossible = {
  ...{ written: '', object: '' },
  member: 'the same for all members: states cannot change it',
  here: 'the same in all compositions: states cannot change it',
};

/** Fields that give an object both coordinates, unless it has its own beside them. */
const relations = ['place', 'inside', 'above', 'below', 'leftOf', 'rightOf', 'around', 'on', 'from', 'to'];

/** The place of the film: its fields are shown while no object is selected. */
const theFilm = { path: '', name: '' };

/**
 * Edits the fields of the selected object, or of the film, each where its value is written, or where the scope says.
 */
export class ObjectEditor {
  #edits;
  /** @type {FilmState | null} */
  #film = null;
  /** @type {PlacedObject | null} */
  #object = null;
  /** @type {PlacedMoment | null} */
  #moment = null;
  /**
   * The group of the object, if its fields are shown instead.
   * @type {FoundObject['group']}
   */
  #group = null;
  /** @type {FoundObject | null} */
  #found = null;
  /** The version of the file in which it was found. */
  #base = '';
  #loading = Promise.resolve();
  /** What is requested or shown, as text. */
  #wanted = '';
  #shown = '';
  /** The object of the rows as text, and the version that has it: typed values stay while the file changes. */
  #rowsFound = '';
  #rowsBase = '';
  /** Fields that were added but are not written yet. */
  #added = new Set();
  #list = element('fields');
  #scope = element('scope', HTMLSelectElement);

  /** @param {Edits} edits */
  constructor(edits) {
    this.#edits = edits;
    element('add-field', HTMLSelectElement).addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLSelectElement)) return;
      const name = target.value;
      target.value = '';
      this.#added.add(name);
      this.#show();
      const control = document.getElementById(`field-${name}`);
      control?.scrollIntoView({ block: 'nearest' });
      control?.focus();
    });
    this.#scope.addEventListener('change', () => this.#show());
    const openFilm = element('open-film');
    openFilm.addEventListener('click', () => {
      openFilm.setAttribute('aria-expanded', String(!this.#isOpen));
      void this.#load();
    });
    element('field-group').addEventListener('click', () => {
      this.#group = this.#group ? null : (this.#found?.group ?? null);
      void this.#load();
    });
  }

  /** The selected object with its fields; null while they are not known. */
  get found() {
    return this.#found;
  }

  /** The name of the selected object, which may be a part of the one that has the fields; empty without one. */
  get selectedName() {
    return this.#object?.name ?? '';
  }

  /** The version of the file in which that object was found. */
  get base() {
    return this.#base;
  }

  /** Resolves once the fields of the selected object are known. */
  get loading() {
    return this.#loading;
  }

  /** Where values are written. */
  get scope() {
    return this.#found?.path === theFilm.path ? 'written' : /** @type {Scope} */ (this.#scope.value);
  }

  /**
   * The edits that give a field a value.
   * @param {EditedField} field
   * @param {string} value
   */
  change(field, value) {
    return fieldEdits(field, value, this.scope);
  }

  /**
   * @param {FilmState | null} film
   * @param {PlacedMoment | null} moment
   * @param {PlacedObject | null} object Null for the film.
   */
  setObject(film, moment, object) {
    if (object?.id !== this.#object?.id) {
      this.#group = null;
      this.#added.clear();
    }
    [this.#film, this.#moment, this.#object] = [film, moment, object];
    this.#loading = this.#load();
  }

  /** Whether fields are shown: those of the film only when somebody wants them, because notes and objects need room. */
  get #isOpen() {
    return this.#object !== null || element('open-film').getAttribute('aria-expanded') === 'true';
  }

  async #load() {
    const [film, object, group] = [this.#film, this.#object, this.#group];
    const place = group ?? (object ? { path: object.places.at(-1)?.path ?? '', name: object.name } : theFilm);
    // Objects that the engine makes are in no document.
    const isWritten = object === null || place.path !== '';
    element('open-film').hidden = object !== null || !this.#edits.isPossible;
    element('editing').hidden = !this.#isOpen || !isWritten || !this.#edits.isPossible;
    element('object-actions').hidden = object === null || element('editing').hidden;
    if (!isWritten) {
      this.#found = null;
      this.#wanted = '';
    }
    if (!film || !isWritten) return;
    const composition = this.#moment?.composition?.path;
    const query = {
      ...{ revision: film.revision, path: place.path, name: place.name },
      ...(composition !== undefined && { composition }),
    };
    const wanted = JSON.stringify(query);
    if (wanted === this.#wanted) return this.#show();
    this.#wanted = wanted;
    const found = await askJson('api/object', query).catch(() => null);
    if (wanted !== this.#wanted) return;
    this.#found = found;
    this.#base = film.hash;
    this.#show();
  }

  #show() {
    const found = this.#found;
    element('editing').hidden = !found || !this.#isOpen;
    const isTyping = this.#list.querySelector('[data-dirty]') !== null;
    if (found && (!isTyping || JSON.stringify(found) === this.#rowsFound)) this.#rowsBase = this.#base;
    if (!found || isTyping) return;
    this.#rowsFound = JSON.stringify(found);
    // Tests wait for it.
    this.#list.dataset.shown = this.#wanted;
    this.#showScope(found);
    const shown = JSON.stringify([found, this.#object?.state, [...this.#added], this.scope]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#showGroup(found);
    const isShown = (/** @type {EditedField} */ { name, isUsual }) => isUsual || this.#added.has(name);
    const rows = found.fields.filter(isShown).map((field) => this.#row(field, found));
    replaceKeepingFocus(this.#list, rows);
    const others = found.fields.filter((field) => !isShown(field));
    const options = others.map(({ name, description }) =>
      make('option', { value: name, title: description }, name),
    );
    element('add-field').replaceChildren(make('option', { value: '' }, 'Add a field …'), ...options);
  }

  /** @param {FoundObject} found */
  #showScope({ path, memberOf }) {
    const composition = this.#moment?.composition?.name;
    const isMember = memberOf !== null;
    element('scope-choice').hidden = path === theFilm.path;
    const options = [
      ['written', 'at its source'],
      ...(isMember ? [['member', 'only this one']] : []),
      ['object', isMember ? `all members of ${memberOf}` : 'in the object itself'],
      ...(composition === undefined
        ? []
        : [['here', `${isMember ? 'only this one, ' : ''}from ${composition} on`]]),
    ];
    const { value } = this.#scope;
    this.#scope.replaceChildren(
      ...options.map(([id, text]) => make('option', { value: id, selected: id === value }, text)),
    );
  }

  /** @param {FoundObject} found */
  #showGroup({ group, name }) {
    const button = element('field-group');
    const isGroup = this.#group !== null;
    button.hidden = !isGroup && group === null;
    button.textContent = isGroup
      ? `${name}: back to ${this.#object?.name}`
      : `Fields of ${group?.name} (${group?.kind}) …`;
  }

  /**
   * @param {EditedField} field
   * @param {FoundObject} found
   */
  #row(field, { looks, fields }) {
    const { name, source, value } = field;
    const shown = this.#group ? '' : shownValue(this.#object?.state[name]);
    const words =
      name === 'style' ? looks.styles : field.type === 'object' ? this.#names(name === 'inside') : [];
    const events = {
      onTry: (/** @type {unknown} */ to) => this.#edits.try(this.#changes(field, to), this.#rowsBase),
      onCommit: (/** @type {unknown} */ to) => void this.#commit(field, to),
      onCancel: () => this.#edits.cancel(),
    };
    const isOfTheme = this.#object === null && name.startsWith('colors.');
    const offered = { colors: isOfTheme ? {} : looks.colors, words };
    const [label, control] = fieldControl(field, shown, offered, events);
    const row = make('div', { className: 'field' }, label, control);
    const isOwn = source.kind === 'object' || source.kind === 'state';
    if (value !== null && isOwn && field.paths[this.scope] === field.paths.written) {
      const remove = make('button', { type: 'button', className: 'remove', title: `Remove ${name}` }, '×');
      remove.setAttribute('aria-label', `Remove ${name}`);
      remove.dataset.key = `remove ${name}`;
      remove.addEventListener('click', () => {
        this.#added.delete(name);
        void this.#edits.commit([{ path: field.paths.written, remove: true }], this.#rowsBase);
      });
      row.append(remove);
    }
    const from = [sources[source.kind], source.name ?? ''].join(' ').trim();
    const reason = source.kind === 'file' ? from : field.paths[this.scope] === null && impossible[this.scope];
    if (reason) {
      for (const one of row.querySelectorAll('input, textarea, select, button'))
        one.toggleAttribute('disabled', true);
      row.append(make('span', { className: 'source faint' }, reason));
      return row;
    }
    const isShared = source.kind === 'object' && isOfAll(field.paths.written);
    // What places an object sets both coordinates: it is said once. The name of a value of the data says it.
    const x = name === 'y' ? fields.find((one) => one.name === 'x')?.source : undefined;
    const isSaid =
      name.startsWith('data.') ||
      (source.kind === 'relation' && x?.kind === 'relation' && x.name === source.name);
    const said = isShared ? 'of all members' : from;
    if (said !== '' && !isSaid)
      row.append(make('span', { className: 'source faint', title: field.paths.written }, said));
    return row;
  }

  /** @param {boolean} hasFrame */
  #names(hasFrame) {
    const names = (this.#moment?.objects ?? [])
      .map(({ name }) => name)
      .filter((name) => name !== this.#object?.name);
    return [...(hasFrame ? ['frame'] : []), ...names];
  }

  /**
   * The edits that give a field a value; an undefined one removes it.
   * @param {EditedField} field
   * @param {unknown} value
   * @returns {Edit[]}
   */
  #changes(field, value) {
    const edits = fieldEdits(field, value, this.scope);
    const [edit] = edits;
    if (!edit || value === undefined) return edits;
    return [...edits, ...withoutCoordinates(field, edit.path, this.#found?.fields ?? [])];
  }

  /**
   * @param {EditedField} field
   * @param {unknown} value
   */
  async #commit(field, value) {
    const edits = this.#changes(field, value);
    if (edits.length > 0 && (await this.#edits.commit(edits, this.#rowsBase))) return;
    // The value that is written is shown again.
    this.#shown = '';
    this.#show();
  }
}

/**
 * Whether a path leads into the template of all members of a group.
 * @param {string} path
 */
function isOfAll(path) {
  return /\.each\b/.test(path);
}

/** @typedef {keyof EditedField['paths']} Scope */

/**
 * The edits that give a field a value in a scope; an undefined value removes the field.
 * @param {Pick<EditedField, 'paths' | 'source' | 'value'>} field
 * @param {unknown} value
 * @param {Scope} scope
 * @returns {Edit[]}
 */
export function fieldEdits({ paths, source, value: before }, value, scope) {
  const path = paths[scope];
  if (path === null) return [];
  if (value !== undefined) return [{ path, value: /** @type {any} */ (value) }];
  const isThere = before !== null && (source.kind === 'object' || source.kind === 'state');
  return isThere && path === paths.written ? [{ path, remove: true }] : [];
}

/**
 * The edits that take away the coordinates beside a relation that is written: they would leave it without effect.
 * @param {Pick<EditedField, 'name'>} relation
 * @param {string} path Where it is written.
 * @param {readonly EditedField[]} fields
 * @returns {Edit[]}
 */
function withoutCoordinates({ name }, path, fields) {
  const owner = path.slice(0, path.length - name.length);
  return ['x', 'y'].flatMap((coordinate) => {
    const place = owner + coordinate;
    const isThere = fields.some(({ value, paths }) => paths.written === place && value !== null);
    return relations.includes(name) && isThere ? { path: place, remove: /** @type {const} */ (true) } : [];
  });
}

/** @param {string | number | undefined} value */
function shownValue(value) {
  return typeof value === 'number' ? showNumber(value, 2) : (value ?? '');
}
