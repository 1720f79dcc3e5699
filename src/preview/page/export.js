import { element, make, setText } from './elements.js';
import { cancelExport, startExport } from './server.js';

const notReady = 'The project in the file cannot be drawn. Solve its problems first.';

/** A text as one word of a POSIX shell. */
function quote(text) {
  if (/^[\w/.,:@%+-][\w/.,:@%+=-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A path as one word that is no option. */
function quotePath(path) {
  return quote(path.startsWith('-') ? `./${path}` : path);
}

/** The dialog that makes files. */
export class ExportDialog {
  #dialog = element('export');
  #form = element('export-form');
  #film = null;
  #timeMs = 0;
  #id = null;
  #hasFailed = false;

  constructor() {
    element('export-close').addEventListener('click', () => this.#dialog.close());
    element('export-cancel').addEventListener('click', () => this.#id && cancelExport(this.#id));
    this.#form.addEventListener('input', () => this.#describe());
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#start();
    });
  }

  setFilm(film) {
    // A failure was that of the version before.
    if (this.#hasFailed && film.revision !== this.#film?.revision) this.#say('');
    this.#film = film;
    if (this.#dialog.open) this.#describe();
  }

  open(timeMs) {
    this.#timeMs = Math.round(timeMs * 1000) / 1000;
    if (this.#id === null) this.#say('');
    this.#describe();
    this.#dialog.showModal();
  }

  /** The state of an export; only that of this page is shown. */
  update({ id, status, fraction, framesDone, frames, fileName, bytes, problems }) {
    if (id !== this.#id) return;
    const isRunning = status === 'running';
    element('export-running').hidden = !isRunning;
    element('export-cancel').hidden = !isRunning;
    element('export-start').disabled = isRunning;
    element('export-progress').value = fraction;
    const counted = frames > 0 ? ` ${framesDone} of ${frames} frames` : '';
    const messages = {
      running: `Making ${fileName}…${counted}`,
      done: `${fileName}, ${bytes.toLocaleString('en')} bytes, went to your downloads.`,
      failed: problems.join(' '),
      cancelled: 'Cancelled.',
    };
    this.#say(messages[status], status === 'failed');
    if (isRunning) return;
    this.#id = null;
    if (status === 'done') make('a', { href: `api/exports/${id}`, download: fileName }).click();
  }

  #say(message, hasFailed = false) {
    this.#hasFailed = hasFailed;
    setText(element('export-message'), message);
  }

  #order() {
    const what = new FormData(this.#form).get('what');
    const width = element('export-width').valueAsNumber;
    const size = Number.isNaN(width) ? {} : { width };
    if (what === 'sheet') return { kind: 'sheet', options: size };
    const options = { format: what, ...size };
    if (what === 'mp4')
      return { kind: 'render', options: { ...options, fps: Number(element('export-fps').value) } };
    return { kind: 'render', options: { ...options, timeMs: this.#timeMs } };
  }

  /** Shows the command that makes the same file. */
  #describe() {
    const { kind, options } = this.#order();
    element('export-rate').hidden = options.format !== 'mp4';
    const { file, path, settings } = this.#film;
    // As the server names it: a name that only begins with a dot has no extension.
    const name = file.replace(/(?<=.)\.[^.]*$/s, '');
    const output = kind === 'sheet' ? `${name}-sheet.png` : `${name}.${options.format}`;
    const flags = { width: 'width', fps: 'fps', timeMs: 'time-ms' };
    const given = Object.entries(flags).flatMap(([option, flag]) =>
      options[option] === undefined || (option === 'fps' && options.fps === 30)
        ? []
        : [`--${flag} ${options[option]}`],
    );
    // With "=", as a variable's name may begin like an option.
    const variables = settings.map((setting) => quote(`--set=${setting}`));
    const words = [kind, quotePath(path), '-o', quotePath(output), ...given, ...variables];
    element('export-command').textContent = ['render-service', ...words].join(' ');
    const isReady = this.#film.status === 'ready';
    element('export-start').disabled = !isReady || this.#id !== null;
    // The sentence goes when the problems do; what became of an export stays.
    if (!isReady && this.#id === null) this.#say(notReady);
    else if (element('export-message').textContent === notReady) this.#say('');
  }

  async #start() {
    element('export-start').disabled = true;
    try {
      const state = await startExport(this.#order());
      this.#id = state.id;
      this.update(state);
    } catch (error) {
      this.#say(error.message, true);
      element('export-start').disabled = false;
    }
  }
}
