import { element } from './elements.js';
import { readSetting, writeSetting } from './settings.js';

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
