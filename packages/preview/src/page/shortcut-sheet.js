import { element, make } from './elements.js';
import { shortcuts } from './shortcuts.js';

/** The dialog with all shortcuts. */
export class ShortcutSheet {
  #dialog = element('keys', HTMLDialogElement);

  constructor() {
    const rows = shortcuts.flatMap(({ shown, does }) => [
      make('dt', {}, make('kbd', {}, shown)),
      make('dd', {}, does),
    ]);
    element('keys-list').replaceChildren(...rows);
    element('keys-close').addEventListener('click', () => this.#dialog.close());
  }

  open() {
    this.#dialog.showModal();
  }
}
