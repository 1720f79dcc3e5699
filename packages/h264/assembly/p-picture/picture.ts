// The coder of P pictures: one slice, one reference, no deblocking, CABAC (ITU-T H.264 (08/2021), sections 7.3.3 and 7.3.4).
import { binsEnd, finishCoder, startCoder } from './arithmetic-coder';
import { alignWithOnes, escape, restart, write, writeSigned, writeUnsigned } from './bits';
import { forgetBlocks } from './inter-prediction';
import { codeMacroblock, codeStill, startMacroblocks } from './macroblock';
import { keepSource, readSource } from './source';
import {
  addHint,
  allocateBits,
  allocateCoder,
  changed,
  changedLength,
  clearContexts,
  contextBytes,
  contextsOfMacroblocks,
  coarseFlags,
  codedBlue,
  codedLuma,
  codedRed,
  columns,
  damageFlags,
  forgetChanged,
  forgetHints,
  intraFlags,
  intraModes,
  lumaCounts,
  blueCounts,
  redCounts,
  movingFlags,
  referenceBlue,
  referenceLuma,
  referenceRed,
  rows,
  stride,
  swapPictures,
  vectorsX,
  vectorsY,
} from './state';
import { startSyntax, writeSkip } from './syntax';
import { fillTables } from './transform';

export { allocatePicture } from './state';

/** Bins of CABAC that a macroblock can take at most at the quantizers in use, with room to spare. */
const mostMacroblockBins = 32768;
/** A bit takes fewer bins than this on average. */
const binsPerBit = 3;

let bins: usize = 0;
let binsLimit: usize = 0;
let bits: usize = 0;
let stream: usize = 0;

/** Makes room for coding pictures of the allocated size, each of which may take about `bytes`. */
export function prepare(bytes: i32): void {
  allocateCoder();
  const most = bytes * 8 * binsPerBit;
  bins = allocateBits(2 * (most + mostMacroblockBins));
  binsLimit = bins + <usize>(2 * most);
  // No bin takes a whole byte.
  bits = allocateBits(most + mostMacroblockBins);
  stream = allocateBits(((most + mostMacroblockBins) * 3) >> 1);
}

/** Where the decoded planes of a key picture belong: in whole macroblocks, luma, blue and red. */
export function lumaAddress(): usize {
  return codedLuma;
}
export function blueAddress(): usize {
  return codedBlue;
}
export function redAddress(): usize {
  return codedRed;
}
export function strideOfLuma(): i32 {
  return stride;
}
export function streamAddress(): usize {
  return stream;
}

/** Begins a run of pictures after a key picture, whose decoded planes have been put in place. The source is the key's. */
export function start(): void {
  fillTables();
  const macroblocks = columns * rows;
  const samples = macroblocks << 8;
  memory.copy(referenceLuma, codedLuma, samples);
  memory.copy(referenceBlue, codedBlue, samples >> 2);
  memory.copy(referenceRed, codedRed, samples >> 2);
  memory.fill(vectorsX, 0, macroblocks << 1);
  memory.fill(vectorsY, 0, macroblocks << 1);
  memory.fill(intraFlags, 0, macroblocks);
  memory.fill(movingFlags, 0, macroblocks);
  memory.fill(damageFlags, 0, macroblocks);
  memory.fill(coarseFlags, 0, macroblocks);
  memory.fill(contextsOfMacroblocks, 0, macroblocks * contextBytes);
  memory.fill(lumaCounts, 0, macroblocks << 4);
  memory.fill(blueCounts, 0, macroblocks << 2);
  memory.fill(redCounts, 0, macroblocks << 2);
  memory.fill(intraModes, 2, macroblocks << 4);
  forgetChanged();
  forgetHints();
  for (let row = 0, macroblock = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, macroblock++) {
      readSource(column, row);
      keepSource(macroblock);
    }
  }
}

/** Says that a rectangle of the next picture may have changed, in samples; the end is not part of it. */
export function damage(x0: i32, y0: i32, x1: i32, y1: i32): void {
  const left = max(x0 >> 4, 0);
  const right = min((x1 - 1) >> 4, columns - 1);
  for (let row = max(y0 >> 4, 0); row <= min((y1 - 1) >> 4, rows - 1); row++) {
    for (let column = left; column <= right; column++) store<u8>(damageFlags + <usize>(row * columns + column), 1);
  }
}

/** Says that what the next picture shows in a rectangle may have moved there by a vector in quarter samples. */
export function hint(x0: i32, y0: i32, x1: i32, y1: i32, x: i32, y: i32): void {
  addHint(x0 >> 4, y0 >> 4, (x1 - 1) >> 4, (y1 - 1) >> 4, x, y);
}

/**
 * Codes the source as the next picture. Gives the length of its slice data unit's payload at `streamAddress()`, with
 * emulation prevention; 0 if it would take too many bytes, and then the coder has to be started again.
 */
export function code(
  frameNumber: i32,
  frameNumberBits: i32,
  parameterSet: i32,
  quantizerDelta: i32,
  quantizer: i32,
  adaption: f64,
  refines: bool,
): i32 {
  renew();
  restart(bits);
  writeUnsigned(0); // first_mb_in_slice
  writeUnsigned(5); // slice_type: P, like all others of the picture
  writeUnsigned(parameterSet); // pic_parameter_set_id
  write(frameNumber, frameNumberBits); // frame_num
  write(0, 1); // num_ref_idx_active_override_flag
  write(0, 1); // ref_pic_list_modification_flag_l0
  write(0, 1); // adaptive_ref_pic_marking_mode_flag
  writeUnsigned(0); // cabac_init_idc
  writeSigned(quantizerDelta); // slice_qp_delta
  writeUnsigned(1); // disable_deblocking_filter_idc
  const slice = alignWithOnes();
  startCoder(bins, quantizer);
  startSyntax(quantizer);
  startMacroblocks(quantizer, adaption);
  forgetBlocks();
  for (let row = 0, macroblock = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, macroblock++) {
      const at = <usize>macroblock;
      if (load<u8>(damageFlags + at) !== 0 || (refines && load<u8>(coarseFlags + at) !== 0)) {
        if (binsEnd() > binsLimit) return 0;
        store<u8>(damageFlags + at, 0);
        codeMacroblock(macroblock, column, row, refines);
      } else if (
        column > 0 &&
        row > 0 &&
        load<u8>(movingFlags + at - 1) !== 0 &&
        load<u8>(movingFlags + at - <usize>columns) !== 0
      ) {
        if (binsEnd() > binsLimit) return 0;
        codeStill(macroblock, column, row);
      } else {
        writeSkip(macroblock, column, row);
      }
    }
  }
  const end = finishCoder(slice);
  forgetHints();
  return escape(bits, <i32>(end - bits), stream);
}

/** Makes the last coded picture the reference, and the one to be coded equal to it. */
function renew(): void {
  swapPictures();
  for (let index = 0; index < changedLength; index++) {
    const macroblock = load<i32>(changed + (<usize>index << 2));
    const column = macroblock % columns;
    const row = macroblock / columns;
    copyMacroblock(column, row);
    store<i16>(vectorsX + (<usize>macroblock << 1), 0);
    store<i16>(vectorsY + (<usize>macroblock << 1), 0);
    store<u8>(intraFlags + <usize>macroblock, 0);
    store<u8>(movingFlags + <usize>macroblock, 0);
    clearContexts(macroblock, column, row);
  }
  forgetChanged();
}

function copyMacroblock(column: i32, row: i32): void {
  const luma = <usize>((row << 4) * stride + (column << 4));
  for (let j = 0; j < 16; j++) {
    const at = luma + <usize>(j * stride);
    v128.store(codedLuma + at, v128.load(referenceLuma + at));
  }
  const chroma = <usize>((row << 3) * (stride >> 1) + (column << 3));
  for (let j = 0; j < 8; j++) {
    const at = chroma + <usize>(j * (stride >> 1));
    store<u64>(codedBlue + at, load<u64>(referenceBlue + at));
    store<u64>(codedRed + at, load<u64>(referenceRed + at));
  }
}
