import { measureScript } from './child.mjs';

/** How much the yardstick may differ between the start and the end of a run. */
const mostDrift = 0.1;
/** How often a run is repeated on a busy machine. */
const mostRepeats = 10;

let last;
let voided = 0;

/** How many runs were void. */
export function voidRuns() {
  return voided;
}

/**
 * Runs a measurement between two runs of the yardstick, and again if these differ by more than 10 %. Rejects if the machine is
 * busy all the time.
 */
export async function steadyRun(measure, log) {
  for (let repeat = 0; repeat <= mostRepeats; repeat++) {
    last ??= await yardstick();
    const before = last;
    const result = await measure();
    last = await yardstick();
    if (Math.max(before, last) <= Math.min(before, last) * (1 + mostDrift)) return result;
    voided++;
    log(`  void: the yardstick took ${before.toFixed(2)} s before and ${last.toFixed(2)} s after the run`);
  }
  throw new Error(`the machine was busy during ${mostRepeats + 1} runs in a row; try again later`);
}

async function yardstick() {
  return (await measureScript('yardstick.mjs', [])).seconds;
}
