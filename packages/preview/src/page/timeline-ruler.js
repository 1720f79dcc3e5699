/** Steps between labels, in milliseconds. */
const steps = [
  10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
];

/** Minimum distance of two labels of the ruler, in pixels. */
const minDistance = 72;

/** Minimum width of a label of the strip, in pixels. */
const minLabelWidth = 56;

/**
 * The visible part of the film, `fromMs` to `toMs`, and the width of the whole film on the page, in pixels.
 * @typedef {{ readonly durationMs: number, readonly width: number, readonly fromMs: number,
 *   readonly toMs: number }} View
 */

/**
 * The labelled times of the visible part of the ruler, in milliseconds.
 * @param {View} view
 */
export function rulerMarks({ durationMs, width, fromMs, toMs }) {
  if (durationMs <= 0 || width <= 0) return [];
  const minMs = (minDistance * durationMs) / width;
  const step = steps.find((one) => one >= minMs) ?? Math.ceil(minMs / 600_000) * 600_000;
  const first = Math.max(0, Math.floor(fromMs / step));
  const last = Math.floor(Math.min(toMs, durationMs) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/**
 * A time on the ruler, in its shortest form: `5 s`, `0.25 s` or `1:30`.
 * @param {number} ms
 */
export function rulerLabel(ms) {
  const seconds = Math.round(ms) / 1000;
  if (seconds < 60) return `${seconds} s`;
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  const [whole, fraction] = String(rest).split('.');
  return `${Math.floor(seconds / 60)}:${whole.padStart(2, '0')}${fraction ? `.${fraction}` : ''}`;
}

/**
 * The labels that have room on the strip: a label is shown if the previous one leaves it enough space, and ends where
 * the next shown label starts.
 * @template {{ readonly startMs: number }} Label
 * @param {readonly Label[]} labels In the order of their starts.
 * @param {number} durationMs
 * @param {number} width The width of the whole film on the page, in pixels.
 * @returns {(Label & { readonly endMs: number })[]}
 */
export function labelsThatFit(labels, durationMs, width) {
  const minMs = (minLabelWidth * durationMs) / Math.max(1, width);
  /** @type {Label[]} */
  const shown = [];
  for (const label of labels) {
    const before = shown.at(-1);
    if (!before || label.startMs - before.startMs >= minMs) shown.push(label);
  }
  return shown.map((label, index) => ({ ...label, endMs: shown[index + 1]?.startMs ?? durationMs }));
}
