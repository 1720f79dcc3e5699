import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Packet } from '#node-av/lib';
import { captionFile } from '../../output/caption-text.ts';
import { finishMovie } from '../../output/film/finish-movie.ts';
import { PartsFile } from '../../output/film/parts-file.ts';
import { formats, type Mp4Sound } from '../../output/formats.ts';
import type { Problem } from '../../project/problem.ts';
import { checkOutputFile, type OutputRules, outputFormat, writeOutputFile } from '../files/output-file.ts';
import { type FileWriter, withTemporary } from '../files/publish-file.ts';
import type { KeptSound } from '../film/kept/kept-sound.ts';
import { openStore } from '../film/kept/open-store.ts';
import type { StoreOptions } from '../film/kept/store-options.ts';
import type { BuildReport } from '../film/piece-report.ts';
import { type CheckedOptions, checkOptions } from '../options/check-options.ts';
import { RenderSupervisor } from '../process/supervisor.ts';
import { type NamedResult, noCaptions, type RenderTaskOptions } from '../render.ts';
import { RenderCrash, RenderError } from '../render-error.ts';
import type { BuiltPartsResult, LabelledPart, PartsOptions } from './parts-options.ts';
import { type InspectedPart, type PartsPlan, partProblems, planParts } from './plan-parts.ts';

const format = 'mp4';

/**
 * Renders projects, one after the other, as one MP4 file with a chapter each. All have the size and rate of the first,
 * unless options say otherwise. Neither duration nor bytes are limited, and memory does not grow with them. The time
 * limit applies to each piece of up to 30 seconds. Rejects with a RenderError, and leaves no file then.
 */
export async function renderParts(
  parts: readonly LabelledPart[],
  outputPath: string,
  { jobs = 1, ...options }: PartsOptions,
  rules: OutputRules,
): Promise<BuiltPartsResult> {
  const start = performance.now();
  const { fps, audio, cache, cacheBytes, store, timeoutMs, onProgress } = options;
  outputFormat(outputPath, format);
  const checked = checkOptions({ ...options, format }, undefined, 'renderParts');
  if (parts.length === 0) throw new RenderError('invalid-option', ['a film needs at least one project']);
  await checkOutputFile(outputPath, rules);
  const stop = new AbortController();
  const forward = () => stop.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', forward, { once: true });
  if (options.signal?.aborted) forward();
  const { signal } = stop;
  const processors = jobs > 1 ? Math.max(1, Math.floor(availableParallelism() / jobs)) : undefined;
  const ownRenderers = options.renderers
    ? []
    : Array.from({ length: jobs }, () => new RenderSupervisor({ warmsUp: false, processors }));
  const renderers = options.renderers ?? ownRenderers;
  const kept = { cache, cacheBytes, store };
  const { isOneFilm = false, captions, embedCaptions = false } = options;
  const film: PartsFilm = {
    ...{ parts, renderers, checked, audio, kept, timeoutMs, signal, onProgress },
    ...{ embedCaptions, wantsCues: embedCaptions || captions !== undefined },
  };
  try {
    const planned = await planFilm(film, fps, options.strict);
    const plan = isOneFilm ? { ...planned.plan, chapters: [] } : planned.plan;
    const { warnings } = planned;
    if (film.wantsCues && plan.captions.cues.length === 0) throw new RenderError('unsupported', [noCaptions]);
    const { bytes, rasterizedFrames, build } = await writeFilm(film, plan, outputPath, rules);
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
      ...(warnings.length > 0 && { warnings }),
      elapsedMs: Math.round(performance.now() - start),
      ...(build && { build }),
      ...(captions && { captions: captionFile(plan.captions.cues, captions, plan.captions.lang) }),
    };
  } finally {
    options.signal?.removeEventListener('abort', forward);
    stop.abort();
    await Promise.all(ownRenderers.map((renderer) => renderer.close()));
  }
}

/** A film of several projects to plan. */
export interface FilmToPlan extends Pick<PartsOptions, 'timeoutMs'> {
  readonly parts: readonly LabelledPart[];
  /** One for each part or piece that is worked on at the same time. */
  readonly renderers: readonly RenderSupervisor[];
  readonly checked: CheckedOptions;
  readonly signal: AbortSignal;
  /** Whether the plan has cues. */
  readonly wantsCues?: boolean;
}

/** A film of several projects that is being rendered. */
interface PartsFilm extends FilmToPlan, Pick<PartsOptions, 'audio' | 'onProgress'> {
  /** Where the pieces of films are kept. */
  readonly kept: StoreOptions;
  readonly embedCaptions: boolean;
}

/**
 * The longest film whose coded sound is kept, in milliseconds: it is in memory as a whole, 24 MB a thousand seconds, and
 * memory must not depend on the length of a film.
 */
const maxKeptSoundMs = 1_200_000;

function rendererOf({ renderers }: FilmToPlan, index: number): RenderSupervisor {
  return renderers[index % renderers.length];
}

/** A film of several projects, and warnings of anything that is drawn differently from how it was written. */
interface PlannedFilm {
  readonly plan: PartsPlan;
  readonly warnings: readonly Problem[];
}

/**
 * Inspects the parts of a film, and plans it. Rejects with a RenderError whose problems name their parts; a strict
 * one also for warnings.
 */
export async function planFilm(
  film: FilmToPlan,
  fps: PartsOptions['fps'],
  isStrict = false,
): Promise<PlannedFilm> {
  const { parts, checked, timeoutMs, signal } = film;
  const inspected = await allOrErrors(
    parts.map((part, index) =>
      named(part, () =>
        rendererOf(film, index).inspect(part.project, {
          ...{ format, fps, timeoutMs, signal, soundDigest: true, cues: film.wantsCues },
          ...{ variables: part.variables, theme: checked.theme, baseFolder: part.baseFolder },
        }),
      ),
    ),
  );
  const inParts = (problemsOf: (part: InspectedPart) => readonly Problem[]) =>
    inspected.flatMap((part, index) =>
      problemsOf(part).map((problem) => ({ ...problem, project: parts[index].label })),
    );
  const warnings = inParts(({ problems }) => problems.filter(({ severity }) => severity === 'warning'));
  const problems = inParts((part) => partProblems(part, checked.fps));
  const refused = isStrict ? [...problems, ...warnings] : problems;
  if (refused.length > 0) throw new RenderError('unsupported', refused);
  return { plan: planParts(inspected, checked), warnings };
}

/** Renders and publishes the film. Its samples are in a temporary file until its index is complete. */
async function writeFilm(
  film: PartsFilm,
  plan: PartsPlan,
  outputPath: string,
  rules: OutputRules,
): Promise<WrittenPieces & { bytes: number }> {
  const { signal } = film;
  let written: WrittenPieces = { rasterizedFrames: 0 };
  let bytes = 0;
  const write: FileWriter = (file, path) =>
    withTemporary(`${path}.parts`, async () => {
      const scratch = await open(`${path}.parts`, 'wx+', 0o600);
      try {
        written = await writePieces(film, plan, scratch.fd);
        await finishMovie(scratch, file, plan.chapters, signal);
      } finally {
        await scratch.close();
      }
    });
  await writeOutputFile(outputPath, write, {
    ...rules,
    signal,
    beforePublishing: async ({ size }) => {
      bytes = Number(size);
    },
  });
  return { bytes, ...written };
}

interface WrittenPieces extends Pick<BuiltPartsResult, 'build'> {
  /** Number of pictures drawn. */
  readonly rasterizedFrames: number;
}

/** Writes all pieces into an open file. */
async function writePieces(film: PartsFilm, plan: PartsPlan, descriptor: number): Promise<WrittenPieces> {
  const { pieces, durationMs, hasSound } = plan;
  const audio = hasSound ? (film.audio ?? 'mp3') : null;
  const keptSound = audio && (await openSound(film, plan, audio));
  const codedSound = keptSound?.packets;
  const onCoded = (packet: Packet) => keptSound?.add(packet);
  const captions = film.embedCaptions ? plan.captions : undefined;
  const file = new PartsFile({ descriptor, durationMs, audio, codedSound, captions, onCoded });
  let rasterizedFrames = 0;
  let build: BuildReport | undefined;
  let index = 0;
  try {
    for await (const piece of renderPieces(film, plan, codedSound ? 'left out' : 'apart')) {
      const { startMs, span } = pieces[index++];
      rasterizedFrames += piece.rasterizedFrames;
      build = joinReports(build, piece.build, startMs - span.startMs);
      const endMs = startMs + span.endMs - span.startMs;
      await file.add({ file: piece.data, startMs, endMs, sound: piece.sound ?? null });
      // V8 would keep the bytes of several pieces, which are 13 MB each, before it collects them.
      globalThis.gc?.();
    }
    await file.finish();
    await keptSound?.finish();
    return { rasterizedFrames, build };
  } finally {
    file.close();
  }
}

/** Opens the place of a film's coded sound; undefined without one. */
async function openSound(
  { kept }: PartsFilm,
  { pieces, durationMs }: PartsPlan,
  audio: Mp4Sound,
): Promise<KeptSound | undefined> {
  const store = durationMs > maxKeptSoundMs ? undefined : await openStore(kept);
  if (store === undefined) return undefined;
  const { KeptSound } = await import('../film/kept/kept-sound.ts');
  const parts = pieces.map(({ soundDigest = '', span }) => [soundDigest, span] as const);
  return KeptSound.open(store, parts, audio);
}

/** Adds the report of a piece whose times are `laterMs` later in the film. */
function joinReports(
  all: BuildReport | undefined,
  added: BuildReport | undefined,
  laterMs: number,
): BuildReport | undefined {
  if (added === undefined) return all;
  const moved = added.pieces.map(({ startMs, endMs, ...piece }) => {
    return { startMs: startMs + laterMs, endMs: endMs + laterMs, ...piece };
  });
  return { pieces: [...(all?.pieces ?? []), ...moved], problem: all?.problem ?? added.problem };
}

/** Renders the pieces in order. While the caller writes one, each process works on another one. */
async function* renderPieces(
  film: PartsFilm,
  plan: PartsPlan,
  sound: RenderTaskOptions['sound'],
): AsyncIterable<NamedResult> {
  const { pieces } = plan;
  const framesDone = pieces.map(() => 0);
  const rendered = new Map<number, Promise<NamedResult>>();
  const start = (index: number): Promise<NamedResult> => {
    const rendering = rendered.get(index);
    if (rendering) return rendering;
    const made = renderPiece(film, plan, { index, sound, framesDone });
    // Awaited when its turn comes.
    made.catch(() => {});
    rendered.set(index, made);
    return made;
  };
  for (const index of pieces.keys()) {
    const last = Math.min(index + film.renderers.length, pieces.length - 1);
    for (let next = index; next <= last; next++) start(next);
    const piece = await start(index);
    rendered.delete(index);
    yield piece;
  }
}

interface PieceToRender extends Pick<RenderTaskOptions, 'sound'> {
  readonly index: number;
  /** The frames of each piece that are ready; kept up to date. */
  readonly framesDone: number[];
}

function renderPiece(
  film: PartsFilm,
  { pieces, size, frames }: PartsPlan,
  { index, sound, framesDone }: PieceToRender,
): Promise<NamedResult> {
  const { checked, kept, timeoutMs, signal, onProgress } = film;
  const { part, span } = pieces[index];
  const { project, variables, baseFolder } = film.parts[part];
  return named(film.parts[part], () =>
    rendererOf(film, index).render(project, {
      ...{ format, ...size, fps: checked.fps, codec: checked.codec, sound, timeoutMs, signal },
      ...{ fromMs: span.startMs, toMs: span.endMs },
      ...{ variables, theme: checked.theme, baseFolder, ...kept },
      onProgress: (piece) => {
        framesDone[index] = piece.framesDone;
        const done = framesDone.reduce((sum, count) => sum + count, 0);
        onProgress?.({ fraction: done / frames, framesDone: done, frames });
      },
    }),
  );
}

/** Does work on a part, and names the part in its failure. */
async function named<Value>({ label }: LabelledPart, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RenderError) || error.code === 'aborted') throw error;
    const problems = error.problems.map((problem) => ({ ...problem, project: label }));
    if (error instanceof RenderCrash) throw new RenderCrash(problems, error.cause, error);
    throw new RenderError(error.code, problems, error.cause);
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
