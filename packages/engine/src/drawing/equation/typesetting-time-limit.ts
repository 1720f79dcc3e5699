import { readFileSync } from 'node:fs';
import { type Context, createContext, Script } from 'node:vm';

/** Thrown when work exceeded its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

interface Sandbox {
  readonly holder: { work: () => void };
  readonly context: Context;
  readonly callWork: Script;
}

/** Created at the first use, because a context takes a few milliseconds. */
let sandbox: Sandbox | null = null;

function openSandbox(): Sandbox {
  const holder = { work: doNothing };
  return { holder, context: createContext(holder), callWork: new Script('work()') };
}

function doNothing(): void {}

/**
 * Runs synchronous work, stops it after `limitMs` of wall time and throws a TimeLimitError. The work can stop at any
 * point and leave its data half changed, because neither its `catch` nor its `finally` blocks run.
 */
export function runWithTimeLimit<Result>(work: () => Result, limitMs: number): Result {
  const results: Result[] = [];
  sandbox ??= openSandbox();
  const { holder, context, callWork } = sandbox;
  // Only scripts of node:vm can be stopped, but that also stops every function that the script called.
  holder.work = () => {
    results.push(work());
  };
  try {
    callWork.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if (isTimeout(error)) throw new TimeLimitError(`stopped after ${limitMs} ms`);
    throw error;
  } finally {
    holder.work = doNothing;
  }
  return results[0] as Result;
}

function isTimeout(error: unknown): boolean {
  // The error comes from the script's context, so `instanceof Error` is false.
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/**
 * Returns the processor time of the current thread in milliseconds, without that of other threads, which may typeset or
 * collect garbage at the same time. Node before 23.9 does not report it; Linux's scheduler does.
 * Elsewhere, the result is the time of the whole process.
 */
export function threadCpuMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  if (threadCpuUsage) return inMs(threadCpuUsage());
  try {
    const [onProcessor = ''] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
    const nanoseconds = Number(onProcessor);
    if (nanoseconds > 0) return nanoseconds / 1e6;
  } catch {
    // The system has no such file.
  }
  return inMs(process.cpuUsage());
}

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
