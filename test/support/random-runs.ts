import fc from 'fast-check';

/** How many times as many random inputs the tests try as in the suite; `npm run test:deep` sets it. */
const factor = Number(process.env.RANDOM_FACTOR ?? 1);

/** Seed of all random inputs. The suite always tries the same ones, so that the same code gives the same result. */
export const firstSeed: number = Number(process.env.RANDOM_SEED ?? 1);

/** Returns how many random inputs to try, from the number for the suite. */
export function runs(inSuite: number): number {
  return inSuite * factor;
}

/** Milliseconds that many random inputs may take; in the suite, many times their duration on an idle machine. */
export const runTimeoutMs: number = 180_000 * factor;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: firstSeed, numRuns: runs(100) });
