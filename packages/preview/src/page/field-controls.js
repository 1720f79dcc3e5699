import { element, make, makeSvg, showBelow } from './elements.js';
import { readNumber, stepNumber, typedNumber } from './number-steps.js';
import { hasTimeUnit, typedTime } from './time-edits.js';

/** @import { EditedField } from '@render-service/engine/edit' */

/** Milliseconds without a key press after which a typed value is tried, and one changed by arrows is written. */
const restMs = 150;
const writeMs = 500;

/** Pixels of a drag for one step of a number. */
const stepPixels = 2;

/** Number of characters from which a text has several lines. */
const longText = 24;

/**
 * What happens with the value of a field. An undefined value removes the field.
 * @typedef {object} FieldEvents
 * @property {(value: unknown) => void} onTry
 * @property {(value: unknown) => void} onCommit
 * @property {() => void} onCancel
 */

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

/**
 * What a control offers besides the choices of its field.
 * @typedef {{ readonly colors: Readonly<Record<string, string>>, readonly words: readonly string[] }} Offered
 */

/**
 * A field with its name and control. `shown` is its value in the picture, for one that is not written.
 * @param {EditedField} field
 * @param {string} shown
 * @param {Offered} offered
 * @param {FieldEvents} events
 * @returns {HTMLElement[]}
 */
export function fieldControl(field, shown, { colors, words }, events) {
  const label = make('label', { title: field.description }, field.name);
  const choices = words.length > 0 ? words : field.choices;
  const isChosen = field.type === 'choice' || field.type === 'flag' || words.length > 0;
  const control =
    isChosen && isPlain(field.value) ? makeSelect(field, choices, events) : makeInput(field, shown, events);
  control.id = `field-${field.name}`;
  control.dataset.key = `field ${field.name}`;
  label.htmlFor = control.id;
  if (field.type === 'number' && control instanceof HTMLInputElement)
    addScrubbing(label, control, field, events);
  const isColor = field.type === 'color' && control instanceof HTMLInputElement;
  return [label, isColor ? withColors(control, field, shown, colors, events) : control];
}

/** @param {unknown} value */
function isPlain(value) {
  return value === null || typeof value !== 'object';
}

/**
 * @param {EditedField} field
 * @param {readonly string[]} choices
 * @param {FieldEvents} events
 */
function makeSelect({ value, type }, choices, { onCommit }) {
  const written = value === null ? '' : String(value);
  const all = type === 'flag' ? ['true', 'false'] : [...new Set(choices)];
  const options = ['', ...all, ...(written === '' || all.includes(written) ? [] : [written])];
  const select = make(
    'select',
    {},
    ...options.map((one) =>
      make('option', { value: one, selected: one === written }, one === '' ? '–' : one),
    ),
  );
  select.addEventListener('change', () => {
    const { value: chosen } = select;
    const isFlag = type === 'flag' || (typeof value === 'boolean' && ['true', 'false'].includes(chosen));
    onCommit(chosen === '' ? undefined : isFlag ? chosen === 'true' : chosen);
  });
  return select;
}

/**
 * @param {EditedField} field
 * @param {string} shown
 * @param {FieldEvents} events
 */
function makeInput(field, shown, events) {
  const { type, value } = field;
  const written = textOf(value);
  const isLong = field.name === 'text' && (written.length > longText || written.includes('\n'));
  const control = isLong
    ? make('textarea', { rows: Math.min(6, written.split('\n').length + 1) })
    : make('input', { type: 'text' });
  control.value = written;
  control.placeholder = shown;
  if (type === 'number') control.inputMode = 'decimal';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const later = (/** @type {() => void} */ work, /** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  const commit = () => {
    clearTimeout(timer);
    if (control.dataset.dirty === undefined) return;
    delete control.dataset.dirty;
    if (control.value === written) events.onCancel();
    else events.onCommit(typedValue(field, control.value));
  };
  control.addEventListener('input', () => {
    control.dataset.dirty = '';
    later(() => events.onTry(typedValue(field, control.value)), restMs);
  });
  control.addEventListener('change', commit);
  control.addEventListener('keydown', (event) => {
    const { key, shiftKey, ctrlKey, metaKey } = /** @type {KeyboardEvent} */ (event);
    if (key === 'Escape' && control.dataset.dirty !== undefined) {
      event.stopPropagation();
      clearTimeout(timer);
      delete control.dataset.dirty;
      control.value = written;
      events.onCancel();
    } else if (key === 'Enter' && (!isLong || ctrlKey || metaKey)) {
      event.preventDefault();
      commit();
    } else if (type === 'number' && (key === 'ArrowUp' || key === 'ArrowDown')) {
      const steps = (key === 'ArrowUp' ? 1 : -1) * (shiftKey ? 10 : 1);
      const next = stepNumber(control.value || shown, steps, field);
      if (next === null) return;
      event.preventDefault();
      control.value = next;
      control.dataset.dirty = '';
      events.onTry(typedValue(field, next));
      later(commit, writeMs);
    }
  });
  return control;
}

/** @param {unknown} value */
function textOf(value) {
  return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * The value of a typed text; undefined for none.
 * @param {EditedField} field
 * @param {string} text
 */
export function typedValue({ type, name, value }, text) {
  if (typeof value === 'object' && value !== null) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  if (type === 'number' && typeof value === 'string' && hasTimeUnit(value)) return typedTime(text, value);
  if (type === 'number' || typeof value === 'number') return typedNumber(text);
  return text === '' && name !== 'text' ? undefined : text;
}

/**
 * Dragging the name of a number changes it.
 * @param {HTMLLabelElement} label
 * @param {HTMLInputElement} input
 * @param {EditedField} field
 * @param {FieldEvents} events
 */
function addScrubbing(label, input, field, events) {
  label.classList.add('scrub');
  let start = 0;
  let before = '';
  label.addEventListener('pointerdown', (event) => {
    before = input.value || input.placeholder;
    if (event.button !== 0 || !readNumber(before)) return;
    start = event.clientX;
    label.setPointerCapture(event.pointerId);
  });
  label.addEventListener('pointermove', (event) => {
    if (!label.hasPointerCapture(event.pointerId)) return;
    const steps = Math.trunc((event.clientX - start) / stepPixels) * (event.shiftKey ? 10 : 1);
    const next = stepNumber(before, steps, field);
    if (next === null || (steps === 0 && input.dataset.dirty === undefined) || next === input.value) return;
    input.value = next;
    input.dataset.dirty = '';
    events.onTry(typedValue(field, next));
  });
  const end = (/** @type {boolean} */ isKept) => {
    if (input.dataset.dirty === undefined) return;
    if (isKept) input.dispatchEvent(new Event('change'));
    else input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  };
  label.addEventListener('pointerup', () => end(true));
  label.addEventListener('pointercancel', () => end(false));
}

/**
 * A colour with a button that offers the colours of the theme, and any other.
 * @param {HTMLInputElement} input
 * @param {EditedField} field
 * @param {string} shown
 * @param {Readonly<Record<string, string>>} colors
 * @param {FieldEvents} events
 */
function withColors(input, field, shown, colors, events) {
  const open = make('button', { type: 'button', className: 'color-open' });
  open.setAttribute('aria-label', `Colours for ${field.name}`);
  open.dataset.key = `colours ${field.name}`;
  const paint = () => {
    const color = colors[input.value] ?? (input.value || shown);
    open.style.background = color === 'none' || color === 'transparent' ? '' : color;
  };
  paint();
  input.addEventListener('input', paint);
  open.addEventListener('click', () => {
    const menu = element('colors');
    const swatches = Object.entries(colors).map(([word, color]) => {
      const swatch = make(
        'button',
        { type: 'button', className: 'color-word', title: color },
        makeSwatch(color),
        word,
      );
      swatch.addEventListener('click', () => {
        menu.hidePopover();
        events.onCommit(word);
      });
      return swatch;
    });
    const picker = make('input', {
      type: 'color',
      value: hexOf(colors[input.value] ?? (input.value || shown)),
    });
    picker.addEventListener('input', () => events.onTry(picker.value));
    picker.addEventListener('change', () => {
      menu.hidePopover();
      events.onCommit(picker.value);
    });
    menu.replaceChildren(...swatches, make('label', { className: 'color-word' }, picker, 'Other …'));
    showBelow(menu, open);
    menu.querySelector('button')?.focus();
  });
  return make('span', { className: 'color-field' }, open, input);
}

/** @param {string} color */
function makeSwatch(color) {
  const swatch = makeSvg('svg', { class: 'swatch', viewBox: '0 0 1 1', 'aria-hidden': 'true' });
  swatch.append(makeSvg('rect', { width: 1, height: 1, fill: color }));
  return swatch;
}

/** @param {string} color */
function hexOf(color) {
  return /^#[\da-f]{6}/i.exec(color)?.[0] ?? '#000000';
}
