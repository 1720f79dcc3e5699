import { millisecondsOf } from '../../../language/written-times.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { moveFields } from '../../desugar/own-field.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';

export const video: ShorthandKind = {
  // A state has "loop", too, for motions that repeat, and lines have ends with the names of the range.
  isOwn: (field, value) => field === 'from' || field === 'to' || (field === 'loop' && value === true),
  read: readVideo,
};

/** Makes the media and the playback of the full format of the file and the range that authors write. */
function readVideo(draft: SceneDraft, { object, path, src, placeOf }: ReadingObject): void {
  const { provenance } = draft;
  if (src !== undefined && object.media === undefined) {
    object.media = provenance.set({ src }, placeOf('src').slice(0, -1));
    object.natural = true;
  }
  const playback = moveFields(draft, object, ['start', 'speed', 'loop'], path);
  if (object.cuts === undefined) readRange(draft, object, playback, path);
  else readCuts(draft, object, playback, path);
  for (const field of ['from', 'to', 'cuts']) delete object[field];
  if (object.playback === undefined) object.playback = playback;
  const heard = moveFields(draft, object, ['muted', 'volume', 'fadeIn', 'fadeOut'], path);
  if (Object.keys(heard).length > 0) object.heard = heard;
}

/** Returns a position in a clip in milliseconds; reports anything else. */
function readPosition({ problems }: SceneDraft, written: unknown, place: Path): number | undefined {
  const time = millisecondsOf(written);
  if (written === undefined || (time !== undefined && time >= 0)) return time;
  const rule = `must be milliseconds of the clip or a time such as "0:02.5", but is ${showValue(written)}`;
  problems.add(place, 'value', rule);
  return undefined;
}

/** Replaces `from` and `to` by the offset and the duration of the full format. */
function readRange(draft: SceneDraft, { from, to }: Fields, playback: Fields, path: Path): void {
  const { provenance, problems } = draft;
  const offset = readPosition(draft, from, [...path, 'from']);
  const end = readPosition(draft, to, [...path, 'to']);
  if (offset !== undefined) {
    playback.offset = offset;
    provenance.field(playback, 'offset', [...path, 'from']);
  }
  if (end === undefined) return;
  if (end <= (offset ?? 0)) {
    problems.add([...path, 'to'], 'time-span', `must be after "from", but is ${showValue(to)}`);
    return;
  }
  playback.duration = end - (offset ?? 0);
  provenance.field(playback, 'duration', [...path, 'to']);
}

/** Replaces times in `cuts` by milliseconds, and adds the part of the clip that they are in. */
function readCuts(draft: SceneDraft, { from, to, cuts }: Fields, playback: Fields, path: Path): void {
  const { provenance, problems } = draft;
  const place = [...path, 'cuts'];
  for (const [field, value] of Object.entries({ from, to }))
    if (value !== undefined)
      problems.add(
        [...path, field],
        'conflict',
        'is beside "cuts", which are the ranges that play; leave it out',
      );
  if (!Array.isArray(cuts) || cuts.length === 0) {
    const rule = 'must be a list of ranges, such as [["0:00", "0:07.2"], ["0:09", "0:31"]]';
    problems.add(place, 'value', `${rule}, but is ${showValue(cuts)}`);
    return;
  }
  const read = cuts.flatMap((cut: unknown, index): [number, number][] => {
    const [start, end] = Array.isArray(cut) && cut.length === 2 ? cut.map(millisecondsOf) : [];
    if (start !== undefined && end !== undefined && start >= 0 && start < end) return [[start, end]];
    const rule = 'must be [from, to], milliseconds or times of the clip, with the end after the start';
    problems.add([...place, index], 'time-span', `${rule}, but is ${showValue(cut)}`);
    return [];
  });
  if (read.length < cuts.length) return;
  const offset = Math.min(...read.map(([start]) => start));
  const duration = Math.max(...read.map(([, end]) => end)) - offset;
  for (const [field, value] of Object.entries({ cuts: read, offset, duration })) {
    playback[field] = value;
    provenance.field(playback, field, place);
  }
}
