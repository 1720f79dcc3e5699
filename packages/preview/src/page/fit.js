/**
 * @typedef {{ readonly width: number, readonly height: number }} Size
 * @typedef {{ readonly x: number, readonly y: number }} Point
 * @typedef {{ readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }} Box
 * @typedef {{ readonly scale: number, readonly left: number, readonly top: number }} Fit Pixels of the frame for one of the
 * scene, and the margins beside and above the scene.
 */

/** The largest side that the server draws, in pixels. */
export const maxSide = 1920;

/** Pixels on the screen by which a click may miss an object, such as a thin line. */
const missPixels = 3;

/** The maximum `reach` that the server accepts, in scene pixels. */
const maxReach = 50;

/**
 * A scene, as large as possible in the middle of a frame.
 * @param {Size} scene
 * @param {Size} frame
 * @returns {Fit}
 */
export function fitScene(scene, frame) {
  const scale = Math.min(frame.width / scene.width, frame.height / scene.height);
  return {
    scale,
    left: (frame.width - scene.width * scale) / 2,
    top: (frame.height - scene.height * scale) / 2,
  };
}

/**
 * A point of the frame in scene pixels, and how far from it, in scene pixels, an object still counts as hit.
 * @param {Point} point
 * @param {Fit} fit
 */
export function toScene({ x, y }, { scale, left, top }) {
  const inScene = (/** @type {number} */ pixels) => Math.max(0, Math.round((100 * pixels) / scale) / 100);
  return {
    x: inScene(x - left),
    y: inScene(y - top),
    reach: Math.min(maxReach, Math.round(missPixels / scale)),
  };
}

/**
 * A box of the scene in pixels of the frame.
 * @param {Box} box
 * @param {Fit} fit
 */
export function toFrame(box, { scale, left, top }) {
  return {
    left: left + box.left * scale,
    top: top + box.top * scale,
    width: (box.right - box.left) * scale,
    height: (box.bottom - box.top) * scale,
  };
}

/** Narrower stages have no margin, in pixels. */
const narrowStage = 700;

/**
 * The size of a film's frame on the page: as large as the stage allows with a margin of 3 % and at least 16 pixels;
 * without one in a narrow stage.
 * @param {Size} film
 * @param {Size} stage
 */
export function frameSize(film, stage) {
  const isNarrow = stage.width < narrowStage;
  const margin = isNarrow ? 0 : Math.max(16, Math.min(stage.width, stage.height) * 0.03);
  const scale = Math.min((stage.width - 2 * margin) / film.width, (stage.height - 2 * margin) / film.height);
  return {
    width: Math.max(1, Math.round(film.width * scale)),
    height: Math.max(1, Math.round(film.height * scale)),
  };
}

/**
 * The width of the pictures to request: the width of the canvas in pixels of the screen, limited by the width of the
 * film, the maximum of the server and `maxPixels`.
 * @param {Size} film
 * @param {number} screenPixels
 * @param {number} maxPixels
 */
export function pictureWidth({ width, height }, screenPixels, maxPixels) {
  const largest = Math.floor(maxSide * Math.min(1, width / height));
  return Math.min(Math.round(screenPixels), width, largest, maxPixels);
}
