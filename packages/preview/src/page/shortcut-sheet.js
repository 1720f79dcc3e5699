import { element, make } from './elements.js';
import { readSetting, writeSetting } from './settings.js';
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

/** Switches off the shortcuts of a single character, which speech input and slips of the hand trigger by accident. */
export class ShortcutSwitch {
  #box = element('single-keys', HTMLInputElement);

  constructor() {
    this.#box.checked = readSetting('keys') !== 'off';
    this.#box.addEventListener('change', () => writeSetting('keys', this.isOn ? undefined : 'off'));
  }

  get isOn() {
    return this.#box.checked;
  }
}
