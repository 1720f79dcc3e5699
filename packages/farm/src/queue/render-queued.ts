import type { RenderSupervisor, StoreOptions } from '@render-service/engine/process';
import { type BatchJob, type JobResult, jobResult, renderJob } from '../batch-job.ts';
import { type PartsControl, type RenderedOutput, renderInParts } from '../film-in-parts.ts';
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
      : jobResult(() => renderSeveral(renderer, projects, job, { ...control, pieces: kept }), signal);
  }
  const { span, ...own } = share;
  const part = span && projects ? documentOf(projects[span.part]) : document;
  const pieces = { ...kept, share: own };
  return renderJob(renderer, { document: part }, job, { ...control, pieces, span });
}

function renderSeveral(
  renderer: RenderSupervisor,
  projects: readonly unknown[],
  { variables, options }: BatchJob,
  control: PartsControl,
): Promise<RenderedOutput> {
  const parts = projects.map((project, index) => {
    return { project: documentOf(project), label: `part ${index + 1}`, variables };
  });
  return renderInParts(renderer, parts, options, control);
}
