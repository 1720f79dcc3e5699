// A macroblock's prediction and residual in each way of coding it: ITU-T H.264 (08/2021), sections 8.3 to 8.5.
import { absoluteDifference, differencesOfFour, sumOf } from './differences';
import { predictChroma, predictLuma } from './inter-prediction';
import {
  chromaDcMode,
  chromaHorizontal,
  chromaVertical,
  dc4,
  hasLeft,
  hasUpper,
  isPossible4,
  predictChromaIntra,
  predictLuma16,
  predictLuma4,
  readEdge,
} from './intra-prediction';
import { flatBlocks, source } from './source';
import { codedBlue, codedLuma, codedRed, columns, intraModes, macroblockBytes, stride } from './state';
import { writeChromaAc, writeChromaDc, writeLuma } from './syntax';
import {
  addResidual,
  chromaNoise,
  coefficients,
  lambda,
  lumaNoise,
  lumaNoiseInFlat,
  quantize,
  quantizeDc,
  scale,
  scaleChromaDc,
  scaleLumaDc,
  transform,
  transformLumaDc,
  zigzag,
} from './transform';

/** Quotients of the rounding of levels: 1/6 for inter, 1/3 for intra prediction. */
const interDeadZone = 6;
const intraDeadZone = 3;

/** The prediction of the macroblock in the order of its source: luma in rows of 16, blue and red in rows of 8. */
export const prediction = memory.data(macroblockBytes, 16);
export const predictionBlue: usize = prediction + 256;
export const predictionRed: usize = prediction + 320;

/** Levels of the 16 luma blocks in decoding order, 16 each; of the 4 blue and 4 red blocks; and their DC levels. */
const lumaLevels = memory.data(512, 16);
const chromaLevels = memory.data(256, 16);
const chromaDcLevels = memory.data(16, 16);
export const lumaDcLevels = memory.data(32, 16);
const lumaDcValues = memory.data(64, 16);
/** How many levels of each luma block are not 0. */
const lumaTotals = memory.data(16);
/** The modes of Intra_4x4 as they are written: -1 for the predicted one. */
export const writtenModes = memory.data(16);
const bestBlock4 = memory.data(16, 16);

export let chromaMode: i32 = 0;
/** coded_block_pattern: a bit for each quarter of luma, and chroma times 16. */
export let pattern: i32 = 0;
/** About how many bits the levels take. */
export let levelBits: i32 = 0;

/** The column and row of a luma block in its macroblock, by its number in decoding order (figure 6-10). */
// @ts-ignore: decorator
@inline
function blockColumn(block: i32): i32 {
  return (block & 1) | ((block >> 1) & 2);
}

// @ts-ignore: decorator
@inline
function blockRow(block: i32): i32 {
  return ((block >> 1) & 1) | ((block >> 2) & 2);
}

export function writeLumaLevels(kind: i32): void {
  for (let block = 0; block < 16; block++) {
    if (((pattern >> (block >> 2)) & 1) === 0) continue;
    writeLuma(kind, blockColumn(block), blockRow(block), lumaLevels + (<usize>block << 5));
  }
}

export function writeChromaLevels(): void {
  const chroma = pattern >> 4;
  if (chroma === 0) return;
  writeChromaDc(0, chromaDcLevels);
  writeChromaDc(1, chromaDcLevels + 8);
  if (chroma === 1) return;
  for (let block = 0; block < 8; block++) {
    writeChromaAc(block >> 2, block & 1, (block >> 1) & 1, chromaLevels + (<usize>block << 5));
  }
}

/** About how many bits the levels of a block take, of which `total` are not 0. */
function bitsOf(levels: usize, total: i32): i32 {
  const low = v128.load(levels);
  const high = v128.load(levels, 16);
  // Levels beyond 1 take about a bit more for each doubling, which their sum stands for.
  const sum = sumOf(
    i32x4.add(i32x4.extadd_pairwise_i16x8_s(i16x8.abs(low)), i32x4.extadd_pairwise_i16x8_s(i16x8.abs(high))),
  );
  return 2 + 4 * total + (sum - total);
}

/** What the levels of a block are worth; small single ones cost more bits than they gain. */
function worthOf(levels: usize, first: i32): i32 {
  let worth = 0;
  let run = 0;
  for (let index = first; index < 16; index++) {
    const level = <i32>load<i16>(levels + (<usize>index << 1));
    if (level === 0) {
      run++;
      continue;
    }
    if (level > 1 || level < -1) return 9;
    worth += run === 0 ? 3 : run < 3 ? 2 : run < 6 ? 1 : 0;
    run = 0;
  }
  return worth;
}

/** Sums of worth below which the levels of 8 x 8 samples, of a macroblock's luma and of a plane of chroma are dropped. */
const leastWorth8 = 4;
const leastWorth16 = 6;
const leastWorthChroma = 7;

/** The sums of absolute differences of the 16 luma blocks from their prediction, i32 each in raster order. */
const blockDifferences = memory.data(64, 16);

function sumDifferences(): void {
  for (let row: usize = 0; row < 256; row += 64) {
    let sums = i32x4.splat(0);
    for (let at = row; at < row + 64; at += 16) {
      sums = i32x4.add(sums, differencesOfFour(v128.load(source + at), v128.load(prediction + at)));
    }
    v128.store(blockDifferences + (row >> 2), sums);
  }
}

/** Predicts the macroblock with the vector and codes the residual. */
export function codeInter(column: i32, row: i32, vectorX: i32, vectorY: i32): void {
  const left = column << 4;
  const top = row << 4;
  predictLuma(left, top, vectorX, vectorY, prediction);
  predictChroma(left, top, vectorX, vectorY, predictionBlue, predictionRed);
  sumDifferences();
  pattern = 0;
  levelBits = 0;
  let worth = 0;
  for (let group = 0; group < 4; group++) {
    let levels = 0;
    let groupWorth = 0;
    for (let block = group << 2; block < (group << 2) + 4; block++) {
      store<u8>(lumaTotals + <usize>block, 0);
      const place = <usize>((blockRow(block) << 2) + blockColumn(block));
      const to = lumaLevels + (<usize>block << 5);
      const isFlat = ((flatBlocks >> <i32>place) & 1) !== 0;
      const noise = isFlat ? lumaNoiseInFlat : lumaNoise;
      if (load<i32>(blockDifferences + (place << 2)) <= noise) {
        v128.store(to, i16x8.splat(0));
        v128.store(to, i16x8.splat(0), 16);
        continue;
      }
      const at = <usize>((blockRow(block) << 6) + (blockColumn(block) << 2));
      transform(source + at, 16, prediction + at, 16);
      const total = quantize(true, to, 0, isFlat ? intraDeadZone : interDeadZone);
      if (total === 0) continue;
      store<u8>(lumaTotals + <usize>block, total);
      levels += total;
      groupWorth += isFlat ? leastWorth16 : worthOf(to, 0);
    }
    if (levels > 0 && groupWorth >= leastWorth8) {
      pattern |= 1 << group;
      worth += groupWorth;
    }
  }
  if (worth < leastWorth16) pattern = 0;
  for (let block = 0; block < 16; block++) {
    const at = <usize>((blockRow(block) << 6) + (blockColumn(block) << 2));
    const target = codedLuma + <usize>((top + (blockRow(block) << 2)) * stride + left + (blockColumn(block) << 2));
    const isCoded = ((pattern >> (block >> 2)) & 1) !== 0;
    const total = <i32>load<u8>(lumaTotals + <usize>block);
    if (isCoded && total !== 0) {
      levelBits += bitsOf(lumaLevels + (<usize>block << 5), total);
      scale(true, lumaLevels + (<usize>block << 5), 0);
      addResidual(prediction + at, 16, target, stride);
    } else {
      for (let j = 0; j < 4; j++) {
        store<u32>(target + <usize>(j * stride), load<u32>(prediction + at + (<usize>j << 4)));
      }
    }
  }
  codeChroma(left, top, interDeadZone);
}

/** Quantizes the residual of both planes of chroma and reconstructs them; adds to `pattern`. */
function codeChroma(left: i32, top: i32, deadZone: i32): void {
  let hasDc = false;
  let hasAc = false;
  for (let plane = 0; plane < 2; plane++) {
    const from = source + 256 + (<usize>plane << 6);
    const predicted = prediction + 256 + (<usize>plane << 6);
    const levels = chromaLevels + (<usize>plane << 7);
    const dcLevels = chromaDcLevels + (<usize>plane << 3);
    if (absoluteDifference(from, predicted, 64) <= chromaNoise) {
      memory.fill(levels, 0, 128);
      store<u64>(dcLevels, 0);
      continue;
    }
    let total = 0;
    let worth = 0;
    let bits = 0;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let block = 0; block < 4; block++) {
      const at = <usize>(((block >> 1) << 5) + ((block & 1) << 2));
      transform(from + at, 8, predicted + at, 8);
      const dc = load<i32>(coefficients);
      if (block === 0) a = dc;
      else if (block === 1) b = dc;
      else if (block === 2) c = dc;
      else d = dc;
      store<i32>(coefficients, 0);
      const to = levels + (<usize>block << 5);
      const count = quantize(false, to, 1, deadZone);
      total += count;
      if (count > 0) {
        worth += worthOf(to, 1);
        bits += bitsOf(to, count);
      }
    }
    if (total > 0 && deadZone === interDeadZone && worth < leastWorthChroma) {
      memory.fill(levels, 0, 128);
      total = 0;
    }
    if (total > 0) {
      hasAc = true;
      levelBits += bits;
    }
    store<i16>(dcLevels, <i16>quantizeDc(false, a + b + c + d, deadZone));
    store<i16>(dcLevels, <i16>quantizeDc(false, a - b + c - d, deadZone), 2);
    store<i16>(dcLevels, <i16>quantizeDc(false, a + b - c - d, deadZone), 4);
    store<i16>(dcLevels, <i16>quantizeDc(false, a - b - c + d, deadZone), 6);
    if (load<u64>(dcLevels) !== 0) {
      hasDc = true;
      levelBits += 10;
    }
  }
  reconstructChroma(0, codedBlue, left >> 1, top >> 1);
  reconstructChroma(1, codedRed, left >> 1, top >> 1);
  pattern |= hasAc ? 32 : hasDc ? 16 : 0;
}

function hasLevels(levels: usize): bool {
  for (let at: usize = 0; at < 128; at += 16) if (v128.any_true(v128.load(levels + at))) return true;
  return false;
}

function reconstructChroma(plane: i32, target: usize, left: i32, top: i32): void {
  const dcLevels = chromaDcLevels + (<usize>plane << 3);
  const isEmpty = load<u64>(dcLevels) === 0 && !hasLevels(chromaLevels + (<usize>plane << 7));
  if (isEmpty) {
    const from = prediction + 256 + (<usize>plane << 6);
    const step = <usize>(stride >> 1);
    const to = target + <usize>top * step + <usize>left;
    for (let j: usize = 0; j < 8; j++) store<u64>(to + j * step, load<u64>(from + (j << 3)));
    return;
  }
  const a = <i32>load<i16>(dcLevels);
  const b = <i32>load<i16>(dcLevels, 2);
  const c = <i32>load<i16>(dcLevels, 4);
  const d = <i32>load<i16>(dcLevels, 6);
  const width = stride >> 1;
  for (let block = 0; block < 4; block++) {
    const at = <usize>(((block >> 1) << 5) + ((block & 1) << 2));
    const predicted = prediction + 256 + (<usize>plane << 6) + at;
    const to = target + <usize>((top + ((block >> 1) << 2)) * width + left + ((block & 1) << 2));
    scale(false, chromaLevels + (<usize>plane << 7) + (<usize>block << 5), 1);
    // The inverse of the transform of 2 x 2 values.
    const inColumn = (block & 1) === 0 ? b : -b;
    const inRow = block < 2 ? c : -c;
    const inBoth = block === 0 || block === 3 ? d : -d;
    store<i32>(coefficients, scaleChromaDc(a + inColumn + inRow + inBoth));
    addResidual(predicted, 8, to, width);
  }
}

/** Intra prediction of chroma with the least differences; leaves the prediction. */
function chooseChromaMode(column: i32, row: i32): i32 {
  let best = chromaDcMode;
  let bestCost = i32.MAX_VALUE;
  for (let mode = chromaDcMode; mode <= chromaVertical; mode++) {
    if ((mode === chromaHorizontal && column === 0) || (mode === chromaVertical && row === 0)) continue;
    predictChromaIntra(mode, column << 4, row << 4, predictionBlue, predictionRed);
    const cost = absoluteDifference(source + 256, predictionBlue, 128);
    if (cost < bestCost) {
      bestCost = cost;
      best = mode;
    }
  }
  predictChromaIntra(best, column << 4, row << 4, predictionBlue, predictionRed);
  return best;
}

/** Predicts the macroblock in Intra_16x16 and codes the residual. */
export function codeIntra16(column: i32, row: i32, mode: i32): void {
  const left = column << 4;
  const top = row << 4;
  predictLuma16(mode, left, top, prediction);
  levelBits = 0;
  let total = 0;
  for (let block = 0; block < 16; block++) {
    const at = <usize>((blockRow(block) << 6) + (blockColumn(block) << 2));
    transform(source + at, 16, prediction + at, 16);
    store<i32>(lumaDcValues + <usize>(((blockRow(block) << 2) + blockColumn(block)) << 2), load<i32>(coefficients));
    store<i32>(coefficients, 0);
    const count = quantize(true, lumaLevels + (<usize>block << 5), 1, intraDeadZone);
    total += count;
    if (count > 0) levelBits += bitsOf(lumaLevels + (<usize>block << 5), count);
  }
  transformLumaDc(lumaDcValues);
  for (let index = 0; index < 16; index++) {
    const at = lumaDcValues + (<usize>index << 2);
    store<i32>(at, quantizeDc(true, (load<i32>(at) + 1) >> 1, intraDeadZone));
  }
  for (let index = 0; index < 16; index++) {
    const level = load<i32>(lumaDcValues + (<usize>load<u8>(changetype<usize>(zigzag) + <usize>index) << 2));
    store<i16>(lumaDcLevels + (<usize>index << 1), <i16>level);
    if (level !== 0) levelBits += 4 + abs(level);
  }
  transformLumaDc(lumaDcValues);
  for (let block = 0; block < 16; block++) {
    const x = blockColumn(block) << 2;
    const y = blockRow(block) << 2;
    scale(true, lumaLevels + (<usize>block << 5), 1);
    const dc = load<i32>(lumaDcValues + <usize>(y * 4 + x));
    store<i32>(coefficients, scaleLumaDc(dc));
    addResidual(prediction + <usize>((y << 4) + x), 16, codedLuma + <usize>((top + y) * stride + left + x), stride);
  }
  pattern = total > 0 ? 15 : 0;
  chromaMode = chooseChromaMode(column, row);
  codeChroma(left, top, intraDeadZone);
}

/** Predicts the macroblock in Intra_4x4 and codes the residual, unless its cost reaches `limit`; then gives false. */
export function codeIntra4(column: i32, row: i32, limit: i32): bool {
  const width = columns << 2;
  pattern = 0;
  levelBits = 0;
  let cost = 20 * lambda;
  for (let block = 0; block < 16; block++) {
    const x = (column << 4) + (blockColumn(block) << 2);
    const y = (row << 4) + (blockRow(block) << 2);
    const at = intraModes + <usize>((y >> 2) * width + (x >> 2));
    const from = source + <usize>((blockRow(block) << 6) + (blockColumn(block) << 2));
    readEdge(x, y, column, block);
    const predicted =
      hasLeft && hasUpper ? min(<i32>load<u8>(at - 1), <i32>load<u8>(at - <usize>width)) : dc4;
    const samples = readBlock4(from);
    let best = -1;
    let bestCost = i32.MAX_VALUE;
    for (let mode = 0; mode < 9; mode++) {
      if (!isPossible4(mode)) continue;
      const block4 = predictLuma4(mode);
      const one = lambda * (mode === predicted ? 1 : 4) + sumOf(differencesOfFour(samples, block4));
      if (one >= bestCost) continue;
      bestCost = one;
      best = mode;
      v128.store(bestBlock4, block4);
    }
    cost += bestCost;
    if (cost >= limit) return false;
    store<u8>(at, best);
    store<i8>(writtenModes + <usize>block, best === predicted ? -1 : best < predicted ? best : best - 1);
    const levels = lumaLevels + (<usize>block << 5);
    transform(from, 16, bestBlock4, 4);
    const total = quantize(true, levels, 0, intraDeadZone);
    const target = codedLuma + <usize>(y * stride + x);
    if (total > 0) {
      pattern |= 1 << (block >> 2);
      levelBits += bitsOf(levels, total);
      scale(true, levels, 0);
      addResidual(bestBlock4, 4, target, stride);
    } else {
      for (let j = 0; j < 4; j++) store<u32>(target + <usize>(j * stride), load<u32>(bestBlock4 + (<usize>j << 2)));
    }
  }
  chromaMode = chooseChromaMode(column, row);
  codeChroma(column << 4, row << 4, intraDeadZone);
  return true;
}

function readBlock4(from: usize): v128 {
  let samples = v128.load32_zero(from);
  samples = v128.load32_lane(from + 16, samples, 1);
  samples = v128.load32_lane(from + 32, samples, 2);
  return v128.load32_lane(from + 48, samples, 3);
}
