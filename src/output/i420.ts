/** A picture in planar YCbCr 4:2:0: one byte a sample, each plane with its own row length in bytes. */
export interface I420Planes {
  readonly luma: Uint8Array;
  readonly lumaStride: number;
  readonly blue: Uint8Array;
  readonly red: Uint8Array;
  readonly chromaStride: number;
}

/** ITU-R BT.709, limited range, in 16-bit fixed point: 219/255 of Kr, Kg, Kb and 224/255 of the differences. */
const fixed = (factor: number) => Math.round(factor * 65536);
const lumaScale = 219 / 255;
const chromaScale = 224 / 255;
const [kr, kg, kb] = [0.2126, 0.7152, 0.0722];
const [lumaRed, lumaGreen, lumaBlue] = [kr, kg, kb].map((weight) => fixed(weight * lumaScale));
const blueScale = chromaScale / (2 * (1 - kb));
const redScale = chromaScale / (2 * (1 - kr));
const [blueRed, blueGreen] = [fixed(-kr * blueScale), fixed(-kg * blueScale)];
const [redGreen, redBlue] = [fixed(-kg * redScale), fixed(-kb * redScale)];
// Grey must come out as exactly 128, so the last weight of each row takes up the rounding.
const blueBlue = -(blueRed + blueGreen);
const redRed = -(redGreen + redBlue);

/**
 * Converts opaque RGBA pixels (one 32-bit word each, red in the lowest byte) to BT.709 limited range. Width and
 * height are even; each chroma sample is the mean of its four pixels, so it stands in their middle.
 */
export function convertToI420(pixels: Uint32Array, width: number, height: number, planes: I420Planes): void {
  const { luma, lumaStride, blue, red, chromaStride } = planes;
  for (let y = 0; y < height; y += 2) {
    let upper = y * width;
    let lower = upper + width;
    let upperLuma = y * lumaStride;
    let lowerLuma = upperLuma + lumaStride;
    let chroma = (y >> 1) * chromaStride;
    for (let x = 0; x < width; x += 2) {
      const p00 = pixels[upper++];
      const p01 = pixels[upper++];
      const p10 = pixels[lower++];
      const p11 = pixels[lower++];
      luma[upperLuma++] = lumaOf(p00);
      luma[upperLuma++] = lumaOf(p01);
      luma[lowerLuma++] = lumaOf(p10);
      luma[lowerLuma++] = lumaOf(p11);
      const r = (p00 & 255) + (p01 & 255) + (p10 & 255) + (p11 & 255);
      const g = ((p00 >> 8) & 255) + ((p01 >> 8) & 255) + ((p10 >> 8) & 255) + ((p11 >> 8) & 255);
      const b = ((p00 >> 16) & 255) + ((p01 >> 16) & 255) + ((p10 >> 16) & 255) + ((p11 >> 16) & 255);
      blue[chroma] = (blueRed * r + blueGreen * g + blueBlue * b + 0x2020000) >> 18;
      red[chroma] = (redRed * r + redGreen * g + redBlue * b + 0x2020000) >> 18;
      chroma++;
    }
  }
}

/** 16 + the weighted sum, rounded. */
function lumaOf(pixel: number): number {
  return (
    (lumaRed * (pixel & 255) +
      lumaGreen * ((pixel >> 8) & 255) +
      lumaBlue * ((pixel >> 16) & 255) +
      0x108000) >>
    16
  );
}
