import { isVideo } from '../language/kinds.ts';
import type { MediaAsset, SceneObject } from '../project/object-schemas.ts';
import type { Composition, Transition } from '../project/schema.ts';
import { picturesMsOf } from './expand-sounds.ts';
import type { States } from './expand-track.ts';
import type { ResolvedAudioTrack, ResolvedScene } from './schema.ts';

type Playback = NonNullable<SceneObject['playback']>;
type Compositions = Readonly<Record<string, Composition>>;

/** What is known of a scene when the durations of its compositions are. */
interface ClipScene {
  readonly scene: ResolvedScene;
  readonly objects: Readonly<Record<string, SceneObject>>;
  readonly sequence: readonly string[];
  readonly states: readonly States[];
  readonly transitions: Readonly<Record<string, Pick<Transition, 'toId' | 'duration'>>>;
}

/** The objects of a scene with the times of its clips, and the sounds of these; undefined without any. */
interface PlacedClips {
  readonly objects: Record<string, SceneObject>;
  readonly sounds: Record<string, ResolvedAudioTrack> | undefined;
}

/**
 * Lets clips without a start begin when the first composition that shows them is entered, and gives those with sound an
 * audio track of the same name, which ends with the last composition in a row that shows them.
 */
export function placeClips(moving: ClipScene, compositions: Compositions, picturesMs: number): PlacedClips {
  const objects = Object.assign(Object.create(null), moving.objects) as Record<string, SceneObject>;
  const sounds: Record<string, ResolvedAudioTrack> = {};
  for (const [id, object] of Object.entries(objects)) {
    const { kind, media, playback } = object;
    if (!isVideo(kind) || media === undefined || playback === undefined) continue;
    const [enteredMs, leftMs] = shownMs(id, moving, compositions, picturesMs);
    const written = moving.scene.objects?.[id];
    const start = written?.playback?.start ?? enteredMs;
    const placed = { ...playback, start };
    objects[id] = { ...object, playback: placed };
    const sound = soundOf(media, placed, leftMs);
    if (sound !== undefined) sounds[id] = { ...sound, ...written?.heard };
  }
  return { objects, sounds: Object.keys(sounds).length > 0 ? sounds : undefined };
}

/** The sound of a clip at its own speed; undefined without one. */
function soundOf(media: MediaAsset, playback: Playback, endMs: number): ResolvedAudioTrack | undefined {
  const { start, offset, duration, speed = 1, loop } = playback;
  const heardMs = Math.min(loop === true ? Infinity : duration, endMs - start);
  if (!media.hasAudio || speed !== 1 || heardMs <= 0) return undefined;
  const { src, mime } = media;
  const asset = { src, mime, hasAudio: true, duration: offset + duration };
  return { asset, start, offset, duration: heardMs, ...(loop === true && { loop }) };
}

/** When an object is first entered, and until when it is shown without a break, in milliseconds of the scene. */
function shownMs(
  id: string,
  { sequence, states, transitions }: ClipScene,
  compositions: Compositions,
  picturesMs: number,
): readonly [enteredMs: number, leftMs: number] {
  const isShown = (index: number) => states[index]?.[id]?.visible === true;
  const first = Math.max(
    0,
    sequence.findIndex((_, index) => isShown(index)),
  );
  let after = first + 1;
  while (after < sequence.length && isShown(after)) after++;
  const endOf = (count: number) => {
    const before = sequence.slice(0, count);
    const between = Object.values(transitions).filter(({ toId }) => before.includes(toId));
    return picturesMsOf(
      before.map((key) => compositions[key]),
      between,
    );
  };
  return [endOf(first), after === sequence.length ? picturesMs : endOf(after)];
}
