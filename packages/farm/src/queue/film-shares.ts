import { RenderError, type Variables } from '@render-service/engine';
import type { CheckedOptions } from '@render-service/engine/options';
import { RenderSupervisor } from '@render-service/engine/process';
import { maxShares, type QueuedShare } from './queued-job.ts';

/**
 * Milliseconds of a film in each share: two pieces or more. A worker reads the project for each share, which takes little
 * of its time, and no worker waits long for the last share.
 */
const shareMs = 4000;

export interface SharesToPlan {
  readonly variables: Variables;
  readonly options: CheckedOptions;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface PlannedShares {
  readonly shares: readonly QueuedShare[];
  /** The options of the film and of its shares; several projects have one size. */
  readonly options: CheckedOptions;
}

/**
 * Plans in which shares the pieces of a film of one or more projects are made. Rejects with a RenderError for projects
 * that cannot become a film; problems of several name their inputs.
 */
export async function planShares(
  documents: readonly Uint8Array[],
  inputs: readonly string[],
  film: SharesToPlan,
): Promise<PlannedShares> {
  await using renderer = RenderSupervisor.forOneTask();
  const [document] = documents;
  if (document !== undefined && documents.length === 1) {
    const shares = await sharesOfOne(renderer, document, film);
    if (shares !== 'in parts') return shares;
  }
  return await sharesOfSeveral(renderer, documents, inputs, film);
}

async function sharesOfOne(
  renderer: RenderSupervisor,
  document: Uint8Array,
  { variables, options, timeoutMs, signal }: SharesToPlan,
): Promise<PlannedShares | 'in parts'> {
  const { isLongFootage } = await import('@render-service/engine/parts');
  const { format, width, height, fps } = options;
  const asked = { format, width, height, fps, variables, timeoutMs, signal };
  const { durationMs, blocking } = await renderer.inspect(document, asked);
  if (blocking.length > 0 && blocking.every(isLongFootage)) return 'in parts';
  if (blocking.length > 0) throw new RenderError('unsupported', blocking);
  return { options, shares: sharesIn(durationMs) };
}

async function sharesOfSeveral(
  renderer: RenderSupervisor,
  documents: readonly Uint8Array[],
  inputs: readonly string[],
  { variables, options, timeoutMs, signal }: SharesToPlan,
): Promise<PlannedShares> {
  const { planFilm } = await import('@render-service/engine/parts');
  const parts = documents.map((project, index) => ({ project, label: inputs[index] ?? '', variables }));
  // The documents have the theme.
  const checked = { ...options, theme: undefined };
  const { plan } = await planFilm({ parts, renderers: [renderer], checked, timeoutMs, signal }, options.fps);
  const shares = plan.pieces.flatMap(({ part, span }) =>
    sharesIn(span.endMs - span.startMs).map((share) => ({ ...share, span: { part, ...span } })),
  );
  if (shares.length > maxShares) {
    const limit = `a film of a queue is made in at most ${maxShares} shares, but this one needs ${shares.length}`;
    throw new RenderError('unsupported', [`${limit}; make two films of it`]);
  }
  return { options: { ...options, ...plan.size }, shares };
}

function sharesIn(durationMs: number): readonly QueuedShare[] {
  const count = Math.max(1, Math.ceil(durationMs / shareMs));
  return Array.from({ length: count }, (_, index) => ({ index, count }));
}
