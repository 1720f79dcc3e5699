import { element, make, makeSvg, showBelow } from './elements.js';

/** A cubic Bezier curve from (0, 0) to (1, 1) by its control points. */
/** @typedef {[x1: number, y1: number, x2: number, y2: number]} Curve */

/**
 * The easings that have names, with their curves. Springs pass their end, which no such curve does: theirs only begins
 * in the same way.
 * @type {Readonly<Record<string, Curve>>}
 */
const named = {
  linear: [0, 0, 1, 1],
  'ease-in': [0.33, 0, 0.67, 0],
  'ease-out': [0.33, 1, 0.67, 1],
  'ease-in-out': [0.65, 0, 0.35, 1],
  spring: [0.3, 0.1, 0.45, 1],
};

/** Names of the full format. */
/** @type {Readonly<Record<string, string>>} */
const alike = { easeIn: 'ease-in', easeOut: 'ease-out', easeInOut: 'ease-in-out', ease: 'ease-in-out' };

/** Sides of the drawing in its own units, and of the room around the curve. */
const side = 100;
const room = 10;

const arrowStep = 0.02;

/**
 * The curve of an easing as it is written; that of the usual one for others.
 * @param {string} text
 * @returns {Curve}
 */
export function curveOf(text) {
  const numbers = /^cubic-?bezier\(([^)]*)\)$/i.exec(text.trim())?.[1]?.split(',').map(Number);
  if (numbers?.length === 4 && numbers.every(Number.isFinite)) return /** @type {Curve} */ (numbers);
  return named[alike[text] ?? text] ?? named['ease-in-out'];
}

/**
 * An easing with a curve, as it is written.
 * @param {Curve} curve
 */
export function writeCurve(curve) {
  return `cubic-bezier(${curve.map((one) => Number(one.toFixed(2))).join(', ')})`;
}

/**
 * Opens a drawing of an easing below a button: its control points are dragged, or moved by the arrow keys.
 * @param {HTMLElement} opener
 * @param {string} text The easing as it is written.
 * @param {(text: string) => void} onChange Gets the easing when a drag has ended or a name was chosen.
 */
export function openEasing(opener, text, onChange) {
  const menu = element('easing');
  let curve = curveOf(text);
  const path = makeSvg('path', { class: 'curve' });
  const arms = makeSvg('path', { class: 'arms' });
  const svg = makeSvg('svg', { viewBox: `${-room} ${-room} ${side + 2 * room} ${side + 2 * room}` });
  const frame = makeSvg('rect', { class: 'frame', width: side, height: side });
  const handles = [0, 1].map((index) => {
    const handle = makeSvg('circle', { r: 5, tabindex: 0, role: 'slider' });
    const move = (/** @type {number} */ x, /** @type {number} */ y) => {
      const [x1, y1, x2, y2] = curve;
      const point = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
      curve = /** @type {Curve} */ (index === 0 ? [...point, x2, y2] : [x1, y1, ...point]);
      draw();
    };
    handle.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener('pointermove', (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const { left, top, width } = svg.getBoundingClientRect();
      const unit = (side + 2 * room) / Math.max(1, width);
      move(((event.clientX - left) * unit - room) / side, 1 - ((event.clientY - top) * unit - room) / side);
    });
    handle.addEventListener('pointerup', () => onChange(writeCurve(curve)));
    handle.addEventListener('keydown', (event) => {
      /** @type {Readonly<Record<string, readonly [number, number]>>} */
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const length = event.shiftKey ? 5 * arrowStep : arrowStep;
      move(curve[2 * index] + step[0] * length, curve[2 * index + 1] + step[1] * length);
    });
    handle.addEventListener('keyup', ({ key }) => key.startsWith('Arrow') && onChange(writeCurve(curve)));
    return handle;
  });
  const draw = () => {
    const [x1, y1, x2, y2] = curve.map((one, index) => side * (index % 2 === 0 ? one : 1 - one));
    path.setAttribute('d', `M0 ${side}C${x1} ${y1} ${x2} ${y2} ${side} 0`);
    arms.setAttribute('d', `M0 ${side}L${x1} ${y1}M${side} 0L${x2} ${y2}`);
    for (const [index, handle] of handles.entries()) {
      handle.setAttribute('cx', String(index === 0 ? x1 : x2));
      handle.setAttribute('cy', String(index === 0 ? y1 : y2));
      const [x, y] = curve.slice(2 * index, 2 * index + 2).map((one) => one.toFixed(2));
      handle.setAttribute('aria-label', index === 0 ? 'How it starts' : 'How it ends');
      handle.setAttribute('aria-valuetext', `x ${x}, y ${y}`);
      handle.setAttribute('aria-valuenow', String(y));
    }
  };
  draw();
  svg.append(frame, arms, path, ...handles);
  const names = Object.entries(named).map(([name, shape]) => {
    const button = make('button', { type: 'button' }, name);
    button.addEventListener('click', () => {
      curve = shape;
      draw();
      onChange(name);
    });
    return button;
  });
  menu.replaceChildren(svg, make('div', { className: 'names' }, ...names));
  showBelow(menu, opener);
  handles[0]?.focus();
}
