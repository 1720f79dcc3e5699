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

/**
 * Blends a premultiplied RGBA picture with the samples that are under it; the parameters are those of `convert`. A chroma
 * sample is blended by the mean of its four pixels.
 */
export function blend(
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
      if (!v128.any_true(v128.or(v128.or(upper0, upper1), v128.or(lower0, lower1)))) continue;
      blendLumaOfEight(upperLuma + <usize>x, upper0, upper1);
      blendLumaOfEight(lowerLuma + <usize>x, lower0, lower1);
      const sums0 = sumsOfTwo(upper0, lower0);
      const sums1 = sumsOfTwo(upper1, lower1);
      const chroma: usize = <usize>(x >> 1);
      blendChromaOfFour(blueRow + chroma, sums0, sums1, blueRow4());
      blendChromaOfFour(redRow + chroma, sums0, sums1, redRow4());
    }
    for (; x < width; x += 2) {
      const offset: usize = <usize>x << 2;
      const p00 = load<u32>(upper + offset);
      const p01 = load<u32>(upper + offset, 4);
      const p10 = load<u32>(lower + offset);
      const p11 = load<u32>(lower + offset, 4);
      blendLumaOfOne(upperLuma + <usize>x, p00);
      blendLumaOfOne(upperLuma + <usize>x + 1, p01);
      blendLumaOfOne(lowerLuma + <usize>x, p10);
      blendLumaOfOne(lowerLuma + <usize>x + 1, p11);
      const r: i32 = (p00 & 255) + (p01 & 255) + (p10 & 255) + (p11 & 255);
      const g: i32 = ((p00 >> 8) & 255) + ((p01 >> 8) & 255) + ((p10 >> 8) & 255) + ((p11 >> 8) & 255);
      const b: i32 = ((p00 >> 16) & 255) + ((p01 >> 16) & 255) + ((p10 >> 16) & 255) + ((p11 >> 16) & 255);
      const alpha: i32 = (p00 >>> 24) + (p01 >>> 24) + (p10 >>> 24) + (p11 >>> 24);
      const chroma: usize = <usize>(x >> 1);
      blendChromaOfOne(blueRow + chroma, blueRed * r + blueGreen * g + blueBlue * b, alpha);
      blendChromaOfOne(redRow + chroma, redRed * r + redGreen * g + redBlue * b, alpha);
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
  return i32x4.shr_s(i32x4.add(weightedLuma(pixels), i32x4.splat(lumaOffset)), 15);
}

/** The luma of four pixels in units of 2^-15, without its offset. */
function weightedLuma(pixels: v128): v128 {
  const row = lumaRow4();
  return addNeighbours(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), row),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), row),
  );
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

/** `sum` x 2^15 / 255, as 2^7 + 2^-1 + 2^-9: a sum of samples, weighted by alphas from 0 to 255, in units of 2^-15. */
function inUnits(sum: v128): v128 {
  return i32x4.add(i32x4.add(i32x4.shl(sum, 7), i32x4.shr_u(sum, 1)), i32x4.shr_u(sum, 9));
}

function blendLumaOfFour(pixels: v128, under: v128): v128 {
  const alpha = i32x4.shr_u(pixels, 24);
  const weighted = i32x4.add(
    i32x4.mul(i32x4.splat(16), alpha),
    i32x4.mul(under, i32x4.sub(i32x4.splat(255), alpha)),
  );
  const sums = i32x4.add(weightedLuma(pixels), inUnits(weighted));
  return i32x4.shr_s(i32x4.add(sums, i32x4.splat(1 << 14)), 15);
}

function blendLumaOfEight(luma: usize, left: v128, right: v128): void {
  const under = v128.load8x8_u(luma);
  const wide = i16x8.narrow_i32x4_s(
    blendLumaOfFour(left, i32x4.extend_low_i16x8_u(under)),
    blendLumaOfFour(right, i32x4.extend_high_i16x8_u(under)),
  );
  v128.store64_lane(luma, i8x16.narrow_i16x8_u(wide, wide), 0);
}

/** Blends four chroma samples with the sums of four blocks of 2 x 2 pixels. */
function blendChromaOfFour(chroma: usize, sums0: v128, sums1: v128, row: v128): void {
  const alpha = v128.shuffle<i32>(i64x2.shr_u(sums0, 48), i64x2.shr_u(sums1, 48), 0, 2, 4, 6);
  const under = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(chroma)));
  const weighted = i32x4.add(
    i32x4.mul(i32x4.splat(128), alpha),
    i32x4.mul(under, i32x4.sub(i32x4.splat(1020), alpha)),
  );
  const own = addNeighbours(i32x4.dot_i16x8_s(sums0, row), i32x4.dot_i16x8_s(sums1, row));
  const sums = i32x4.add(own, inUnits(weighted));
  const wide = i32x4.shr_s(i32x4.add(sums, i32x4.splat(1 << 16)), 17);
  const narrow = i16x8.narrow_i32x4_s(wide, wide);
  v128.store32_lane(chroma, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

function blendLumaOfOne(luma: usize, pixel: u32): void {
  const alpha: i32 = pixel >>> 24;
  const sum: i32 = 16 * alpha + <i32>load<u8>(luma) * (255 - alpha);
  const own: i32 = lumaRed * (pixel & 255) + lumaGreen * ((pixel >> 8) & 255) + lumaBlue * ((pixel >> 16) & 255);
  store<u8>(luma, sampleOf(own + (sum << 7) + (sum >> 1) + (sum >> 9) + (1 << 14), 15));
}

function blendChromaOfOne(chroma: usize, own: i32, alpha: i32): void {
  const sum: i32 = 128 * alpha + <i32>load<u8>(chroma) * (1020 - alpha);
  store<u8>(chroma, sampleOf(own + (sum << 7) + (sum >> 1) + (sum >> 9) + (1 << 16), 17));
}

function sampleOf(sum: i32, bits: i32): i32 {
  return max(0, min(255, sum >> bits));
}
