import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { opendir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../../render/files/system-error.ts';

const prefix = '.render-service-batch';
const pattern = /^\.render-service-batch-([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{16}\.tmp$/;

/** Milliseconds after which a temporary file of another machine is abandoned; one is written in seconds. */
const abandonedAfterMs = 60 * 60 * 1000;

/** What the temporary files of this process begin with: from it another process can tell whether this one still runs. */
export function temporaryPrefix(): string {
  return `${prefix}-${machineName()}-${process.pid}-${startOf(process.pid) ?? 0}-`;
}

/** Removes the temporary files of batches that were killed, and of none that runs. */
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

/** Eight digits for whatever has process numbers of its own: a machine, or a container on it. */
export function machineName(): string {
  const name = [
    hostname(),
    // Hosts may have the same name.
    textIfAny(() => readFileSync('/etc/machine-id', 'utf8').trim()),
    textIfAny(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return createHash('sha256').update(name.join(' ')).digest('hex').slice(0, 8);
}

/** What only some systems have. */
function textIfAny(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** When a process started, in the system's ticks; tells it from a later one of the same number. Only Linux says. */
function startOf(pid: number): number | undefined {
  try {
    // Its name, in parentheses, may have spaces.
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
