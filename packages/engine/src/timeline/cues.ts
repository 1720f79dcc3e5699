import { wordsOfCue } from '../project/cue-words.ts';
import type { Cue } from '../project/object-schemas.ts';
import type { Scene } from '../project/schema.ts';
import type { Appearance } from './appearance.ts';
import { parseColor } from './color.ts';
import type { SceneFollowers, TimeFollower } from './follow-time.ts';
import type { Lettering } from './lettering.ts';
import type { Pose } from './pose.ts';
import type { PaintedSpan } from './spans.ts';

/** What a text shows at one time; the same object as long as it looks the same. */
interface CueNow {
  readonly text: string;
  /** The end of the words that have been spoken, in UTF-16 units. */
  readonly spokenEnd: number;
}

/** The cues of one object. */
class CueReader {
  readonly #cues: readonly Cue[];
  #last: { readonly cue: Cue; readonly now: CueNow } | undefined;

  /** The cues must be in order and not overlap. */
  constructor(cues: readonly Cue[]) {
    this.#cues = cues;
  }

  /** Returns what is shown at a project time in milliseconds; null between cues. */
  at(timeMs: number): CueNow | null {
    const cue = this.#cueAt(timeMs);
    if (cue === undefined) return null;
    const spokenEnd = spokenUntil(cue, timeMs);
    if (this.#last?.cue !== cue || this.#last.now.spokenEnd !== spokenEnd)
      this.#last = { cue, now: { text: cue.text, spokenEnd } };
    return this.#last.now;
  }

  #cueAt(timeMs: number): Cue | undefined {
    let first = 0;
    for (let end = this.#cues.length; first < end; ) {
      const middle = (first + end) >> 1;
      if (this.#cues[middle].endMs <= timeMs) first = middle + 1;
      else end = middle;
    }
    const cue = this.#cues[first];
    return cue !== undefined && cue.startMs <= timeMs ? cue : undefined;
  }
}

/** The end of the last word that has begun; words are in the order of their times. */
function spokenUntil({ text, words }: Cue, timeMs: number): number {
  if (words === undefined) return 0;
  const begun = words.filter(([startMs]) => startMs <= timeMs).length;
  return begun === 0 ? 0 : (wordsOfCue(text)[begun - 1]?.end ?? 0);
}

/** Returns what lets the texts of a scene show their cues. */
export function cueFollowers({ objects }: Scene): SceneFollowers {
  return new Map(
    Object.values(objects).flatMap(({ id, cues }) => {
      if (cues === undefined) return [];
      const reader = new CueReader(cues);
      return [[id, () => new CueFollower(reader)] as const];
    }),
  );
}

/** Gives the poses of an object the text of the moment. */
class CueFollower implements TimeFollower {
  readonly #reader: CueReader;
  #pose: { readonly source: Pose; readonly now: CueNow; readonly pose: Pose } | undefined;
  #appearance:
    | { readonly source: Appearance; readonly now: CueNow; readonly appearance: Appearance }
    | undefined;

  constructor(reader: CueReader) {
    this.#reader = reader;
  }

  follow(source: Pose, timeMs: number): Pose | null {
    const now = this.#reader.at(timeMs);
    if (now === null || now.text === '') return null;
    if (this.#pose?.source !== source || this.#pose.now !== now)
      this.#pose = {
        source,
        now,
        pose: { ...source, appearance: this.#appearanceOf(source.appearance, now) },
      };
    return this.#pose.pose;
  }

  #appearanceOf(source: Appearance, now: CueNow): Appearance {
    if (this.#appearance?.source !== source || this.#appearance.now !== now) {
      const appearance = { ...source, textChange: null, lettering: letteringOf(source.lettering, now) };
      this.#appearance = { source, now, appearance };
    }
    return this.#appearance.appearance;
  }
}

function letteringOf(source: Lettering, { text, spokenEnd }: CueNow): Lettering {
  const { spanRanges: _, ...lettering } = source;
  const spans = spokenSpans(lettering.spoken, spokenEnd);
  return { ...lettering, text, spans, faceRanges: null, underlines: null };
}

function spokenSpans(spoken: string | null, end: number): readonly PaintedSpan[] | null {
  return spoken === null || end === 0 ? null : [{ start: 0, end, fill: parseColor(spoken), opacity: 1 }];
}
