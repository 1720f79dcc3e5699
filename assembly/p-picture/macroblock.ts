// The choice of a macroblock's prediction, its residual and its syntax: ITU-T H.264 (08/2021), sections 7.3.5 and 7.4.5.
import { signedLength } from './bits';
import {
  inferVector,
  predictChroma,
  predictedX,
  predictedY,
  predictLuma,
  predictVector,
} from './inter-prediction';
import {
  chromaDcMode,
  chromaHorizontal,
  chromaVertical,
  dc4,
  hasLeft,
  hasUpper,
  horizontal16,
  isPossible4,
  predictChromaIntra,
  predictLuma16,
  predictLuma4,
  readEdge,
  vertical16,
} from './intra-prediction';
import {
  addChanged,
  clearModes,
  coarseFlags,
  codedBlue,
  codedLuma,
  codedRed,
  columns,
  hintBytes,
  hints,
  hintsLength,
  intraFlags,
  intraModes,
  macroblockBytes,
  movingFlags,
  previousSources,
  referenceBlue,
  referenceLuma,
  referenceRed,
  sourceBlue,
  sourceHeight,
  sourceLuma,
  sourceRed,
  sourceWidth,
  stride,
  vectorsX,
  vectorsY,
} from './state';
import {
  luma,
  lumaAc,
  writeChromaAc,
  writeChromaDc,
  writeInter,
  writeIntra16,
  writeIntra4,
  writeLuma,
  writeLumaDc,
  writeSkip,
} from './syntax';
import {
  addResidual,
  coefficients,
  chromaNoise,
  lambda,
  lumaNoise,
  lumaNoiseInFlat,
  quantize,
  quantizeDc,
  scale,
  scaleChromaDc,
  scaleLumaDc,
  setQuantizer,
  squaredLambda,
  transform,
  transformLumaDc,
  zigzag,
} from './transform';

/** Quotients of the rounding of levels: 1/6 for inter, 1/3 for intra prediction. */
const interDeadZone = 6;
const intraDeadZone = 3;

/** The source of the macroblock: luma in rows of 16, blue and red in rows of 8. */
const source = memory.data(macroblockBytes, 16);
const sourceBlueBlock: usize = source + 256;
const sourceRedBlock: usize = source + 320;
/** Its prediction in the same order, and one to compare. */
const prediction = memory.data(macroblockBytes, 16);
const predictionBlue: usize = prediction + 256;
const predictionRed: usize = prediction + 320;
/** Two predictions by a vector: the cheapest so far, and the one that is tried. */
let cheapestTrial = memory.data(256, 16);
let trial = memory.data(256, 16);

/** Levels of the 16 luma blocks in decoding order, 16 each; of the 4 blue and 4 red blocks; and their DC levels. */
const lumaLevels = memory.data(512, 16);
const chromaLevels = memory.data(256, 16);
const chromaDcLevels = memory.data(16, 16);
const lumaDcLevels = memory.data(32, 16);
const lumaDcValues = memory.data(64, 16);
/** How many levels of each luma block are not 0. */
const lumaTotals = memory.data(16);
/** The modes of Intra_4x4 as they are written: -1 for the predicted one. */
const writtenModes = memory.data(16);
const bestBlock4 = memory.data(16, 16);

/** The quantizer of a macroblock of mean detail, and how much it changes with each doubling of the detail. */
let meanQuantizer: i32 = 0;
let adaption: f64 = 0;
/** Quantizers of single macroblocks stay in this range. */
const finestQuantizer = 4;
const coarsestQuantizer = 24;
/** Base 2 logarithm of the energy of a macroblock of mean detail. */
const meanDetail: f64 = 14.4;

/** With an adaption of 0, every macroblock has the same quantizer. */
export function startMacroblocks(quantizer: i32, adaptionToDetail: f64): void {
  meanQuantizer = quantizer;
  adaption = adaptionToDetail;
  setQuantizer(quantizer);
}

/** Gives areas with little detail a finer quantizer, as noise and bands are visible there. */
function adaptQuantizer(): void {
  if (adaption === 0) return;
  const energy = energyOf(source, 256) + energyOf(sourceBlueBlock, 64) + energyOf(sourceRedBlock, 64);
  const detail = energy < 1 ? 0 : Math.log2(energy);
  const quantizer = meanQuantizer + <i32>Math.round(adaption * (detail - meanDetail));
  setQuantizer(min(max(quantizer, finestQuantizer), coarsestQuantizer));
}

/** The sum of squared differences of samples from their mean. */
function energyOf(samples: usize, count: i32): f64 {
  let sums = i32x4.splat(0);
  let squared = i32x4.splat(0);
  for (let at: usize = 0; at < <usize>count; at += 8) {
    const eight = v128.load8x8_u(samples + at);
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(eight));
    squared = i32x4.add(squared, i32x4.dot_i16x8_s(eight, eight));
  }
  const sum = <f64>sumOf(sums);
  return <f64>sumOf(squared) - (sum * sum) / <f64>count;
}

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

/** Copies the source of a macroblock; beyond the picture its last row and column are repeated. */
export function readSource(column: i32, row: i32): void {
  readPlane(sourceLuma, sourceWidth, sourceHeight, column << 4, row << 4, 16, source);
  readPlane(sourceBlue, sourceWidth >> 1, sourceHeight >> 1, column << 3, row << 3, 8, sourceBlueBlock);
  readPlane(sourceRed, sourceWidth >> 1, sourceHeight >> 1, column << 3, row << 3, 8, sourceRedBlock);
}

function readPlane(plane: usize, width: i32, height: i32, x: i32, y: i32, size: i32, target: usize): void {
  const isWhole = x + size <= width;
  for (let j = 0; j < size; j++) {
    const from = plane + <usize>(min(y + j, height - 1) * width + x);
    const to = target + <usize>(j * size);
    if (!isWhole) for (let i = 0; i < size; i++) store<u8>(to + <usize>i, load<u8>(from + <usize>min(i, width - 1 - x)));
    else if (size === 16) v128.store(to, v128.load(from));
    else store<u64>(to, load<u64>(from));
  }
}

/** The luma blocks that are flat in the source, a bit each in raster order. Noise would be visible there. */
let flatBlocks: i32 = 0;
/** The difference of samples up to which a block is flat. */
const flatRange: i8 = 20;

function findFlatBlocks(): void {
  flatBlocks = 0;
  for (let row = 0; row < 4; row++) {
    const from = source + (<usize>row << 6);
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const d = v128.load(from, 48);
    let least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d));
    let most = i8x16.max_u(i8x16.max_u(a, b), i8x16.max_u(c, d));
    // The least and the greatest of every four samples, in all of their lanes.
    least = i8x16.min_u(least, v128.shuffle<i8>(least, least, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
    most = i8x16.max_u(most, v128.shuffle<i8>(most, most, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
    least = i8x16.min_u(least, v128.shuffle<i8>(least, least, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    most = i8x16.max_u(most, v128.shuffle<i8>(most, most, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    const flat = i8x16.bitmask(i8x16.le_u(i8x16.sub(most, least), i8x16.splat(flatRange)));
    const bits = (flat & 1) | ((flat >> 3) & 2) | ((flat >> 6) & 4) | ((flat >> 9) & 8);
    flatBlocks |= bits << (row << 2);
  }
}

export function keepSource(macroblock: i32): void {
  const previous = previousSources + <usize>(macroblock * macroblockBytes);
  for (let at: usize = 0; at < <usize>macroblockBytes; at += 16) v128.store(previous + at, v128.load(source + at));
}

function isSourceKept(macroblock: i32): bool {
  const previous = previousSources + <usize>(macroblock * macroblockBytes);
  for (let at: usize = 0; at < <usize>macroblockBytes; at += 16) {
    if (v128.any_true(v128.xor(v128.load(source + at), v128.load(previous + at)))) return false;
  }
  return true;
}

/** Codes a macroblock that must keep what the picture before shows there. */
export function codeStill(macroblock: i32, column: i32, row: i32): void {
  inferVector(macroblock, column, row);
  const x = predictedX;
  const y = predictedY;
  if ((x | y) === 0) {
    writeSkip(macroblock, column, row);
    return;
  }
  predictLuma(column << 4, row << 4, x, y, prediction);
  predictChroma(column << 4, row << 4, x, y, predictionBlue, predictionRed);
  if (isReference(column, row)) {
    setVector(macroblock, x, y);
    writeSkip(macroblock, column, row);
    return;
  }
  predictVector(macroblock, column, row);
  writeInter(macroblock, column, row, -predictedX, -predictedY, 0);
  addChanged(macroblock);
}

/** Whether the prediction is what the reference shows in the same place. */
function isReference(column: i32, row: i32): bool {
  const luma = referenceLuma + <usize>((row << 4) * stride + (column << 4));
  for (let j = 0; j < 16; j++) {
    const difference = v128.xor(
      v128.load(luma + <usize>(j * stride)),
      v128.load(prediction + (<usize>j << 4)),
    );
    if (v128.any_true(difference)) return false;
  }
  const width = stride >> 1;
  const chroma = <usize>((row << 3) * width + (column << 3));
  for (let j = 0; j < 8; j++) {
    const at = chroma + <usize>(j * width);
    const to = <usize>j << 3;
    if (load<u64>(referenceBlue + at) !== load<u64>(predictionBlue + to)) return false;
    if (load<u64>(referenceRed + at) !== load<u64>(predictionRed + to)) return false;
  }
  return true;
}

function setVector(macroblock: i32, x: i32, y: i32): void {
  store<i16>(vectorsX + (<usize>macroblock << 1), <i16>x);
  store<i16>(vectorsY + (<usize>macroblock << 1), <i16>y);
  store<u8>(intraFlags + <usize>macroblock, 0);
  store<u8>(movingFlags + <usize>macroblock, (x | y) === 0 ? 0 : 1);
  addChanged(macroblock);
}

function setIntra(macroblock: i32): void {
  store<i16>(vectorsX + (<usize>macroblock << 1), 0);
  store<i16>(vectorsY + (<usize>macroblock << 1), 0);
  store<u8>(intraFlags + <usize>macroblock, 1);
  store<u8>(movingFlags + <usize>macroblock, 1);
}

// Candidates: vectors with the cost of their differences, and modes of Intra_16x16.

const mostCandidates = 48;
const candidateX = memory.data(mostCandidates * 4);
const candidateY = memory.data(mostCandidates * 4);
const candidateCost = memory.data(mostCandidates * 4);
let candidates: i32 = 0;
/** The index of the cheapest candidate, and its cost. */
let cheapest: i32 = 0;
let cheapestCost: i32 = 0;

/** The vectors that cost nothing, or only their difference. */
let skipX: i32 = 0;
let skipY: i32 = 0;
let nearX: i32 = 0;
let nearY: i32 = 0;

function get(list: usize, index: i32): i32 {
  return load<i32>(list + (<usize>index << 2));
}

function tryVector(x: i32, y: i32, left: i32, top: i32): void {
  for (let index = 0; index < candidates; index++) {
    if (get(candidateX, index) === x && get(candidateY, index) === y) return;
  }
  if (candidates >= mostCandidates) return;
  predictLuma(left, top, x, y, trial);
  const isSkip = x === skipX && y === skipY;
  const bits = isSkip ? 0 : 1 + signedLength(x - nearX) + signedLength(y - nearY);
  store<i32>(candidateX + (<usize>candidates << 2), x);
  store<i32>(candidateY + (<usize>candidates << 2), y);
  const cost = lambda * bits + difference16(trial);
  store<i32>(candidateCost + (<usize>candidates << 2), cost);
  if (candidates === 0 || cost < cheapestCost) {
    cheapestCost = cost;
    cheapest = candidates;
    const other = cheapestTrial;
    cheapestTrial = trial;
    trial = other;
  }
  candidates++;
}

/** The sum of absolute differences between the source's luma and a block in rows of 16. */
function difference16(block: usize): i32 {
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < 256; at += 16) {
    const a = v128.load(source + at);
    const b = v128.load(block + at);
    const difference = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(difference)));
  }
  return sumOf(sums);
}

/** Steps of the search around a vector, in quarter samples, and the cost above which it is worth it. */
const mostRefinements = 4;

function refine(left: i32, top: i32): void {
  for (let step = 0; step < mostRefinements; step++) {
    const best = cheapest;
    if (cheapestCost < 16 * lambda) return;
    const x = get(candidateX, best);
    const y = get(candidateY, best);
    tryVector(x - 1, y, left, top);
    tryVector(x + 1, y, left, top);
    tryVector(x, y - 1, left, top);
    tryVector(x, y + 1, left, top);
    if (cheapest === best) return;
  }
}

/** Codes a macroblock that may have changed, or one that is refined. */
export function codeMacroblock(macroblock: i32, column: i32, row: i32, refines: bool): void {
  readSource(column, row);
  const isKept = isSourceKept(macroblock);
  if (isKept && !(refines && load<u8>(coarseFlags + <usize>macroblock) !== 0)) {
    codeStill(macroblock, column, row);
    return;
  }
  if (!isKept) keepSource(macroblock);
  store<u8>(coarseFlags + <usize>macroblock, refines ? 0 : 1);
  findFlatBlocks();
  adaptQuantizer();
  const left = column << 4;
  const top = row << 4;
  inferVector(macroblock, column, row);
  skipX = predictedX;
  skipY = predictedY;
  predictVector(macroblock, column, row);
  nearX = predictedX;
  nearY = predictedY;
  candidates = 0;
  tryVector(0, 0, left, top);
  tryVector(skipX, skipY, left, top);
  tryVector(nearX, nearY, left, top);
  for (let index = 0; index < hintsLength; index++) {
    const hint = hints + <usize>(index * hintBytes);
    if (
      column >= load<i32>(hint) &&
      row >= load<i32>(hint, 4) &&
      column <= load<i32>(hint, 8) &&
      row <= load<i32>(hint, 12)
    ) {
      tryVector(load<i32>(hint, 16), load<i32>(hint, 20), left, top);
    }
  }
  refine(left, top);
  const firstCost = cheapestCost;
  let mode = -1;
  let modeCost = i32.MAX_VALUE;
  if (firstCost > 2 * lambda) {
    for (let one = 0; one < 3; one++) {
      if ((one === vertical16 && row === 0) || (one === horizontal16 && column === 0)) continue;
      predictLuma16(one, left, top, trial);
      const cost = 9 * lambda + difference16(trial);
      if (cost < modeCost) {
        modeCost = cost;
        mode = one;
      }
    }
  }
  choose(macroblock, column, row, mode, modeCost);
}

// The ways to code a macroblock.
const byVector = 0;
const byIntra16 = 1;
const byIntra4 = 2;

/** What a way needs to be written, as it was tried last. */
let vectorX: i32 = 0;
let vectorY: i32 = 0;
let intra16Mode: i32 = 0;
let chromaMode: i32 = 0;
/** coded_block_pattern: a bit for each quarter of luma, and chroma times 16. */
let pattern: i32 = 0;
/** About how many bits the levels take. */
let levelBits: i32 = 0;

/** Tries the promising ways, keeps the one with the least distortion for its bits, and writes it. */
function choose(
  macroblock: i32,
  column: i32,
  row: i32,
  mode: i32,
  modeCost: i32,
): void {
  const vectorCost = cheapestCost;
  const close = vectorCost + (vectorCost >> 3) + 8 * lambda;
  const isFlat = flatBlocks === 0xffff;
  const limitOfMode = isFlat ? vectorCost + 16 * lambda : close;
  const least = min(vectorCost, modeCost);
  const tries16 = mode >= 0 && modeCost < limitOfMode;
  const tries4 = least > 200 * lambda;
  vectorX = get(candidateX, cheapest);
  vectorY = get(candidateY, cheapest);
  intra16Mode = mode;
  let best = byVector;
  codeInter(column, row);
  if (tries16 || tries4) {
    const weight: f64 = 1 + <f64>popcnt(flatBlocks) * 0.6;
    let last = byVector;
    let bestCost = costOf(byVector, column, row, weight);
    if (tries16) {
      codeIntra16(column, row);
      last = byIntra16;
      const cost = costOf(byIntra16, column, row, weight);
      if (cost < bestCost) {
        bestCost = cost;
        best = byIntra16;
      }
    }
    if (tries4 && codeIntra4(column, row, least)) {
      last = byIntra4;
      if (costOf(byIntra4, column, row, weight) < bestCost) best = byIntra4;
    } else if (tries4) last = -1;
    if (best !== byIntra4 && tries4) clearModes(column, row);
    if (best !== last) {
      if (best === byVector) codeInter(column, row);
      else codeIntra16(column, row);
    }
  }
  writeWay(best, macroblock, column, row);
  addChanged(macroblock);
}

/** The distortion of the last try, and its bits in the same measure. */
function costOf(way: i32, column: i32, row: i32, weight: f64): f64 {
  let bits = levelBits;
  if (way === byIntra16) bits += 8;
  else if (way === byIntra4) bits += 40;
  else if (pattern !== 0 || vectorX !== skipX || vectorY !== skipY) {
    bits += 4 + signedLength(vectorX - nearX) + signedLength(vectorY - nearY);
  }
  return weight * <f64>squaredDifference(column, row) + squaredLambda * <f64>bits;
}

function writeWay(way: i32, macroblock: i32, column: i32, row: i32): void {
  if (way === byVector) {
    store<i16>(vectorsX + (<usize>macroblock << 1), <i16>vectorX);
    store<i16>(vectorsY + (<usize>macroblock << 1), <i16>vectorY);
    store<u8>(intraFlags + <usize>macroblock, 0);
    store<u8>(movingFlags + <usize>macroblock, (vectorX | vectorY) === 0 ? 0 : 1);
    if (pattern === 0 && vectorX === skipX && vectorY === skipY) {
      writeSkip(macroblock, column, row);
      return;
    }
    writeInter(macroblock, column, row, vectorX - nearX, vectorY - nearY, pattern);
    writeLumaLevels(luma);
  } else {
    setIntra(macroblock);
    if (way === byIntra16) {
      writeIntra16(macroblock, column, row, intra16Mode, chromaMode, pattern);
      writeLumaDc(lumaDcLevels);
      writeLumaLevels(lumaAc);
    } else {
      writeIntra4(macroblock, column, row, writtenModes, chromaMode, pattern);
      writeLumaLevels(luma);
    }
  }
  writeChromaLevels();
}

function writeLumaLevels(kind: i32): void {
  for (let block = 0; block < 16; block++) {
    if (((pattern >> (block >> 2)) & 1) === 0) continue;
    writeLuma(kind, blockColumn(block), blockRow(block), lumaLevels + (<usize>block << 5));
  }
}

function writeChromaLevels(): void {
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

/** The sum of squared differences between source and coded macroblock, in all planes. */
function squaredDifference(column: i32, row: i32): i32 {
  let sums = i32x4.splat(0);
  const luma = codedLuma + <usize>((row << 4) * stride + (column << 4));
  for (let j = 0; j < 16; j++) {
    const at = luma + <usize>(j * stride);
    const from = source + (<usize>j << 4);
    sums = i32x4.add(sums, squares(v128.load8x8_u(at), v128.load8x8_u(from)));
    sums = i32x4.add(sums, squares(v128.load8x8_u(at, 8), v128.load8x8_u(from, 8)));
  }
  const width = stride >> 1;
  const chroma = <usize>((row << 3) * width + (column << 3));
  for (let j = 0; j < 8; j++) {
    const at = chroma + <usize>(j * width);
    const from = <usize>j << 3;
    sums = i32x4.add(sums, squares(v128.load8x8_u(codedBlue + at), v128.load8x8_u(sourceBlueBlock + from)));
    sums = i32x4.add(sums, squares(v128.load8x8_u(codedRed + at), v128.load8x8_u(sourceRedBlock + from)));
  }
  return sumOf(sums);
}

// @ts-ignore: decorator
@inline
function squares(a: v128, b: v128): v128 {
  const difference = i16x8.sub(a, b);
  return i32x4.dot_i16x8_s(difference, difference);
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
      const a = v128.load(source + at);
      const b = v128.load(prediction + at);
      const difference = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(difference)));
    }
    v128.store(blockDifferences + (row >> 2), sums);
  }
}

/** Predicts the macroblock with the vector and codes the residual. */
function codeInter(column: i32, row: i32): void {
  const left = column << 4;
  const top = row << 4;
  for (let at: usize = 0; at < 256; at += 16) v128.store(prediction + at, v128.load(cheapestTrial + at));
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

/** The sum of absolute differences of 8 x 8 samples without gaps. */
function differenceOfPlane(one: usize, other: usize): i32 {
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < 64; at += 16) {
    const a = v128.load(one + at);
    const b = v128.load(other + at);
    const difference = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(difference)));
  }
  return sumOf(sums);
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
    if (differenceOfPlane(from, predicted) <= chromaNoise) {
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
    let sums = i32x4.splat(0);
    for (let at: usize = 256; at < 384; at += 16) {
      const a = v128.load(source + at);
      const b = v128.load(prediction + at);
      const difference = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(difference)));
    }
    const cost = sumOf(sums);
    if (cost < bestCost) {
      bestCost = cost;
      best = mode;
    }
  }
  predictChromaIntra(best, column << 4, row << 4, predictionBlue, predictionRed);
  return best;
}

/** Predicts the macroblock in Intra_16x16 and codes the residual. */
function codeIntra16(column: i32, row: i32): void {
  const left = column << 4;
  const top = row << 4;
  predictLuma16(intra16Mode, left, top, prediction);
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
function codeIntra4(column: i32, row: i32, limit: i32): bool {
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
      const one = lambda * (mode === predicted ? 1 : 4) + difference4(samples, block4);
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

function difference4(a: v128, b: v128): i32 {
  const difference = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
  return sumOf(i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(difference)));
}

// @ts-ignore: decorator
@inline
function sumOf(lanes: v128): i32 {
  const pairs = i32x4.add(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}
