import { ownerOf } from '../../project/find-words.ts';
import { layersAround } from '../../project/layers.ts';
import type { Timing } from '../../project/motion-schemas.ts';
import type { Project, Scene, TransitionTrack } from '../../project/schema.ts';
import { trackOf } from '../../project/tracks.ts';
import { type SequencePart, sequenceOf } from '../../timeline/sequence.ts';

/** Finds the times at which an object may begin or stop to change, or change otherwise. */
export class Breakpoints {
  readonly #project: Project;
  readonly #parts: readonly SequencePart[];
  readonly #known = new Map<string, readonly number[]>();
  readonly durationMs: number;

  constructor(project: Project) {
    this.#project = project;
    const { parts, durationMs } = sequenceOf(project);
    this.#parts = parts;
    this.durationMs = durationMs;
  }

  /** The times of some objects within a span of the film, both ends included, in ascending order. */
  within(ids: readonly string[], fromMs: number, toMs: number): readonly number[] {
    const inside = this.#timesOf(ids).filter((time) => time > fromMs && time < toMs);
    return [fromMs, ...inside, toMs];
  }

  /** The transitions with the times at which some objects may change. */
  transitions(ids: readonly string[]): readonly (readonly number[])[] {
    return this.#parts.flatMap((part) => {
      if ('hold' in part) return [];
      const { startMs, endMs } = part.segment;
      const times = this.#timesOf(ids).filter((time) => time > startMs && time < endMs);
      return [[startMs, ...times, endMs]];
    });
  }

  #timesOf(ids: readonly string[]): readonly number[] {
    const key = JSON.stringify(ids);
    const cached = this.#known.get(key);
    if (cached !== undefined) return cached;
    const times = new Set<number>();
    for (const part of this.#parts) {
      const { sceneIndex, startMs, endMs } = part.segment;
      const scene = this.#project.scenes[this.#project.sceneOrder[sceneIndex]];
      times.add(startMs).add(endMs);
      const related = relatedObjects(scene, ids);
      if ('hold' in part) {
        for (const time of cueTimes(scene, related)) times.add(time);
        continue;
      }
      const { transition } = part;
      const tracks = related.map((id) => trackOf(transition.tracks, id)?.track);
      const shares = [...new Set(tracks)].flatMap((track) => timesOfTrack(track, transition.duration));
      const ofVariables = Object.values(transition.variables ?? {}).flatMap(({ keyframes = [], ...timing }) =>
        withMiddles(
          keyframes.map(({ at }) => at),
          timing,
          transition.duration,
        ),
      );
      for (const time of [...shares, ...ofVariables]) times.add(startMs + time);
    }
    const sorted = [...times].sort((one, other) => one - other);
    this.#known.set(key, sorted);
    return sorted;
  }
}

/** The objects, or those with some words, with all that moves or uncovers them. */
export function relatedObjects(scene: Scene, ids: readonly string[]): readonly string[] {
  const related = new Set<string>();
  const add = (id: string | null | undefined) => {
    if (!id || related.has(id) || !Object.hasOwn(scene.objects, id)) return;
    related.add(id);
    add(scene.objects[id].parentId);
    for (const layer of layersAround(scene.objects, id)) add(layer);
    for (const { states } of Object.values(scene.compositions)) add(states[id]?.clip);
  };
  for (const id of ids) add(ownerOf(id, scene.objects));
  return [...related];
}

function cueTimes({ objects }: Scene, ids: readonly string[]): readonly number[] {
  return ids.flatMap((id) => (objects[id].cues ?? []).flatMap(({ startMs, endMs }) => [startMs, endMs]));
}

/** Times since the start of a transition. */
function timesOfTrack(track: TransitionTrack | undefined, durationMs: number): readonly number[] {
  if (track === undefined || track.implicit === true) return [0, durationMs / 2, durationMs];
  const keyed = Object.values(track.keyframes ?? {}).map(({ at }) => at);
  const settled = (track.settle ?? []).map(([at]) => at);
  const timings = Object.entries(track).flatMap(([name, value]) =>
    name.endsWith('Timing') && value !== null && value !== undefined ? [value as Timing] : [],
  );
  return [track, ...timings].flatMap((timing) => withMiddles([...keyed, ...settled], timing, durationMs));
}

/** Shares of a span as times. Easings have a break in the middle of theirs, where values that cannot blend switch. */
function withMiddles(
  shares: readonly number[],
  { start = 0, duration }: { readonly start?: number | undefined; readonly duration?: number | undefined },
  durationMs: number,
): readonly number[] {
  const lengthMs = duration ?? durationMs - start;
  const sorted = [0, ...shares.toSorted((one, other) => one - other), 1];
  const middles = sorted.slice(1).map((share, index) => (share + (sorted[index] ?? 0)) / 2);
  return [...sorted, ...middles].map((share) => start + share * lengthMs);
}
