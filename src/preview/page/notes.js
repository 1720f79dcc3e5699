import { copyButton, element, make, replaceKeepingFocus, showPlace } from './elements.js';
import { showTime } from './film-times.js';
import { applyFix, messageOf } from './server-client.js';

/** @import { FilmState, Remark } from '../film-state.ts' */
/** @import { FixOrder } from '../page-messages.ts' */

const kinds = { problem: 'Problem', warning: 'Warning', advice: 'Advice' };

/** Lists the problems, warnings and advice. A click on the time of a note moves the playhead there. */
export class Notes {
  #onJump;
  /** The notes on the page, as text to compare. */
  #shown = '';

  /** @param {(timeMs: number) => void} onJump */
  constructor(onJump) {
    this.#onJump = onJump;
  }

  /**
   * Lists the remarks on a film again only if they differ: other events must not disturb clicks, the focus or scrolling.
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
    // Problems must be visible even if the panel was scrolled, unless the user is in the list already.
    if (problems > 0 && !list.contains(document.activeElement)) element('lists').scrollTop = 0;
    const notes = remarks.map((remark) => this.#noteOf(remark, file, revision));
    replaceKeepingFocus(list, notes.length > 0 ? notes : [make('li', { className: 'none faint' }, none)]);
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
   * @param {Remark} remark
   * @param {string} file
   * @param {number} revision
   */
  #noteOf({ kind, message, path, place, timeMs, fix }, file, revision) {
    const note = make('li');
    note.append(make('span', { className: `kind ${kind}` }, kinds[kind]));
    const name = `${kind} ${path} ${message}`;
    if (timeMs !== null) {
      const jump = make('button', { type: 'button', className: 'link' }, `at ${showTime(timeMs)}`);
      jump.dataset.key = `time of ${name}`;
      jump.addEventListener('click', ({ detail }) => {
        this.#onJump(timeMs);
        // After a click of the mouse, keys move the playhead; after a key, the focus stays in the list.
        if (detail > 0) element('track').focus({ preventScroll: true });
      });
      note.append(' ', jump);
    }
    note.append(make('span', { className: 'message' }, message));
    if (path !== '' && path !== 'project') note.append(make('span', { className: 'faint' }, `${path} `));
    if (place) {
      const copy = copyButton(showPlace(file, place), 'Place in the file');
      copy.dataset.key = `place of ${name}`;
      note.append(copy);
    }
    if (fix !== null) note.append(...fixControls(name, { revision, advice: fix }));
    return note;
  }
}

/**
 * A button that applies a fix to the project's file, and a place for the reason why it could not. The saved file makes a new
 * version, whose notes replace these.
 * @param {string} name The note, in the key of the button.
 * @param {FixOrder} order
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
    await applyFix(order).catch((error) => {
      failure.textContent = messageOf(error);
    });
    isRunning = false;
  });
  return [button, failure];
}
