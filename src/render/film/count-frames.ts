/** Frames of a film that lasts `durationMs`, which is more than 0: frame i shows the time i / framesPerSecond. */
export function countFrames(durationMs: number, framesPerSecond: number): number {
  // Rounded to a millionth, lest a duration that ends on a frame gain one by the last bit of a fraction.
  return Math.max(1, Math.ceil(Math.round(durationMs * framesPerSecond * 1e3) / 1e6));
}
