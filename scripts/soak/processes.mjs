import { readdirSync, readFileSync } from 'node:fs';

// What the kernel tells of a process, on Linux.

/** Resident memory in bytes; 0 once the process is gone. */
export function residentBytes(pid) {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return 1024 * Number(kibibytes ?? 0);
}

/** The number of open file descriptors. */
export function openDescriptors(pid) {
  return list(`/proc/${pid}/fd`).length;
}

/** Milliseconds for which a process and its threads have kept a processor busy; 0 once it is gone. */
export function processorMs(pid) {
  // User and system time, in ticks of 10 ms.
  const [user, system] = statOf(pid).slice(11, 13);
  return 10 * (Number(user ?? 0) + Number(system ?? 0));
}

/** Processes that this one started and that have not ended. */
export function childrenOf(pid) {
  return list(`/proc/${pid}/task`)
    .flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' '))
    .map(Number)
    .filter((child) => child > 0 && isRunning(child));
}

/** Whether a process is there and has not ended; one that waits to be reaped has. */
export function isRunning(pid) {
  const [state = ''] = statOf(pid);
  return state !== '' && state !== 'Z' && state !== 'X';
}

/** The fields of the process's stat file from its state on; the program's name before it may hold spaces. */
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
