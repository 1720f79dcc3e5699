/**
 * How far each key goes through a menu.
 * @type {Readonly<Record<string, number>>}
 */
const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/**
 * Moves the focus between the controls of a menu that has it. Returns whether the key did.
 * @param {KeyboardEvent} event
 */
export function moveInMenu(event) {
  const { target, key, altKey, ctrlKey, metaKey } = event;
  const menu = target instanceof Element ? target.closest('[popover]') : null;
  const step = steps[key];
  if (!menu || !step || altKey || ctrlKey || metaKey) return false;
  /** @type {NodeListOf<HTMLElement>} */
  const controls = menu.querySelectorAll('button, input, select, a');
  const usable = [...controls].filter(
    (control) => control.checkVisibility() && !control.matches(':disabled'),
  );
  const next = usable.indexOf(/** @type {HTMLElement} */ (target)) + step;
  usable[Math.max(0, Math.min(usable.length - 1, next))]?.focus();
  event.preventDefault();
  return true;
}
