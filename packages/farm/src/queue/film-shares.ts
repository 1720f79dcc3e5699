import { RenderError } from '@render-service/engine';
import { RenderSupervisor } from '@render-service/engine/process';
import type { BatchJob } from '../batch-job.ts';

/**
 * Milliseconds of a film in each share: two pieces or more. A worker reads the project for each share, which takes little
 * of its time, and no worker waits long for the last share.
 */
const shareMs = 4000;

/**
 * Returns in how many shares the pieces of a film are made. Rejects with a RenderError for a project that cannot become
 * a film.
 */
export async function countShares(
  document: Uint8Array,
  { variables, options }: BatchJob,
  control: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<number> {
  await using renderer = RenderSupervisor.forOneTask();
  const { format, width, height, fps } = options;
  const asked = { format, width, height, fps, variables, ...control };
  const { durationMs, blocking } = await renderer.inspect(document, asked);
  if (blocking.length > 0) throw new RenderError('unsupported', blocking);
  return Math.max(1, Math.ceil(durationMs / shareMs));
}
