import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Provenance } from './provenance.ts';
import { withEasings } from './read-animations.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Replaces the shorter forms of sounds: a `src` by an asset, and what a sound is ducked under by an object. Leaves out their words. */
export function readSounds({ provenance, path }: SceneDraft, scene: Fields): void {
  if (!isMap(scene.audioTracks)) return;
  const tracks: Fields = provenance.set({}, [...path, 'audioTracks']);
  for (const [id, track] of Object.entries(scene.audioTracks))
    tracks[id] = isMap(track) ? readSound(track, [...path, 'audioTracks', id], provenance) : track;
  scene.audioTracks = tracks;
}

function readSound(track: Fields, place: Path, provenance: Provenance): Fields {
  const { src, duck, keyframes, words } = track;
  const made: Fields = {};
  if (src !== undefined && track.asset === undefined) made.asset = provenance.set({ src }, place);
  if (typeof duck === 'string' || Array.isArray(duck)) {
    const whole = provenance.set({ under: duck }, [...place, 'duck']);
    provenance.field(whole, 'under', [...place, 'duck']);
    made.duck = whole;
  }
  if (isMap(keyframes) && Array.isArray(keyframes.volume)) {
    const volume = keyframes.volume.map((one) => (isMap(one) ? withEasings(one) : one));
    made.keyframes = provenance.set({ ...keyframes, volume: withEasings(volume) }, [...place, 'keyframes']);
  }
  if (Object.keys(made).length === 0 && words === undefined) return track;
  const { src: _, words: __, ...rest } = track;
  const kept = made.asset === undefined && src !== undefined ? { ...rest, src } : rest;
  return provenance.set({ ...kept, ...made }, place);
}
