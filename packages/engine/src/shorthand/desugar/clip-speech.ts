import { isVideo } from '../../language/kinds.ts';
import { millisecondsOf } from '../../language/written-times.ts';
import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import { type Cue, cueOfWords, spokenWords } from '../kinds/captions/cue.ts';
import { mapCue } from '../narration/speech.ts';
import { readSpeech } from './read-speech.ts';
import { type Fields, mapIn, type SceneDraft } from './scene-draft.ts';

type ClipDraft = Pick<
  SceneDraft,
  'texts' | 'unread' | 'problems' | 'notes' | 'provenance' | 'compositions' | 'objects' | 'names' | 'path'
>;

/**
 * Reads what the clips of a scene say, by the ids of their objects, in milliseconds from their start: the words in the ranges
 * that play, at their speed. Takes the words out of the objects.
 */
export function readClipSpeech(draft: ClipDraft): ReadonlyMap<string, readonly Cue[]> {
  const speeches = new Map<string, readonly Cue[]>();
  for (const [id, object] of videosIn(draft)) {
    if (object.words === undefined) continue;
    const place = draft.provenance.placeOf(object, 'words', [...draft.path, 'objects', id]);
    const cues = readSpeech(draft, object.words, place) ?? [];
    delete object.words;
    const { offset, duration, speed, cuts } = mapIn(object, 'playback');
    const rate = millisecondsOf(speed) ?? 1;
    const from = millisecondsOf(offset) ?? 0;
    const ranges = rangesIn(cuts) ?? [[from, from + (millisecondsOf(duration) ?? Infinity)] as const];
    let playedMs = 0;
    const played: Cue[] = [];
    for (const [start, end] of ranges) {
      const shiftMs = playedMs - start;
      for (const cue of cues.flatMap((one) => heardPart(one, start, end)))
        played.push(mapCue(cue, (timeMs) => (timeMs + shiftMs) / rate));
      playedMs += end - start;
    }
    speeches.set(id, played);
  }
  return speeches;
}

function videosIn({ objects }: Pick<ClipDraft, 'objects'>): [string, Fields][] {
  // What is no object is reported later.
  return Object.entries(objects).filter(([, object]) => isMap(object) && isVideo(object.kind));
}

/** Ranges as they are after their reading; a `playback` may have anything. */
function rangesIn(cuts: unknown): readonly (readonly [number, number])[] | undefined {
  const isRange = (cut: unknown): cut is [number, number] =>
    Array.isArray(cut) && cut.length === 2 && cut.every((one) => typeof one === 'number');
  return Array.isArray(cuts) && cuts.every(isRange) ? cuts : undefined;
}

/**
 * When a clip begins to play, in milliseconds of its scene, as far as that is known before compositions are timed: at the time
 * that the document writes, or with the first composition.
 */
export function startOfClip({ objects, compositions, names }: ClipDraft, id: string): number | undefined {
  const { start } = mapIn(objects[id], 'playback');
  if (start !== undefined) return millisecondsOf(start);
  const mentions = compositions.map(({ written }) =>
    Object.entries(mapIn(written, 'states')).some(
      ([name, state]) => (name === '*' || names.resolve(name, objects) === id) && state !== false,
    ),
  );
  const [first] = compositions;
  if (mentions[0] !== true && mentions.includes(true)) return undefined;
  return millisecondsOf(mapIn({ first: first?.written }, 'first').start) ?? 0;
}

/** The part of a cue whose words begin between two times of a recording; none if there are no such words. */
export function heardPart(cue: Cue, fromMs: number, toMs: number): readonly Cue[] {
  if (cue.startMs >= fromMs && cue.endMs <= toMs) return [cue];
  const heard = spokenWords(cue).filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
  return heard.length === 0
    ? []
    : [cueOfWords(heard.map((word) => ({ ...word, endMs: Math.min(word.endMs, toMs) })))];
}

/**
 * Replaces starts of clips that are no times, in place: the key of a composition, or words, for which `timeOf` returns when
 * they are spoken.
 */
export function readClipStarts(
  { objects, compositions, provenance, path }: ClipDraft,
  timeOf: (start: unknown, path: Path) => number | undefined,
): void {
  for (const [id, object] of videosIn({ objects })) {
    const { playback } = object;
    if (!isMap(playback)) continue;
    const { start } = playback;
    if (typeof start !== 'string' || millisecondsOf(start) !== undefined || start.includes('${')) continue;
    const place = provenance.placeOf(playback, 'start', [...path, 'objects', id]);
    if (compositions.some(({ key }) => key === start)) {
      object.startsWith = start;
      provenance.field(object, 'startsWith', place);
      delete playback.start;
      continue;
    }
    const time = timeOf(start, place);
    if (time === undefined) delete playback.start;
    else playback.start = time;
  }
}

/** Replaces the duration of a composition that is the name of a clip, in place. */
export function readClipDuration(
  { objects, names, provenance }: ClipDraft,
  composition: Fields,
  path: Path,
): void {
  const { duration } = composition;
  if (typeof duration !== 'string') return;
  const id = names.resolve(duration, objects);
  if (id === undefined || !isVideo(objects[id]?.kind)) return;
  delete composition.duration;
  composition.lasts = id;
  provenance.field(composition, 'lasts', [...path, 'duration']);
}
