import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, opendir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from './system-error.ts';

const pattern = /^\.render-service-([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{16}\.tmp(?:\.parts)?$/;

/** Milliseconds after which a file that another machine left unchanged counts as abandoned. A long film takes hours. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Returns an unused path in a folder. Its name shows other processes whether this one still runs. */
export function temporaryPath(folder: string): string {
  const digits = randomBytes(8).toString('hex');
  return join(
    folder,
    `.render-service-${machineName()}-${process.pid}-${startOf(process.pid) ?? 0}-${digits}.tmp`,
  );
}

/** Removes the temporary files in a folder whose processes were killed. Those of running processes stay. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const [, host, pid, start] = pattern.exec(entry.name) ?? [];
    if (host === undefined || !entry.isFile()) continue;
    const path = join(folder, entry.name);
    const isAbandoned = host === machineName() ? !runs(Number(pid), Number(start)) : await isOld(path);
    // Two processes may remove it at the same time.
    if (isAbandoned) await rm(path, { force: true });
  }
}

/** Eight digits that identify a machine or a container, each of which has its own process ids. */
export function machineName(): string {
  const name = [
    hostname(),
    // Several hosts may have the same name.
    textIfAny(() => readFileSync('/etc/machine-id', 'utf8').trim()),
    textIfAny(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return createHash('sha256').update(name.join(' ')).digest('hex').slice(0, 8);
}

/** Returns '' for a file that the system does not have. */
function textIfAny(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/**
 * Start of a process in the system's ticks, which distinguishes it from a later process with the same id. Linux only.
 */
function startOf(pid: number): number | undefined {
  try {
    // The name of the process, in parentheses, may have spaces.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(fields.split(' ')[19]);
  } catch {
    return undefined;
  }
}

function runs(pid: number, start: number): boolean {
  const seen = startOf(pid);
  if (seen !== undefined) return seen === start;
  if (process.platform === 'linux') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error, 'EPERM');
  }
}

async function isOld(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > abandonedAfterMs;
}
