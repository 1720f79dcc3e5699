/** The element of the page with that id. */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/** A new element. Children are elements or texts, which are never read as markup. */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Gives an element a text. One that it has already is left alone, or screen readers would say it again. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Replaces the children of a list. The focus stays on the control with the same `data-key`. While there is none, the list
 * itself has the focus, and gives it back once there is one again.
 */
export function replaceKeepingFocus(list, children) {
  const focused = document.activeElement;
  const hasFocus = list.contains(focused);
  const key = focused === list ? list.dataset.focusedKey : focused?.dataset.key;
  list.replaceChildren(...children);
  if (!hasFocus || key === undefined) return;
  const same = [...list.querySelectorAll('[data-key]')].find((one) => one.dataset.key === key);
  if (same) delete list.dataset.focusedKey;
  else list.dataset.focusedKey = key;
  (same ?? list).focus({ preventScroll: true });
}

/** A time of the film in minutes, seconds and milliseconds. */
export function showTime(ms) {
  const whole = Math.round(ms);
  const seconds = Math.floor(whole / 1000) % 60;
  return `${Math.floor(whole / 60_000)}:${String(seconds).padStart(2, '0')}.${String(whole % 1000).padStart(3, '0')}`;
}

/** The place of something in the project's file, as editors and compilers write it. */
export function showPlace(file, place) {
  return place ? `${file}:${place.line}:${place.column}` : file;
}

/** Milliseconds for which a button says what became of a copy. */
const saidMs = 1500;

let said;

/** Has screen readers say a text. */
function say(text) {
  clearTimeout(said);
  setText(element('said'), text);
  // The same text again is a change only after an empty one.
  said = setTimeout(() => setText(element('said'), ''), saidMs);
}

/** Whether the browser let the page copy a text. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A button that copies a text, and says so; or that it could not, which a browser's settings may be the cause of. */
export function copyButton(text, label) {
  const button = make('button', { type: 'button', className: 'link', title: 'Copy' }, text);
  button.setAttribute('aria-label', `${label}: copy ${text}`);
  let shown;
  button.addEventListener('click', async () => {
    const isCopied = await copy(text);
    clearTimeout(shown);
    button.textContent = isCopied ? 'copied' : 'not copied';
    say(isCopied ? `Copied ${text}` : `The browser does not let this page copy ${text}`);
    shown = setTimeout(() => {
      button.textContent = text;
    }, saidMs);
  });
  return button;
}
