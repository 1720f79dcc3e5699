import { RenderError } from '../../render/render-error.ts';
import { isSystemError } from '../../render/system-error.ts';

/**
 * Whose fault it is that an output could not be stored: `setup` is this machine's or this program's (no folder, no
 * permission, no credentials), `outage` passes (a full disk, a server that does not answer), `output` concerns one name.
 */
export type StoreFault = 'setup' | 'outage' | 'output';

/** A store cannot be opened, read or written. */
export class StoreError extends RenderError {
  readonly fault: StoreFault;

  constructor(fault: StoreFault, problem: string) {
    super('failed', [problem]);
    this.fault = fault;
  }
}

const setupCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP'] as const;
const outputCodes = ['ENAMETOOLONG', 'EFBIG', 'EINVAL', 'EILSEQ'] as const;

/** The fault of an error of the file system. */
export function faultOfSystemError(error: unknown): StoreFault {
  if (isSystemError(error, ...setupCodes)) return 'setup';
  return isSystemError(error, ...outputCodes) ? 'output' : 'outage';
}
