/** These functions work on Linux only; tests that need them are skipped elsewhere. */
export const onLinux: boolean;

/** Whether the process exists and has not ended. A process that waits to be reaped has ended. */
export function isRunning(pid: number): boolean;

/** Child processes that have not ended. */
export function childrenOf(pid: number): number[];

/** Whether the process has its own handler for the signal with this number. */
export function handlesSignal(pid: number, number: number): boolean;

/** Processor time used by the process and its threads, in milliseconds; 0 once it is gone. */
export function coreMilliseconds(pid: number): number;

/** Resident memory in bytes; 0 once the process is gone. */
export function residentBytes(pid: number): number;

/** The target of each open file descriptor: `socket:[4026531840]` or a path. */
export function openFiles(pid: number): string[];

/** Open internet sockets, each as a line of the kernel's tables. */
export function networkSockets(pid: number): string[];

/** The native parts of Node that the process has loaded, as paths. */
export function nativeParts(pid: number): string[];

/** The environment and the arguments that the process was started with. */
export function startingWords(pid: number): string;
