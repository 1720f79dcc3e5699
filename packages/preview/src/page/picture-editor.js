import { element, make, makeSvg, showBelow } from './elements.js';
import { dataPath, memberMove } from './member-moves.js';
import { movedTo, moveEdits, resizeEdits, rotateEdits, turned } from './moves.js';
import { placedBy, relationOffers } from './relation-offers.js';
import { snapLines, snapMove } from './snapping.js';

/** @import { PlacedObject } from '../page-messages.ts' */
/** @import { Edit, Edits } from './edits.js' */
/** @import { Box, Fit, Point, Size } from './fit.js' */
/** @import { Dragged, Moved } from './moves.js' */
/** @import { ObjectEditor } from './object-editor.js' */
/** @import { Offer } from './relation-offers.js' */

/**
 * What a drag has made until now, with the places to choose from when it ends.
 * @typedef {Moved & { readonly offers?: Offer[] }} Made
 */

/**
 * The selected object in the picture, with the others.
 * @typedef {object} View
 * @property {PlacedObject} object
 * @property {Box} box
 * @property {readonly PlacedObject[]} objects
 * @property {Size} scene
 * @property {Fit} fit
 */

/** Pixels on the screen: from a click to a drag, and within which a box snaps. */
const slack = 4;
const snapPixels = 6;

/** Milliseconds after the last arrow key until its move is written. */
const writeMs = 500;

/** Degrees to which a turn snaps with Shift. */
const turnStep = 15;

/** Handles of the sides and corners: how much of a drag moves the left, top, right and bottom side. */
const handles = {
  nw: [1, 1, 0, 0],
  n: [0, 1, 0, 0],
  ne: [0, 1, 1, 0],
  e: [0, 0, 1, 0],
  se: [0, 0, 1, 1],
  s: [0, 0, 0, 1],
  sw: [1, 0, 0, 1],
  w: [1, 0, 0, 0],
};

/** Moves, resizes and turns the selected object in the picture, and edits its text there. */
export class PictureEditor {
  #view;
  #editor;
  #edits;
  #isMeasuring;
  #frame = element('frame');
  #outline = element('selection');
  /**
   * The drag that runs: where it began, and what it makes of an offset in scene pixels.
   * @type {{ readonly x: number, readonly y: number, readonly view: View, readonly base: string, isMoved: boolean,
   *   edits: Edit[], offers: Offer[], readonly make: (dx: number, dy: number, event: PointerEvent) => Made } | null}
   */
  #drag = null;
  /** What the arrow keys have moved and is not written yet. */
  #nudged = { dx: 0, dy: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {object} options
   * @param {() => View | null} options.view
   * @param {ObjectEditor} options.editor
   * @param {Edits} options.edits
   * @param {() => Promise<void>} options.pickTwice Selects what a double click means.
   * @param {() => boolean} options.isMeasuring
   */
  constructor({ view, editor, edits, pickTwice, isMeasuring }) {
    this.#view = view;
    this.#editor = editor;
    this.#edits = edits;
    this.#isMeasuring = isMeasuring;
    Object.assign(this.#outline, { role: 'group', tabIndex: 0 });
    const box = element('selection-box');
    for (const name of [...Object.keys(handles), 'turn']) {
      const handle = make('div', { className: `handle ${name}` });
      handle.dataset.handle = name;
      box.append(handle);
    }
    const frame = this.#frame;
    frame.addEventListener('pointerdown', (event) => this.#press(event));
    frame.addEventListener('pointermove', (event) => this.#move(event));
    frame.addEventListener('pointerup', () => this.#release(true));
    frame.addEventListener('pointercancel', () => this.#release(false));
    // The click that ends a drag selects nothing.
    frame.addEventListener('click', (event) => this.#drag?.isMoved && event.stopImmediatePropagation(), true);
    frame.addEventListener('dblclick', async () => {
      if (this.#isMeasuring()) return;
      await pickTwice();
      this.#editText();
    });
    this.#outline.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * What a drag needs of the selected object; null while its fields are not known.
   * @param {View} view
   * @returns {Dragged | null}
   */
  #dragged({ object, objects, scene }) {
    const { found, scope } = this.#editor;
    if (!found || !this.#edits.isPossible) return null;
    const whole = objects.find(({ name }) => name === found.name) ?? object;
    return { found, state: whole.state, coordinates: whole.coordinates, scene, scope };
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#drag = null;
    const view = this.#view();
    const dragged = view && this.#dragged(view);
    if (!view || !dragged || event.button !== 0 || this.#isMeasuring()) return;
    const handle = event.target instanceof HTMLElement ? event.target.dataset.handle : undefined;
    if (!handle && !isInside(this.#pointOf(event, view), view.object.ownBox)) return;
    this.#drag = {
      x: event.clientX,
      y: event.clientY,
      view,
      base: this.#editor.base,
      isMoved: false,
      edits: [],
      offers: [],
      make: this.#maker(handle, view, dragged, event),
    };
  }

  /**
   * @param {string | undefined} handle
   * @param {View} view
   * @param {Dragged} dragged
   * @param {PointerEvent} press
   */
  #maker(handle, view, dragged, press) {
    const { box, objects, scene, fit, object } = view;
    if (handle === 'turn') {
      const [middleX, middleY] = [Number(dragged.state.x), Number(dragged.state.y)];
      const angleAt = (/** @type {PointerEvent} */ event) => {
        const { x, y } = this.#pointOf(event, view);
        return (Math.atan2(y - middleY, x - middleX) * 180) / Math.PI;
      };
      // The handle is below the object, and an object may be turned already.
      const offset = Number(dragged.state.rotation ?? 0) - angleAt(press);
      return (/** @type {number} */ _dx, /** @type {number} */ _dy, /** @type {PointerEvent} */ event) => {
        const step = event.shiftKey ? turnStep : 1;
        return rotateEdits(dragged, Math.round((angleAt(event) + offset) / step) * step);
      };
    }
    if (handle !== undefined) {
      const sides = handles[/** @type {keyof typeof handles} */ (handle)];
      return (/** @type {number} */ dx, /** @type {number} */ dy) => {
        // The sides of an object that is turned move along its own axes.
        const own = turned({ x: dx, y: dy }, -Number(dragged.state.rotation ?? 0));
        const [left, top, right, bottom] = sides.map((share, index) =>
          Math.round(share * (index % 2 === 0 ? own.x : own.y)),
        );
        return resizeEdits(dragged, { left, top, right, bottom });
      };
    }
    const path = object.places.at(-1)?.path ?? '';
    const isMember = dragged.found.fields.some(
      ({ name, source }) => name === 'x' && source.kind === 'relation' && source.name?.startsWith('in '),
    );
    if (isMember) {
      /** @type {unknown} */
      let data = null;
      const place = dataPath(path);
      if (place !== null) void this.#edits.read(place).then(({ values }) => ([data] = values));
      return (/** @type {number} */ _dx, /** @type {number} */ _dy, /** @type {PointerEvent} */ event) => {
        const point = this.#pointOf(event, view);
        const edits = memberMove({ object, objects, data }, point);
        return edits ? { edits, reason: '' } : moveEdits(dragged, { dx: 1, dy: 1 });
      };
    }
    const others = objects.filter(({ name }) => !`${name}.`.startsWith(`${dragged.found.name}.`));
    const lines = snapLines(
      scene,
      others.flatMap(({ box: other }) => other ?? []),
    );
    return (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {PointerEvent} */ event) => {
      const reach = event.altKey ? 0 : snapPixels / fit.scale;
      const straight = event.shiftKey
        ? Math.abs(dx) > Math.abs(dy)
          ? { dx, dy: 0 }
          : { dx: 0, dy }
        : { dx, dy };
      const snapped = snapMove(box, straight, lines, reach);
      this.#showLines(snapped.met, scene);
      const offset = { dx: Math.round(snapped.dx * 10) / 10, dy: Math.round(snapped.dy * 10) / 10 };
      this.#shift(offset, fit);
      const moved = moveEdits(dragged, offset);
      if (!moved.leaves) return moved;
      const place = movedTo(dragged, offset);
      const free = { label: `x ${place.x}, y ${place.y}`, edits: placedBy(dragged, place) };
      const placed = others.flatMap(({ name, box: other }) => (other ? [{ name, box: other }] : []));
      const fitting = relationOffers(dragged, shiftedBox(box, offset), placed);
      return { edits: free.edits, reason: '', offers: fitting.length > 0 ? [...fitting, free] : [] };
    };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || event.buttons === 0) return;
    const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoved && Math.hypot(across, down) < slack) return;
    if (!drag.isMoved) this.#frame.setPointerCapture(event.pointerId);
    drag.isMoved = true;
    const { scale } = drag.view.fit;
    const { edits, reason, offers = [] } = drag.make(across / scale, down / scale, event);
    [drag.edits, drag.offers] = [edits, offers];
    this.#edits.report(reason);
    if (edits.length > 0) this.#edits.try(edits, drag.base);
  }

  /** @param {boolean} isKept */
  #release(isKept) {
    const drag = this.#drag;
    if (!drag?.isMoved) return;
    this.#showLines({ x: null, y: null }, drag.view.scene);
    const isAsking = isKept && drag.offers.length > 0;
    if (!isAsking) this.#outline.style.translate = '';
    // There, the arrow keys move it on.
    this.#outline.focus({ preventScroll: true });
    if (isAsking) this.#ask(drag.offers, drag.base);
    else if (isKept && drag.edits.length > 0) void this.#edits.commit(drag.edits, drag.base);
    else this.#edits.cancel();
    // The click follows.
    setTimeout(() => {
      if (this.#drag === drag) this.#drag = null;
    });
  }

  /**
   * Lets the user choose what places an object that was dragged away from its relation. Nothing chosen leaves it there.
   * @param {readonly Offer[]} offers
   * @param {string} base
   */
  #ask(offers, base) {
    const menu = element('place-offers');
    let isChosen = false;
    const buttons = offers.map(({ label, edits }) => {
      const button = make('button', { type: 'button' }, label);
      const show = () => this.#edits.try(edits, base);
      button.addEventListener('pointerenter', show);
      button.addEventListener('focus', show);
      button.addEventListener('click', () => {
        isChosen = true;
        menu.hidePopover();
        void this.#edits.commit(edits, base);
      });
      return button;
    });
    menu.replaceChildren(make('p', { className: 'faint' }, 'Place it'), ...buttons);
    const closed = (/** @type {Event} */ event) => {
      if (/** @type {ToggleEvent} */ (event).newState === 'open') return;
      menu.removeEventListener('toggle', closed);
      this.#outline.style.translate = '';
      if (!isChosen) this.#edits.cancel();
    };
    menu.addEventListener('toggle', closed);
    // The click that ends the drag would close it.
    setTimeout(() => {
      showBelow(menu, this.#outline);
      buttons[0]?.focus();
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (key === 'Enter') {
      // The key would be typed into the field, too.
      event.preventDefault();
      this.#editText();
    }
    /** @type {Readonly<Record<string, readonly [number, number]>>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[key];
    const view = this.#view();
    const dragged = view && this.#dragged(view);
    if (!step || !dragged || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const length = shiftKey ? 10 : 1;
    this.#nudged = { dx: this.#nudged.dx + step[0] * length, dy: this.#nudged.dy + step[1] * length };
    const { edits, reason } = moveEdits(dragged, this.#nudged, true);
    this.#edits.report(reason);
    this.#shift(this.#nudged, view.fit);
    const { base } = this.#editor;
    if (edits.length > 0) this.#edits.try(edits, base);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#nudged = { dx: 0, dy: 0 };
      this.#outline.style.translate = '';
      if (edits.length > 0) void this.#edits.commit(edits, base);
    }, writeMs);
  }

  /** Edits the text of the selected object over the picture. */
  #editText() {
    const view = this.#view();
    const { found, base } = this.#editor;
    const field = found?.fields.find(({ name }) => name === 'text');
    if (!view || !found || !field || typeof field.value !== 'string') return;
    const written = field.value;
    const { left, top, width, height } = this.#outline.style;
    const input = make('textarea', { className: 'inline-text', value: written });
    input.setAttribute('aria-label', `Text of ${found.name}`);
    Object.assign(input.style, { left, top, width, minHeight: height });
    let isEnded = false;
    const end = (/** @type {boolean} */ isKept) => {
      // Removing it takes the focus away.
      if (isEnded) return;
      isEnded = true;
      input.remove();
      if (isKept && input.value !== written)
        void this.#edits.commit(this.#editor.change(field, input.value), base);
      else this.#edits.cancel();
      this.#outline.focus({ preventScroll: true });
    };
    input.addEventListener('input', () => this.#edits.try(this.#editor.change(field, input.value), base));
    input.addEventListener('blur', () => end(true));
    for (const type of ['pointerdown', 'click', 'dblclick'])
      input.addEventListener(type, (event) => event.stopPropagation());
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      const isEnd = event.key === 'Enter' && !event.shiftKey;
      if (!isEnd && event.key !== 'Escape') return;
      event.preventDefault();
      end(isEnd);
    });
    this.#frame.append(input);
    input.focus();
    input.select();
  }

  /**
   * @param {MouseEvent} event
   * @param {View} view
   */
  #pointOf({ clientX, clientY }, { fit }) {
    const { left, top } = this.#frame.getBoundingClientRect();
    return { x: (clientX - left - fit.left) / fit.scale, y: (clientY - top - fit.top) / fit.scale };
  }

  /**
   * Moves the outline with the object.
   * @param {{ readonly dx: number, readonly dy: number }} offset
   * @param {Fit} fit
   */
  #shift({ dx, dy }, { scale }) {
    this.#outline.style.translate = `${dx * scale}px ${dy * scale}px`;
  }

  /**
   * Shows the lines at which the object has snapped.
   * @param {{ readonly x: number | null, readonly y: number | null }} met
   * @param {Size} scene
   */
  #showLines({ x, y }, { width, height }) {
    const lines = element('snaps', SVGSVGElement);
    lines.setAttribute('viewBox', `0 0 ${width} ${height}`);
    lines.replaceChildren(
      ...(x === null ? [] : [makeSvg('path', { d: `M${x} 0V${height}` })]),
      ...(y === null ? [] : [makeSvg('path', { d: `M0 ${y}H${width}` })]),
    );
    lines.toggleAttribute('hidden', x === null && y === null);
  }
}

/**
 * Whether a point of the scene is in the box of an object along its own axes.
 * @param {Point} point
 * @param {PlacedObject['ownBox']} box
 */
function isInside(point, box) {
  if (!box) return false;
  const own = turned({ x: point.x - box.x, y: point.y - box.y }, -box.rotation);
  return Math.abs(own.x) <= box.width / 2 && Math.abs(own.y) <= box.height / 2;
}

/**
 * @param {Box} box
 * @param {{ readonly dx: number, readonly dy: number }} offset
 * @returns {Box}
 */
function shiftedBox({ left, top, right, bottom }, { dx, dy }) {
  return { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
}
