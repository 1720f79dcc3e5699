import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// What the Linux kernel reports about a process, for the tests and the long-running scripts.

export const onLinux = process.platform === 'linux';

export function isRunning(pid) {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

export function childrenOf(pid) {
  return entriesOf(`/proc/${pid}/task`)
    .flatMap((task) => (readText(`/proc/${pid}/task/${task}/children`) ?? '').split(' '))
    .map(Number)
    .filter((child) => child > 0 && isRunning(child));
}

export function handlesSignal(pid, number) {
  const mask = /^SigCgt:\s+([0-9a-f]+)$/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1] ?? '0';
  return ((BigInt(`0x${mask}`) >> BigInt(number - 1)) & 1n) === 1n;
}

export function coreMilliseconds(pid) {
  const fields = statOf(pid);
  // Fields 14 and 15 of the manual page: user and system time, in ticks of 10 ms.
  return fields ? 10 * (Number(fields[11]) + Number(fields[12])) : 0;
}

export function residentBytes(pid) {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`) ?? '');
  return 1024 * Number(kibibytes?.[1] ?? 0);
}

export function openFiles(pid) {
  return entriesOf(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return []; // Closed since the folder was read.
    }
  });
}

export function networkSockets(pid) {
  const inodes = new Set(openFiles(pid).flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []));
  return ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6']
    .flatMap((table) => (readText(`/proc/${pid}/net/${table}`) ?? '').split('\n').slice(1))
    .filter((line) => inodes.has(line.trim().split(/\s+/)[9]));
}

export function nativeParts(pid) {
  const mapped = (readText(`/proc/${pid}/maps`) ?? '').matchAll(/ (\/\S+\.node)$/gm);
  return [...new Set([...mapped].map(([, path]) => path))];
}

export function startingWords(pid) {
  return `${readText(`/proc/${pid}/environ`) ?? ''}\0${readText(`/proc/${pid}/cmdline`) ?? ''}`;
}

/** The fields of the process's stat file from its state on; the name before it may contain spaces. */
function statOf(pid) {
  const text = readText(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function entriesOf(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
