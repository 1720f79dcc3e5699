/** Number of a fuzz test's tries, from the environment variable of the long run, otherwise the default of the suite. */
export function runLength(variable: string, inSuite: number): number {
  const value = process.env[variable];
  return value === undefined ? inSuite : Number(value);
}

/** Milliseconds that a fuzz test may take; in the suite, many times its duration on an idle machine. */
export const runTimeoutMs: number = process.env.FUZZ_DOCUMENTS === undefined ? 180_000 : 4 * 3_600_000;

/** First seed; the suite always tries the same documents. */
export const firstSeed: number = runLength('FUZZ_SEED', 1);
