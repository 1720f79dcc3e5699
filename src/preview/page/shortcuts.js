import { element } from './elements.js';

/**
 * Browsers keep it for all ports of this machine, and the port differs from one start to the next. It says nothing about the
 * film, and exists only while the keys are off.
 */
const cookie = 'render-service-preview-keys';
const year = 365 * 24 * 60 * 60;

/** The switch of the keys that are single characters, which speech input and slips of the hand press unwanted. */
export class Shortcuts {
  #button = element('toggle-keys');

  constructor() {
    this.#button.addEventListener('click', () => this.#set(!this.areOn));
    this.#set(!document.cookie.split('; ').includes(`${cookie}=off`));
  }

  get areOn() {
    return this.#button.getAttribute('aria-pressed') === 'true';
  }

  #set(areOn) {
    this.#button.setAttribute('aria-pressed', String(areOn));
    this.#button.title = areOn ? 'Switch the keys that are single characters off' : 'Switch them on';
    if (areOn === !document.cookie.includes(cookie)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers.
    document.cookie = `${cookie}=off; path=/; samesite=strict; max-age=${areOn ? 0 : year}`;
  }
}
