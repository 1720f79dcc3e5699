/** @import { TextPlace } from '@render-service/engine/text' */

/**
 * The element of the page with an id. Throws an error if there is none, or one of another class than `kind`.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind]
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  if (kind && !(found instanceof kind)) throw new Error(`the element ${id} is not of the class ${kind.name}`);
  return /** @type {Kind} */ (/** @type {Element} */ (found));
}

/**
 * A new element. Texts among its children are never read as markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/**
 * Sets the text of an element, but only if it differs: screen readers announce each change.
 * @param {HTMLElement} target
 * @param {string} text
 */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * The 2D context of a canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function contextOf(canvas, settings) {
  const context = canvas.getContext('2d', settings);
  if (!context) throw new Error('the browser has no context for a canvas');
  return context;
}

/**
 * A new SVG element. Numbers become texts.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string | number>>} attributes
 */
export function makeSvg(tag, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/**
 * Replaces the children of a list. The control with the same `data-key` keeps the focus. While there is none, the list
 * itself has the focus, and passes it on as soon as that control is back.
 * @param {HTMLElement} list
 * @param {readonly HTMLElement[]} children
 */
export function replaceKeepingFocus(list, children) {
  const focused = document.activeElement;
  const hasFocus = list.contains(focused);
  const focusedKey = focused instanceof HTMLElement ? focused.dataset.key : undefined;
  const key = focused === list ? list.dataset.focusedKey : focusedKey;
  list.replaceChildren(...children);
  if (!hasFocus || key === undefined) return;
  /** @type {NodeListOf<HTMLElement>} */
  const controls = list.querySelectorAll('[data-key]');
  const same = [...controls].find((control) => control.dataset.key === key);
  if (same) delete list.dataset.focusedKey;
  else list.dataset.focusedKey = key;
  (same ?? list).focus({ preventScroll: true });
}

/**
 * Shows a menu beside the control that opens it.
 * @param {HTMLElement} menu
 * @param {HTMLElement} opener
 */
export function showBelow(menu, opener) {
  // A menu around the opener stays open.
  menu.showPopover({ source: opener });
  placeBeside(menu, opener);
}

/**
 * Puts a shown menu below its opener, or above it where the window has no room below: never over it, because a second
 * click there would choose something.
 * @param {HTMLElement} menu
 * @param {HTMLElement} opener
 */
export function placeBeside(menu, opener) {
  const { left, top, bottom } = opener.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const hasRoom = bottom + 4 + offsetHeight <= innerHeight - 8;
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
  menu.style.top = `${hasRoom ? bottom + 4 : Math.max(8, top - 4 - offsetHeight)}px`;
}

/**
 * A place in the project's file, in the form that editors and compilers use.
 * @param {string} file
 * @param {TextPlace | null} place
 */
export function showPlace(file, place) {
  return place ? `${file}:${place.line}:${place.column}` : file;
}

/** Milliseconds for which a button shows the result of copying. */
const resultMs = 1500;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let announced;

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  clearTimeout(announced);
  setText(element('said'), text);
  // The same text is announced again only after an empty one.
  announced = setTimeout(() => setText(element('said'), ''), resultMs);
}

/**
 * Copies a text. Resolves with false if the browser does not allow it.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A button that copies a text and reports whether the browser allowed it.
 * @param {string} text
 * @param {string} label What the text is.
 * @param {string} [shown] The text on the button, if it is not the copied one.
 */
export function copyButton(text, label, shown = text) {
  const button = make('button', { type: 'button', className: 'link', title: `Copy ${text}` }, shown);
  // The word alone is drawn as a sign.
  button.classList.toggle('copy', shown === 'copy');
  button.setAttribute('aria-label', `${label}: copy ${text}`);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let reset;
  button.addEventListener('click', async () => {
    const isCopied = await copy(text);
    clearTimeout(reset);
    button.textContent = isCopied ? 'copied' : 'not copied';
    button.classList.remove('copy');
    announce(isCopied ? `Copied ${text}` : `The browser does not let this page copy ${text}`);
    reset = setTimeout(() => {
      button.textContent = shown;
      button.classList.toggle('copy', shown === 'copy');
    }, resultMs);
  });
  return button;
}
