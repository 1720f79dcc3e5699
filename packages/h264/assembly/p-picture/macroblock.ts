// The choice of a macroblock's prediction: ITU-T H.264 (08/2021), sections 7.3.5 and 7.4.5.
import { signedLength } from './bits';
import { squares, sumOf } from './differences';
import { inferVector, predictChroma, predictedX, predictedY, predictLuma, predictVector } from './inter-prediction';
import { closest16, closestDifference16, findClosest16 } from './intra-prediction';
import {
  chromaMode,
  codeInter,
  codeIntra16,
  codeIntra4,
  keepTry,
  levelBits,
  lumaDcLevels,
  pattern,
  prediction,
  predictionBlue,
  predictionRed,
  returnToKeptTry,
  writeChromaLevels,
  writeLumaLevels,
  writtenModes,
} from './residual';
import {
  detailOfSource,
  findFlatBlocks,
  flatBlocks,
  isSourceKept,
  keepSource,
  readSource,
  source,
  sourceBlueBlock,
  sourceRedBlock,
} from './source';
import {
  addChanged,
  clearModes,
  coarseFlags,
  codedBlue,
  codedLuma,
  codedRed,
  intraFlags,
  movingFlags,
  referenceBlue,
  referenceLuma,
  referenceRed,
  stride,
  vectorsX,
  vectorsY,
} from './state';
import { luma, lumaAc, writeInter, writeIntra16, writeIntra4, writeLumaDc, writeSkip } from './syntax';
import { lambda, setQuantizer, squaredLambda } from './transform';
import { cheapestCost, cheapestX, cheapestY, nearX, nearY, searchVector, skipX, skipY } from './vector-search';

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
  const quantizer = meanQuantizer + <i32>Math.round(adaption * (detailOfSource() - meanDetail));
  setQuantizer(min(max(quantizer, finestQuantizer), coarsestQuantizer));
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
  searchVector(macroblock, column, row);
  const firstCost = cheapestCost;
  let mode = -1;
  let modeCost = i32.MAX_VALUE;
  if (firstCost > 2 * lambda) {
    findClosest16(source, left, top);
    mode = closest16;
    modeCost = 9 * lambda + closestDifference16;
  }
  choose(macroblock, column, row, mode, modeCost);
}

// The ways to code a macroblock.
const byVector = 0;
const byIntra16 = 1;
const byIntra4 = 2;

/** What was tried last. */
let vectorX: i32 = 0;
let vectorY: i32 = 0;
let intra16Mode: i32 = 0;

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
  // Where a vector fits much better than the whole block's edges, small blocks rarely fit still better.
  const tries4 = least > 200 * lambda && vectorCost << 3 > modeCost;
  vectorX = cheapestX;
  vectorY = cheapestY;
  intra16Mode = mode;
  let best = byVector;
  codeInter(column, row, vectorX, vectorY);
  if (tries16 || tries4) {
    const weight: f64 = 1 + <f64>popcnt(flatBlocks) * 0.6;
    let isKept = true;
    let bestCost = costOf(byVector, column, row, weight);
    keepTry(column, row);
    if (tries16) {
      codeIntra16(column, row, mode);
      const cost = costOf(byIntra16, column, row, weight);
      if (cost < bestCost) {
        bestCost = cost;
        best = byIntra16;
        isKept = tries4;
        if (tries4) keepTry(column, row);
      }
    }
    if (tries4 && codeIntra4(column, row, least) && costOf(byIntra4, column, row, weight) < bestCost) {
      best = byIntra4;
      isKept = false;
    }
    if (best !== byIntra4 && tries4) clearModes(column, row);
    if (isKept) returnToKeptTry(column, row);
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
