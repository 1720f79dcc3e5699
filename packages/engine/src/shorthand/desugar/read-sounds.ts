import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import { withEasings } from './read-animations.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Replaces the shorter forms of sounds: a `src` by an asset, and what a sound is ducked under by an object. Leaves out their words. */
export function readSounds(draft: SceneDraft, scene: Fields): void {
  const { provenance, path } = draft;
  if (!isMap(scene.audioTracks)) return;
  const tracks: Fields = provenance.set({}, [...path, 'audioTracks']);
  for (const [id, track] of Object.entries(scene.audioTracks))
    tracks[id] = isMap(track) ? readSound(draft, track, [...path, 'audioTracks', id]) : track;
  scene.audioTracks = tracks;
}

function readSound(draft: SceneDraft, track: Fields, place: Path): Fields {
  const { provenance } = draft;
  const { src, duck, keyframes, words } = track;
  const made: Fields = {};
  if (src !== undefined && track.asset === undefined) made.asset = provenance.set({ src }, place);
  if (typeof duck === 'string' || Array.isArray(duck)) {
    const whole = provenance.set({ under: duck }, [...place, 'duck']);
    provenance.field(whole, 'under', [...place, 'duck']);
    made.duck = whole;
  }
  if (isMap(keyframes) && Array.isArray(keyframes.volume)) {
    const at = [...place, 'keyframes', 'volume'];
    const points = keyframes.volume.map((one, index) =>
      isMap(one) ? withEasings(draft, one, [...at, index]) : one,
    );
    const volume = withEasings(draft, points, at);
    made.keyframes = provenance.set({ ...keyframes, volume }, [...place, 'keyframes']);
  }
  if (Object.keys(made).length === 0 && words === undefined) return track;
  const { src: _, words: __, ...rest } = track;
  const kept = made.asset === undefined && src !== undefined ? { ...rest, src } : rest;
  return provenance.set({ ...kept, ...made }, place);
}
