import { isWaveform } from '../language/kinds.ts';
import type { Scene, SceneObject } from '../project/schema.ts';
import type { SceneFollowers, TimeFollower } from './follow-time.ts';
import type { Pose } from './pose.ts';

/** Returns what lets the waveforms of a scene show the sound of the moment. */
export function waveformFollowers(scene: Scene): SceneFollowers {
  const moving = Object.values(scene.objects).filter((object) => isMovingWaveform(object, scene));
  return new Map(moving.map(({ id }) => [id, () => new WaveformFollower()]));
}

/** Whether an object is a waveform that changes with time: a whole wave does if it shows what has been played. */
export function isMovingWaveform({ id, kind, waveform = {} }: SceneObject, { compositions }: Scene): boolean {
  if (!isWaveform(kind)) return false;
  if (waveform.show === 'spectrum' || waveform.window !== undefined) return true;
  return Object.values(compositions).some(({ states }) => states[id]?.played !== undefined);
}

class WaveformFollower implements TimeFollower {
  #last: { readonly source: Pose; readonly timeMs: number; readonly pose: Pose } | undefined;

  follow(source: Pose, timeMs: number): Pose {
    if (this.#last?.source !== source || this.#last.timeMs !== timeMs) {
      const pose = { ...source, appearance: { ...source.appearance, heardMs: timeMs } };
      this.#last = { source, timeMs, pose };
    }
    return this.#last.pose;
  }
}
