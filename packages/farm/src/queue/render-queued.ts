import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { RenderError } from '@render-service/engine';
import { removeAbandonedFiles, temporaryPath } from '@render-service/engine/files';
import type { BuiltPartsResult } from '@render-service/engine/parts';
import type { NamedResult, RenderSupervisor, StoreOptions } from '@render-service/engine/process';
import { type BatchJob, type JobResult, jobResult, renderJob } from '../batch-job.ts';
import { documentOf, projectsOfSeveral } from './film-documents.ts';
import type { QueuedShare } from './queued-job.ts';

/** What a worker renders. */
export interface DocumentToRender {
  /** One project, or an array of several. */
  readonly document: Uint8Array;
  readonly job: BatchJob;
  /** Only makes this share of the pieces. */
  readonly share: QueuedShare | undefined;
  readonly timeoutMs: number;
  /** Whether warnings fail the job. */
  readonly strict?: boolean | undefined;
}

/** What a worker publishes of a render. */
export type RenderedOutput = Pick<
  NamedResult,
  'data' | 'bytes' | 'width' | 'height' | 'frames' | 'build' | 'warnings'
>;

/** Bytes of a film of several projects, which is in memory when it is published. */
const maxFilmBytes = 2 ** 31 - 1;

/** Renders what a job asks for. Returns a failure as a value; rejects with the signal's reason if aborted. */
export async function renderQueued(
  renderer: RenderSupervisor,
  { document, job, share, timeoutMs, strict }: DocumentToRender,
  kept: StoreOptions,
  signal: AbortSignal,
): Promise<JobResult<RenderedOutput>> {
  const projects = projectsOfSeveral(document);
  const control = { signal, timeoutMs, strict };
  if (share === undefined) {
    return projects === undefined
      ? renderJob(renderer, { document }, job, { ...control, pieces: kept })
      : jobResult(() => renderSeveral(renderer, projects, job, { ...control, kept }), signal);
  }
  const { span, ...own } = share;
  const part = span && projects ? documentOf(projects[span.part]) : document;
  const pieces = { ...kept, share: own };
  return renderJob(renderer, { document: part }, job, { ...control, pieces, span });
}

interface SeveralControl {
  readonly kept: StoreOptions;
  readonly timeoutMs: number;
  readonly strict: boolean | undefined;
  readonly signal: AbortSignal;
}

async function renderSeveral(
  renderer: RenderSupervisor,
  projects: readonly unknown[],
  { variables, options }: BatchJob,
  { kept, timeoutMs, strict, signal }: SeveralControl,
): Promise<RenderedOutput> {
  const { renderParts } = await import('@render-service/engine/parts');
  const parts = projects.map((project, index) => {
    return { project: documentOf(project), label: `part ${index + 1}`, variables };
  });
  const { width, height, fps } = options;
  const { cache, cacheBytes, store } = kept;
  // A worker that was killed may have left its files.
  await removeAbandonedFiles(tmpdir());
  const path = temporaryPath(tmpdir());
  try {
    const made = await renderParts(
      parts,
      path,
      { width, height, fps, timeoutMs, strict, signal, renderers: [renderer], cache, cacheBytes, store },
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
