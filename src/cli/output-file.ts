import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { publishFile } from '../render/publish-file.ts';
import { RenderError } from '../render/render-error.ts';

/** Rejects with a RenderError if nothing can be written to `path`: before the work is done rather than after it. */
export async function checkOutputPath(path: string, { replace }: { replace: boolean }): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw cannotWrite(path, 'it is a folder');
  if (existing && !replace) {
    throw new RenderError('failed', [`${path} exists already; use --force to replace it`]);
  }
  const folder = dirname(path);
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw cannotWrite(path, `there is no folder ${folder}`);
}

/** Publishes the result; rejects with a RenderError, or with the signal's reason. */
export async function writeOutputFile(
  path: string,
  data: Uint8Array,
  options: { replace: boolean; signal: AbortSignal },
): Promise<void> {
  try {
    await publishFile(path, data, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
    throw cannotWrite(path, error instanceof Error ? error.message : String(error));
  }
}

function cannotWrite(path: string, reason: string): RenderError {
  return new RenderError('failed', [`cannot write ${path}: ${reason}`]);
}
