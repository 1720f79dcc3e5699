import { isLine } from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState, Transition, TransitionTrack } from '../project/schema.ts';
import { isEntering, isLeaving } from './appearing.ts';

/** Share of the time in which a line is written after which its tip has passed the label on it. */
const passed = 0.6;

/** How labels appear that have nothing else of their own; those of lines that a theme draws move. */
const fading: ReadonlySet<string> = new Set(['write', 'move']);

/** What labels of lines depend on; `owners` has the object that each label follows. */
interface LabelledScene {
  readonly objects: Readonly<Record<string, SceneObject>>;
  readonly sequence: readonly string[];
  readonly states: readonly Readonly<Record<string, CompositionState>>[];
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly owners: ReadonlyMap<string, string>;
}

/**
 * Lets the label of a line that is written fade in after the tip has passed it, and fade out before the line goes back. A
 * label with times of its own keeps them.
 */
export function labelsAfterLines(scene: LabelledScene): Readonly<Record<string, Transition>> {
  const { objects, sequence, states, transitions, owners } = scene;
  const lines = [...owners].filter(([, owner]) => isLine(objects[owner]?.kind));
  if (lines.length === 0) return transitions;
  const changed = Object.entries(transitions).map(([key, transition]) => {
    const [from, to] = [transition.fromId, transition.toId].map((id) => states[sequence.indexOf(id)] ?? {});
    const tracks = Object.entries(transition.tracks).map(([name, track]): [string, TransitionTrack] => {
      const id = track.objectId;
      const owner = lines.find(([label]) => label === id)?.[1];
      const line = Object.values(transition.tracks).find(({ objectId }) => objectId === owner);
      const enters = isEntering(from?.[id], to?.[id]);
      const appears = enters || isLeaving(from?.[id], to?.[id]);
      const isTogether = line?.start === track.start && line.duration === track.duration;
      if (
        !appears ||
        line?.type !== 'write' ||
        !fading.has(track.type) ||
        !isTogether ||
        track.by !== undefined
      )
        return [name, track];
      const start = track.start + (enters ? Math.round(passed * track.duration) : 0);
      const duration = Math.floor((1 - passed) * track.duration);
      return [name, { ...track, type: 'fade', start, duration }];
    });
    return [key, { ...transition, tracks: Object.fromEntries(tracks) }] as const;
  });
  return Object.fromEntries(changed);
}
