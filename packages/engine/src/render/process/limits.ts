/** Limit in bytes for the JavaScript heap of a render process, and the same for its resident memory. */
export const defaultMemoryBytes = 2 * 1024 ** 3;

/** The same for the process that draws the preview's stills. */
export const previewMemoryBytes = 1024 ** 3;

/** Milliseconds between two checks of the resident memory, which can grow by about 100 MB in that time. */
export const memoryCheckMs = 50;

/** An idle process with more memory than this, in bytes, is replaced. */
export const idleMemoryBytes = 1024 ** 3;

/** Milliseconds that a process may take to start; it usually takes a hundredth of that. */
export const startLimitMs = 30_000;

/** Milliseconds that a new process waits before it warms up, in case a task is already waiting. */
export const warmUpDelayMs = 20;

/** Milliseconds in which a still must stop before its process is killed: the page waits for the next one. */
export const stillStopMs = 1000;

/**
 * The same for the tasks of a process that keeps pieces of films. They stop between two pictures, which may take long on
 * a busy machine.
 */
export const keepingStopMs = 3000;

/** Milliseconds between two pings to a process with a task. */
export const heartbeatMs = 1000;

/** A process that leaves this many pings in a row unanswered is stopped, or gets no processor time at all. */
export const maxMissedHeartbeats = 5;

/**
 * Processes that a task is offered to, one after the other, until one takes it: the first may have been killed while it
 * idled, and nothing of the task is lost then. A task that was taken and then crashed is repeated only by batches
 * (`maxCrashes` in `batch/make-output.ts` and in the queue), whose users wait for the output and not for a response.
 */
export const maxProcessesOffered = 2;

/** After this number of processes in a row ended without doing a task, the next one starts only when it is needed. */
export const maxIdleEnds = 3;

/** Bytes of an input that are sent to a process at once. Copying all of it would block the caller. */
export const partBytes = 1024 ** 2;

/**
 * Number of characters kept from the start and from the end of a process's output: Node prints why a program cannot
 * start, then a stack.
 */
export const keptOutput = 4096;
