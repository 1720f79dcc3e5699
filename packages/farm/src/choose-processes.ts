import { availableParallelism } from 'node:os';

/**
 * Memory budget of a render process in bytes. A film of 1920 x 1080 without threads takes a third of it, a film with
 * large pictures more.
 */
const processBytes = 1024 ** 3;

/** Share of the machine that a batch uses. */
export interface ProcessPlan {
  readonly processes: number;
  /** Processors for each process; a film uses the same number of threads. */
  readonly processorsEach: number;
}

/**
 * Chooses the number of render processes: the requested number, otherwise as many as processors and memory allow
 * within the limits of a control group; at most one for each output. The processes share the processors, so no threads
 * compete.
 */
export function planProcesses(
  asked: number | undefined,
  outputs: number,
  { processors = availableParallelism(), memoryBytes = freeMemoryBytes() } = {},
): ProcessPlan {
  const fitting = Math.min(processors, Math.floor(memoryBytes / processBytes));
  const processes = Math.max(1, Math.min(asked ?? fitting, outputs));
  return { processes, processorsEach: Math.max(1, Math.floor(processors / processes)) };
}

/** Free memory within the limit of a control group, which the system's free memory does not always include. */
function freeMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return Math.min(process.availableMemory(), limit > 0 ? limit : Infinity);
}
