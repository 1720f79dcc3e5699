import { copyButton, element, make, replaceKeepingFocus } from './elements.js';
import { showTime } from './film-times.js';
import { changesAsJson, changesInWords, groupNotes, order } from './note-groups.js';
import { messageOf, send } from './server-client.js';

/** @import { FilmState, Remark } from '../film-state.ts' */
/** @import { PageOrders } from '../page-messages.ts' */
/** @import { Places } from './places.js' */

const kinds = { problem: 'Problem', warning: 'Warning', advice: 'Advice' };

/** Lists the problems, warnings and advice. A click on a note moves the playhead there and selects its object. */
export class Notes {
  #places;
  #onChoose;
  /** The notes on the page as text, to detect changes. */
  #shown = '';
  /** The groups that are open, by the message of their first note. */
  #open = new Set();

  /**
   * @param {Pick<Places, 'controls'>} places Opens places in the file.
   * @param {(remark: Remark) => void} onChoose
   */
  constructor(places, onChoose) {
    this.#places = places;
    this.#onChoose = onChoose;
  }

  /**
   * Lists the remarks on a film again only if they differ: other events must not disturb clicks, the focus or
   * scrolling.
   * @param {FilmState} film
   */
  setFilm({ file, revision, remarks, status, isAdvised }) {
    const none = status === 'loading' || !isAdvised ? 'Checking …' : 'No problems and no advice.';
    const shown = JSON.stringify([file, revision, remarks, none]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const problems = remarks.filter(({ kind }) => kind === 'problem').length;
    this.#count(problems, remarks.length);
    const list = element('notes');
    const notes = groupNotes(sorted(remarks)).map(({ first, others }) => {
      const note = this.#noteOf(first, revision);
      if (others.length > 0) note.append(this.#groupOf(first, others, revision));
      return note;
    });
    replaceKeepingFocus(list, notes.length > 0 ? notes : [make('li', { className: 'none faint' }, none)]);
    if (problems > 0) this.#reveal(list);
  }

  /**
   * Scrolls the panel to a note. In a narrow window, the whole page would scroll, and the note stays where it is.
   * @param {Remark} remark
   */
  show(remark) {
    const lists = element('lists');
    const note = [...lists.querySelectorAll('li')].find(({ dataset }) => dataset.note === nameOf(remark));
    const group = note?.closest('details');
    if (!note || lists.scrollHeight <= lists.clientHeight) return;
    if (group) group.open = true;
    lists.scrollTop += note.getBoundingClientRect().top - lists.getBoundingClientRect().top;
  }

  /**
   * Scrolls the panel to the problems, unless the user is in the list already, or types the value that causes them.
   * @param {HTMLElement} list
   */
  #reveal(list) {
    const used = [list, element('variables')].some((one) => one.contains(document.activeElement));
    const section = list.closest('section');
    if (!used && section) element('lists').scrollTop = section.offsetTop;
  }

  /**
   * @param {number} problems
   * @param {number} all
   */
  #count(problems, all) {
    const count = element('notes-count');
    count.textContent = all === 0 ? '' : String(all);
    count.dataset.kind = problems > 0 ? 'problem' : 'advice';
    count.title = `Problems: ${problems}, warnings and advice: ${all - problems}`;
  }

  /**
   * The further notes of a group, which are hidden at first.
   * @param {Remark} first
   * @param {readonly Remark[]} others
   * @param {number} revision
   */
  #groupOf({ message }, others, revision) {
    const count = others.length === 1 ? '1 more like this' : `${others.length} more like this`;
    const summary = make('summary', {}, count);
    summary.dataset.key = `others of ${message}`;
    const list = make('ul', {}, ...others.map((remark) => this.#noteOf(remark, revision)));
    const group = make('details', { open: this.#open.has(message) }, summary, list);
    group.addEventListener('toggle', () => {
      if (group.open) this.#open.add(message);
      else this.#open.delete(message);
    });
    return group;
  }

  /**
   * @param {Remark} remark
   * @param {number} revision
   */
  #noteOf(remark, revision) {
    const { kind, message, path, place, timeMs, object, changes, fix } = remark;
    const note = make('li');
    const name = nameOf(remark);
    note.dataset.note = name;
    note.append(make('span', { className: `kind ${kind}` }, kinds[kind]));
    if (timeMs !== null) {
      const jump = make('button', { type: 'button', className: 'link' }, `at ${showTime(timeMs)}`);
      jump.dataset.key = `time of ${name}`;
      jump.addEventListener('click', ({ detail }) => {
        this.#onChoose(remark);
        // After a click of the mouse, keys move the playhead; after a key, the focus stays in the list.
        if (detail > 0) element('track').focus({ preventScroll: true });
      });
      note.append(' ', jump);
    }
    const said = make('span', { className: 'message' }, message);
    if (timeMs !== null && object !== null) said.addEventListener('click', () => this.#onChoose(remark));
    note.append(said);
    if (path !== '' && path !== 'project') note.append(make('span', { className: 'faint' }, `${path} `));
    if (place) note.append(...this.#places.controls(place, 'Place in the file', name));
    if (changes.length > 0) note.append(fixWords(changes, name));
    if (fix !== null) note.append(...fixControls(name, { revision, advice: fix }));
    return note;
  }
}

/**
 * What a note is known by on the page.
 * @param {Remark} remark
 */
function nameOf({ kind, path, message }) {
  return `${kind} ${path} ${message}`;
}

/**
 * Remarks with the most serious ones first.
 * @param {readonly Remark[]} remarks
 */
function sorted(remarks) {
  return [...remarks].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/**
 * The fix of a note in words, with a button that copies it as it is written in the file.
 * @param {Remark['changes']} changes
 * @param {string} name The note, in the key of the button.
 */
function fixWords(changes, name) {
  const json = changesAsJson(changes);
  const words = make('span', { className: 'fix-words' }, changesInWords(changes), ' ');
  if (json === '') return words;
  const copy = copyButton(json, 'Fix', 'copy');
  copy.dataset.key = `words of ${name}`;
  words.append(copy);
  return words;
}

/**
 * A button that applies a fix to the project's file, and an element for the reason if that fails. The saved file makes
 * a new version, whose notes replace these.
 * @param {string} name The note, in the key of the button.
 * @param {PageOrders['api/fixes']} order
 */
function fixControls(name, order) {
  const button = make('button', { type: 'button', className: 'fix' }, 'Apply fix');
  button.dataset.key = `fix of ${name}`;
  const failure = make('p', { className: 'problem' });
  failure.setAttribute('role', 'alert');
  let isRunning = false;
  button.addEventListener('click', async () => {
    // A disabled button would lose the focus.
    if (isRunning) return;
    isRunning = true;
    failure.textContent = '';
    await send('api/fixes', order).catch((error) => {
      failure.textContent = messageOf(error);
    });
    isRunning = false;
  });
  return [button, failure];
}
