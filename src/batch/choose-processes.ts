import { availableParallelism } from 'node:os';

/** Bytes that a render process is counted with; a film of 1920 x 1080 without threads takes a third of it, one with large pictures more. */
const processBytes = 1024 ** 3;

/** How a batch shares the machine. */
export interface ProcessPlan {
  readonly processes: number;
  /** Processors for each of them, which a film uses as threads. */
  readonly processorsEach: number;
}

/**
 * As many render processes as were asked for, or as there are processors and memory for, within the limits of a control
 * group; but no more than there are outputs. They share the processors, so that none has threads in vain.
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

/** Free memory within the limit of a control group, which the system's free memory does not always know of. */
function freeMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return Math.min(process.availableMemory(), limit > 0 ? limit : Infinity);
}
