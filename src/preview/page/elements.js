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

/** A button that copies a text, and says so. */
export function copyButton(text, label) {
  const button = make('button', { type: 'button', className: 'link', title: 'Copy' }, text);
  button.setAttribute('aria-label', `${label}: copy ${text}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'copied';
    setTimeout(() => {
      button.textContent = text;
    }, 900);
  });
  return button;
}
