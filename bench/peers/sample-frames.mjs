/** Consecutive frames, so that an encoder sees the motion and the holds of the film and not a slide show. */
const runLength = 6;

/**
 * Indices of about `wanted` frames that stand for a film of `frames`: runs of neighbours, evenly spread from the
 * first frame to the last; all frames of a film that is not much longer.
 */
export function sampleFrames(frames, wanted) {
  if (frames <= wanted) return Array.from({ length: frames }, (_, index) => index);
  const runs = Math.max(1, Math.round(wanted / runLength));
  const lastStart = frames - runLength;
  return Array.from({ length: runs }, (_, run) => {
    const start = runs === 1 ? 0 : Math.round((lastStart * run) / (runs - 1));
    return Array.from({ length: runLength }, (_, step) => start + step);
  }).flat();
}
