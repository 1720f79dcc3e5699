import type { Path } from '../../project/problem-text.ts';
import type { AudioTrack, Project, Scene } from '../../project/schema.ts';
import type { TimelineScene } from '../../timeline/timeline.ts';

/** An audible track and its times in milliseconds. */
export interface ScheduledTrack {
  /** Path of the track's asset in the project, such as `scenes.intro.audioTracks.pad.asset`. */
  readonly path: Path;
  /** Data URL of a WAV file. */
  readonly src: string;
  /** Times of the film at which the track starts and, unless its source is shorter, ends. */
  readonly startMs: number;
  readonly endMs: number;
  /** Position in the source at which the track starts. */
  readonly offsetMs: number;
  /** Gain, 0 to 1. */
  readonly volume: number;
}

/** Returns the audible tracks of a scene that lasts `durationMs`. */
export function audibleTracks({ audioTracks = {} }: Scene, durationMs: number): AudioTrack[] {
  return Object.values(audioTracks).filter(
    ({ muted, volume, duration, start }) => !muted && volume > 0 && duration > 0 && start < durationMs,
  );
}

/** Returns the tracks of a part of the film, in the time of that part. */
export function partOfSound(
  tracks: readonly ScheduledTrack[],
  { startMs: from, endMs: to }: { readonly startMs: number; readonly endMs: number },
): readonly ScheduledTrack[] {
  const heard = tracks.filter(({ startMs, endMs }) => startMs < to && endMs > from);
  return heard.map((track) => ({
    ...track,
    startMs: Math.max(0, track.startMs - from),
    endMs: Math.min(track.endMs, to) - from,
    offsetMs: track.offsetMs + Math.max(0, from - track.startMs),
  }));
}

/** Returns the audible tracks of all scenes in film time. A track ends with its scene at the latest. */
export function scheduleSound(project: Project, scenes: readonly TimelineScene[]): ScheduledTrack[] {
  return scenes.flatMap(({ id, startMs, durationMs }) =>
    audibleTracks(project.scenes[id], durationMs).map((track) => ({
      path: ['scenes', id, 'audioTracks', track.id, 'asset'],
      src: track.asset.src,
      startMs: startMs + track.start,
      endMs: startMs + Math.min(track.start + track.duration, durationMs),
      offsetMs: track.offset,
      volume: track.volume,
    })),
  );
}
