/** @import { SegmentOutline } from '@render-service/engine/film' */
/** @import { Size } from './fit.js' */

/** Narrower segments have no thumbnail, in pixels. */
const narrowest = 6;

/** Maximum number of pictures of a segment. A hold without captions needs one, because it never changes. */
const maxPictures = 6;

/** Maximum widths of a picture and of a row of pictures, in pixels. */
const widestPicture = 400;
const widestRow = 8000;

/**
 * A row of pictures: the sizes of the row and of each picture, and which places in the row each picture fills.
 * @typedef {object} ThumbnailPlan
 * @property {Size} row
 * @property {Size} picture
 * @property {readonly { readonly timeMs: number, readonly from: number, readonly until: number }[]} pictures
 */

/**
 * The row of pictures that fills a segment; null if the segment is too narrow for one.
 * @param {SegmentOutline} segment
 * @param {Size} film
 * @param {Size} box The segment on the page, in CSS pixels.
 * @param {number} pixelRatio Pixels of the screen for one CSS pixel.
 * @returns {ThumbnailPlan | null}
 */
export function planThumbnails({ startMs, endMs, isStill }, film, box, pixelRatio) {
  if (box.width < narrowest) return null;
  const height = Math.round(box.height * pixelRatio);
  const width = Math.max(1, Math.min(Math.round((height * film.width) / film.height), widestPicture));
  const row = { width: Math.min(widestRow, Math.round(box.width * pixelRatio)), height };
  const places = Math.ceil(row.width / width);
  const count = isStill ? 1 : Math.min(places, maxPictures);
  const pictures = Array.from({ length: count }, (_, index) => ({
    timeMs: startMs + ((index + 0.5) * (endMs - startMs)) / count,
    from: Math.round((index * places) / count),
    until: Math.round(((index + 1) * places) / count),
  }));
  return { row, picture: { width, height }, pictures };
}
