import type { SeenSound } from '../media/sound/seen-sound.ts';
import { trackIds } from '../project/rules/ducks.ts';
import { mixOf } from '../project/rules/waveforms.ts';
import type { Project, WaveformField } from '../project/schema.ts';
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
  for (const scene of scenes) {
    const shown = Object.values(project.scenes[scene.id].objects).filter(({ kind }) => kind === 'waveform');
    for (const { waveform } of shown) {
      const key = keyOf(scene.id, waveform?.of);
      if (!sounds.has(key)) sounds.set(key, await loadSound(project, scenes, scene, waveform?.of));
    }
  }
  return { of: (sceneId, named) => sounds.get(keyOf(sceneId, named)) };
}

async function loadSound(
  project: Project,
  scenes: readonly TimelineScene[],
  { id, startMs, durationMs }: TimelineScene,
  named: WaveformField['of'],
): Promise<SeenSound> {
  const [{ seeSound }, { scheduleSound }] = await Promise.all([
    import('../media/sound/seen-sound.ts'),
    import('../media/sound/sound-schedule.ts'),
  ]);
  const ofScene = scheduleSound(project, scenes).filter(({ path }) => path[1] === id);
  if (named === undefined) return seeSound(ofScene, { startMs, durationMs });
  const ids: readonly unknown[] = trackIds(named);
  const tracks = ofScene.filter(({ path }) => ids.includes(path[3]));
  if (tracks.length === 0) return seeSound([], { startMs, durationMs });
  const from = Math.min(...tracks.map((track) => track.startMs));
  const to = Math.max(...tracks.map((track) => track.endMs));
  return seeSound(tracks, { startMs: from, durationMs: to - from });
}
