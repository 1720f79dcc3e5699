import { labelsThatFit } from './timeline-ruler.js';

/** @import { FilmOutline } from '@render-service/engine/film' */

/**
 * A label on the strip. Places are CSS percentages of its width.
 * @typedef {{ readonly name: string, readonly left: string, readonly width: string }} Label
 */

/**
 * A time as a share of the film, 0 to 1.
 * @param {number} ms
 * @param {number | undefined} durationMs
 */
export function shareOf(ms, durationMs) {
  return ms / (durationMs || 1);
}

/**
 * The place of a part of the film on the strip.
 * @param {{ readonly startMs: number, readonly endMs: number }} part
 * @param {number} durationMs
 */
export function placeOf({ startMs, endMs }, durationMs) {
  return { left: percent(startMs, durationMs), width: percent(endMs - startMs, durationMs) };
}

/**
 * The names of scenes. The names of a single scene and of scenes of 0 ms are omitted.
 * @param {FilmOutline} outline
 * @returns {Label[]}
 */
export function sceneLabels({ scenes, durationMs }) {
  const labelled = scenes.length < 2 ? [] : scenes.filter(({ startMs, endMs }) => endMs > startMs);
  return labelled.map((scene) => ({ name: scene.name, ...placeOf(scene, durationMs) }));
}

/**
 * The names of holds that have room on the strip. Each may extend over the transition that follows, up to the next
 * name.
 * @param {FilmOutline} outline
 * @param {number} width The width of the whole film on the page, in pixels.
 * @returns {Label[]}
 */
export function holdLabels({ segments, durationMs }, width) {
  const holds = segments.filter(({ to }) => to === null).map(({ name, startMs }) => ({ name, startMs }));
  return labelsThatFit(holds, durationMs, width).map((label) => ({
    name: label.name,
    ...placeOf(label, durationMs),
  }));
}

/**
 * @param {number} ms
 * @param {number} durationMs
 */
function percent(ms, durationMs) {
  return `${100 * shareOf(ms, durationMs)}%`;
}
