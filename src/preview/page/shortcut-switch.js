import { element } from './elements.js';

/**
 * Browsers send it to every port of this machine, and each preview has another port. It contains nothing about the film, and
 * exists only while the shortcuts are off.
 */
const cookie = 'render-service-preview-keys';
const yearSeconds = 365 * 24 * 60 * 60;

/** Switches off the shortcuts of a single character, which speech input and slips of the hand trigger by accident. */
export class ShortcutSwitch {
  #button = element('toggle-keys');

  constructor() {
    this.#button.addEventListener('click', () => this.#set(!this.isOn));
    this.#set(!document.cookie.split('; ').includes(`${cookie}=off`));
  }

  get isOn() {
    return this.#button.getAttribute('aria-pressed') === 'true';
  }

  /** @param {boolean} isOn */
  #set(isOn) {
    this.#button.setAttribute('aria-pressed', String(isOn));
    this.#button.title = `Turn single-character shortcuts ${isOn ? 'off' : 'on'}`;
    if (isOn === !document.cookie.includes(cookie)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: older browsers lack the Cookie Store API.
    document.cookie = `${cookie}=off; path=/; samesite=strict; max-age=${isOn ? 0 : yearSeconds}`;
  }
}
