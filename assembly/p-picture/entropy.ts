// Residual blocks in CAVLC: ITU-T H.264 (08/2021), section 9.2.
import { write } from './bits';
import {
  coefficientTokenBits,
  coefficientTokenLength,
  runBeforeBits,
  runBeforeLength,
  totalZerosBits,
  totalZerosLength,
} from './code-tables';

const levels = memory.data(16 * 4);
const runs = memory.data(16 * 4);

/** nC of the DC coefficients of chroma. */
export const chromaDc: i32 = -1;

/**
 * residual_block_cavlc (section 7.3.5.3.2) of the levels at `block`, i16 each in the order of the scan. `nC` is the number
 * from the neighbours, or `chromaDc`. Gives TotalCoeff. Levels are below 2^11, which no quantizer above 4 exceeds.
 */
export function writeBlock(block: usize, count: i32, nC: i32): i32 {
  let total = 0;
  let zeros = 0;
  let run = 0;
  for (let index = 0; index < count; index++) {
    const level = <i32>load<i16>(block + (<usize>index << 1));
    if (level === 0) {
      run++;
      continue;
    }
    store<i32>(levels + (<usize>total << 2), level);
    store<i32>(runs + (<usize>total << 2), run);
    total++;
    zeros += run;
    run = 0;
  }
  let ones = 0;
  while (ones < 3 && ones < total && abs(levelAt(total - 1 - ones)) === 1) ones++;
  const tableClass = nC < 0 ? -1 : nC < 2 ? 0 : nC < 4 ? 1 : nC < 8 ? 2 : 3;
  const token = (total << 2) + ones;
  write(coefficientTokenBits(tableClass, token), coefficientTokenLength(tableClass, token));
  if (total === 0) return 0;
  for (let index = 0; index < ones; index++) write(levelAt(total - 1 - index) < 0 ? 1 : 0, 1);
  writeLevels(total, ones);
  if (total < count) {
    const isChromaDc = nC < 0;
    write(totalZerosBits(isChromaDc, total, zeros), totalZerosLength(isChromaDc, total, zeros));
  }
  for (let index = total - 1; index > 0 && zeros > 0; index--) {
    const before = load<i32>(runs + (<usize>index << 2));
    write(runBeforeBits(zeros, before), runBeforeLength(zeros, before));
    zeros -= before;
  }
  return total;
}

/** level_prefix and level_suffix of all levels but the trailing ones, from the highest frequency on (section 9.2.2). */
function writeLevels(total: i32, ones: i32): void {
  let suffixLength = total > 10 && ones < 3 ? 1 : 0;
  for (let index = ones; index < total; index++) {
    const level = levelAt(total - 1 - index);
    let code = level > 0 ? (level << 1) - 2 : -(level << 1) - 1;
    if (index === ones && ones < 3) code -= 2;
    if (suffixLength === 0) {
      if (code < 14) write(1, code + 1);
      else if (code < 30) {
        write(1, 15);
        write(code - 14, 4);
      } else {
        write(1, 16);
        write(code - 30, 12);
      }
      suffixLength = 1;
    } else if (code < 15 << suffixLength) {
      write(1, (code >> suffixLength) + 1);
      write(code & ((1 << suffixLength) - 1), suffixLength);
    } else {
      write(1, 16);
      write(code - (15 << suffixLength), 12);
    }
    if (abs(level) > 3 << (suffixLength - 1) && suffixLength < 6) suffixLength++;
  }
}

function levelAt(index: i32): i32 {
  return load<i32>(levels + (<usize>index << 2));
}
