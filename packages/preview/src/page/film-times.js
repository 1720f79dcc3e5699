/** @import { FilmOutline, SegmentOutline } from '@render-service/engine/film' */

/** The frame rate at which the page counts frames. */
const framesPerSecond = 30;
const frameMs = 1000 / framesPerSecond;

/** Tolerance in frames. Times are rounded to microseconds, so the time of a frame may be slightly too early. */
const frameTolerance = 1e-4;

/** Times closer than this count as the same, in milliseconds. */
const sameMs = 1e-3;

/**
 * Rounds a time to microseconds.
 * @param {number} ms
 */
export function roundTime(ms) {
  return Math.round(ms * 1000) / 1000;
}

/**
 * A time in minutes, seconds and milliseconds, such as `0:01.500`.
 * @param {number} ms
 */
export function showTime(ms) {
  const whole = Math.round(ms);
  const seconds = Math.floor(whole / 1000) % 60;
  return `${Math.floor(whole / 60_000)}:${String(seconds).padStart(2, '0')}.${String(whole % 1000).padStart(3, '0')}`;
}

/**
 * A time as `showTime` has it, without zeros after the tenths of a second, such as `0:01.5`.
 * @param {number} ms
 */
export function showShortTime(ms) {
  return showTime(ms).replace(/0{1,2}$/, '');
}

/**
 * The number of the frame at a time. The first frame is 0; the end of the film belongs to the last one.
 * @param {number} timeMs
 * @param {number} durationMs
 */
export function frameAt(timeMs, durationMs) {
  const last = Math.max(0, Math.ceil(durationMs / frameMs) - 1);
  return Math.min(Math.floor(timeMs / frameMs + frameTolerance), last);
}

/**
 * The time of the frame before or after a time. It may lie outside the film.
 * @param {number} timeMs
 * @param {1 | -1} direction
 */
export function neighbouringFrame(timeMs, direction) {
  const frame = Math.floor(timeMs / frameMs + frameTolerance);
  const isBetween = timeMs - frame * frameMs > sameMs;
  return (frame + (direction > 0 ? 1 : isBetween ? 0 : -1)) * frameMs;
}

/**
 * The time at which a film is opened: the start of the first hold that shows an object, because many films begin with
 * nothing; otherwise that of the first hold.
 * @param {FilmOutline} outline
 */
export function firstSeen({ segments }) {
  const holds = segments.filter(({ to, startMs, endMs }) => to === null && endMs > startMs);
  return (holds.find(({ isBlank }) => !isBlank) ?? holds[0])?.startMs ?? 0;
}

/**
 * The index of the segment at a time; the end of the film belongs to the last one. -1 if there are no segments.
 * @param {FilmOutline} outline
 * @param {number} timeMs
 */
export function segmentAt({ segments }, timeMs) {
  const index = segments.findIndex(({ endMs }) => timeMs < endMs);
  return index < 0 ? segments.length - 1 : index;
}

/**
 * The name of a hold, or the names of the compositions that a transition connects.
 * @param {SegmentOutline} segment
 */
export function segmentName({ name, to }) {
  return to === null ? name : `${name} → ${to}`;
}

/**
 * The start of the composition before or after a time, otherwise the start or the end of the film.
 * @param {FilmOutline} outline
 * @param {number} timeMs
 * @param {1 | -1} direction
 */
export function neighbouringComposition({ segments, durationMs }, timeMs, direction) {
  const starts = segments.filter(({ to }) => to === null).map(({ startMs }) => startMs);
  if (direction > 0) return starts.find((start) => start > timeMs) ?? durationMs;
  return starts.findLast((start) => start < timeMs - sameMs) ?? 0;
}
