import { readdirSync, readFileSync } from 'node:fs';

// Facts about a process from the Linux kernel.

/** Resident memory in bytes; 0 once the process is gone. */
export function residentBytes(pid) {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return 1024 * Number(kibibytes ?? 0);
}

/** The number of open file descriptors. */
export function openDescriptors(pid) {
  return list(`/proc/${pid}/fd`).length;
}

/** Processor time of a process and its threads in milliseconds; 0 once it is gone. */
export function processorMs(pid) {
  // User and system time, in ticks of 10 ms.
  const [user, system] = statOf(pid).slice(11, 13);
  return 10 * (Number(user ?? 0) + Number(system ?? 0));
}

/** Running child processes of a process. */
export function childrenOf(pid) {
  return list(`/proc/${pid}/task`)
    .flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' '))
    .map(Number)
    .filter((child) => child > 0 && isRunning(child));
}

/** Whether a process is running. One that only waits to be reaped is not. */
export function isRunning(pid) {
  const [state = ''] = statOf(pid);
  return state !== '' && state !== 'Z' && state !== 'X';
}

/** The fields of the process's stat file from its state on. The program name before it may contain spaces. */
function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
