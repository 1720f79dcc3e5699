import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { RenderError } from '@render-service/engine';
import { removeAbandonedFiles, temporaryPath } from '@render-service/engine/files';
import type { CheckedOptions } from '@render-service/engine/options';
import type { BuiltPartsResult, LabelledPart, PartsOptions } from '@render-service/engine/parts';
import type { NamedResult, RenderSupervisor, StoreOptions } from '@render-service/engine/process';

/** What is published of a render. */
export type RenderedOutput = Pick<
  NamedResult,
  'data' | 'bytes' | 'width' | 'height' | 'frames' | 'build' | 'warnings'
>;

export interface PartsControl
  extends Pick<PartsOptions, 'timeoutMs' | 'strict' | 'onProgress' | 'isOneFilm'> {
  readonly signal: AbortSignal;
  /** Where the pieces of the film are kept. */
  readonly pieces?: StoreOptions | undefined;
}

/** Bytes of a film in parts, which is in memory when it is published. */
const maxFilmBytes = 2 ** 31 - 1;

/** Renders projects as one film. Rejects with a RenderError, or with the signal's reason. */
export async function renderInParts(
  renderer: RenderSupervisor,
  parts: readonly LabelledPart[],
  { width, height, fps, audio, codec }: CheckedOptions,
  { pieces = {}, ...control }: PartsControl,
): Promise<RenderedOutput> {
  const { renderParts } = await import('@render-service/engine/parts');
  const { cache, cacheBytes, store } = pieces;
  // A process that was killed may have left its files.
  await removeAbandonedFiles(tmpdir());
  const path = temporaryPath(tmpdir());
  try {
    const made = await renderParts(
      parts,
      path,
      { width, height, fps, audio, codec, ...control, renderers: [renderer], cache, cacheBytes, store },
      { replace: false, adviceIfExists: '' },
    );
    return { ...made, data: await filmIn(path, made) };
  } finally {
    await rm(path, { force: true });
  }
}

async function filmIn(path: string, { bytes }: BuiltPartsResult): Promise<Uint8Array> {
  if (bytes > maxFilmBytes) {
    const limit = `a film of a queue has at most ${maxFilmBytes} bytes, but this one has ${bytes}`;
    throw new RenderError('unsupported', [`${limit}; make it with render, or in two films`]);
  }
  return await readFile(path);
}
