/** @import { Edit } from './edits.js' */

/** Times that differ by less are the same, in milliseconds. */
const sameMs = 1;

/** The steps to which dragged times snap, in milliseconds. */
const snapStepMs = 50;

/**
 * A time that is dragged: at the nearest whole second or marked time within `reach`, or else a multiple of 50 ms.
 * @param {number} ms
 * @param {readonly number[]} marks
 * @param {number} reach
 */
export function snapTime(ms, marks, reach) {
  const near = [...marks, Math.round(ms / 1000) * 1000]
    .map((mark) => ({ mark, distance: Math.abs(mark - ms) }))
    .filter(({ distance }) => distance <= reach)
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.mark ?? Math.round(ms / snapStepMs) * snapStepMs;
}

/**
 * A time as it is written: in the unit that the author uses there.
 * @param {unknown} raw The value that is written.
 * @param {number} ms
 */
export function writeTime(raw, ms) {
  const whole = Math.max(0, Math.round(ms));
  if (typeof raw !== 'string') return whole;
  return /\dms\s*$/.test(raw) ? `${whole}ms` : `${whole / 1000}s`;
}

/**
 * What is typed for a time or a word; undefined for nothing. A number without a unit has the one of the written value.
 * @param {string} text
 * @param {string} [written]
 * @returns {string | number | undefined}
 */
export function typedTime(text, written = '') {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (!/^\d+(\.\d+)?$/.test(typed)) return typed;
  return hasTimeUnit(written) ? `${typed}${timeUnit.exec(written)?.[1]}` : Number(typed);
}

const timeUnit = /\d(ms|s)\s*$/;

/** @param {string} written */
export function hasTimeUnit(written) {
  return timeUnit.test(written);
}

/**
 * Whether a text or number is a time, and not the name of an animation or of a clip.
 * @param {unknown} raw
 */
export function isTime(raw) {
  return typeof raw === 'number' || (typeof raw === 'string' && /^\s*[\d.:]+\s*(ms|s)?\s*$/.test(raw));
}

/**
 * An animation as an object: one that is written as a duration or as a type has that field alone.
 * @param {unknown} raw
 * @returns {Record<string, any>}
 */
export function animationFields(raw) {
  if (typeof raw === 'object' && raw !== null) return { ...raw };
  if (isTime(raw)) return { duration: raw };
  return typeof raw === 'string' ? { type: raw } : {};
}

/**
 * The edits that give an animation other fields; undefined removes one. What is an object stays one, and a duration
 * alone stays one.
 * @param {string} path
 * @param {unknown} raw The animation as it is written.
 * @param {Readonly<Record<string, any>>} fields
 * @returns {Edit[]}
 */
export function animationEdits(path, raw, fields) {
  const before = animationFields(raw);
  if (typeof raw === 'object' && raw !== null) {
    return Object.entries(fields).flatMap(([name, value]) =>
      fieldEdit(`${path}.${name}`, name in before, value),
    );
  }
  const after = Object.fromEntries(
    Object.entries({ ...before, ...fields }).filter(([, value]) => value !== undefined),
  );
  const names = Object.keys(after);
  const isAlone = names.length === 1 && (names[0] === 'duration' || names[0] === 'type');
  return [{ path, value: isAlone ? after[names[0]] : after }];
}

/**
 * @param {string} path
 * @param {boolean} isThere
 * @param {any} value
 * @returns {Edit[]}
 */
function fieldEdit(path, isThere, value) {
  if (value !== undefined) return [{ path, value }];
  return isThere ? [{ path, remove: true }] : [];
}

/**
 * The edits that give an object a start and a duration in a transition. `enter` is the path of the transition, and
 * `written` what is there.
 * @param {{ readonly enter: string, readonly written: unknown, readonly object: string }} track
 * @param {Readonly<Record<string, string | number>>} times
 * @param {Readonly<Record<string, string | number>>} [whole] Fields of the transition itself that change with it.
 * @returns {Edit[]}
 */
export function trackEdits({ enter, written, object }, times, whole = {}) {
  const fields = animationFields(written);
  const track = fields.tracks?.[object];
  const key = /^[\w-]+$/.test(object) ? `.${object}` : `[${JSON.stringify(object)}]`;
  const isObject = typeof written === 'object' && written !== null;
  if (!isObject) return [{ path: enter, value: { ...fields, ...whole, tracks: { [object]: times } } }];
  return [
    ...animationEdits(enter, written, whole),
    ...(track === undefined
      ? [{ path: `${enter}.tracks${key}`, value: times }]
      : animationEdits(`${enter}.tracks${key}`, track, times)),
  ];
}

/**
 * The edits that give a cue other times: those of the sentences or words that it shows.
 * @param {string} path The place of the list.
 * @param {unknown} list Sentences or words with their times, in milliseconds or, as `start` and `end`, in seconds.
 * @param {Times} cue
 * @param {Times} to
 * @returns {Edit[]} None if the list has other times, or if the cue shows only a part of a sentence whose end it is.
 */
export function cueEdits(path, list, cue, to) {
  const items = Array.isArray(list) ? list.map((item, index) => ({ item, index })) : [];
  const unitOf = (/** @type {any} */ item) => (typeof item?.startMs === 'number' ? 1 : 1000);
  const startOf = (/** @type {any} */ item) => Number(item?.startMs ?? item?.start * 1000);
  const endOf = (/** @type {any} */ item) => Number(item?.endMs ?? item?.end * 1000);
  const shown = items.filter(
    ({ item }) => startOf(item) < cue.endMs - sameMs && endOf(item) > cue.startMs + sameMs,
  );
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return [];
  const isMoved = to.endMs - to.startMs === cue.endMs - cue.startMs;
  const isWhole =
    Math.abs(startOf(first.item) - cue.startMs) <= sameMs && endOf(last.item) <= cue.endMs + sameMs;
  if (!isMoved && !isWhole) return [];
  const write = (
    /** @type {any} */ item,
    /** @type {number} */ index,
    /** @type {'start' | 'end'} */ name,
    /** @type {number} */ ms,
  ) => {
    const unit = unitOf(item);
    const field = unit === 1 ? `${name}Ms` : name;
    return { path: `${path}[${index}].${field}`, value: Math.max(0, Math.round(ms)) / unit };
  };
  const by = to.startMs - cue.startMs;
  if (isMoved) {
    return shown.flatMap(({ item, index }) => [
      write(item, index, 'start', startOf(item) + by),
      write(item, index, 'end', endOf(item) + by),
    ]);
  }
  return [
    ...(by === 0 ? [] : [write(first.item, first.index, 'start', to.startMs)]),
    ...(to.endMs === cue.endMs ? [] : [write(last.item, last.index, 'end', to.endMs)]),
  ];
}

/** @typedef {{ readonly startMs: number, readonly endMs: number }} Times */

/**
 * A name that none of the others has: `intro-2` beside `intro`.
 * @param {string} name
 * @param {readonly string[]} others
 */
export function freeName(name, others) {
  const stem = name.replace(/-\d+$/, '');
  let number = 2;
  while (others.includes(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}
