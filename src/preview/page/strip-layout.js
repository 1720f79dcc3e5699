/** @import { FilmOutline } from '../../render/view/film-outline.ts' */

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
 * The names of scenes. A single scene needs none, and neither does one that takes no time.
 * @param {FilmOutline} outline
 * @returns {Label[]}
 */
export function sceneLabels({ scenes, durationMs }) {
  const labelled = scenes.length < 2 ? [] : scenes.filter(({ startMs, endMs }) => endMs > startMs);
  return labelled.map((scene) => ({ name: scene.name, ...placeOf(scene, durationMs) }));
}

/**
 * The names of holds. Each may extend over the transition that follows, up to the next hold.
 * @param {FilmOutline} outline
 * @returns {Label[]}
 */
export function holdLabels({ segments, durationMs }) {
  const holds = segments.filter(({ to }) => to === null);
  return holds.map(({ name, startMs }, index) => {
    const endMs = holds[index + 1]?.startMs ?? durationMs;
    return { name, ...placeOf({ startMs, endMs }, durationMs) };
  });
}

/**
 * @param {number} ms
 * @param {number} durationMs
 */
function percent(ms, durationMs) {
  return `${100 * shareOf(ms, durationMs)}%`;
}
