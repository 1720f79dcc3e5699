import { isWaveform } from '../language/kinds.ts';
import type { SeenSound } from '../media/sound/seen-sound.ts';
import type { ScheduledTrack } from '../media/sound/sound-schedule.ts';
import type { WaveformField } from '../project/object-schemas.ts';
import { trackIds } from '../project/rules/ducks.ts';
import { mixOf } from '../project/rules/waveforms.ts';
import type { Project } from '../project/schema.ts';
import type { TimelineScene } from '../timeline/timeline.ts';

/** The sounds that waveforms show. */
export interface SeenSounds {
  /** Returns the sound of audio tracks, or without ids that of a scene; undefined if there is none. */
  of(sceneId: string, named: WaveformField['of']): SeenSound | undefined;
}

/**
 * Mixes the sounds that the waveforms of a project show. Loads the mixer only for a project with waveforms. Rejects with
 * a SoundError that names every track that cannot be read.
 */
export async function loadSeenSounds(
  project: Project,
  scenes: readonly TimelineScene[],
): Promise<SeenSounds> {
  const sounds = new Map<string, SeenSound>();
  const keyOf = (sceneId: string, named: WaveformField['of']) =>
    `${sceneId} ${named === undefined ? 'all' : mixOf(trackIds(named))}`;
  const waveforms = scenes.flatMap((scene) =>
    Object.values(project.scenes[scene.id].objects).flatMap(({ kind, waveform }) =>
      isWaveform(kind) ? [{ scene, named: waveform?.of }] : [],
    ),
  );
  if (waveforms.length > 0) {
    const [{ seeSound }, { scheduleSound }] = await Promise.all([
      import('../media/sound/seen-sound.ts'),
      import('../media/sound/sound-schedule.ts'),
    ]);
    const tracks = scheduleSound(project, scenes);
    for (const { scene, named } of waveforms) {
      const key = keyOf(scene.id, named);
      if (!sounds.has(key)) sounds.set(key, await seeSound(...heardBy(tracks, scene, named)));
    }
  }
  return { of: (sceneId, named) => sounds.get(keyOf(sceneId, named)) };
}

/** The tracks that a waveform of a scene shows, and from when to when: all of the scene without names. */
export function heardBy(
  tracks: readonly ScheduledTrack[],
  { id, startMs, durationMs }: TimelineScene,
  named: WaveformField['of'],
): [readonly ScheduledTrack[], { startMs: number; durationMs: number }] {
  const ids: readonly unknown[] | undefined = named === undefined ? undefined : trackIds(named);
  const heard = tracks.filter(({ path }) => path[1] === id && ids?.includes(path[3]) !== false);
  if (ids === undefined || heard.length === 0) return [heard, { startMs, durationMs }];
  const from = Math.min(...heard.map((track) => track.startMs));
  const to = Math.max(...heard.map((track) => track.endMs));
  return [heard, { startMs: from, durationMs: to - from }];
}
