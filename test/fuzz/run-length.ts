/** How often a fuzz test tries, from the environment variable of the long run; otherwise what the suite affords. */
export function runLength(variable: string, inSuite: number): number {
  const value = process.env[variable];
  return value === undefined ? inSuite : Number(value);
}

/** Milliseconds that a fuzz test may take: in the suite, many times what it takes on an idle machine. */
export const runTimeoutMs: number = process.env.FUZZ_DOCUMENTS === undefined ? 180_000 : 4 * 3_600_000;

/** Seeds count up from here; the suite tries the same documents each time. */
export const firstSeed: number = runLength('FUZZ_SEED', 1);
