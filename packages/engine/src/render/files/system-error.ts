import { getSystemErrorName } from 'node:util';

/** Whether an error comes from the operating system and has one of the codes, such as `ENOENT`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(codeOf(error));
}

/** The code of an error; empty without one. A library may have replaced the code, but not the number. */
function codeOf(error: Error): string {
  if ('errno' in error && typeof error.errno === 'number' && error.errno < 0)
    return getSystemErrorName(error.errno);
  return 'code' in error ? String(error.code) : '';
}

/** Why nothing more can be written. */
export const fullDisk = 'no space is left on the device';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  ENOSPC: fullDisk,
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EFBIG: 'it would be larger than the file system allows',
  EIO: 'the device failed (input/output error)',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** Explains why an operation on a file failed, to follow `cannot read X: `. */
export function describeSystemError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return reasons[codeOf(error)] ?? error.message;
}
