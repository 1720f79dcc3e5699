import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What these functions read exists on Linux only; tests that need them are skipped elsewhere. */
export const onLinux = process.platform === 'linux';

/** Whether a process is there and has not ended; one that waits to be reaped has. */
export function isRunning(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Processes started by this one that have not ended. */
export function childrenOf(pid: number): number[] {
  return entriesOf(`/proc/${pid}/task`)
    .flatMap((task) => (readText(`/proc/${pid}/task/${task}/children`) ?? '').split(' '))
    .map(Number)
    .filter((child) => child > 0 && isRunning(child));
}

/** Whether the process has a handler of its own for the signal of this number. */
export function handlesSignal(pid: number, number: number): boolean {
  const mask = /^SigCgt:\s+([0-9a-f]+)$/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1] ?? '0';
  return ((BigInt(`0x${mask}`) >> BigInt(number - 1)) & 1n) === 1n;
}

/** Milliseconds for which the process and its threads have used a core; 0 once it is gone. */
export function coreMilliseconds(pid: number): number {
  const fields = statOf(pid);
  // Fields 14 and 15 of the manual's numbering, in ticks of 10 ms.
  return fields ? 10 * (Number(fields[11]) + Number(fields[12])) : 0;
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`) ?? '');
  return 1024 * Number(kibibytes?.[1] ?? 0);
}

/** What each open file descriptor is, as `socket:[4026531840]` or a path. */
export function openFiles(pid: number): string[] {
  return entriesOf(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return []; // Closed since the folder was read.
    }
  });
}

/** Open sockets of the internet protocols, one line of the kernel's tables each. */
export function networkSockets(pid: number): string[] {
  const inodes = new Set(openFiles(pid).flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []));
  return ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6']
    .flatMap((table) => (readText(`/proc/${pid}/net/${table}`) ?? '').split('\n').slice(1))
    .filter((line) => inodes.has(line.trim().split(/\s+/)[9]));
}

/** The native parts of Node that the process has loaded, as paths. */
export function nativeParts(pid: number): string[] {
  const mapped = (readText(`/proc/${pid}/maps`) ?? '').matchAll(/ (\/\S+\.node)$/gm);
  return [...new Set([...mapped].map(([, path]) => path))];
}

/** The environment and the arguments that the process was started with. */
export function startingWords(pid: number): string {
  return `${readText(`/proc/${pid}/environ`) ?? ''}\0${readText(`/proc/${pid}/cmdline`) ?? ''}`;
}

/** The fields of the process's stat file from its state on; the name before it may hold spaces. */
function statOf(pid: number): string[] | undefined {
  const text = readText(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
