interface Unpacked {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

const { unpackPixels: unpack } = (await import(
  new URL('../../src/preview/page/pixels.js', import.meta.url).href
)) as { unpackPixels: (buffer: ArrayBufferLike) => Unpacked };

/** A picture of the preview, unpacked by the page's own code. */
export function unpackPixels({ buffer, byteOffset, byteLength }: Uint8Array): Unpacked {
  return unpack(buffer.slice(byteOffset, byteOffset + byteLength));
}
