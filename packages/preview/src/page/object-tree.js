import { element, make, replaceKeepingFocus, setText } from './elements.js';
import { showShortTime } from './film-times.js';
import { kindSign } from './kind-sign.js';

/** @import { Absence } from '@render-service/engine/film' */
/** @import { PlacedObject } from '../page-messages.ts' */

const reasons = {
  transparent: 'transparent',
  outside: 'outside the frame',
  empty: 'paints nothing',
  never: 'never shown',
};

/**
 * The reason for an absence, in words.
 * @param {Absence} absence
 */
export function absenceText(absence) {
  if (absence.why === 'enters') return `enters at ${showShortTime(absence.timeMs)}`;
  if (absence.why === 'left') return `left at ${showShortTime(absence.timeMs)}`;
  if (absence.why === 'covered') return `covered by ${absence.by}`;
  return reasons[absence.why];
}

/**
 * The names of what the name of a part says it is in, the innermost first: `list.0` and `list` for `list.0.label`.
 * @param {string} name
 */
function wholesOf(name) {
  const segments = name.split('.');
  return segments.slice(1).map((_, index) => segments.slice(0, -1 - index).join('.'));
}

/** The objects of a scene, members under their groups and labels under their objects, the uppermost first. */
export class ObjectTree {
  #list = element('objects');
  #filter = element('objects-filter', HTMLInputElement);
  /** The ids, names and groups on the page as text, to detect changes. */
  #listed = '';
  /** @type {Map<string, { button: HTMLButtonElement, item: HTMLElement, text: HTMLElement, why: HTMLElement }>} */
  #rows = new Map();
  /** @type {readonly PlacedObject[]} */
  #objects = [];
  /** @type {string | null} */
  #selected = null;
  /**
   * The row that the Tab key reaches; the arrow keys move between rows.
   * @type {HTMLButtonElement | undefined}
   */
  #stop;
  #onSelect;

  /** @param {(id: string | null) => void} onSelect */
  constructor(onSelect) {
    this.#onSelect = onSelect;
    this.#filter.addEventListener('input', () => this.#showMatches());
    this.#list.addEventListener('keydown', (event) => this.#press(event));
    this.#list.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLButtonElement) this.#setStop(target);
    });
  }

  /**
   * @param {readonly PlacedObject[]} objects
   * @param {string | null} selected
   */
  show(objects, selected) {
    this.#objects = objects;
    const isChosen = selected !== this.#selected;
    this.#selected = selected;
    // Making thousands of buttons takes longer than drawing a picture.
    const listed = JSON.stringify(objects.map(({ id, name, kind, groups }) => [id, name, kind, groups]));
    if (listed !== this.#listed) {
      this.#listed = listed;
      this.#make();
    }
    for (const { id, text, absence } of objects) {
      const row = this.#rows.get(id);
      if (!row) continue;
      const shownText = text === null || text === '' ? '' : `“${text}”`;
      setText(row.text, shownText);
      setText(row.why, absence ? absenceText(absence) : '');
      row.button.classList.toggle('absent', absence !== null);
      const isSelected = String(id === selected);
      if (row.button.ariaPressed !== isSelected) row.button.ariaPressed = isSelected;
    }
    if (isChosen && selected !== null) this.#setStop(this.#rows.get(selected)?.button);
    this.#showMatches();
  }

  /**
   * Gives a class to the rows of some objects.
   * @param {string} name
   * @param {ReadonlySet<string>} ids
   */
  mark(name, ids) {
    for (const [id, { button }] of this.#rows) button.classList.toggle(name, ids.has(id));
  }

  #make() {
    this.#rows.clear();
    const top = document.createElement('ul');
    /** @type {Map<string, HTMLElement>} */
    const lists = new Map();
    /** @param {readonly string[]} groups */
    const listOf = (groups) => {
      const group = groups.at(-1);
      if (group === undefined) return top;
      let list = lists.get(group);
      if (!list) {
        list = make('ul', {});
        lists.set(group, list);
        listOf(groups.slice(0, -1)).append(
          make('li', {}, make('span', { className: 'group faint' }, group), list),
        );
      }
      return list;
    };
    const uppermost = this.#objects.toReversed();
    for (const { id, name, kind } of uppermost) {
      const text = make('span', { className: 'text' });
      const why = make('span', { className: 'why' });
      const button = make(
        'button',
        { type: 'button', tabIndex: -1 },
        kindSign(kind),
        // Spaces between the words that screen readers say.
        make('span', { className: 'name' }, name),
        ' ',
        text,
        ' ',
        make('span', { className: 'kind' }, kind),
        ' ',
        why,
      );
      button.dataset.key = id;
      button.addEventListener('click', () => this.#onSelect(button.ariaPressed === 'true' ? null : id));
      const item = make('li', { className: 'object' }, button);
      this.#rows.set(id, { button, item, text, why });
    }
    const idByName = new Map(uppermost.map(({ id, name }) => [name, id]));
    // The box of a group has the name of the group, and is drawn below its members.
    const groupsAround = new Map(
      uppermost.flatMap(({ groups }) => groups.map((group, index) => [group, groups.slice(0, index + 1)])),
    );
    /** @param {PlacedObject} object */
    const listAround = ({ name, groups }) => {
      const whole = wholesOf(name).find((one) => idByName.has(one) || one === groups.at(-1));
      const row = this.#rows.get(idByName.get(whole ?? '') ?? '');
      if (whole === undefined || !row) {
        const ofName = groupsAround.get(wholesOf(name).find((one) => groupsAround.has(one)) ?? '') ?? [];
        return listOf(ofName.length > groups.length ? ofName : groups);
      }
      const key = `parts of ${whole}`;
      const list = lists.get(key) ?? make('ul', {});
      lists.set(key, list);
      row.item.append(list);
      return list;
    };
    for (const object of uppermost) {
      const row = this.#rows.get(object.id);
      if (row) listAround(object).append(row.item);
    }
    const items = /** @type {HTMLElement[]} */ ([...top.children]);
    replaceKeepingFocus(this.#list, items.length > 0 ? items : [make('li', { className: 'faint' }, 'None')]);
  }

  /** Hides the objects whose name, id and text do not contain the typed text, except those around others. */
  #showMatches() {
    const wanted = this.#filter.value.trim().toLowerCase();
    for (const { id, name, text } of this.#objects) {
      const row = this.#rows.get(id);
      const isFound = [id, name, text ?? ''].some((one) => one.toLowerCase().includes(wanted));
      if (row && row.item.hidden === isFound) row.item.hidden = !isFound;
    }
    // The innermost lists come last.
    for (const list of [...this.#list.querySelectorAll('ul')].toReversed()) {
      const item = list.parentElement;
      const isFound = list.querySelector('.object:not([hidden])') !== null;
      if (item) item.hidden = item.classList.contains('object') ? item.hidden && !isFound : !isFound;
    }
    if (!this.#stop?.isConnected || this.#stop.closest('[hidden]')) this.#setStop(this.#shownRows()[0]);
  }

  /** The rows that the filter leaves, from top to bottom. */
  #shownRows() {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const rows = this.#list.querySelectorAll('.object:not([hidden]) > button');
    return [...rows];
  }

  /** @param {HTMLButtonElement | undefined} button */
  #setStop(button) {
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = button;
    if (button) button.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || !['ArrowUp', 'ArrowDown'].includes(key)) return;
    const rows = this.#shownRows();
    const index = rows.indexOf(/** @type {HTMLButtonElement} */ (target));
    if (index < 0) return;
    event.preventDefault();
    rows[index + (key === 'ArrowDown' ? 1 : -1)]?.focus();
  }
}
