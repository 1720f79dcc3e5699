import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { memoryCheckMs } from './limits.ts';
import { type GuardCommand, lifelineDescriptor, outOfMemoryNotice, stillAlive } from './messages.ts';

// A thread of the render process that ends the process when its parent has ended or memory runs out, even while the
// main thread is blocked.

const maxMemoryBytes: number = workerData;

function endProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

const lifeline = new Socket({ fd: lifelineDescriptor, readable: true, writable: false });
lifeline.on('error', endProcess);
lifeline.on('close', endProcess);
lifeline.on('data', () => {
  try {
    writeSync(lifelineDescriptor, stillAlive);
  } catch {
    // The parent has ended, or has not read the answers before this one.
  }
});

function watchMemory(): void {
  if (process.memoryUsage.rss() <= maxMemoryBytes) return;
  writeSync(lifelineDescriptor, outOfMemoryNotice);
  endProcess();
}

let timer: NodeJS.Timeout | undefined;
parentPort?.on('message', (command: GuardCommand) => {
  clearInterval(timer);
  if (command === 'watch') timer = setInterval(watchMemory, memoryCheckMs);
});
