import { setImmediate } from 'node:timers/promises';
import type { Assertion } from '../../assertions/assertion.ts';
import { parseAssertion } from '../../assertions/parse-assertion.ts';
import { compileKeptDrawing } from '../../drawing/single-drawing.ts';
import { isPlot } from '../../language/kinds.ts';
import { assertionVocabulary } from '../../project/assertion-vocabulary.ts';
import { Budget } from '../../project/budget.ts';
import { ContentError } from '../../project/content-error.ts';
import type { Composition, Project, Scene } from '../../project/schema.ts';
import { compileTimeline } from '../../timeline/compile-timeline.ts';
import { compositionTimesOf } from '../../timeline/sequence.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { Breakpoints, relatedObjects } from './breakpoints.ts';
import { checkAssertion } from './check-assertion.ts';
import type { Checking, Failure } from './checking.ts';
import { FilmSampler, NoPlace, TooMuchWork } from './film-sampler.ts';

/** Work of measuring the film for all assertions, in poses of objects: some seconds. */
const maxWork = 5_000_000;

/** Work of trying one fix. */
export const trialWork = 250_000;

/** Parts of the film that are kept, because several assertions may be about the same objects. */
const maxSamplers = 30;

/** An assertion of a project and what came of it. */
export interface CheckedAssertion {
  readonly assertion: Assertion;
  /** `unchecked` if there is too much to measure, or the film cannot be drawn or heard. */
  readonly status: 'passes' | 'fails' | 'unchecked';
  readonly failure: Failure | null;
}

/** The assertions of a project, which are valid, in the order of `expect`. */
export function assertionsOf(project: Project): readonly Assertion[] {
  const { expect = [] } = project;
  if (expect.length === 0) return [];
  const vocabulary = assertionVocabulary(project);
  return expect.flatMap((sentence) => {
    const parsed = parseAssertion(sentence, vocabulary);
    return parsed.ok ? [parsed.assertion] : [];
  });
}

/**
 * Checks every assertion of a project that can be drawn. Rejects with the signal's reason when aborted, and with a
 * ContentError for an equation that takes too long.
 */
export async function checkAssertions(
  project: Project,
  timeline: Timeline,
  signal?: AbortSignal,
): Promise<readonly CheckedAssertion[]> {
  const assertions = assertionsOf(project);
  if (assertions.length === 0) return [];
  return checkWith(await openChecking(project, timeline, signal), assertions, signal);
}

/** Checks assertions one after another. */
export async function checkWith(
  checking: Checking,
  assertions: readonly Assertion[],
  signal?: AbortSignal,
): Promise<readonly CheckedAssertion[]> {
  const checked: CheckedAssertion[] = [];
  for (const assertion of assertions) {
    await setImmediate();
    signal?.throwIfAborted();
    checked.push({ assertion, ...(await check(assertion, checking)) });
  }
  return checked;
}

/** Prepares a project for the check of its assertions. */
export async function openChecking(
  project: Project,
  timeline: Timeline,
  signal?: AbortSignal,
  work: number = maxWork,
): Promise<Checking> {
  const drawing = await compileKeptDrawing(project);
  let loudness: Promise<number> | undefined;
  const shared = new Budget(work);
  const samplers = new Map<string, FilmSampler>();
  return {
    sampler: new FilmSampler(project, timeline, drawing, shared),
    work: shared,
    samplerOf: (ids) => {
      const key = JSON.stringify([...new Set(ids)].sort());
      let sampler = samplers.get(key);
      if (sampler === undefined) {
        const part = partOfFilm(project, ids);
        sampler = new FilmSampler(part, compileTimeline(part), drawing, shared);
        if (samplers.size >= maxSamplers) samplers.clear();
        samplers.set(key, sampler);
      }
      return sampler;
    },
    breakpoints: new Breakpoints(project),
    times: compositionTimesOf(project),
    loudness: () => {
      loudness ??= loudnessOf(project, timeline, signal);
      return loudness;
    },
  };
}

async function check(
  assertion: Assertion,
  checking: Checking,
): Promise<Pick<CheckedAssertion, 'status' | 'failure'>> {
  try {
    const failure = await checkAssertion(assertion, checking);
    return { status: failure === null ? 'passes' : 'fails', failure };
  } catch (error) {
    if (error instanceof NoPlace) return { status: 'fails', failure: { message: error.message } };
    if (error instanceof TooMuchWork)
      return {
        status: 'unchecked',
        failure: { message: 'the film has too much to measure; expect less, or of fewer objects' },
      };
    if (error instanceof SoundUnreadable)
      return { status: 'unchecked', failure: { message: 'the sound of the film cannot be read' } };
    throw error;
  }
}

class SoundUnreadable extends Error {}

async function loudnessOf(project: Project, timeline: Timeline, signal?: AbortSignal): Promise<number> {
  const { scheduleSound } = await import('../../media/sound/sound-schedule.ts');
  const { filmLoudness } = await import('../../media/sound/film-loudness.ts');
  const tracks = scheduleSound(project, timeline.scenes);
  const { durationMs } = timeline;
  try {
    return await filmLoudness({ tracks, durationMs, loudness: project.loudness }, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ContentError) throw error;
    throw new SoundUnreadable();
  }
}

/** Returns a project of the same length with some objects only, and all that moves them: it takes less to look at. */
function partOfFilm(project: Project, ids: readonly string[]): Project {
  const scenes = Object.entries(project.scenes).map(([id, scene]) => [id, partOfScene(scene, ids)]);
  return { ...project, scenes: Object.fromEntries(scenes) };
}

function partOfScene(scene: Scene, ids: readonly string[]): Scene {
  // Plots may call each other.
  const plots = Object.values(scene.objects).flatMap(({ id, kind }) => (isPlot(kind) ? [id] : []));
  const kept = new Set(relatedObjects(scene, [...ids, ...plots]));
  const only = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => kept.has(id)));
  const compositions = Object.entries(scene.compositions).map(([id, composition]): [string, Composition] => [
    id,
    { ...composition, states: only(composition.states) },
  ]);
  return { ...scene, objects: only(scene.objects), compositions: Object.fromEntries(compositions) };
}
