import { loopWithin } from './loop.js';

/** @import { Loop } from './loop.js' */

/**
 * The view that a reload in the same tab restores.
 * @typedef {{ readonly timeMs: number, readonly loop: Loop | null, readonly zoom: number,
 *   readonly pictureZoom: number | null, readonly selected: string | null }} View
 */

const name = 'view';

/**
 * Keeps a view for a reload in the same tab.
 * @param {View} view
 */
export function keepView(view) {
  try {
    sessionStorage.setItem(name, writeView(view, location.pathname));
  } catch {
    // Some browsers do not let pages store anything.
  }
}

/**
 * The view before the reload, as far as it fits a film of this length; null if the page is new.
 * @param {number} durationMs
 */
export function keptView(durationMs) {
  try {
    return readView(sessionStorage.getItem(name), location.pathname, durationMs);
  } catch {
    return null;
  }
}

/**
 * A view as text. `page` is the path of the page, which has a different token for each preview.
 * @param {View} view
 * @param {string} page
 */
export function writeView(view, page) {
  return JSON.stringify({ ...view, page });
}

/**
 * The view in a text of `writeView`, as far as it fits a film of this length; null if the text is of another page.
 * Throws a SyntaxError for a text that is not JSON.
 * @param {string | null} text
 * @param {string} page
 * @param {number} durationMs
 * @returns {View | null}
 */
export function readView(text, page, durationMs) {
  /** @type {(View & { readonly page: string }) | null} */
  const kept = JSON.parse(text ?? 'null');
  if (kept?.page !== page) return null;
  const { page: _, timeMs, loop, ...others } = kept;
  return { ...others, timeMs: Math.min(timeMs, durationMs), loop: loopWithin(loop, durationMs) };
}
