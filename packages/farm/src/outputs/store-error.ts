import { RenderError } from '@render-service/engine';
import { describeSystemError, isSystemError } from '@render-service/engine/files';

/**
 * Why an output could not be stored: `setup` is a fault of this machine or this program (no folder, no permission, no
 * credentials), `outage` is temporary (a full disk, a server that does not respond), `output` concerns one name.
 */
export type StoreFault = 'setup' | 'outage' | 'output';

/** A store cannot be opened, read or written. */
export class StoreError extends RenderError {
  readonly fault: StoreFault;
  /** Whether no space is left, which rarely resolves itself. */
  readonly isFull: boolean;
  /** Whether it happened before any output was touched, so it affects all outputs. */
  readonly concernsAll: boolean;

  constructor(fault: StoreFault, problem: string, { isFull = false, concernsAll = false } = {}) {
    super('failed', [problem]);
    this.fault = fault;
    this.isFull = isFull;
    this.concernsAll = concernsAll;
  }
}

const setupCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP'] as const;
const outputCodes = ['ENAMETOOLONG', 'EFBIG', 'EINVAL', 'EILSEQ'] as const;

/** Converts an error of the file system. The message starts with `what`. */
export function storeErrorOf(what: string, error: unknown, reason = describeSystemError(error)): StoreError {
  const isFull = isSystemError(error, 'ENOSPC', 'EDQUOT');
  return new StoreError(faultOfSystemError(error), `${what}: ${reason}`, { isFull });
}

function faultOfSystemError(error: unknown): StoreFault {
  if (isSystemError(error, ...setupCodes)) return 'setup';
  return isSystemError(error, ...outputCodes) ? 'output' : 'outage';
}
