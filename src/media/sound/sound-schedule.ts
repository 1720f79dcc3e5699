import type { AudioTrack, Project, Scene } from '../../project/schema.ts';
import type { TimelineScene } from '../../timeline/timeline.ts';

/** A track that is to be heard, and when. All times in milliseconds. */
export interface ScheduledTrack {
  /** Place of the track's asset in the project, such as `scenes.intro.audioTracks.pad.asset`. */
  readonly path: string;
  /** Data URL of a WAV file. */
  readonly src: string;
  /** Time of the film at which the track starts, and at which it ends at the latest. */
  readonly startMs: number;
  readonly endMs: number;
  /** Position in the source at which the track starts. */
  readonly offsetMs: number;
  /** Gain, 0 to 1. */
  readonly volume: number;
}

/** The tracks that are to be heard in a scene that lasts `durationMs`. */
export function audibleTracks({ audioTracks = {} }: Scene, durationMs: number): AudioTrack[] {
  return Object.values(audioTracks).filter(
    ({ muted, volume, duration, start }) => !muted && volume > 0 && duration > 0 && start < durationMs,
  );
}

/** The audible tracks of all scenes in the film's own time; a track is cut where its scene ends. */
export function scheduleSound(project: Project, scenes: readonly TimelineScene[]): ScheduledTrack[] {
  return scenes.flatMap(({ id, startMs, durationMs }) =>
    audibleTracks(project.scenes[id], durationMs).map((track) => ({
      path: `scenes.${id}.audioTracks.${track.id}.asset`,
      src: track.asset.src,
      startMs: startMs + track.start,
      endMs: startMs + Math.min(track.start + track.duration, durationMs),
      offsetMs: track.offset,
      volume: track.volume,
    })),
  );
}
