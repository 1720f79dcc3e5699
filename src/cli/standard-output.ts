import { fstatSync, readFileSync, statSync } from 'node:fs';
import { RenderError } from '../render/render-error.ts';

/** The access mode of a file that is open for reading and writing, and the bits of the modes (fcntl.h of Linux). */
const readAndWrite = 2;
const accessMode = 3;

/**
 * Throws a RenderError when standard output is closed. Node opens /dev/null in its place, so everything would seem to be
 * written. Shells open /dev/null for writing only, which is how `> /dev/null` differs. Only Linux tells.
 */
export function checkStandardOutput(): void {
  if (!isStandIn()) return;
  throw new RenderError('failed', [
    'cannot write to standard output, because it is closed; give the name of a file with -o, or use > /dev/null',
  ]);
}

function isStandIn(): boolean {
  try {
    if (fstatSync(1).rdev !== statSync('/dev/null').rdev) return false;
    const flags = /^flags:\s*(?<octal>[0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.groups
      ?.octal;
    return flags !== undefined && (Number.parseInt(flags, 8) & accessMode) === readAndWrite;
  } catch {
    return false;
  }
}
