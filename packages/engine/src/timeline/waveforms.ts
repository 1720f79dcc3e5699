import type { Scene } from '../project/schema.ts';
import { isMovingWaveform, type SceneFollowers, type TimeFollower } from './follow-time.ts';
import type { Pose } from './pose.ts';

/** Returns what lets the waveforms of a scene show the sound of the moment. */
export function waveformFollowers(scene: Scene): SceneFollowers {
  const moving = Object.values(scene.objects).filter((object) => isMovingWaveform(object, scene));
  return new Map(moving.map(({ id }) => [id, () => new WaveformFollower()]));
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
