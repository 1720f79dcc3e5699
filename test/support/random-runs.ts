import fc from 'fast-check';

/** `npm test` tries a quarter of the usual number of random inputs; `npm run explore` tries half. */
const factor = Number(process.env.RANDOM_FACTOR ?? 0.25);

/** Seed of all random inputs. The suite always tries the same ones, so that the same code gives the same result. */
export const firstSeed: number = Number(process.env.RANDOM_SEED ?? 1);

/** Returns the number of random inputs to try instead of the usual number. */
export function runs(usual: number): number {
  return Math.ceil(usual * factor);
}

/** Time limit of tests with many random inputs, in milliseconds: many times their duration on an idle machine. */
export const runTimeoutMs: number = 180_000 * Math.max(1, factor);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: firstSeed, numRuns: runs(100) });
