import { showClock } from '../language/written-times.ts';
import { maxKeyframesPerTrack } from '../project/limits.ts';
import type { AudioKeyframes, VolumeKeyframe } from '../project/motion-schemas.ts';
import type { MediaAsset, SceneObject } from '../project/object-schemas.ts';
import type { Path } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { AudioTrack } from '../project/schema.ts';
import { type Expansion, minBytes } from './budget.ts';
import { completeMedia } from './media.ts';
import { type ListedKeyframe, repeatKeyframes } from './repeat-keyframes.ts';
import type { ResolvedAudioTrack, ResolvedScene } from './schema.ts';
import { leaveOutSoundNames } from './unread-sounds.ts';

/** The easing between two volumes without one, as that of a fade. */
const defaultEasing = 'linear';

/** The time that the compositions and transitions of a scene take, in milliseconds, without the end of its sounds. */
export function picturesMsOf(...parts: readonly (readonly { readonly duration: number }[])[]): number {
  return parts.flat().reduce((sum, { duration }) => sum + duration, 0);
}

/** The time of the pictures of a scene in milliseconds, and whether its sounds end with them at the latest. */
interface SceneSpan {
  readonly picturesMs: number;
  readonly isTimed: boolean;
}

/** Returns the sounds of a scene with all fields; undefined if it has none. Of its `objects`, waveforms may name them. */
export function expandSounds(
  { audioTracks }: ResolvedScene,
  objects: Record<string, SceneObject>,
  { picturesMs, isTimed }: SceneSpan,
  path: Path,
  { problems, budget }: Expansion,
): Record<string, AudioTrack> | undefined {
  if (audioTracks === undefined) return undefined;
  const place = [...path, 'audioTracks'];
  const entries = Object.entries(audioTracks);
  const expanded: Record<string, AudioTrack> = Object.create(null);
  const bytes = entries.reduce((sum, [, track]) => sum + bytesOf(track), 0);
  if (!budget.take(bytes, place, () => `${entries.length} audio tracks`)) return expanded;
  /** Looping sounds without a duration. */
  const endless: [AudioTrack, Path][] = [];
  for (const [id, track] of entries) {
    if (problems.full) break;
    const asset = completeMedia(track.asset, [...place, id, 'asset'], problems);
    if (asset === undefined) continue;
    expanded[id] = expandSound(id, track, asset, [...place, id], problems);
    if (isTimed) endInTime(expanded[id], track, picturesMs, [...place, id], problems);
    if (track.loop === true && track.duration === undefined) endless.push([expanded[id], [...place, id]]);
  }
  if (Object.keys(expanded).length < entries.length) leaveOutSoundNames(expanded, objects);
  const others = Object.values(expanded).filter((track) => endless.every(([one]) => one !== track));
  const endMs = others.reduce(
    (latest, { start, duration }) => Math.max(latest, start + duration),
    picturesMs,
  );
  for (const [track, at] of endless) {
    track.duration = Math.max(0, endMs - track.start);
    if (track.duration > 0) continue;
    const rule = `must be before the end of the scene (${Math.round(endMs)}), because the sound loops until then`;
    problems.add([...at, 'start'], 'time-span', `${rule}, but is ${track.start}; or give it a duration`);
  }
  return expanded;
}

/** Ends a sound with its scene, whose duration is set; reports one that the document lets end later. */
function endInTime(
  sound: AudioTrack,
  written: ResolvedAudioTrack,
  endMs: number,
  path: Path,
  problems: Problems,
): void {
  const lateMs = sound.start + sound.duration - endMs;
  if (lateMs <= 0) return;
  if (written.duration === undefined && sound.start < endMs) {
    sound.duration = endMs - sound.start;
    return;
  }
  const rule = `ends at ${showClock(endMs + lateMs)}, but "duration" lets the scene end at ${showClock(endMs)}`;
  problems.add(path, 'time-span', `${rule}; let the sound start or end earlier`);
}

function expandSound(
  id: string,
  track: ResolvedAudioTrack,
  asset: MediaAsset,
  path: Path,
  problems: Problems,
): AudioTrack {
  const { offset = 0, start = 0, volume = 1, muted = false } = track;
  const { fadeIn, fadeOut, loop, duck, keyframes, playback } = track;
  return {
    id: track.id ?? id,
    name: track.name ?? id,
    asset,
    muted,
    start,
    offset,
    volume,
    duration: track.duration ?? Math.max(0, asset.duration - offset),
    ...(fadeIn !== undefined && { fadeIn }),
    ...(fadeOut !== undefined && { fadeOut }),
    ...(loop !== undefined && { loop }),
    ...(duck !== undefined && { duck: { ...duck } }),
    ...(playback !== undefined && { playback }),
    ...(keyframes !== undefined && {
      keyframes: expandKeyframes(keyframes, [...path, 'keyframes'], problems),
    }),
  };
}

type WrittenKeyframes = NonNullable<ResolvedAudioTrack['keyframes']>;

function expandKeyframes(
  { volume, repeat = 1, alternate = false }: WrittenKeyframes,
  path: Path,
  problems: Problems,
): AudioKeyframes {
  if (volume.length * repeat > maxKeyframesPerTrack) {
    const seen = `${volume.length * repeat}, repeated ${repeat} times`;
    problems.add(path, 'count', `must have at most ${maxKeyframesPerTrack} keyframes, but has ${seen}`);
    return { volume: [] };
  }
  const list = volume.map(
    (one): ListedKeyframe => (isPoint(one) ? one : [one.at, one.value, one.easing ?? defaultEasing]),
  );
  const repeated = repeat > 1 ? repeatKeyframes(list, repeat, alternate, defaultEasing) : list;
  return {
    volume: repeated.map(
      ([at, value, easing = defaultEasing]): VolumeKeyframe => ({ at, value: Number(value), easing }),
    ),
  };
}

type WrittenKeyframe = WrittenKeyframes['volume'][number];

function isPoint(one: WrittenKeyframe): one is Extract<WrittenKeyframe, readonly unknown[]> {
  return Array.isArray(one);
}

/** Lower bound of an expanded sound's size as JSON, in bytes. */
function bytesOf({ asset, keyframes }: ResolvedAudioTrack): number {
  const points = keyframes === undefined ? 0 : keyframes.volume.length * (keyframes.repeat ?? 1);
  return minBytes.audioTrack + asset.src.length + points * minBytes.volumeKeyframe;
}
