import { copyButton, element, make, replaceKeepingFocus, showPlace, showTime } from './elements.js';

const kinds = { problem: 'Problem', warning: 'Warning', advice: 'Advice' };

/** Lists what is wrong with the project, or hardly meant. A remark with a time is a jump to it. */
export class Notes {
  #onJump;
  /** What is listed, to be compared with what the server tells. */
  #shown = '';

  constructor(onJump) {
    this.#onJump = onJump;
  }

  /** Lists the remarks of a film anew where they differ: a click, the focus and the scrolling outlast all other events. */
  setFilm({ file, remarks, status, isAdvised }) {
    const none = status === 'loading' || !isAdvised ? 'Looking…' : 'Nothing to put right.';
    const shown = JSON.stringify([file, remarks, none]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const problems = remarks.filter(({ kind }) => kind === 'problem').length;
    this.#count(problems, remarks.length);
    const list = element('notes');
    // A problem is seen however far the panel was scrolled; whoever is in the list already sees it.
    if (problems > 0 && !list.contains(document.activeElement)) element('lists').scrollTop = 0;
    const notes = remarks.map((remark) => this.#noteOf(remark, file));
    replaceKeepingFocus(list, notes.length > 0 ? notes : [make('li', { className: 'none faint' }, none)]);
  }

  #count(problems, all) {
    const count = element('notes-count');
    count.textContent = all === 0 ? '' : String(all);
    count.dataset.kind = problems > 0 ? 'problem' : 'advice';
    count.title = `${problems} problems, ${all - problems} pieces of advice`;
  }

  #noteOf({ kind, message, path, place, timeMs }, file) {
    const note = make('li');
    note.append(make('span', { className: `kind ${kind}` }, kinds[kind]));
    const name = `${kind} ${path} ${message}`;
    if (timeMs !== null) {
      const jump = make('button', { type: 'button', className: 'link' }, `at ${showTime(timeMs)}`);
      jump.dataset.key = `time of ${name}`;
      jump.addEventListener('click', ({ detail }) => {
        this.#onJump(timeMs);
        // After a click of the mouse the keys are for the film; the keyboard stays in the list.
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
    return note;
  }
}
