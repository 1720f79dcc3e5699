import { type Context, createContext, Script } from 'node:vm';

/** Thrown when work was stopped for taking too long. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

interface Stage {
  readonly holder: { work: () => void };
  readonly context: Context;
  readonly callWork: Script;
}

/** Made when it is first needed: a context takes a few milliseconds. */
let stage: Stage | null = null;

function openStage(): Stage {
  const holder = { work: rest };
  return { holder, context: createContext(holder), callWork: new Script('work()') };
}

function rest(): void {}

/**
 * Runs synchronous work and stops it after `limitMs` of wall time, wherever it is, then throws TimeLimitError.
 * Whatever the work was changing is left half-changed, since neither `catch` nor `finally` runs in it.
 */
export function runWithTimeLimit<Result>(work: () => Result, limitMs: number): Result {
  const results: Result[] = [];
  stage ??= openStage();
  const { holder, context, callWork } = stage;
  // Only scripts of node:vm can be stopped, but the stop reaches every function that the script called.
  holder.work = () => {
    results.push(work());
  };
  try {
    callWork.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if (isTimeout(error)) throw new TimeLimitError(`stopped after ${limitMs} ms`);
    throw error;
  } finally {
    holder.work = rest;
  }
  return results[0] as Result;
}

function isTimeout(error: unknown): boolean {
  // The error belongs to the script's context, so it is no instance of this one's Error.
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
