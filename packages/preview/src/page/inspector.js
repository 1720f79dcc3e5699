import { announce, element, make, replaceKeepingFocus } from './elements.js';
import { fitScene, toFrame, toScene } from './fit.js';
import { worstKind } from './note-groups.js';
import { boxRows, stateRows } from './object-numbers.js';
import { absenceText, ObjectTree } from './object-tree.js';
import { askJson } from './server-client.js';

/** @import { FilmState, Remark } from '../film-state.ts' */
/** @import { Box, Fit } from './fit.js' */
/** @import { PlacedMoment, PlacedObject } from '../page-messages.ts' */
/** @import { Changes } from '@render-service/engine/film' */
/** @import { ObjectEditor } from './object-editor.js' */
/** @import { Places } from './places.js' */

/**
 * A click in the picture: the object that was selected before it, and those at its place, the uppermost first.
 * @typedef {{ readonly before: string | null, readonly under: readonly (string | null)[] }} Picked
 */

/** Milliseconds for which the playhead must rest, with its picture on the page, before the objects are listed. */
const restMs = 80;

/** Milliseconds for which changed objects are marked. */
const markedMs = 2000;

/** Boxes on the page that are smaller, in pixels, would be covered by their handles. */
const smallPixels = 36;

/** The cursors of the handles from the upper one on, clockwise. Those at the opposite sides have the same. */
const resizeCursors = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'];

/** Maximum number of names in the announcement of a change. */
const maxNames = 5;

/** Lists the objects of the scene. Shows the box, the state and the places in the file of the selected one. */
export class Inspector {
  /** @type {FilmState | null} */
  #film = null;
  #timeMs = 0;
  /** @type {PlacedMoment | null} */
  #moment = null;
  /** The revision and the time of the moment. */
  #loaded = '';
  /** @type {string | null} */
  #selected = null;
  /**
   * The selected object when its scene was last in the picture.
   * @type {PlacedObject | null}
   */
  #known = null;
  #tree = new ObjectTree((id) => this.select(id));
  /** The details on the page as text, to detect changes. */
  #detailed = '';
  #isDrawing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #stop = new AbortController();
  #places;
  #editor;
  #onSelect;
  #onBadge;
  #isMeasuring;
  /** @type {string | null} */
  #hovered = null;
  /**
   * The position of the pointer whose object has not been requested yet. `#isAsking` is true until the response
   * arrives.
   * @type {MouseEvent | null}
   */
  #pointer = null;
  #isAsking = false;
  /** @type {Promise<Picked>} */
  #picking = Promise.resolve({ before: null, under: [] });
  /** @type {ReadonlySet<string>} */
  #changed = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #unmark;

  /**
   * @param {object} options
   * @param {Places} options.places
   * @param {ObjectEditor} options.editor Edits the selected object.
   * @param {(object: { readonly scene: string, readonly id: string, readonly name: string } | null) => void}
   * options.onSelect
   * @param {(remark: Remark) => void} options.onBadge Gets a note of an object whose badge was clicked.
   * @param {() => boolean} options.isMeasuring Whether clicks on the picture measure.
   */
  constructor({ places, editor, onSelect, onBadge, isMeasuring }) {
    this.#places = places;
    this.#editor = editor;
    this.#onSelect = onSelect;
    this.#onBadge = onBadge;
    this.#isMeasuring = isMeasuring;
    const frame = element('frame');
    // A drag ends elsewhere: it means the object at its start.
    let pressed = { clientX: 0, clientY: 0 };
    frame.addEventListener('pointerdown', ({ clientX, clientY }) => {
      pressed = { clientX, clientY };
    });
    // The second click of two edits the text.
    frame.addEventListener('click', ({ detail }) => {
      if (!isMeasuring() && detail <= 1) this.#picking = this.#pick(pressed);
    });
    frame.addEventListener('pointermove', (event) => {
      if (event.pointerType !== 'mouse' || event.buttons > 0) return;
      this.#pointer = event;
      void this.#hoverPointer();
    });
    frame.addEventListener('pointerleave', () => {
      this.#pointer = null;
      this.#hover(null);
    });
    const list = element('objects');
    const idAt = (/** @type {EventTarget | null} */ target) =>
      (target instanceof Element && target.closest('button')?.dataset.key) || null;
    for (const over of ['pointerover', 'focusin']) {
      list.addEventListener(over, ({ target }) => this.#hover(idAt(target)));
    }
    for (const out of ['pointerleave', 'focusout']) list.addEventListener(out, () => this.#hover(null));
  }

  get selected() {
    return this.#selected;
  }

  /**
   * Selects what a double click means: the object that was selected before its first click if it is there, and otherwise
   * the one that this click has selected. Resolves once its fields are known.
   */
  async pickTwice() {
    const { before, under } = await this.#picking;
    if (before !== null && under.includes(before)) this.select(before);
    await this.#editor.loading;
  }

  /** The boxes of the objects in the picture; empty while they are not known. */
  get boxes() {
    return this.#loaded === this.#wanted()
      ? (this.#moment?.objects ?? []).flatMap(({ box }) => box ?? [])
      : [];
  }

  /** The place of the composition at the playhead in the document; undefined while it is not known. */
  get composition() {
    return this.#moment?.composition?.path;
  }

  /** The selected object in the picture, with the others; null while they are not known. */
  get view() {
    const fit = this.#fit();
    const scene = this.#moment && this.#film?.outline?.scenes[this.#moment.scene];
    const objects = this.#moment?.objects ?? [];
    const object = objects.find(({ id }) => id === this.#selected);
    const isKnown = fit && scene && object?.box && this.#loaded === this.#wanted();
    return isKnown ? { object, objects, fit, scene, box: object.box } : null;
  }

  /** @param {FilmState} film */
  setFilm(film) {
    this.#film = film;
    if (this.#moment) this.#showBadges(this.#moment.objects);
  }

  /**
   * Lists the objects at a time once the playhead rests there. Until then no box is shown.
   * @param {number} timeMs
   */
  setTime(timeMs) {
    if (timeMs !== this.#timeMs) {
      for (const id of ['selection', 'relations', 'hovered', 'changed']) element(id).hidden = true;
    }
    this.#timeMs = timeMs;
    this.#stop.abort();
    this.#plan();
  }

  /**
   * Requests the objects after the picture, because the next picture would have to wait for them.
   * @param {boolean} isDrawing Whether a picture is being drawn.
   */
  setDrawing(isDrawing) {
    this.#isDrawing = isDrawing;
    this.#plan();
  }

  #plan() {
    clearTimeout(this.#timer);
    if (this.#isDrawing) return;
    if (this.#loaded === this.#wanted()) this.#show();
    else this.#timer = setTimeout(() => this.#load(), restMs);
  }

  /**
   * Selects an object, or none. The details appear below the lists and may cover it in the list, so the list scrolls to
   * it.
   * @param {string | null} object Its id, or its name in the document.
   */
  select(object) {
    this.#selected = object;
    this.#show();
    // In a narrow window, the whole page would scroll.
    const isScroller = element('lists').scrollHeight > element('lists').clientHeight;
    const shown = isScroller ? element('objects').querySelector('[aria-pressed="true"]') : element('details');
    shown?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Marks changed objects for a moment, in the list and in the picture.
   * @param {Changes} changes
   */
  markChanged({ objects }) {
    clearTimeout(this.#unmark);
    this.#unmark = undefined;
    this.#changed = new Set(objects.map(({ scene, id }) => `${scene} ${id}`));
    this.#show();
    const names = objects.map(({ id }) => this.#moment?.objects.find((one) => one.id === id)?.name ?? id);
    const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
    if (names.length > 0) announce(`Changed: ${names.slice(0, maxNames).join(', ')}${more}`);
  }

  async #load() {
    const film = this.#film;
    if (!film?.outline) return;
    const stop = new AbortController();
    this.#stop = stop;
    const query = { revision: film.revision, timeMs: this.#timeMs };
    const moment = await askJson('api/moment', query, { signal: stop.signal }).catch(() => null);
    if (!moment || stop.signal.aborted) return;
    this.#moment = moment;
    this.#loaded = this.#wanted();
    this.#show();
  }

  #wanted() {
    return `${this.#film?.revision} ${this.#timeMs}`;
  }

  /**
   * Selects the object at a place of the page. Another click there selects the next one below it.
   * @param {Pick<MouseEvent, 'clientX' | 'clientY'>} place
   * @returns {Promise<Picked>}
   */
  async #pick(place) {
    const before = this.#selected;
    if (this.#loaded !== this.#wanted()) await this.#load();
    /** @type {readonly (string | null)[]} */
    const under = await this.#objectsAt(place);
    const next = under.indexOf(this.#selected) + 1;
    this.select(under[next] ?? (next > 0 && under.length > 1 ? under[0] : null));
    // There, the arrow keys move it.
    if (this.#selected !== null) element('selection').focus({ preventScroll: true });
    return { before, under };
  }

  /**
   * The ids of the objects that are painted at a place of the page, the uppermost first.
   * @param {Pick<MouseEvent, 'clientX' | 'clientY'>} place
   */
  async #objectsAt({ clientX, clientY }) {
    const fit = this.#fit();
    if (!this.#film || !fit) return [];
    const { left, top } = element('frame').getBoundingClientRect();
    const place = toScene({ x: clientX - left, y: clientY - top }, fit);
    const query = { revision: this.#film.revision, timeMs: this.#timeMs, ...place };
    return (await askJson('api/pick', query).catch(() => null)) ?? [];
  }

  /** Outlines the object at the pointer. Only one request runs at a time. */
  async #hoverPointer() {
    if (this.#isAsking || this.#isDrawing || this.#isMeasuring() || this.#loaded !== this.#wanted()) return;
    this.#isAsking = true;
    while (this.#pointer) {
      const pointer = this.#pointer;
      const [id = null] = await this.#objectsAt(pointer);
      if (this.#pointer !== pointer) continue;
      this.#pointer = null;
      this.#hover(id);
    }
    this.#isAsking = false;
  }

  /** @param {string | null} id */
  #hover(id) {
    this.#hovered = id;
    const object = this.#moment?.objects.find((one) => one.id === id);
    const outline = element('hovered');
    const fit = this.#fit();
    outline.hidden = !object?.box || !fit || this.#loaded !== this.#wanted() || id === this.#selected;
    if (object?.box && fit) {
      placed(outline, object.box, fit);
      element('hovered-name').textContent = object.name;
    }
    this.#tree.mark('pointed', new Set(id === null ? [] : [id]));
  }

  /** The scene of the moment in the frame. */
  #fit() {
    const scene = this.#moment && this.#film?.outline?.scenes[this.#moment.scene];
    if (!scene) return undefined;
    const { clientWidth: width, clientHeight: height } = element('frame');
    return fitScene(scene, { width, height });
  }

  #show() {
    const objects = this.#moment?.objects ?? [];
    const selected = objects.find((one) => isNamed(this.#selected, one));
    if (selected) this.#selected = selected.id;
    this.#tree.show(objects, this.#selected);
    this.#showBox(selected);
    this.#showRelations(selected);
    this.#showChanged(objects);
    this.#showBadges(objects);
    this.#hover(this.#hovered);
    if (selected) this.#known = selected;
    const known = this.#known?.id === this.#selected ? this.#known : undefined;
    element('details').hidden = !known && this.#selected !== null;
    const isCurrent = known ? this.#loaded === this.#wanted() : this.#selected === null;
    if (isCurrent) this.#editor.setObject(this.#film, this.#moment, known ?? null);
    if (known) this.#showDetails(selected ?? { ...known, box: null, state: {}, absence: null });
    else if (this.#selected === null) this.#showFilm();
    const scene = this.#sceneId();
    if (this.#selected === null) this.#onSelect(null);
    else if (selected && scene) this.#onSelect({ scene, id: selected.id, name: selected.name });
  }

  /**
   * Marks the objects that have notes.
   * @param {readonly PlacedObject[]} objects
   */
  #showBadges(objects) {
    const fit = this.#fit();
    const remarks = this.#film?.remarks ?? [];
    const isCurrent = this.#loaded === this.#wanted();
    const noted =
      fit && isCurrent ? objects.filter((one) => remarks.some(({ object }) => isNamed(object, one))) : [];
    const badges = noted.flatMap(({ id, name, box }) => {
      if (!box) return [];
      const own = remarks.filter(({ object }) => isNamed(object, { id, name }));
      const text = `${name}: ${own.map(({ message }) => message).join('; ')}`;
      const badge = make(
        'button',
        { type: 'button', className: `badge ${worstKind(own)}`, title: text },
        '!',
      );
      badge.setAttribute('aria-label', text);
      badge.dataset.key = id;
      badge.addEventListener('click', (event) => {
        event.stopPropagation();
        this.select(id);
        this.#onBadge(own.find(({ fix }) => fix !== null) ?? own[0]);
      });
      const { left, top } = toFrame(box, /** @type {Fit} */ (fit));
      badge.style.setProperty('--left', `${left}px`);
      badge.style.setProperty('--top', `${top}px`);
      return [badge];
    });
    element('badges').hidden = badges.length === 0;
    replaceKeepingFocus(element('badges'), badges);
  }

  #sceneId() {
    return this.#moment ? this.#film?.outline?.scenes[this.#moment.scene]?.id : undefined;
  }

  /** @param {readonly PlacedObject[]} objects */
  #showChanged(objects) {
    const marks = element('changed');
    const fit = this.#fit();
    // The time begins only when the new picture and its objects are shown, because loading them may take longer.
    if (this.#changed.size > 0 && this.#loaded === this.#wanted()) {
      this.#unmark ??= setTimeout(() => {
        this.#changed = new Set();
        this.#show();
      }, markedMs);
    }
    const changed = objects.filter(({ id }) => this.#changed.has(`${this.#sceneId()} ${id}`));
    const boxes = changed.flatMap(({ box }) => box ?? []);
    marks.hidden = !fit || boxes.length === 0 || this.#loaded !== this.#wanted();
    if (fit) marks.replaceChildren(...boxes.map((box) => placed(make('div', {}), box, fit)));
    this.#tree.mark('changed', new Set(changed.map(({ id }) => id)));
  }

  /** @param {PlacedObject | undefined} selected */
  #showBox(selected) {
    const outline = element('selection');
    const fit = this.#fit();
    outline.hidden = !selected?.box || !fit;
    if (!selected?.box || !fit) return;
    placed(outline, selected.box, fit);
    if (selected.ownBox) showOwnBox(selected.box, selected.ownBox, fit);
    element('selection-name').textContent = selected.name;
    outline.ariaLabel = `${selected.name}: move with the arrow keys`;
  }

  /**
   * Marks the objects to which the selected object is related, and the gaps between them.
   * @param {PlacedObject | undefined} selected
   */
  #showRelations(selected) {
    const marks = element('relations');
    const fit = this.#fit();
    const relations = selected?.relations;
    marks.hidden = !relations || !fit;
    if (!relations || !fit) return;
    const related = relations.related.map(({ box }) =>
      placed(make('div', { className: 'related' }), box, fit),
    );
    const gaps = relations.gaps.map((box) => placed(make('div', { className: 'gap' }), box, fit));
    marks.replaceChildren(...related, ...gaps);
  }

  /** While nothing is selected, the details are those of the film. */
  #showFilm() {
    this.#detailed = '';
    element('details-title').textContent = 'Film';
    element('places').replaceChildren();
    element('details-state').replaceChildren();
  }

  /**
   * Shows the details again only if they differ, so that no control is replaced while somebody clicks it.
   * @param {PlacedObject} selected
   */
  #showDetails(selected) {
    const { name, kind, id, box, absence, text, state, places, relations } = selected;
    const detailed = JSON.stringify([this.#film?.file, selected]);
    if (detailed === this.#detailed) return;
    this.#detailed = detailed;
    element('details-title').textContent = `${name} (${kind})`;
    // One place may define several values, for example a child and its state.
    /** @type {Map<string, { readonly what: string, readonly place: typeof places[number]['place'] }>} */
    const merged = new Map();
    for (const { what, place, path } of places) {
      const key = place ? `${place.line}:${place.column}` : path;
      const before = merged.get(key);
      merged.set(key, { what: before ? `${before.what}, ${what}` : what, place });
    }
    const shownPlaces = [...merged.values()].map(({ what, place }) =>
      make(
        'div',
        {},
        make('span', { className: 'faint' }, `${what} `),
        ...this.#places.controls(place, what, what),
      ),
    );
    replaceKeepingFocus(element('places'), shownPlaces);
    const rows = [
      // The id of a part is its name in other letters.
      ...(name.replaceAll(/[^\w-]/g, '-') === id ? [] : [['id', id]]),
      ...Object.entries(relations?.written ?? {}),
      ...(box ? boxRows(box) : [['box', 'Not in the picture at this time.']]),
      ...(absence ? [['absent', absenceText(absence)]] : []),
      ...(!box && text !== null ? [['text', text]] : []),
      ...stateRows(state),
    ];
    element('details-state').replaceChildren(
      ...rows.flatMap(([field, value]) => [
        make('dt', {}, field),
        make('dd', {}, ...showValue(field, value)),
      ]),
    );
  }
}

/**
 * Whether an id, or a name in the document, means an object.
 * @param {string | null} object
 * @param {{ readonly id: string, readonly name: string }} one
 */
function isNamed(object, { id, name }) {
  return object === id || object === name;
}

/**
 * Puts an element over a box of the scene.
 * @template {HTMLElement} Mark
 * @param {Mark} mark
 * @param {Box} box
 * @param {Fit} fit
 */
function placed(mark, box, fit) {
  const sides = Object.entries(toFrame(box, fit)).map(([side, pixels]) => [side, `${pixels}px`]);
  Object.assign(mark.style, Object.fromEntries(sides));
  return mark;
}

/**
 * Shows the box of the selected object along its own axes, with the handles.
 * @param {Box} box
 * @param {NonNullable<PlacedObject['ownBox']>} own
 * @param {Fit} fit
 */
function showOwnBox(box, { x, y, width, height, rotation }, { scale }) {
  const shown = element('selection-box');
  const [across, down] = [width * scale, height * scale];
  Object.assign(shown.style, {
    left: `${(x - box.left) * scale - across / 2}px`,
    top: `${(y - box.top) * scale - down / 2}px`,
    width: `${across}px`,
    height: `${down}px`,
    rotate: `${rotation}deg`,
  });
  shown.classList.toggle('small', Math.min(across, down) < smallPixels);
  const first = Math.round(rotation / 45) + 2 * resizeCursors.length;
  for (const [index, side] of ['n', 'ne', 'e', 'se'].entries())
    shown.style.setProperty(`--${side}`, resizeCursors[(first + index) % resizeCursors.length]);
}

/**
 * The value of a field, with a swatch before each colour.
 * @param {string} field
 * @param {string} value
 */
function showValue(field, value) {
  if (field === 'text') return [value];
  return value.split(/(?=#[\da-f]{6})/i).flatMap((part) => {
    const [color] = /^#[\da-f]{6}(?:[\da-f]{2})?\b/i.exec(part) ?? [];
    if (!color) return [part];
    const swatch = make('span', { className: 'swatch' });
    swatch.style.background = color;
    return [swatch, part];
  });
}
