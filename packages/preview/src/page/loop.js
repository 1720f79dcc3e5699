import { segmentAt } from './film-times.js';

/** @import { FilmOutline } from '@render-service/engine/film' */

/**
 * The part of the film that plays again and again, in milliseconds.
 * @typedef {{ readonly from: number, readonly to: number }} Loop
 */

/**
 * A loop that starts at a time. It keeps its end if that comes later, and otherwise ends with the film.
 * @param {Loop | null} loop
 * @param {number} timeMs
 * @param {number} durationMs
 */
export function startLoop(loop, timeMs, durationMs) {
  const to = loop && loop.to > timeMs ? loop.to : durationMs;
  return to > timeMs ? { from: timeMs, to } : loop;
}

/**
 * A loop that ends at a time. It keeps its start if that comes earlier, and otherwise starts with the film.
 * @param {Loop | null} loop
 * @param {number} timeMs
 */
export function endLoop(loop, timeMs) {
  const from = loop && loop.from < timeMs ? loop.from : 0;
  return timeMs > from ? { from, to: timeMs } : loop;
}

/**
 * The hold or transition at a time as a loop; null if it has no duration.
 * @param {FilmOutline} outline
 * @param {number} timeMs
 * @returns {Loop | null}
 */
export function loopAround(outline, timeMs) {
  const segment = outline.segments[segmentAt(outline, timeMs)];
  if (!segment || segment.endMs <= segment.startMs) return null;
  return { from: segment.startMs, to: segment.endMs };
}

/**
 * A loop in a film that may have become shorter; null if the film ends before the loop.
 * @param {Loop | null} loop
 * @param {number} durationMs
 */
export function loopWithin(loop, durationMs) {
  return loop && loop.to <= durationMs ? loop : null;
}
