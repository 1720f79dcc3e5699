import { unpackPixels as unpack } from '../../packages/preview/src/page/picture.js';

/** A picture of the preview, unpacked by the page's own code. */
export function unpackPixels(packed: Uint8Array): ReturnType<typeof unpack> {
  return unpack(Uint8Array.from(packed).buffer);
}
