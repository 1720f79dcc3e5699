import type { ChildProcess } from 'node:child_process';

/** Of scripts/start-program.cjs; undefined in a program that is not bundled. */
declare const startedAhead: ChildProcess | undefined;

/** The render process that `start-ahead.ts` started before this program was loaded. */
export function processAhead(): ChildProcess | undefined {
  return typeof startedAhead === 'undefined' ? undefined : startedAhead;
}
