import { element, make } from './elements.js';
import { showShortTime } from './film-times.js';
import { laneRows } from './lane.js';
import { placeOf, shareOf } from './strip-layout.js';
import { pressedPart, TimeDrag } from './time-drag.js';
import { animationEdits, animationFields, cueEdits, isTime, trackEdits, writeTime } from './time-edits.js';

/** @import { SegmentOutline, SoundOutline } from '@render-service/engine/film' */
/** @import { FilmState } from '../film-state.ts' */
/** @import { Edits } from './edits.js' */
/** @import { LaneView } from './lane.js' */
/** @import { SpokenLanes } from './spoken-lanes.js' */
/** @import { Times } from './time-edits.js' */

/** Shortest duration that a drag makes, in milliseconds. */
const minMs = 50;

/** Edits times on the strip and below it by dragging. */
export class StripEditor {
  #edits;
  #lane;
  #spoken;
  #drag;
  /** @type {FilmState | null} */
  #film = null;

  /**
   * @param {object} options
   * @param {Edits} options.edits
   * @param {LaneView} options.lane
   * @param {SpokenLanes} options.spoken
   * @param {() => number} options.timeMs The time of the playhead.
   */
  constructor({ edits, lane, spoken, timeMs }) {
    this.#edits = edits;
    this.#lane = lane;
    this.#spoken = spoken;
    this.#drag = new TimeDrag({ timeMs, spokenTimes: () => spoken.times });
    element('lane').addEventListener('pointerdown', (event) => this.#pressLane(event));
    element('spoken').addEventListener('pointerdown', (event) => this.#pressCue(event));
  }

  /** @param {FilmState} film */
  setFilm(film) {
    const isOther = film.revision !== this.#film?.revision;
    this.#film = film;
    if (!isOther || !film.outline) return;
    this.#drag.setOutline(film.outline);
    const { segments, sounds, durationMs } = film.outline;
    const grips = segments.map((segment) => {
      const title = `Drag to change the duration of ${nameOf(segment)}`;
      const grip = make('div', { className: 'grip', title });
      grip.style.left = `${100 * shareOf(segment.endMs, durationMs)}%`;
      grip.addEventListener('pointerdown', (event) => this.#pressGrip(event, segment, grip));
      return grip;
    });
    element('grips').replaceChildren(...grips);
    this.#drawSounds(sounds, durationMs);
  }

  /**
   * @param {readonly SoundOutline[]} all
   * @param {number} durationMs
   */
  #drawSounds(all, durationMs) {
    // The engine makes others, such as those of a narration.
    const sounds = all.filter(({ path }) => /(^|\.)(audioTracks|objects)\b/.test(path));
    const rows = laneRows(sounds);
    const bars = sounds.map((sound, index) => {
      const bar = make(
        'div',
        { className: 'sound-bar', title: `Drag to let ${sound.name} start later` },
        sound.name,
      );
      Object.assign(bar.style, placeOf(sound, durationMs), { top: `${(rows[index] ?? 0) * 1.5}em` });
      bar.addEventListener('pointerdown', (event) => this.#pressSound(event, sound, bar));
      return bar;
    });
    element('sounds').style.height = `${Math.max(0, ...rows.map((row) => row + 1)) * 1.5}em`;
    element('sounds').replaceChildren(...bars);
  }

  /**
   * @param {PointerEvent} event
   * @param {SoundOutline} sound
   * @param {HTMLElement} bar
   */
  #pressSound(event, { name, path, startMs, sceneMs }, bar) {
    event.stopPropagation();
    if (event.button !== 0) return;
    this.#drag.follow(event, bar, (byMs) => {
      const start = Math.max(sceneMs, this.#drag.snapped(startMs + byMs));
      bar.style.translate = `${this.#drag.pixelsOf(start - startMs)}px`;
      this.#drag.say(`at ${showShortTime(start)}`);
      return async () => {
        const { values, base } = await this.#edits.read(`${path}.start`);
        const [raw] = values;
        if (raw !== null && !isTime(raw))
          this.#edits.report(`not changed: ${name} starts with ${JSON.stringify(raw)}`);
        else if (
          await this.#edits.commit([{ path: `${path}.start`, value: writeTime(raw, start - sceneMs) }], base)
        )
          return;
        bar.style.translate = '';
      };
    });
  }

  /**
   * @param {PointerEvent} event
   * @param {SegmentOutline} segment
   * @param {HTMLElement} grip
   */
  #pressGrip(event, segment, grip) {
    event.stopPropagation();
    if (event.button !== 0) return;
    const { startMs, endMs } = segment;
    this.#drag.follow(event, grip, (byMs) => {
      const length = Math.max(minMs, this.#drag.snapped(endMs + byMs) - startMs);
      grip.style.translate = `${this.#drag.pixelsOf(startMs + length - endMs)}px`;
      this.#drag.say(showShortTime(length));
      return async () => {
        grip.style.translate = '';
        await this.#setDuration(segment, length);
      };
    });
  }

  /**
   * Writes the duration of a composition or of the transition into it.
   * @param {SegmentOutline} segment
   * @param {number} ms
   */
  async #setDuration(segment, ms) {
    const isHold = segment.to === null;
    const { values, base } = await this.#edits.read(isHold ? `${segment.path}.duration` : segment.path);
    const [raw] = values;
    if (isHold && raw !== null && !isTime(raw)) {
      this.#edits.report(`not changed: the duration of ${nameOf(segment)} is ${JSON.stringify(raw)}`);
      return;
    }
    const edits = isHold
      ? [{ path: `${segment.path}.duration`, value: writeTime(raw, ms) }]
      : animationEdits(segment.path, raw, { duration: writeTime(animationFields(raw).duration, ms) });
    await this.#edits.commit(edits, base);
  }

  /** @param {PointerEvent} event */
  #pressLane(event) {
    const part = event.target instanceof Element ? event.target.closest('button') : null;
    if (!(part instanceof HTMLElement) || event.button !== 0) return;
    if (part.classList.contains('keyframe')) this.#pressKeyframe(event, part);
    else if (part.classList.contains('span')) this.#pressSpan(event, part);
  }

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} bar
   */
  #pressSpan(event, bar) {
    const span = this.#lane.spanOf(bar.dataset.key ?? '');
    if (!span) return;
    const part = pressedPart(event, bar);
    const before = bar.style.width;
    this.#drag.follow(event, bar, (byMs) => {
      const [from, to] = [span.startMs, span.endMs];
      const transition = this.#transitionAt(from);
      const wanted = part === 'end' ? from : Math.max(from - span.delayMs, this.#drag.snapped(from + byMs));
      const start = part === 'start' ? Math.min(wanted, Math.max(from, to - minMs)) : wanted;
      const ends = {
        start: to,
        both: start + to - from,
        end: Math.max(start + minMs, this.#drag.snapped(to + byMs)),
      };
      const end = ends[part];
      // A change keeps its duration: the transition ends with it.
      const lasts = transition && end > transition.endMs ? Math.round(end - transition.startMs) : null;
      bar.style.translate = `${this.#drag.pixelsOf(start - from)}px`;
      bar.style.width = `${this.#drag.pixelsOf(Math.max(minMs, end - start))}px`;
      const longer =
        lasts === null ? '' : `; the transition and what fills it will last ${showShortTime(lasts)}`;
      this.#drag.say(`${showShortTime(start)} to ${showShortTime(end)}${longer}`);
      const times = { start: Math.round(start - from + span.delayMs), duration: Math.round(end - start) };
      return async () => {
        if (await this.setTrack(span, times, lasts)) return;
        // The change stays where it was.
        Object.assign(bar.style, { translate: '', width: before });
      };
    });
  }

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} mark
   */
  #pressKeyframe(event, mark) {
    const keyframe = this.#lane.keyframeOf(mark.dataset.key ?? '');
    if (!keyframe) return;
    const { path, timeMs, startMs, endMs } = keyframe;
    this.#drag.follow(event, mark, (byMs) => {
      const time = Math.min(endMs, Math.max(startMs, this.#drag.snapped(timeMs + byMs)));
      mark.style.translate = `${this.#drag.pixelsOf(time - timeMs)}px`;
      this.#drag.say(`at ${showShortTime(time)}`);
      return async () => {
        const { values, base } = await this.#edits.read(path);
        const at = Array.isArray(values[0]) ? `${path}[0]` : `${path}.at`;
        const value = Number(((time - startMs) / Math.max(1, endMs - startMs)).toFixed(3));
        if (!(await this.#edits.commit([{ path: at, value }], base))) mark.style.translate = '';
      };
    });
  }

  /** @param {PointerEvent} event */
  #pressCue(event) {
    const pressed = event.button === 0 ? this.#spoken.cueAt(event.target) : null;
    if (!pressed) return;
    const { cue, box, path } = pressed;
    const part = pressedPart(event, box);
    const before = box.style.width;
    const handle = event.target instanceof HTMLElement ? (event.target.closest('button') ?? box) : box;
    this.#drag.follow(event, handle, (byMs) => {
      const { startMs, endMs } = cue;
      const moved = Math.max(0, this.#drag.snapped(startMs + byMs));
      const start = part === 'end' ? startMs : part === 'start' ? Math.min(moved, endMs - minMs) : moved;
      const ends = {
        start: endMs,
        both: start + endMs - startMs,
        end: Math.max(startMs + minMs, this.#drag.snapped(endMs + byMs)),
      };
      const end = ends[part];
      box.style.translate = `${this.#drag.pixelsOf(start - startMs)}px`;
      box.style.width = `${this.#drag.pixelsOf(end - start)}px`;
      this.#drag.say(`${showShortTime(start)} to ${showShortTime(end)}`);
      return async () => {
        if (await this.#setCue(path, cue, { startMs: start, endMs: end })) return;
        Object.assign(box.style, { translate: '', width: before });
      };
    });
  }

  /**
   * Writes the times of a cue where the document has those of its sentence.
   * @param {string | null} path The place of the captions; null for a narration.
   * @param {Times} cue
   * @param {Times} to
   */
  async #setCue(path, cue, to) {
    const fields = path === null ? [] : [`${path}.src`, `${path}.cues`];
    const { values, base } = await this.#edits.read(...fields);
    const edits = fields.flatMap((field, index) => cueEdits(field, values[index], cue, to));
    if (edits.length > 0) return this.#edits.commit(edits, base);
    const [src] = values;
    this.#edits.report(
      typeof src === 'string'
        ? `not changed: ${src} has the times of these captions`
        : Array.isArray(src)
          ? 'not changed: this is only a part of a sentence; move it as a whole'
          : 'not changed: these words follow what is said; change the text of "say", or the sound',
    );
    return false;
  }

  /**
   * Writes the start, the duration or the easing of an object's change in a transition.
   * @param {{ readonly path: string, readonly startMs: number }} span
   * @param {Readonly<Record<string, string | number>>} fields
   * @param {number | null} [lasts] Another duration of the transition, in milliseconds.
   * @returns {Promise<boolean>} Whether it was written.
   */
  async setTrack({ path, startMs }, fields, lasts = null) {
    const { object } = this.#lane;
    const segments = this.#film?.outline?.segments ?? [];
    const transition = this.#transitionAt(startMs);
    const next = transition && segments[segments.indexOf(transition) + 1];
    if (!next || !object) return false;
    const isOwn = /\.(?:tracks\b.*|exit|objects\..*\.enter)$|^objects\..*\.enter$/.test(path);
    const enter = `${next.path}.enter`;
    const scene = next.path.replace(/\.?\bcompositions\b.*$/, '');
    const usual = scene === '' ? 'enter' : `${scene}.enter`;
    const { values, base } = await this.#edits.read(enter, isOwn ? path : enter, usual);
    const [written, own, ofScene] = values;
    const duration = animationFields(written).duration ?? animationFields(ofScene).duration;
    // A transition without a duration ends with its last change.
    /** @type {Record<string, string | number>} */
    const whole = lasts === null || duration === undefined ? {} : { duration: writeTime(duration, lasts) };
    const ofWhole = Object.keys(whole).length === 0 ? [] : animationEdits(enter, written ?? {}, whole);
    const edits = isOwn
      ? [...animationEdits(path, own, fields), ...ofWhole]
      : trackEdits({ enter, written, object: object.name }, fields, whole);
    return this.#edits.commit(edits, base);
  }

  /**
   * The transition at a time; undefined in a hold.
   * @param {number} ms
   */
  #transitionAt(ms) {
    return this.#film?.outline?.segments.find(
      ({ to, startMs, endMs }) => to !== null && ms >= startMs && ms < endMs,
    );
  }
}

/** @param {SegmentOutline} segment */
function nameOf({ name, to }) {
  return to === null ? name : `the transition to ${to}`;
}
