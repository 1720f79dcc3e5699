import { Worker } from 'node:worker_threads';
import type { GuardCommand } from './messages.ts';

/** Of the render process, in bytes. */
export const maxMemoryBytes = Number(process.argv[2]);

let guard: Worker | undefined;

/** Starts the thread of guard-thread.ts. */
export function startGuard(): void {
  guard = new Worker(new URL('./guard-thread.cjs', import.meta.url), { workerData: maxMemoryBytes });
  guard.on('error', (error) => {
    throw error;
  });
}

export function commandGuard(command: GuardCommand): void {
  guard?.postMessage(command);
}
