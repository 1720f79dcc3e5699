import { contextOf, element, make } from './elements.js';
import { showTime } from './film-times.js';
import { askJson } from './server-client.js';
import {
  boxesOf,
  boxesWithin,
  boxText,
  firstMoment,
  lastBegun,
  spokenAt,
  wordsIn,
  wordsOf,
} from './spoken-layout.js';
import { placeOf, shareOf } from './strip-layout.js';

/** @import { SpokenLane } from '@render-service/engine/film' */
/** @import { Box, Word } from './spoken-layout.js' */
/** @import { View } from './timeline-ruler.js' */

/** Maximum number of lanes: the strip must leave room for the picture. */
const maxLanes = 4;

/** Minimum width of a box with a text, in pixels: fewer letters say nothing. */
const minLabelWidth = 36;

/**
 * A box on the page. Its words have an element each if there is room for them.
 * @typedef {{ readonly box: Box, readonly button: HTMLButtonElement, readonly words: readonly Word[],
 *   readonly wordElements: readonly HTMLElement[] }} DrawnBox
 */

/** What is said in the film, below the strip and to the same scale. */
export class SpokenLanes {
  #onJump;
  #onSelect;
  /** @type {View | null} */
  #view = null;
  #timeMs = 0;
  #revision = 0;
  /** @type {readonly LaneOfCues[]} */
  #lanes = [];

  /**
   * @param {object} listeners
   * @param {(timeMs: number) => void} listeners.onJump
   * @param {(object: string) => void} listeners.onSelect Gets the id of the text whose cue was clicked.
   */
  constructor({ onJump, onSelect }) {
    this.#onJump = onJump;
    this.#onSelect = onSelect;
  }

  /**
   * Shows another version of the film. The lanes of the previous one stay until they can be replaced.
   * @param {number} revision
   */
  async setRevision(revision) {
    this.#revision = revision;
    const lanes = await askJson('api/spoken', { revision }).catch(() => null);
    if (this.#revision !== revision) return;
    this.#show(lanes ?? []);
  }

  /** @param {readonly SpokenLane[]} lanes */
  #show(lanes) {
    const section = element('spoken');
    const focused = this.#lanes.findIndex(({ list }) => list.contains(document.activeElement));
    this.#lanes = lanes.slice(0, maxLanes).map((lane, index) => {
      const isLast = index === maxLanes - 1 && lanes.length > maxLanes;
      const name = [
        lane.name,
        ...(lane.isEstimated ? ['times estimated'] : []),
        ...(isLast ? [`and ${lanes.length - maxLanes} more`] : []),
      ].join(', ');
      const { cue, word } = this.#lanes[index] ?? {};
      return new LaneOfCues(lane, { name, cue, word }, (timeMs) => {
        this.#onJump(timeMs);
        if (lane.object !== null) this.#onSelect(lane.object);
      });
    });
    section.hidden = this.#lanes.length === 0;
    section.replaceChildren(...this.#lanes.map(({ root }) => root));
    element('film').style.setProperty('--spoken-lanes', String(this.#lanes.length));
    this.#lanes[focused]?.list.focus({ preventScroll: true });
    this.#draw();
  }

  /** When cues and words begin, and when cues end. */
  get times() {
    return this.#lanes.flatMap(({ times }) => times);
  }

  /**
   * The cue at a target on the page, with its box and the place of its captions; null if there is none alone.
   * @param {EventTarget | null} target
   */
  cueAt(target) {
    const lane = this.#lanes.find(({ list }) => target instanceof Node && list.contains(target));
    return lane?.cueAt(target) ?? null;
  }

  /** @param {View} view */
  setView(view) {
    this.#view = view;
    this.#draw();
  }

  #draw() {
    if (!this.#view) return;
    for (const lane of this.#lanes) lane.draw(this.#view, this.#timeMs);
  }

  /** @param {number} timeMs */
  setTime(timeMs) {
    this.#timeMs = timeMs;
    for (const lane of this.#lanes) lane.mark(timeMs);
  }
}

/** A lane on the page. Only the boxes near the visible part are drawn. */
class LaneOfCues {
  /** The cue and the word, if any, that the Tab key reaches. */
  cue = -1;
  word = -1;
  root;
  list = make('div', { className: 'cues', tabIndex: -1 });
  #cues;
  #path;
  #onJump;
  /** @type {readonly Box[]} */
  #boxes = [];
  /** @type {readonly DrawnBox[]} */
  #drawn = [];
  /** Whether a pointer brought the focus here; the arrow keys then move the playhead, as they do elsewhere. */
  #isPointed = false;
  /**
   * The view for which boxes were drawn, with the part of the film in which they are.
   * @type {View | null}
   */
  #drawnView = null;
  /** The start of the visible part when the boxes were drawn. */
  #fromMs = 0;
  /**
   * The elements of the words that are spoken now.
   * @type {readonly HTMLElement[]}
   */
  #marked = [];

  /**
   * @param {SpokenLane} lane
   * @param {{ readonly name: string, readonly cue?: number | undefined, readonly word?: number | undefined }} options
   * @param {(timeMs: number) => void} onJump
   */
  constructor({ cues, path }, { name, cue = -1, word = -1 }, onJump) {
    this.#cues = cues;
    this.#path = path;
    this.#onJump = onJump;
    this.cue = cue;
    this.word = word;
    const label = make('span', { className: 'spoken-name', ariaHidden: 'true' }, name);
    this.root = make('div', { className: 'spoken-lane', role: 'group', ariaLabel: name }, label, this.list);
    this.list.addEventListener('click', (event) => this.#click(event));
    this.list.addEventListener('pointerdown', () => {
      this.#isPointed = true;
    });
    this.list.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.list.contains(relatedTarget)) this.#isPointed = false;
    });
    this.list.addEventListener('keydown', (event) => this.#press(event));
    this.list.addEventListener('focusin', ({ target }) => {
      const place = placeIn(target);
      if (!place) return;
      this.cue = place.cue;
      this.word = place.word;
      this.#setTabStop();
    });
  }

  /** When cues and words begin, and when cues end. */
  get times() {
    return this.#cues.flatMap((cue) => [
      cue.startMs,
      cue.endMs,
      ...wordsOf(cue).map(({ startMs }) => startMs),
    ]);
  }

  /** @param {EventTarget | null} target */
  cueAt(target) {
    const place = placeIn(target);
    const drawn = place && this.#drawnOf(place.cue);
    const cue = this.#cues[drawn?.box.first ?? -1];
    return drawn && cue && drawn.box.first === drawn.box.last
      ? { cue, box: drawn.button, path: this.#path }
      : null;
  }

  /**
   * @param {View} view
   * @param {number} timeMs
   */
  draw(view, timeMs) {
    const last = this.#drawnView;
    const { durationMs, width, fromMs, toMs } = view;
    const isSameScale = last?.durationMs === durationMs && last.width === width;
    if (isSameScale && last.fromMs <= Math.max(0, fromMs) && Math.min(toMs, durationMs) <= last.toMs) return;
    if (!isSameScale) this.#boxes = boxesOf(this.#cues, durationMs, width);
    // The next draw is then due only after scrolling by a whole view.
    const spanMs = toMs - fromMs;
    this.#drawnView = { durationMs, width, fromMs: fromMs - spanMs, toMs: toMs + spanMs };
    const hadFocus = this.list.contains(document.activeElement);
    const context = contextOf(document.createElement('canvas'));
    context.font = getComputedStyle(this.list).font;
    const widthOf = (/** @type {string} */ text) => context.measureText(text).width;
    this.#drawn = boxesWithin(this.#boxes, fromMs - spanMs, toMs + spanMs).map((box) =>
      this.#drawBox(box, { durationMs, width, widthOf }),
    );
    this.list.replaceChildren(
      ...this.#drawn.flatMap(({ button, wordElements }) => {
        const words = wordElements.filter((word) => word instanceof HTMLButtonElement);
        return [button, ...words];
      }),
    );
    this.#fromMs = fromMs;
    const kept = this.#setTabStop();
    if (hadFocus) (kept ?? this.list).focus({ preventScroll: true });
    this.mark(timeMs);
  }

  /**
   * @param {Box} box
   * @param {{ readonly durationMs: number, readonly width: number,
   *   readonly widthOf: (text: string) => number }} scale
   * @returns {DrawnBox}
   */
  #drawBox(box, { durationMs, width, widthOf }) {
    const { first, last } = box;
    const text = boxText(this.#cues, box);
    const count = last - first + 1;
    const button = cueButton('cue', `${count === 1 ? '' : `${count} cues: `}${text}`, box.startMs);
    button.dataset.cue = String(first);
    button.classList.toggle('several', count > 1);
    Object.assign(button.style, placeOf(box, durationMs));
    const cue = this.#cues[first];
    const words = cue && count === 1 ? wordsOf(cue) : [];
    const boxWidth = ((box.endMs - box.startMs) * width) / durationMs;
    const shown = wordsIn(words, boxWidth, words.length === 0 ? 0 : widthOf(text));
    if (shown !== 'words' && boxWidth >= minLabelWidth) button.append(make('span', {}, text));
    if (shown === 'none') return { box, button, words, wordElements: [] };
    if (shown === 'marks') {
      const marks = words.map(({ startMs }) => {
        const mark = make('i', {});
        mark.style.left = `${100 * shareOf(startMs - box.startMs, box.endMs - box.startMs)}%`;
        return mark;
      });
      button.append(...marks);
      return { box, button, words, wordElements: marks };
    }
    const buttons = words.map((word, index) => {
      const part = cueButton('word', word.text, word.startMs);
      part.dataset.cue = String(first);
      part.dataset.word = String(index);
      const endMs = words[index + 1]?.startMs ?? box.endMs;
      Object.assign(part.style, placeOf({ startMs: word.startMs, endMs }, durationMs));
      part.append(make('span', {}, word.text));
      return part;
    });
    return { box, button, words, wordElements: buttons };
  }

  /**
   * Marks the cue and the word that are spoken at a time.
   * @param {number} timeMs
   */
  mark(timeMs) {
    const cue = spokenAt(this.#cues, timeMs);
    const drawn = cue < 0 ? undefined : this.#drawnOf(cue);
    const word = drawn?.wordElements[spokenAt(drawn.words, timeMs)];
    const marked = [drawn?.button, word].flatMap((one) => one ?? []);
    if (marked.length === this.#marked.length && marked.every((one, index) => one === this.#marked[index]))
      return;
    for (const one of this.#marked) one.removeAttribute('aria-current');
    for (const one of marked) one.setAttribute('aria-current', 'true');
    this.#marked = marked;
  }

  /** @param {number} cue */
  #drawnOf(cue) {
    return this.#drawn.find(({ box }) => box.first <= cue && cue <= box.last);
  }

  /** Lets the Tab key reach one box: the last one that had the focus, which is returned, or the first visible one. */
  #setTabStop() {
    const drawn = this.#drawnOf(this.cue);
    const word = drawn?.wordElements[this.word];
    const kept = word instanceof HTMLButtonElement ? word : drawn?.button;
    const visible = this.#drawn.find(({ box }) => box.endMs > this.#fromMs) ?? this.#drawn.at(-1);
    const stop = kept ?? visible?.button;
    for (const one of this.list.querySelectorAll('button')) one.tabIndex = one === stop ? 0 : -1;
    return kept;
  }

  /** @param {MouseEvent} event */
  #click({ target, clientX, detail }) {
    const place = placeIn(target);
    const drawn = place && this.#drawnOf(place.cue);
    if (!drawn || !this.#drawnView) return;
    const { first, last } = drawn.box;
    const word = drawn.words[place.word];
    let cue = first;
    // Of several cues in a box, the pointer chooses one.
    if (detail > 0 && last > first) {
      const { left, width } = this.list.getBoundingClientRect();
      const timeMs = ((clientX - left) / width) * this.#drawnView.durationMs;
      cue = Math.min(last, Math.max(first, lastBegun(this.#cues, timeMs)));
    }
    const startMs = word?.startMs ?? this.#cues[cue]?.startMs;
    if (startMs !== undefined) this.#onJump(firstMoment(startMs));
  }

  /**
   * The arrow keys go from box to box if the keyboard brought the focus here.
   * @param {KeyboardEvent} event
   */
  #press(event) {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || !['ArrowLeft', 'ArrowRight'].includes(key)) return;
    if (!(target instanceof HTMLButtonElement) || this.#isPointed) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...this.list.querySelectorAll('button')];
    buttons[buttons.indexOf(target) + (key === 'ArrowRight' ? 1 : -1)]?.focus();
  }
}

/**
 * @param {string} className
 * @param {string} text
 * @param {number} startMs
 */
function cueButton(className, text, startMs) {
  const title = `${text}\n${showTime(startMs)}`;
  return make('button', { type: 'button', className, title, ariaLabel: title, dir: 'auto' });
}

/**
 * The cue and the word of a button; null for anything else.
 * @param {EventTarget | null} target
 */
function placeIn(target) {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button) return null;
  return { cue: Number(button.dataset.cue), word: Number(button.dataset.word ?? -1) };
}
