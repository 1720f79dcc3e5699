import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { readRegularFile } from '../render/files/input-file.ts';
import { cannotWrite, checkOutputFile, writeOutputFile } from '../render/files/output-file.ts';
import { describeSystemError } from '../render/files/system-error.ts';
import { RenderError } from '../render/render-error.ts';

const rules = { replace: true, adviceIfExists: '' } as const;

/** Thrown if the file has changed since it was read. */
export class FileChangedError extends RenderError {
  constructor(path: string) {
    super('failed', [`cannot write ${path}: it was changed in the meantime; fix it again`]);
  }
}

/** Rejects with a RenderError if the file cannot be replaced. Called before the work starts. */
export async function checkReplaceable(path: string): Promise<void> {
  await checkOutputFile(path, rules);
  // Only the permissions of the folder matter for replacing a file, but a write-protected file is meant to stay as it
  // is.
  await access(path, constants.W_OK).catch((error) => {
    throw cannotWrite(path, describeSystemError(error));
  });
}

/**
 * Replaces a file by a text, completely or not at all. It keeps its mode, and the target of a symbolic link is replaced
 * instead of the link. Rejects with a FileChangedError if the file no longer has the bytes `before`, with another
 * RenderError if it cannot be written, or with the signal's reason.
 */
export async function replaceFile(
  path: string,
  { before, after, signal }: { before: Uint8Array; after: string; signal: AbortSignal },
): Promise<void> {
  const beforePublishing = async () => {
    const now = await readRegularFile(path, signal).catch(() => undefined);
    if (now === undefined || !Buffer.from(now).equals(before)) throw new FileChangedError(path);
  };
  await writeOutputFile(path, Buffer.from(after), { ...rules, signal, beforePublishing });
}
