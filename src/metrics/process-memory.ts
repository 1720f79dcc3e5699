import { readFile } from 'node:fs/promises';
import type { MeasuredRenderer } from './instruments.ts';

/**
 * Resident memory of a renderer's process, in bytes: now on Linux, elsewhere as it was after the last task. 0 without a
 * process.
 */
export async function residentBytesOf({ processId, residentBytes }: MeasuredRenderer): Promise<number> {
  if (processId === undefined) return 0;
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? residentBytes : Number(kibibytes) * 1024;
}
