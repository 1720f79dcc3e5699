import { copyButton, element, make, setText } from './elements.js';
import { messageOf, send } from './server-client.js';

/** @import { FilmState } from '../film-state.ts' */
/** @import { Edits } from './edits.js' */
/** @import { ShownRow, ShownVariable } from '../tried-variables.ts' */

/** Milliseconds without a key press after which a value is tried. */
const restMs = 250;

const sources = {
  file: '',
  command: 'from --set',
  row: 'from the row',
  page: 'tried here, not in the file',
};

/**
 * Whether a value is a colour that a colour picker can show.
 * @param {unknown} value
 */
function isColor(value) {
  return typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);
}

/**
 * The value of an input, in the type of its variable; undefined if the text is not such a value.
 * @param {ShownVariable} variable
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 */
export function typedValue({ declared, value }, input) {
  const type = typeof (declared ?? value);
  if (type === 'boolean' && 'checked' in input) return input.checked;
  if (type !== 'number') return input.value;
  const number = Number(input.value);
  return input.value.trim() === '' || Number.isNaN(number) ? undefined : number;
}

/**
 * Whether a variable has a value on the page that the file can get.
 * @param {ShownVariable} variable
 */
function isWritable({ source, declared }) {
  return source === 'page' && declared !== null;
}

/** The project's variables, and the rows of its data file. Values are tried without changing the file. */
export class VariablesForm {
  #edits;
  /** @type {Map<string, HTMLInputElement | HTMLTextAreaElement>} */
  #inputs = new Map();
  /**
   * The colour pickers of variables that are colours.
   * @type {Map<string, HTMLInputElement>}
   */
  #pickers = new Map();
  /** @type {FilmState | null} */
  #film = null;
  /** The fields on the page as text, to detect changes. */
  #shown = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Edits} [edits] Without it, values are only tried: the page has no file. */
  constructor(edits) {
    this.#edits = edits;
    if (edits) element('variables-write').addEventListener('click', () => void this.#write());
    element('variables-reset').addEventListener('click', () => this.#try(null));
    element('row-number', HTMLInputElement).addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement) this.showRow(target.valueAsNumber);
    });
    element('row-none').addEventListener('click', () => this.#order(null));
    element('variables').addEventListener('submit', (event) => event.preventDefault());
  }

  /** @param {FilmState} film */
  setFilm(film) {
    this.#film = film;
    const { variables, row, settings } = film;
    element('variables-section').hidden = variables.length === 0 && row === null;
    this.#showFields(variables);
    this.#showRow(row);
    element('variables-reset').hidden = !variables.some(({ source }) => source === 'page');
    if (this.#edits) element('variables-write').hidden = !variables.some(isWritable);
    const options = settings.map((setting) => `--set=${quote(setting)}`).join(' ');
    const copy = copyButton(options, 'Copy as --set', 'Copy as --set');
    element('variables-copy').replaceChildren(...(options === '' ? [] : [copy]));
  }

  /**
   * Shows another row of the data file.
   * @param {1 | -1} direction
   */
  stepRow(direction) {
    const row = this.#film?.row;
    if (row) this.showRow((row.number ?? (direction > 0 ? 0 : row.count + 1)) + direction);
  }

  /** @param {number} number */
  showRow(number) {
    const count = this.#film?.row?.count ?? 0;
    if (count > 0 && !Number.isNaN(number)) void this.#order(Math.min(count, Math.max(1, number)));
  }

  /** @param {readonly ShownVariable[]} variables */
  #showFields(variables) {
    const shown = JSON.stringify(
      variables.map(({ name, declared, value }) => [
        name,
        typeof (declared ?? value),
        isColor(declared ?? value),
      ]),
    );
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#inputs.clear();
      this.#pickers.clear();
      element('variables-fields').replaceChildren(...variables.map((variable) => this.#field(variable)));
    }
    for (const variable of variables) {
      const input = this.#inputs.get(variable.name);
      const note = input?.closest('label')?.querySelector('.faint');
      if (note instanceof HTMLElement) setText(note, sources[variable.source]);
      const picker = this.#pickers.get(variable.name);
      const isChanging = document.activeElement === input || this.#timer !== undefined;
      if (picker && !isChanging && isColor(variable.value)) picker.value = String(variable.value);
      // Text that is being typed, or waits to be tried, stays unchanged.
      if (!input || isChanging) continue;
      if (input instanceof HTMLInputElement && input.type === 'checkbox')
        input.checked = variable.value === true;
      else input.value = String(variable.value ?? '');
    }
  }

  /** @param {ShownVariable} variable */
  #field(variable) {
    const { name, declared, value } = variable;
    const sample = declared ?? value;
    const isLong = typeof sample === 'string' && (sample.length > 40 || sample.includes('\n'));
    const input = isLong ? make('textarea', { rows: 3 }) : make('input', { type: 'text' });
    if (input instanceof HTMLInputElement && typeof sample === 'boolean') input.type = 'checkbox';
    if (typeof sample === 'number') input.inputMode = 'decimal';
    input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#tryAll(), restMs);
    });
    this.#inputs.set(name, input);
    const label = make('label', {}, make('span', {}, name), input, make('span', { className: 'faint' }));
    return isColor(sample) ? make('div', { className: 'color' }, label, this.#picker(name, input)) : label;
  }

  /**
   * A colour picker beside the text of a colour. Each of them follows the other.
   * @param {string} name
   * @param {HTMLInputElement | HTMLTextAreaElement} input
   */
  #picker(name, input) {
    const picker = make('input', { type: 'color' });
    picker.setAttribute('aria-label', `Pick ${name}`);
    picker.addEventListener('input', () => {
      input.value = picker.value;
      input.dispatchEvent(new Event('input'));
    });
    input.addEventListener('input', () => {
      if (isColor(input.value)) picker.value = input.value;
    });
    this.#pickers.set(name, picker);
    return picker;
  }

  /** Tries every value that the form changes. */
  #tryAll() {
    this.#stopTimer();
    /** @type {Record<string, string | number | boolean>} */
    const values = {};
    for (const variable of this.#film?.variables ?? []) {
      const input = this.#inputs.get(variable.name);
      if (!input) continue;
      const value = typedValue(variable, input);
      if (value === undefined) {
        this.#report(`${variable.name} must be a number`);
        return;
      }
      if (value !== variable.value || variable.source === 'page') values[variable.name] = value;
    }
    void this.#try(values);
  }

  /** Writes the values that are tried into the file. */
  async #write() {
    const variables = this.#film?.variables ?? [];
    const written = variables.filter(isWritable);
    const edits = written.map(({ name, value }) => ({ path: `variables[${JSON.stringify(name)}]`, value }));
    // While a value is tried, that in the file has no effect, and is not changed.
    await this.#try(null);
    if (await this.#edits?.commit(edits)) return;
    await this.#try(
      Object.fromEntries(written.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))),
    );
  }

  /** @param {Readonly<Record<string, string | number | boolean>> | null} values */
  async #try(values) {
    this.#stopTimer();
    this.#report('');
    await send('api/variables', { values }).catch((error) => this.#report(messageOf(error)));
  }

  /** @param {number | null} number */
  async #order(number) {
    this.#stopTimer();
    this.#report('');
    await send('api/row', { number }).catch((error) => this.#report(messageOf(error)));
  }

  /** @param {ShownRow | null} row */
  #showRow(row) {
    element('row').hidden = row === null;
    if (!row) return;
    const input = element('row-number', HTMLInputElement);
    input.max = String(row.count);
    if (document.activeElement !== input || input.value === '')
      input.value = row.number === null ? '' : String(row.number);
    setText(element('row-count'), `of ${row.count} in ${row.file}`);
    setText(element('row-problems'), row.problems.join(' '));
    element('row-none', HTMLButtonElement).disabled = row.number === null;
  }

  #stopTimer() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @param {string} message */
  #report(message) {
    setText(element('variables-message'), message);
  }
}

/**
 * A text as one word of a POSIX shell.
 * @param {string} text
 */
function quote(text) {
  return /^[\w/.,:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
