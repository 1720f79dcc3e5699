// AssemblyScript, compiled to WebAssembly by scripts/build-kernel.mjs. 128-bit vectors hold 4 RGBA pixels.

/** Matrix to ITU-R BT.709 limited range in units of 2^-15, and the offsets 16 and 128 with half a unit for rounding. */
const lumaRed: i16 = 5983;
const lumaGreen: i16 = 20127;
const lumaBlue: i16 = 2032;
const blueRed: i16 = -3298;
const blueGreen: i16 = -11094;
const blueBlue: i16 = 14392;
const redRed: i16 = 14392;
const redGreen: i16 = -13073;
const redBlue: i16 = -1319;
const lumaOffset: i32 = (16 << 15) + (1 << 14);
/** Chroma is computed from sums of four pixels. */
const chromaOffset: i32 = (128 << 17) + (1 << 16);

/**
 * Converts an opaque RGBA picture of width x height pixels, both even, into a rectangle of three planes. `pixels` is the
 * address of its first pixel, `stride` the pixels from one row to the next. `luma`, `blue` and `red` are the addresses of
 * the rectangle's upper left samples, their strides in bytes.
 */
export function convert(
  pixels: usize,
  stride: i32,
  width: i32,
  height: i32,
  luma: usize,
  lumaStride: i32,
  blue: usize,
  red: usize,
  chromaStride: i32,
): void {
  const rowBytes: usize = <usize>stride << 2;
  for (let y: i32 = 0; y < height; y += 2) {
    const upper: usize = pixels + <usize>y * rowBytes;
    const lower: usize = upper + rowBytes;
    const upperLuma: usize = luma + <usize>y * <usize>lumaStride;
    const lowerLuma: usize = upperLuma + <usize>lumaStride;
    const blueRow: usize = blue + <usize>(y >> 1) * <usize>chromaStride;
    const redRow: usize = red + <usize>(y >> 1) * <usize>chromaStride;
    let x: i32 = 0;
    for (; x + 8 <= width; x += 8) {
      const offset: usize = <usize>x << 2;
      const upper0 = v128.load(upper + offset);
      const upper1 = v128.load(upper + offset, 16);
      const lower0 = v128.load(lower + offset);
      const lower1 = v128.load(lower + offset, 16);
      v128.store64_lane(upperLuma + <usize>x, lumaOfEight(upper0, upper1), 0);
      v128.store64_lane(lowerLuma + <usize>x, lumaOfEight(lower0, lower1), 0);
      const sums0 = sumsOfTwo(upper0, lower0);
      const sums1 = sumsOfTwo(upper1, lower1);
      const chroma: usize = <usize>(x >> 1);
      v128.store32_lane(blueRow + chroma, chromaOfFour(sums0, sums1, blueRow4()), 0);
      v128.store32_lane(redRow + chroma, chromaOfFour(sums0, sums1, redRow4()), 0);
    }
    for (; x < width; x += 2) {
      const offset: usize = <usize>x << 2;
      const p00 = load<u32>(upper + offset);
      const p01 = load<u32>(upper + offset, 4);
      const p10 = load<u32>(lower + offset);
      const p11 = load<u32>(lower + offset, 4);
      store<u8>(upperLuma + <usize>x, lumaOfOne(p00));
      store<u8>(upperLuma + <usize>x, lumaOfOne(p01), 1);
      store<u8>(lowerLuma + <usize>x, lumaOfOne(p10));
      store<u8>(lowerLuma + <usize>x, lumaOfOne(p11), 1);
      const r: i32 = (p00 & 255) + (p01 & 255) + (p10 & 255) + (p11 & 255);
      const g: i32 = ((p00 >> 8) & 255) + ((p01 >> 8) & 255) + ((p10 >> 8) & 255) + ((p11 >> 8) & 255);
      const b: i32 = ((p00 >> 16) & 255) + ((p01 >> 16) & 255) + ((p10 >> 16) & 255) + ((p11 >> 16) & 255);
      const chroma: usize = <usize>(x >> 1);
      store<u8>(blueRow + chroma, (blueRed * r + blueGreen * g + blueBlue * b + chromaOffset) >> 17);
      store<u8>(redRow + chroma, (redRed * r + redGreen * g + redBlue * b + chromaOffset) >> 17);
    }
  }
}

/** A row of the matrix, repeated for two pixels of four 16-bit channels. */
function lumaRow4(): v128 {
  return i16x8(lumaRed, lumaGreen, lumaBlue, 0, lumaRed, lumaGreen, lumaBlue, 0);
}

function blueRow4(): v128 {
  return i16x8(blueRed, blueGreen, blueBlue, 0, blueRed, blueGreen, blueBlue, 0);
}

function redRow4(): v128 {
  return i16x8(redRed, redGreen, redBlue, 0, redRed, redGreen, redBlue, 0);
}

/** Adds the two halves of each pixel's weighted sum: (a0 a1 a2 a3), (b0 b1 b2 b3) to (a0+a1, a2+a3, b0+b1, b2+b3). */
function addNeighbours(a: v128, b: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}

function lumaOfFour(pixels: v128): v128 {
  const row = lumaRow4();
  const sums = addNeighbours(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), row),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), row),
  );
  return i32x4.shr_s(i32x4.add(sums, i32x4.splat(lumaOffset)), 15);
}

/** Eight luma samples in the low half. */
function lumaOfEight(left: v128, right: v128): v128 {
  const wide = i16x8.narrow_i32x4_s(lumaOfFour(left), lumaOfFour(right));
  return i8x16.narrow_i16x8_u(wide, wide);
}

/** The sums of the channels of two blocks of 2 x 2 pixels, 16 bits each. */
function sumsOfTwo(upper: v128, lower: v128): v128 {
  const left = i16x8.add(i16x8.extend_low_i8x16_u(upper), i16x8.extend_low_i8x16_u(lower));
  const right = i16x8.add(i16x8.extend_high_i8x16_u(upper), i16x8.extend_high_i8x16_u(lower));
  return i16x8.add(v128.shuffle<i64>(left, right, 0, 2), v128.shuffle<i64>(left, right, 1, 3));
}

/** Four chroma samples in the low quarter. */
function chromaOfFour(sums0: v128, sums1: v128, row: v128): v128 {
  const sums = addNeighbours(i32x4.dot_i16x8_s(sums0, row), i32x4.dot_i16x8_s(sums1, row));
  const wide = i32x4.shr_s(i32x4.add(sums, i32x4.splat(chromaOffset)), 17);
  const narrow = i16x8.narrow_i32x4_s(wide, wide);
  return i8x16.narrow_i16x8_u(narrow, narrow);
}

function lumaOfOne(pixel: u32): i32 {
  const r: i32 = pixel & 255;
  const g: i32 = (pixel >> 8) & 255;
  const b: i32 = (pixel >> 16) & 255;
  return (lumaRed * r + lumaGreen * g + lumaBlue * b + lumaOffset) >> 15;
}
