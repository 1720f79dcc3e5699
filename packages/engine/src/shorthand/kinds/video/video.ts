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
  readRange(draft, object, playback, path);
  if (object.playback === undefined) object.playback = playback;
  const heard = moveFields(draft, object, ['muted', 'volume', 'fadeIn', 'fadeOut'], path);
  if (Object.keys(heard).length > 0) object.heard = heard;
}

/** Replaces `from` and `to` by the offset and the duration of the full format. */
function readRange({ provenance, problems }: SceneDraft, object: Fields, playback: Fields, path: Path): void {
  const { from, to } = object;
  delete object.from;
  delete object.to;
  const timeOf = (field: 'from' | 'to', written: unknown): number | undefined => {
    const time = millisecondsOf(written);
    if (written === undefined || (time !== undefined && time >= 0)) return time;
    const rule = `must be milliseconds of the clip or a time such as "0:02.5", but is ${showValue(written)}`;
    problems.add([...path, field], 'value', rule);
    return undefined;
  };
  const offset = timeOf('from', from);
  const end = timeOf('to', to);
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
