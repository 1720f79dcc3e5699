import type { VolumeKeyframe } from '../../project/motion-schemas.ts';
import type { Path } from '../../project/problem-text.ts';
import { trackIds } from '../../project/rules/ducks.ts';
import type { AudioTrack, Project, Scene } from '../../project/schema.ts';
import type { TimelineScene } from '../../timeline/timeline.ts';
import type { WavFile } from './wav-file.ts';

/** How a track becomes quieter while others are heard. Times are in milliseconds. */
export interface ScheduledDuck {
  /** The other tracks, without what they make way for. */
  readonly under: readonly ScheduledTrack[];
  /** Gain while one of them is heard. */
  readonly to: number;
  readonly attackMs: number;
  readonly releaseMs: number;
}

/** An audible track and its times in milliseconds. */
export interface ScheduledTrack {
  /** Path of the track's asset in the project, such as `scenes.intro.audioTracks.pad.asset`. */
  readonly path: Path;
  /** Data URL of a WAV file. */
  readonly src: string;
  /** The sound of a clip, decoded from its offset on; then `offsetMs` is 0. */
  readonly wav?: WavFile;
  /** Times of the film at which the track starts and, unless its source is shorter, ends. */
  readonly startMs: number;
  readonly endMs: number;
  /** Position in the source at which the track starts. */
  readonly offsetMs: number;
  /** Gain, 0 to 1. */
  readonly volume: number;
  /** Milliseconds in which the sound rises at its start and falls at its end. */
  readonly fadeInMs?: number;
  readonly fadeOutMs?: number;
  /** Whether the source repeats from its offset. */
  readonly loops?: true;
  /** Gains over the track's duration, which replace `volume`. */
  readonly keyframes?: readonly VolumeKeyframe[];
  /** The duration to which the fractions of the keyframes refer. */
  readonly keyedMs?: number;
  readonly duck?: ScheduledDuck;
}

const defaultDuck = { to: 0.25, attack: 200, release: 600 } as const;

/** Returns the audible tracks of a scene that lasts `durationMs`. */
export function audibleTracks({ audioTracks = {} }: Scene, durationMs: number): AudioTrack[] {
  return Object.values(audioTracks).filter(
    (track) => !track.muted && loudestVolume(track) > 0 && track.duration > 0 && track.start < durationMs,
  );
}

/** The greatest volume of a track. */
export function loudestVolume({ volume, keyframes }: Pick<AudioTrack, 'volume' | 'keyframes'>): number {
  return keyframes === undefined ? volume : Math.max(...keyframes.volume.map(({ value }) => value));
}

/** Returns the tracks of a part of the film, in the time of that part. Their sound must not change with time. */
export function partOfSound(
  tracks: readonly ScheduledTrack[],
  span: { readonly startMs: number; readonly endMs: number },
): readonly ScheduledTrack[] {
  const { startMs: from, endMs: to } = span;
  return tracksIn(tracks, span).map((track) => ({
    ...track,
    startMs: Math.max(0, track.startMs - from),
    endMs: Math.min(track.endMs, to) - from,
    offsetMs: track.offsetMs + Math.max(0, from - track.startMs),
  }));
}

/** Returns the tracks that are heard in a part of the film, in the time of the film. */
export function tracksIn(
  tracks: readonly ScheduledTrack[],
  { startMs: from, endMs: to }: { readonly startMs: number; readonly endMs: number },
): readonly ScheduledTrack[] {
  return tracks.filter(({ startMs, endMs }) => startMs < to && endMs > from);
}

/** Whether the sound of a track is more than its source at one volume. */
export function isShaped({ fadeInMs, fadeOutMs, loops, keyframes, duck }: ScheduledTrack): boolean {
  return [fadeInMs, fadeOutMs, loops, keyframes, duck].some((shape) => shape !== undefined);
}

/** The decoded sounds of clips, by the tracks that play them. They are decoded before a film is mixed or its sound is drawn. */
const clipSounds = new WeakMap<AudioTrack, WavFile>();

/** Gives a track the decoded sound of its clip, from the offset of the track on. */
export function setClipSound(track: AudioTrack, sound: WavFile): void {
  clipSounds.set(track, sound);
}

export function hasClipSound(track: AudioTrack): boolean {
  return clipSounds.has(track);
}

/** Returns the audible tracks of all scenes in film time. A track ends with its scene at the latest. */
export function scheduleSound(project: Project, scenes: readonly TimelineScene[]): ScheduledTrack[] {
  return scenes.flatMap(({ id, startMs, durationMs }) => {
    const tracks = audibleTracks(project.scenes[id], durationMs);
    const scheduled = new Map(
      tracks.map((track) => [
        track.id,
        withClip(scheduleTrack(track, id, startMs, durationMs), clipSounds.get(track)),
      ]),
    );
    return tracks.map((track): ScheduledTrack => {
      const alone = scheduled.get(track.id) as ScheduledTrack;
      const { duck } = track;
      const under = duck === undefined ? [] : [...new Set(trackIds(duck.under))];
      // What is never heard needs no way.
      const heard = under.flatMap((other) => scheduled.get(other) ?? []);
      if (duck === undefined || heard.length === 0) return alone;
      const { to, attack, release } = { ...defaultDuck, ...duck };
      return { ...alone, duck: { under: heard, to, attackMs: attack, releaseMs: release } };
    });
  });
}

function withClip(track: ScheduledTrack, wav: WavFile | undefined): ScheduledTrack {
  return wav === undefined ? track : { ...track, wav, offsetMs: 0 };
}

function scheduleTrack(
  track: AudioTrack,
  sceneId: string,
  sceneStartMs: number,
  sceneMs: number,
): ScheduledTrack {
  const { id, asset, start, duration, offset, volume, fadeIn = 0, fadeOut = 0, loop, keyframes } = track;
  return {
    path: ['scenes', sceneId, 'audioTracks', id, 'asset'],
    src: asset.src,
    startMs: sceneStartMs + start,
    endMs: sceneStartMs + Math.min(start + duration, sceneMs),
    offsetMs: offset,
    volume,
    ...(fadeIn > 0 && { fadeInMs: fadeIn }),
    ...(fadeOut > 0 && { fadeOutMs: fadeOut }),
    ...(loop === true && { loops: true }),
    ...(keyframes !== undefined && { keyframes: keyframes.volume, keyedMs: duration }),
  };
}
