import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { opendir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../../render/files/system-error.ts';

const prefix = '.render-service-batch';
const pattern = /^\.render-service-batch-([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{16}\.tmp$/;

/** Milliseconds after which a temporary file of another machine counts as abandoned; writing one takes seconds. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Prefix of the temporary files of this process, from which another process can tell whether this one still runs. */
export function temporaryPrefix(): string {
  return `${prefix}-${machineName()}-${process.pid}-${startOf(process.pid) ?? 0}-`;
}

/** Removes the temporary files of killed batches, but not of running ones. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    const [, host, pid, start] = pattern.exec(name) ?? [];
    if (host === undefined) continue;
    const path = join(folder, name);
    const isAbandoned = host === machineName() ? !runs(Number(pid), Number(start)) : await isOld(path);
    // Two batches may remove it at the same time.
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
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > abandonedAfterMs;
}
