import { element } from './elements.js';
import { readSetting, writeSetting } from './settings.js';

/** Minimum and maximum width of the panel, in percent of the window's width. */
const least = 15;
const most = 60;
const stepPercent = 2;
const setting = 'panel';

/**
 * A share, limited to the allowed range; null for a text that is not a number.
 * @param {string | undefined} text
 */
export function readShare(text) {
  const share = Number(text);
  return text === undefined || text === '' || Number.isNaN(share)
    ? null
    : Math.min(most, Math.max(least, share));
}

/** The bar between picture and panel. It can be dragged, and moved with the arrow keys; a double click resets it. */
export class Split {
  #bar = element('split');

  constructor() {
    const bar = this.#bar;
    const kept = readShare(readSetting(setting));
    if (kept !== null) this.#show(kept);
    bar.addEventListener('pointerdown', (event) => {
      if (event.button === 0) bar.setPointerCapture(event.pointerId);
    });
    bar.addEventListener('pointermove', ({ pointerId, clientX }) => {
      if (bar.hasPointerCapture(pointerId)) this.#set(100 * (1 - clientX / innerWidth));
    });
    bar.addEventListener('dblclick', () => this.#reset());
    bar.addEventListener('keydown', (event) => {
      const steps = { ArrowLeft: 1, ArrowRight: -1 };
      const step = event.key in steps ? steps[/** @type {keyof typeof steps} */ (event.key)] : 0;
      if (step === 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.#set(this.#share() + step * stepPercent);
    });
  }

  #share() {
    return (100 * element('panel').offsetWidth) / innerWidth;
  }

  /** @param {number} percent */
  #set(percent) {
    const share = readShare(percent.toFixed(1));
    if (share === null) return;
    this.#show(share);
    writeSetting(setting, String(share));
  }

  /** @param {number} share */
  #show(share) {
    document.documentElement.style.setProperty('--panel', `${share}vw`);
    this.#bar.setAttribute('aria-valuenow', String(Math.round(share)));
  }

  #reset() {
    document.documentElement.style.removeProperty('--panel');
    writeSetting(setting, undefined);
  }
}
