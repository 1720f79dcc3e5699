/** Maximum zoom, in pixels for a second. It makes single frames easy to hit. */
const maxPixelsPerSecond = 2400;

/** The share of the strip's width that stays visible beyond the playhead. */
const marginShare = 0.08;

/** Minimum distance of two fingers for the zoom, in pixels. */
const minSpread = 20;

/**
 * A zoom within its limits. 1 shows the whole film.
 * @param {number} zoom
 * @param {number} durationMs
 * @param {number} stripWidth
 */
export function limitZoom(zoom, durationMs, stripWidth) {
  const most = Math.max(1, ((durationMs / 1000) * maxPixelsPerSecond) / stripWidth);
  return Math.min(most, Math.max(1, zoom));
}

/**
 * The zoom after the wheel was turned.
 * @param {number} zoom
 * @param {number} deltaY
 */
export function wheelZoom(zoom, deltaY) {
  return zoom * Math.exp(-deltaY / 300);
}

/**
 * The zoom after two fingers moved apart or together.
 * @param {{ readonly zoom: number, readonly spread: number }} grip The zoom and the distance when they were put down.
 * @param {number} spread Their distance now.
 */
export function pinchZoom(grip, spread) {
  return (grip.zoom * Math.max(minSpread, spread)) / Math.max(minSpread, grip.spread);
}

/**
 * The time of the film under the pointer.
 * @param {number} x
 * @param {{ readonly left: number, readonly width: number }} track
 * @param {number} durationMs
 */
export function timeAt(x, { left, width }, durationMs) {
  return Math.min(1, Math.max(0, (x - left) / width)) * durationMs;
}

/**
 * How far to scroll a zoomed strip so that the playhead is visible: just enough, or, while the film plays, far enough
 * to show the following part.
 * @param {number} at The playhead, in pixels from the left of what is visible.
 * @param {number} stripWidth
 * @param {boolean} isPlaying
 */
export function scrollToShow(at, stripWidth, isPlaying) {
  const margin = stripWidth * marginShare;
  const most = stripWidth - margin;
  if (at < margin) return at - margin;
  return at > most ? at - (isPlaying ? margin : most) : 0;
}
