import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { openOutputStore } from '../src/outputs/open-output-store.ts';
import { StoreError } from '../src/outputs/store-error.ts';
import { StorePool } from '../src/outputs/store-pool.ts';
import { causeOf, maxCrashes, nextStep } from '../src/queue/retry-policy.ts';

const token = 'a'.repeat(32);

describe('an outage that has ended at the second check', () => {
  /** A folder that has worked once, with the pool that a worker uses. */
  async function workingFolder() {
    const folder = await temporaryFolder();
    const destination = join(folder, 'out');
    await mkdir(destination);
    await using store = await openOutputStore(destination);
    await store.mark(token);
    const pool = new StorePool();
    const marked = { destination, token };
    expect(await pool.works(marked)).toBe(true);
    return { pool, marked, away: join(folder, 'away') };
  }

  it('the cause of an outage that has ended is the store if the folder was missing, so no try counts', async () => {
    const { pool, marked, away } = await workingFolder();
    await using _ = pool;
    await rename(marked.destination, away);
    const error = await pool.use(marked, async () => {}).catch((error: unknown) => error);
    await rename(away, marked.destination);
    expect(error).toBeInstanceOf(StoreError);
    expect(await pool.works(marked)).toBe(true);
    expect(await causeOf(error, () => pool.works(marked))).toBe('store');
  });

  it('the cause of an outage that has ended is the output if only its writing failed, so tries count', async () => {
    const { pool, marked } = await workingFolder();
    await using _ = pool;
    const fails = () => Promise.reject(new StoreError('outage', 'cannot write a.png'));
    const error = await pool.use(marked, fails).catch((error: unknown) => error);
    expect(await causeOf(error, () => pool.works(marked))).toBe('output');
  });
});

describe('the next step after a failure', () => {
  it('a job fails only at its last crash', () => {
    expect(nextStep('crash', 0)).toBe('retry');
    expect(nextStep('crash', maxCrashes - 2)).toBe('retry');
    expect(nextStep('crash', maxCrashes - 1)).toBe('fail');
  });

  it.each([
    ['job', 'fail'],
    ['output', 'retry'],
    ['store', 'hand back later'],
    ['worker', 'hand back'],
  ] as const)('of the %s is to %s, however often the job was tried', (cause, step) => {
    for (const tries of [0, maxCrashes - 1, 100]) expect(nextStep(cause, tries)).toBe(step);
  });
});
