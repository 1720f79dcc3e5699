import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { finishMovie } from '../../output/film/finish-movie.ts';
import { PartsFile } from '../../output/film/parts-file.ts';
import { formats } from '../../output/formats.ts';
import { checkOutputFile, type OutputRules, outputFormat, writeOutputFile } from '../files/output-file.ts';
import { type FileWriter, withTemporary } from '../files/publish-file.ts';
import { checkOptions } from '../options/check-options.ts';
import { RenderSupervisor } from '../process/supervisor.ts';
import type { NamedResult } from '../render.ts';
import { RenderError } from '../render-error.ts';
import type { LabelledPart, PartsOptions, PartsResult } from './parts-options.ts';
import { type PartPiece, type PartsPlan, partProblems, planParts } from './plan-parts.ts';

/**
 * Renders projects, one after the other, as one MP4 file with a chapter each. All have the size and rate of the first, unless
 * options say otherwise. Neither duration nor bytes are limited, and memory does not grow with them. The time limit applies to
 * each piece of up to 30 seconds. Rejects with a RenderError, and leaves no file then.
 */
export async function renderParts(
  parts: readonly LabelledPart[],
  outputPath: string,
  { jobs = 1, ...options }: PartsOptions,
  rules: OutputRules,
): Promise<PartsResult> {
  const start = performance.now();
  const { width, height, fps, audio, timeoutMs, onProgress } = options;
  const format = 'mp4';
  outputFormat(outputPath, format);
  const checked = checkOptions({ width, height, fps, audio, format });
  if (parts.length === 0) throw new RenderError('invalid-option', ['a film needs at least one project']);
  await checkOutputFile(outputPath, rules);
  const stop = new AbortController();
  const forward = () => stop.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', forward, { once: true });
  if (options.signal?.aborted) forward();
  const { signal } = stop;
  const processors = jobs > 1 ? Math.max(1, Math.floor(availableParallelism() / jobs)) : undefined;
  const renderers = Array.from({ length: jobs }, () => new RenderSupervisor({ warmsUp: false, processors }));
  const rendererOf = (index: number) => renderers[index % jobs];
  try {
    const plan = await inspectParts();
    let rasterizedFrames = 0;
    const write: FileWriter = (file, path) =>
      withTemporary(`${path}.parts`, async () => {
        const scratch = await open(`${path}.parts`, 'wx+', 0o600);
        try {
          rasterizedFrames = await writePieces(scratch.fd, plan);
          await finishMovie(scratch, file, plan.chapters, signal);
        } finally {
          await scratch.close();
        }
      });
    let bytes = 0;
    await writeOutputFile(outputPath, write, {
      ...rules,
      signal,
      beforePublishing: async ({ size }) => {
        bytes = Number(size);
      },
    });
    const { size, durationMs, frames, chapters, hasSound } = plan;
    return {
      format,
      mimeType: formats.mp4.mediaType,
      bytes,
      ...size,
      durationMs,
      frames,
      rasterizedFrames,
      audioCodec: hasSound ? (audio ?? formats.mp4.audioCodec) : null,
      chapters,
      elapsedMs: Math.round(performance.now() - start),
    };
  } finally {
    options.signal?.removeEventListener('abort', forward);
    stop.abort();
    await Promise.all(renderers.map((renderer) => renderer.close()));
  }

  async function inspectParts(): Promise<PartsPlan> {
    const inspected = await allOrErrors(
      parts.map((part, index) =>
        named(part, () =>
          rendererOf(index).inspect(part.project, {
            ...{ format, fps, timeoutMs, signal },
            ...{ variables: part.variables, baseFolder: part.baseFolder },
          }),
        ),
      ),
    );
    const problems = inspected.flatMap((one, index) =>
      partProblems(one, checked.fps).map((problem) => ({ ...problem, project: parts[index].label })),
    );
    if (problems.length > 0) throw new RenderError('unsupported', problems);
    return planParts(inspected, checked);
  }

  /** Writes all pieces into an open file, and returns the number of pictures drawn. */
  async function writePieces(descriptor: number, plan: PartsPlan): Promise<number> {
    const { pieces, durationMs, frames, hasSound } = plan;
    const done = pieces.map(() => 0);
    const render = ({ part, span }: PartPiece, index: number): Promise<NamedResult> =>
      named(parts[part], () =>
        rendererOf(index).render(parts[part].project, {
          ...{ format, ...plan.size, fps: checked.fps, separatesSound: true, timeoutMs, signal },
          ...{ fromMs: span.startMs, toMs: span.endMs },
          ...{ variables: parts[part].variables, baseFolder: parts[part].baseFolder },
          onProgress: ({ framesDone: ready }) => {
            done[index] = ready;
            const framesDone = done.reduce((sum, count) => sum + count, 0);
            onProgress?.({ fraction: framesDone / frames, framesDone, frames });
          },
        }),
      );
    const file = new PartsFile({ descriptor, durationMs, audio: hasSound ? (audio ?? 'mp3') : null });
    const rendered = new Map<number, Promise<NamedResult>>();
    const start = (index: number): Promise<NamedResult> => {
      const known = rendered.get(index);
      if (known) return known;
      const made = render(pieces[index], index);
      // Awaited when its turn comes.
      made.catch(() => {});
      rendered.set(index, made);
      return made;
    };
    let rasterizedFrames = 0;
    try {
      for (const [index, { startMs, span }] of pieces.entries()) {
        // While a piece is written, each process works on another one.
        for (let next = index; next <= Math.min(index + jobs, pieces.length - 1); next++) start(next);
        const piece = await start(index);
        rendered.delete(index);
        rasterizedFrames += piece.rasterizedFrames;
        const endMs = startMs + span.endMs - span.startMs;
        await file.add({ file: piece.data, startMs, endMs, sound: piece.sound ?? null });
        // V8 would keep the bytes of several pieces, which are 13 MB each, before it collects them.
        globalThis.gc?.();
      }
      await file.finish();
      return rasterizedFrames;
    } finally {
      file.close();
    }
  }
}

/** Does something with a part; a failure names it. */
async function named<Value>({ label }: LabelledPart, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RenderError) || error.code === 'aborted') throw error;
    throw new RenderError(
      error.code,
      error.problems.map((problem) => ({ ...problem, project: label })),
      error.cause,
    );
  }
}

/** Waits for all results. Rejects with the first error, and then with the problems of all like it. */
async function allOrErrors<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(work);
  const errors: unknown[] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const [first] = errors;
  if (first === undefined) return Promise.all(work);
  if (!(first instanceof RenderError) || first.code === 'aborted') throw first;
  const alike = errors.filter((error) => error instanceof RenderError && error.code === first.code);
  const problems = (alike as RenderError[]).flatMap((error) => error.problems);
  throw new RenderError(first.code, problems, first.cause);
}
