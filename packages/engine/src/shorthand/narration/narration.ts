import { showClock } from '../../language/written-times.ts';
import type { SceneObject } from '../../project/object-schemas.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { sceneTimeAt } from '../../timeline/footage.ts';
import { defaults } from '../defaults.ts';
import type { Cue } from '../kinds/captions/cue.ts';
import { mapCue, moveCue, type Speech } from './speech.ts';
import { pauseBetweenMs } from './speech-rate.ts';

/** What is said in a scene, and when its compositions begin. Times are milliseconds of the scene. */
export interface SceneNarration {
  /** When the transition into a composition begins, by its key. */
  readonly starts: ReadonlyMap<string, number>;
  /** What compositions say, by their keys. Times count from the start of their transition. */
  readonly speeches: ReadonlyMap<string, Speech>;
  /** What recordings of the scene say. */
  readonly voice: readonly Cue[];
  /** What clips say, by the ids of their objects. Times count from the start of the clip, without its pauses. */
  readonly clips: ReadonlyMap<string, readonly Cue[]>;
  /** The compositions whose starts are words of clips, and so later by their pauses. */
  readonly clipStarts: ReadonlySet<string>;
}

/** A scene in which nobody speaks and no composition has a start. */
export const silentScene: SceneNarration = {
  starts: new Map(),
  speeches: new Map(),
  voice: [],
  clips: new Map(),
  clipStarts: new Set(),
};

/** A composition with the transition into it; times are milliseconds. */
export interface TimedComposition {
  readonly key: string;
  /** Of the transition into it; 0 for a cut. */
  readonly enterMs: number;
  /** As written. */
  readonly holdMs: number | undefined;
  /** Whether clips stand still in it. */
  readonly isPaused: boolean;
  /** Place of the composition in the plain document. */
  readonly path: Path;
}

/** When the transition into a composition begins, and how long the composition is held, in milliseconds. */
export interface CompositionTime {
  readonly startMs: number;
  readonly holdMs: number;
}

/** The longest hold of a composition. */
export const maxHoldMs = 600_000;

/** Less than this is a rounding error, in milliseconds. */
const tolerance = 1e-6;

/** Computes the holds of compositions in order, so that each begins at its time and lasts as long as it speaks. */
export function timeCompositions(
  compositions: readonly TimedComposition[],
  { starts, speeches, clipStarts }: SceneNarration,
  problems: Problems,
): ReadonlyMap<string, CompositionTime> {
  const times = new Map<string, CompositionTime>();
  let startMs = 0;
  let pausedMs = 0;
  for (const [index, { key, enterMs, holdMs, isPaused, path }] of compositions.entries()) {
    const next = compositions[index + 1];
    const start = starts.get(key);
    if (index === 0 && start !== undefined && start > tolerance) {
      const rule = `must be 0, because the film begins with this composition, but is ${showClock(start)}; give it an "enter" to begin later`;
      problems.add([...path, 'start'], 'value', rule);
    }
    const shownMs = startMs + enterMs;
    const speech = speeches.get(key);
    const spokenMs =
      speech === undefined ? 0 : Math.max(0, Math.ceil(speech.endMs + pauseBetweenMs - enterMs));
    const written = next && starts.get(next.key);
    const nextMs = next && written !== undefined && clipStarts.has(next.key) ? written + pausedMs : written;
    let hold = Math.max(spokenMs, holdMs ?? (speech === undefined ? defaults.compositionDuration : 0));
    if (next !== undefined && nextMs !== undefined) {
      hold = Math.max(0, nextMs - shownMs);
      if (isPaused && clipStarts.has(next.key)) {
        const rule =
          'is words of a clip that stands still in the composition before it; put a composition between, in which it plays';
        problems.add([...next.path, 'start'], 'conflict', rule);
      } else if (holdMs !== undefined) {
        const rule = `is beside "start" of the next composition, ${showClock(nextMs)}, which sets how long this one is held; leave one of the two out`;
        problems.add([...path, 'duration'], 'conflict', rule);
      } else if (nextMs < shownMs - tolerance) {
        const rule = `is ${showClock(nextMs)}, but the transition before it ends at ${showClock(shownMs)}; begin later, or shorten that transition`;
        problems.add([...next.path, 'start'], 'time-span', rule);
      } else if (speech !== undefined && nextMs < startMs + speech.endMs - tolerance) {
        const rule = `is ${showClock(nextMs)}, but the composition before it speaks until ${showClock(startMs + speech.endMs)}; begin later, or say less`;
        problems.add([...next.path, 'start'], 'time-span', rule);
      }
    }
    if (hold > maxHoldMs) {
      const long = `${showClock(hold)}, but a composition is held for at most 10 minutes`;
      if (nextMs !== undefined)
        problems.add(
          [...(next?.path ?? path), 'start'],
          'time-span',
          `holds the composition before it for ${long}; put compositions between`,
        );
      else if (spokenMs === hold)
        problems.add([...path, 'say'], 'time-span', `takes ${long}; divide it among several`);
      hold = maxHoldMs;
    }
    times.set(key, { startMs, holdMs: hold });
    startMs = shownMs + hold;
    if (isPaused) pausedMs += enterMs + hold;
  }
  return times;
}

/** A sentence of a scene or a film, in order of time. */
export interface SpokenSentence {
  /** The composition that says it; null for what a recording of the whole scene says. */
  readonly composition: string | null;
  readonly text: string;
  /** With times of the scene or of the film. */
  readonly cue: Cue;
  /** Whether there is a recording; otherwise its times are estimated. */
  readonly isRecorded: boolean;
}

/** What is said in a scene, in order, with times of the scene. */
export function spokenSentences(
  { speeches, voice, clips }: SceneNarration,
  times: ReadonlyMap<string, CompositionTime>,
  objects: Readonly<Record<string, SceneObject>>,
): readonly SpokenSentence[] {
  const ofClips = [...clips].flatMap(([id, cues]) => {
    const { playback } = objects[id] ?? {};
    return playback ? cues.map((cue) => mapCue(cue, (timeMs) => sceneTimeAt(playback, timeMs))) : [];
  });
  const recorded = [...voice, ...ofClips].map((cue) => ({
    composition: null,
    text: cue.text,
    cue,
    isRecorded: true,
  }));
  const said = [...speeches].flatMap(([composition, { sentences }]) =>
    sentences.map(({ text, cue, recording }) => ({
      ...{ composition, text, isRecorded: recording !== undefined },
      cue: moveCue(cue, times.get(composition)?.startMs ?? 0),
    })),
  );
  return [...recorded, ...said].sort((one, other) => one.cue.startMs - other.cue.startMs);
}
