/** @import { SpokenLane } from '@render-service/engine/film' */

/** @typedef {SpokenLane['cues'][number]} Cue */

/**
 * The cues from `first` to `last`, drawn as one box. They are the same unless several begin within a few pixels.
 * @typedef {{ readonly first: number, readonly last: number, readonly startMs: number, readonly endMs: number }} Box
 */

/** @typedef {{ readonly text: string, readonly startMs: number, readonly endMs: number }} Word */

/** Minimum distance from the start of a box to that of the next one, in pixels. */
const minDistance = 24;

/** Minimum distance of the marks of words, in pixels. */
const minMarkDistance = 5;

/** The room that the words of a cue need, as a multiple of the width of its text: some are spoken faster than others. */
const wordsRoom = 1.4;

/** Maximum length of the text of a box. */
const maxTextLength = 300;

/** As in the render process: spaces, line breaks and zero-width spaces divide words. */
const wordPattern = /[^\s\u200b]+/gu;

/**
 * The boxes of cues, in order.
 * @param {readonly Cue[]} cues
 * @param {number} durationMs
 * @param {number} width The width of the whole film on the page, in pixels.
 * @returns {Box[]}
 */
export function boxesOf(cues, durationMs, width) {
  const minMs = (minDistance * durationMs) / Math.max(1, width);
  /** @type {Box[]} */
  const boxes = [];
  for (const [index, { startMs, endMs }] of cues.entries()) {
    const before = boxes.at(-1);
    if (before && startMs - before.startMs < minMs)
      boxes[boxes.length - 1] = { ...before, last: index, endMs };
    else boxes.push({ first: index, last: index, startMs, endMs });
  }
  return boxes;
}

/**
 * The boxes in a part of the film, with one before and one after it, so that the keyboard can go on.
 * @param {readonly Box[]} boxes
 * @param {number} fromMs
 * @param {number} toMs
 */
export function boxesWithin(boxes, fromMs, toMs) {
  const first = boxes.findIndex(({ endMs }) => endMs > fromMs);
  if (first < 0) return boxes.slice(-1);
  const after = boxes.findIndex(({ startMs }) => startMs >= toMs);
  return boxes.slice(Math.max(0, first - 1), after < 0 ? undefined : after + 1);
}

/**
 * The text of a box: that of its cues, cut off if they are many.
 * @param {readonly Cue[]} cues
 * @param {Box} box
 */
export function boxText(cues, { first, last }) {
  let text = cues[first]?.text ?? '';
  for (let index = first + 1; index <= last && text.length < maxTextLength; index++)
    text += ` ${cues[index]?.text}`;
  return first === last || text.length < maxTextLength ? text : `${text.slice(0, maxTextLength)} …`;
}

/**
 * The words of a cue with their times, as far as they are spoken while it is shown; none if it has no times of words.
 * @param {Cue} cue
 * @returns {Word[]}
 */
export function wordsOf({ text, words, startMs, endMs }) {
  const texts = text.match(wordPattern) ?? [];
  if (words?.length !== texts.length) return [];
  const timed = words.map(([start, end], index) => ({
    text: texts[index] ?? '',
    startMs: Math.max(start, startMs),
    endMs: Math.min(end, endMs),
  }));
  return timed.filter((word) => word.startMs < endMs && word.endMs >= startMs);
}

/**
 * How the words of a cue are shown in a box: as buttons, as marks, or not at all.
 * @param {readonly Word[]} words
 * @param {number} width The width of the box, in pixels.
 * @param {number} textWidth The width of its text, in pixels.
 * @returns {'words' | 'marks' | 'none'}
 */
export function wordsIn(words, width, textWidth) {
  if (words.length === 0) return 'none';
  if (width >= textWidth * wordsRoom) return 'words';
  return words.length > 1 && width >= words.length * minMarkDistance ? 'marks' : 'none';
}

/**
 * The index of the part that is spoken at a time; -1 between parts.
 * @param {readonly { readonly startMs: number, readonly endMs: number }[]} parts In order.
 * @param {number} timeMs
 */
export function spokenAt(parts, timeMs) {
  const index = lastBegun(parts, timeMs);
  return timeMs < (parts[index]?.endMs ?? 0) ? index : -1;
}

/**
 * The index of the last part that has begun at a time; -1 before the first one.
 * @param {readonly { readonly startMs: number }[]} parts In order.
 * @param {number} timeMs
 */
export function lastBegun(parts, timeMs) {
  let first = 0;
  for (let end = parts.length; first < end; ) {
    const middle = (first + end) >> 1;
    if ((parts[middle]?.startMs ?? 0) <= timeMs) first = middle + 1;
    else end = middle;
  }
  return first - 1;
}

/**
 * The first time of the playhead, which counts microseconds, that is not before a time.
 * @param {number} ms
 */
export function firstMoment(ms) {
  return Math.ceil(ms * 1000 - 1e-6) / 1000;
}
