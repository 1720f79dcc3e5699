/** Kinds of packets, as `packages/engine/src/render/view/pixel-runs.ts` writes them. */
const literal = 0;
const run = 1;

/**
 * Unpacks a picture of the server: its width, its height, and its pixels as RGBA.
 * @param {ArrayBuffer} buffer
 */
export function unpackPixels(buffer) {
  const words = new Uint32Array(buffer);
  const [width = 0, height = 0] = words;
  const pixels = new Uint32Array(width * height);
  let from = 2;
  let to = 0;
  while (to < pixels.length) {
    const kind = words[from] & 3;
    const end = to + (words[from++] >>> 2);
    if (kind === literal) {
      pixels.set(words.subarray(from, from + end - to), to);
      from += end - to;
      to = end;
    } else if (kind === run) {
      pixels.fill(words[from++], to, end);
      to = end;
    } else {
      // Row by row, because each copies the row above it, which may itself be a copy.
      while (to < end) {
        const until = Math.min(end, to + width);
        pixels.copyWithin(to, to - width, until - width);
        to = until;
      }
    }
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}
