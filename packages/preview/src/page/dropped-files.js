import { element } from './elements.js';
import { messageOf, sendFile } from './server-client.js';

/** @import { DroppedFile } from '../dropped-files.ts' */
/** @import { FilmState } from '../film-state.ts' */
/** @import { AddObject } from './add-object.js' */
/** @import { Edits } from './edits.js' */
/** @import { Size } from './fit.js' */
/** @import { ObjectEditor } from './object-editor.js' */

/** The share of the frame's width that a picture has at most when it is added, and that of one without a size. */
const widestShare = 0.5;
const usualShare = 0.3;

/** Files that are dropped into the page or chosen: after asking, they are copied beside the document and used in it. */
export class DroppedFiles {
  #edits;
  #editor;
  #addObject;
  #scene;
  #dialog = element('dropped', HTMLDialogElement);
  #input = element('choose-file', HTMLInputElement);
  /** @type {readonly File[]} */
  #files = [];
  /** The name of the document. */
  #document = '';

  /**
   * @param {object} options
   * @param {Edits} options.edits
   * @param {ObjectEditor} options.editor
   * @param {AddObject} options.addObject
   * @param {() => Size | undefined} options.scene The scene in the picture.
   */
  constructor({ edits, editor, addObject, scene }) {
    this.#edits = edits;
    this.#editor = editor;
    this.#addObject = addObject;
    this.#scene = scene;
    const hasFiles = (/** @type {DragEvent} */ { dataTransfer }) =>
      dataTransfer?.types.includes('Files') === true;
    const mark = (/** @type {boolean} */ isOver) => element('stage').classList.toggle('dropping', isOver);
    document.addEventListener('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(false));
    document.addEventListener('drop', (event) => {
      if (!hasFiles(event)) return;
      // The browser would leave the page for the file.
      event.preventDefault();
      mark(false);
      this.#ask([...(event.dataTransfer?.files ?? [])]);
    });
    this.#input.addEventListener('change', () => {
      this.#ask([...(this.#input.files ?? [])]);
      this.#input.value = '';
    });
    element('dropped-cancel').addEventListener('click', () => this.#dialog.close());
    element('dropped-form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#copy();
    });
  }

  /** @param {FilmState} film */
  setFilm(film) {
    this.#document = film.file;
  }

  /** Lets the user choose files. */
  choose() {
    this.#input.click();
  }

  /** @param {readonly File[]} files */
  #ask(files) {
    if (files.length === 0) return;
    if (!this.#edits.isPossible) {
      this.#edits.report('not copied: solve the problems of the project first');
      return;
    }
    this.#files = files;
    const names = files.map(({ name, size }) => `${name} (${sizeText(size)})`).join(', ');
    element('dropped-text').textContent =
      `Copy ${names} beside ${this.#document}, and use ${files.length > 1 ? 'them' : 'it'} in the film?`;
    const replaced = this.#replaced();
    element('dropped-choice').hidden = !replaced;
    if (replaced) element('dropped-object').textContent = replaced.name;
    const choices = this.#dialog.querySelectorAll('input');
    const choice = choices[replaced ? 1 : 0];
    if (choice) choice.checked = true;
    element('dropped-message').textContent = '';
    this.#dialog.showModal();
  }

  /** The field with the file of the selected object, if the dropped file may replace it; undefined otherwise. */
  #replaced() {
    const { found } = this.#editor;
    const [file] = this.#files;
    const field = found?.fields.find(({ name }) => name === 'src');
    const kind = file?.type.split('/')[0] ?? '';
    return this.#files.length === 1 && found && field && found.kind === kind
      ? { name: found.name, path: field.paths.object }
      : undefined;
  }

  async #copy() {
    const message = element('dropped-message');
    const start = element('dropped-copy', HTMLButtonElement);
    const replaced = element('dropped-replace', HTMLInputElement).checked ? this.#replaced() : undefined;
    start.disabled = true;
    try {
      for (const file of this.#files) {
        message.textContent = `Copying ${file.name} …`;
        const copy = await sendFile(file);
        if (replaced) await this.#edits.commit([{ path: replaced.path, value: copy.name }]);
        else await this.#use(file, copy);
      }
      this.#dialog.close();
    } catch (error) {
      message.textContent = messageOf(error);
    } finally {
      start.disabled = false;
    }
  }

  /**
   * @param {File} file
   * @param {DroppedFile} copy
   */
  async #use(file, { name: src, kind }) {
    const wanted = src.replace(/\.[^.]*$/, '').replaceAll(/[^\w-]+/g, '-') || kind;
    if (kind === 'sound') return this.#addObject.addSound(wanted, src);
    if (kind === 'captions') return this.#addObject.add(wanted, { kind, src });
    const frame = this.#scene()?.width ?? 0;
    const own = kind === 'image' ? await widthOf(file) : undefined;
    const width = Math.round(Math.min(own ?? usualShare * frame, widestShare * frame));
    return this.#addObject.add(wanted, { kind, src, ...(frame > 0 && { width }) });
  }
}

/**
 * The width of a picture in pixels; undefined if the browser cannot tell.
 * @param {File} file
 */
async function widthOf(file) {
  const picture = await createImageBitmap(file).catch(() => undefined);
  const width = picture?.width;
  picture?.close();
  return width;
}

/** @param {number} bytes */
function sizeText(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
