// A macroblock's prediction and residual in each way of coding it: ITU-T H.264 (08/2021), sections 8.3 to 8.5.
import { absoluteDifference, differencesOfFour } from './differences';
import { predictChroma, predictLuma } from './inter-prediction';
import {
  cheapestMode4,
  chromaDcMode,
  chromaHorizontal,
  chromaVertical,
  dc4,
  hasLeft,
  hasUpper,
  predictChromaIntra,
  predictLuma16,
  predictLuma4,
  readEdge,
} from './intra-prediction';
import { flatBlocks, source } from './source';
import { codedBlue, codedLuma, codedRed, columns, intraModes, macroblockBytes, stride } from './state';
import { bitsOf, bitsOfPair, blockColumn, blockRow, pairColumn, pairRow, worthOf, worthOfPair } from './levels';
import { writeChromaAc, writeChromaDc, writeLuma } from './syntax';
import {
  addResidual,
  addResidualOfOne,
  chromaNoise,
  interRounding,
  intraRounding,
  lambda,
  lumaNoise,
  lumaNoiseInFlat,
  pairBytes,
  quantize,
  quantizeDc,
  scaleChromaDc,
  scaleLumaDc,
  transform,
  transformLumaDc,
  zigzag,
} from './transform';

/** The prediction of the macroblock in the order of its source: luma in rows of 16, blue and red in rows of 8. */
export const prediction = memory.data(macroblockBytes, 16);
export const predictionBlue: usize = prediction + 256;
export const predictionRed: usize = prediction + 320;

/** Levels of the 16 luma blocks in decoding order, 16 each; of the 4 blue and 4 red blocks; and their DC levels. */
let lumaLevels = memory.data(512 + 32, 16);
let chromaLevels = memory.data(256, 16);
let chromaDcLevels = memory.data(16, 16);
export const lumaDcLevels = memory.data(32, 16);
const lumaDcValues = memory.data(64, 16);
/** Coefficients of the pairs of luma blocks in decoding order, and of those of a plane of chroma. */
const lumaPairs = memory.data(8 * pairBytes, 16);
const chromaPairs = memory.data(2 * pairBytes, 16);
/** A bit for each level of a luma block that is not 0, 16 bits for each block. */
const lumaMasks = memory.data(32);
/** The modes of Intra_4x4 as they are written: -1 for the predicted one. */
export const writtenModes = memory.data(16);
const bestBlock4 = memory.data(16 + 4, 16);

export let chromaMode: i32 = 0;
/** coded_block_pattern: a bit for each quarter of luma, and chroma times 16. */
export let pattern: i32 = 0;
/** About how many bits the levels take. */
export let levelBits: i32 = 0;

/** The same of the try that is kept, and its samples: luma in rows of 16, blue and red in rows of 8. */
let keptLumaLevels = memory.data(512 + 32, 16);
let keptChromaLevels = memory.data(256, 16);
let keptChromaDcLevels = memory.data(16, 16);
let keptChromaMode: i32 = 0;
let keptPattern: i32 = 0;
const keptSamples = memory.data(macroblockBytes, 16);

/** Keeps the last try of the macroblock in place of the one that was kept. */
export function keepTry(column: i32, row: i32): void {
  swapLevels();
  keptChromaMode = chromaMode;
  keptPattern = pattern;
  const luma = codedLuma + <usize>((row << 4) * stride + (column << 4));
  for (let j = 0; j < 16; j++) v128.store(keptSamples + (<usize>j << 4), v128.load(luma + <usize>(j * stride)));
  const chroma = <usize>((row << 3) * (stride >> 1) + (column << 3));
  for (let j = 0; j < 8; j++) {
    const at = chroma + <usize>(j * (stride >> 1));
    store<u64>(keptSamples + (<usize>j << 3), load<u64>(codedBlue + at), 256);
    store<u64>(keptSamples + (<usize>j << 3), load<u64>(codedRed + at), 320);
  }
}

/** Makes the try that is kept the last one. */
export function returnToKeptTry(column: i32, row: i32): void {
  swapLevels();
  chromaMode = keptChromaMode;
  pattern = keptPattern;
  const luma = codedLuma + <usize>((row << 4) * stride + (column << 4));
  for (let j = 0; j < 16; j++) v128.store(luma + <usize>(j * stride), v128.load(keptSamples + (<usize>j << 4)));
  const chroma = <usize>((row << 3) * (stride >> 1) + (column << 3));
  for (let j = 0; j < 8; j++) {
    const at = chroma + <usize>(j * (stride >> 1));
    store<u64>(codedBlue + at, load<u64>(keptSamples + (<usize>j << 3), 256));
    store<u64>(codedRed + at, load<u64>(keptSamples + (<usize>j << 3), 320));
  }
}

function swapLevels(): void {
  let levels = lumaLevels;
  lumaLevels = keptLumaLevels;
  keptLumaLevels = levels;
  levels = chromaLevels;
  chromaLevels = keptChromaLevels;
  keptChromaLevels = levels;
  levels = chromaDcLevels;
  chromaDcLevels = keptChromaDcLevels;
  keptChromaDcLevels = levels;
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
    const groupWorth = quantizePairOfGroup(group << 1) + quantizePairOfGroup((group << 1) + 1);
    if (groupWorth >= leastWorth8) {
      pattern |= 1 << group;
      worth += groupWorth;
    }
  }
  if (worth < leastWorth16) pattern = 0;
  const origin = codedLuma + <usize>(top * stride + left);
  for (let pair = 0; pair < 8; pair++) {
    const x = <usize>pairColumn(pair) << 3;
    const y = <usize>pairRow(pair) << 2;
    const from = prediction + (y << 4) + x;
    const target = origin + y * <usize>stride + x;
    const masks = load<u32>(lumaMasks + (<usize>pair << 2));
    if (((pattern >> (pair >> 1)) & 1) !== 0 && masks !== 0) {
      levelBits += bitsOfPair(lumaLevels + (<usize>pair << 6), masks);
      addResidual(lumaPairs + <usize>(pair * pairBytes), from, 16, target, stride);
    } else {
      for (let j: usize = 0; j < 4; j++) store<u64>(target + j * <usize>stride, load<u64>(from + (j << 4)));
    }
  }
  codeChroma(left, top, interRounding);
}

/** Quantizes the residual of a pair of luma blocks in inter prediction. Gives what its levels are worth. */
function quantizePairOfGroup(pair: i32): i32 {
  const levels = lumaLevels + (<usize>pair << 6);
  const masksAt = lumaMasks + (<usize>pair << 2);
  const place = (pairRow(pair) << 2) + (pairColumn(pair) << 1);
  const isLeftFlat = ((flatBlocks >> place) & 1) !== 0;
  const isRightFlat = ((flatBlocks >> place) & 2) !== 0;
  const differences = blockDifferences + (<usize>place << 2);
  if (
    load<i32>(differences) <= (isLeftFlat ? lumaNoiseInFlat : lumaNoise) &&
    load<i32>(differences, 4) <= (isRightFlat ? lumaNoiseInFlat : lumaNoise)
  ) {
    memory.fill(levels, 0, 64);
    store<u32>(masksAt, 0);
    return 0;
  }
  const at = <usize>((pairRow(pair) << 6) + (pairColumn(pair) << 3));
  const coefficients = lumaPairs + <usize>(pair * pairBytes);
  transform(source + at, 16, prediction + at, 16, coefficients);
  const masks = quantize(
    true,
    coefficients,
    levels,
    isLeftFlat ? intraRounding : interRounding,
    isRightFlat ? intraRounding : interRounding,
  );
  store<u32>(masksAt, masks);
  let worth = 0;
  if ((masks & 0xffff) !== 0) worth += isLeftFlat ? leastWorth16 : worthOf(levels, masks & 0xffff);
  if (masks >> 16 !== 0) worth += isRightFlat ? leastWorth16 : worthOf(levels + 32, masks >> 16);
  return worth;
}

/** Quantizes the residual of both planes of chroma and reconstructs them; adds to `pattern`. */
function codeChroma(left: i32, top: i32, rounding: i32): void {
  const at = <usize>((top >> 1) * (stride >> 1) + (left >> 1));
  const blue = codeChromaPlane(0, codedBlue + at, rounding);
  const red = codeChromaPlane(1, codedRed + at, rounding);
  pattern |= max(blue, red) << 4;
}

/** Codes a plane of chroma, to be reconstructed at `target`. Gives 0 without levels, 1 with DC levels alone, and otherwise 2. */
function codeChromaPlane(plane: i32, target: usize, rounding: i32): i32 {
  const from = source + 256 + (<usize>plane << 6);
  const predicted = prediction + 256 + (<usize>plane << 6);
  const levels = chromaLevels + (<usize>plane << 7);
  const dcLevels = chromaDcLevels + (<usize>plane << 3);
  const width = stride >> 1;
  let kind = 0;
  if (absoluteDifference(from, predicted, 64) > chromaNoise) {
    kind = quantizeChroma(from, predicted, levels, dcLevels, rounding);
  } else {
    memory.fill(levels, 0, 128);
    store<u64>(dcLevels, 0);
  }
  if (kind === 0) {
    for (let j: usize = 0; j < 8; j++) store<u64>(target + j * <usize>width, load<u64>(predicted + (j << 3)));
    return 0;
  }
  const a = <i32>load<i16>(dcLevels);
  const b = <i32>load<i16>(dcLevels, 2);
  const c = <i32>load<i16>(dcLevels, 4);
  const d = <i32>load<i16>(dcLevels, 6);
  // The inverse of the transform of 2 x 2 values.
  store<i16>(chromaPairs, <i16>scaleChromaDc(a + b + c + d));
  store<i16>(chromaPairs, <i16>scaleChromaDc(a - b + c - d), 8);
  store<i16>(chromaPairs, <i16>scaleChromaDc(a + b - c - d), pairBytes);
  store<i16>(chromaPairs, <i16>scaleChromaDc(a - b - c + d), pairBytes + 8);
  addResidual(chromaPairs, predicted, 8, target, width);
  addResidual(chromaPairs + pairBytes, predicted + 32, 8, target + <usize>(width << 2), width);
  return kind;
}

/** Quantizes a plane of chroma into levels; its scaled coefficients but for DC are in `chromaPairs` then. */
function quantizeChroma(from: usize, predicted: usize, levels: usize, dcLevels: usize, rounding: i32): i32 {
  transform(from, 8, predicted, 8, chromaPairs);
  transform(from + 32, 8, predicted + 32, 8, chromaPairs + pairBytes);
  const a = takeDc(chromaPairs);
  const b = takeDc(chromaPairs + 8);
  const c = takeDc(chromaPairs + pairBytes);
  const d = takeDc(chromaPairs + pairBytes + 8);
  store<i16>(dcLevels, <i16>quantizeDc(false, a + b + c + d, rounding));
  store<i16>(dcLevels, <i16>quantizeDc(false, a - b + c - d, rounding), 2);
  store<i16>(dcLevels, <i16>quantizeDc(false, a + b - c - d, rounding), 4);
  store<i16>(dcLevels, <i16>quantizeDc(false, a - b - c + d, rounding), 6);
  const hasDc = load<u64>(dcLevels) !== 0;
  if (hasDc) levelBits += 10;
  const upper = quantize(false, chromaPairs, levels, rounding, rounding);
  const lower = quantize(false, chromaPairs + pairBytes, levels + 64, rounding, rounding);
  if ((upper | lower) === 0) return <i32>hasDc;
  if (rounding === interRounding && worthOfPair(levels, upper) + worthOfPair(levels + 64, lower) < leastWorthChroma) {
    memory.fill(levels, 0, 128);
    memory.fill(chromaPairs, 0, 2 * pairBytes);
    return <i32>hasDc;
  }
  levelBits += bitsOfPair(levels, upper) + bitsOfPair(levels + 64, lower);
  return 2;
}

/** Takes a DC coefficient away. */
function takeDc(at: usize): i32 {
  const value = <i32>load<i16>(at);
  store<i16>(at, 0);
  return value;
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
  let used: u32 = 0;
  for (let pair = 0; pair < 8; pair++) {
    const at = <usize>((pairRow(pair) << 6) + (pairColumn(pair) << 3));
    const coefficients = lumaPairs + <usize>(pair * pairBytes);
    transform(source + at, 16, prediction + at, 16, coefficients);
    const dc = lumaDcValues + <usize>((pairRow(pair) << 4) + (pairColumn(pair) << 3));
    store<i32>(dc, takeDc(coefficients));
    store<i32>(dc, takeDc(coefficients + 8), 4);
    const levels = lumaLevels + (<usize>pair << 6);
    const masks = quantize(true, coefficients, levels, intraRounding, intraRounding);
    levelBits += bitsOfPair(levels, masks);
    used |= masks;
  }
  transformLumaDc(lumaDcValues);
  for (let index = 0; index < 16; index++) {
    const at = lumaDcValues + (<usize>index << 2);
    store<i32>(at, quantizeDc(true, (load<i32>(at) + 1) >> 1, intraRounding));
  }
  for (let index = 0; index < 16; index++) {
    const level = load<i32>(lumaDcValues + (<usize>load<u8>(changetype<usize>(zigzag) + <usize>index) << 2));
    store<i16>(lumaDcLevels + (<usize>index << 1), <i16>level);
    if (level !== 0) levelBits += 4 + abs(level);
  }
  transformLumaDc(lumaDcValues);
  const origin = codedLuma + <usize>(top * stride + left);
  for (let pair = 0; pair < 8; pair++) {
    const x = <usize>pairColumn(pair) << 3;
    const y = <usize>pairRow(pair) << 2;
    const dc = lumaDcValues + (y << 2) + x;
    const coefficients = lumaPairs + <usize>(pair * pairBytes);
    store<i16>(coefficients, <i16>scaleLumaDc(load<i32>(dc)));
    store<i16>(coefficients, <i16>scaleLumaDc(load<i32>(dc, 4)), 8);
    addResidual(coefficients, prediction + (y << 4) + x, 16, origin + y * <usize>stride + x, stride);
  }
  pattern = used !== 0 ? 15 : 0;
  chromaMode = chooseChromaMode(column, row);
  codeChroma(left, top, intraRounding);
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
    const cheapest = cheapestMode4(samples, predicted, lambda);
    const best = cheapest & 15;
    v128.store(bestBlock4, predictLuma4(best));
    cost += cheapest >> 4;
    if (cost >= limit) return false;
    store<u8>(at, best);
    store<i8>(writtenModes + <usize>block, best === predicted ? -1 : best < predicted ? best : best - 1);
    const levels = lumaLevels + (<usize>block << 5);
    // The block to the right is worked on too and ignored.
    transform(from, 16, bestBlock4, 4, lumaPairs);
    const mask = quantize(true, lumaPairs, levels, intraRounding, intraRounding) & 0xffff;
    const target = codedLuma + <usize>(y * stride + x);
    if (mask !== 0) {
      pattern |= 1 << (block >> 2);
      levelBits += bitsOf(levels, <i32>popcnt(mask));
      addResidualOfOne(lumaPairs, bestBlock4, 4, target, stride);
    } else {
      for (let j = 0; j < 4; j++) store<u32>(target + <usize>(j * stride), load<u32>(bestBlock4 + (<usize>j << 2)));
    }
  }
  chromaMode = chooseChromaMode(column, row);
  codeChroma(column << 4, row << 4, intraRounding);
  return true;
}

function readBlock4(from: usize): v128 {
  let samples = v128.load32_zero(from);
  samples = v128.load32_lane(from + 16, samples, 1);
  samples = v128.load32_lane(from + 32, samples, 2);
  return v128.load32_lane(from + 48, samples, 3);
}
