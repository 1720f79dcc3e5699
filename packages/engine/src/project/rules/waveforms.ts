import { isMap } from '../check.ts';
import type { Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';
import { trackIds, unknownTrack } from './ducks.ts';

/** Checks that waveforms show audio tracks of their scene, and have no fields that belong to another content. */
export function checkWaveforms({ objects, audioTracks = {} }: Scene, path: Path, problems: Problems): void {
  for (const [id, object] of Object.entries(objects)) {
    if (problems.full) return;
    if (!isMap(object) || !isMap(object.waveform)) continue;
    const { of, show, window, smoothing } = object.waveform;
    const place = [...path, 'objects', id, 'waveform'];
    if (object.kind !== 'waveform') {
      const rule = `belongs to a waveform, but the object is of kind ${object.kind}`;
      problems.add(place, 'value', rule);
      continue;
    }
    for (const [index, track] of trackIds(of ?? []).entries()) {
      if (Object.hasOwn(audioTracks, track)) continue;
      const rule = unknownTrack('the id of an audio track of the scene', track, Object.keys(audioTracks));
      problems.add([...place, 'of', ...(typeof of === 'string' ? [] : [index])], 'unknown-id', rule);
    }
    if (window !== undefined && show === 'spectrum') {
      const rule =
        'is the part of a wave that is seen, but show is "spectrum"; leave it out, or show the wave';
      problems.add([...place, 'window'], 'conflict', rule);
    }
    if (smoothing !== undefined && show !== 'spectrum') {
      const rule = 'is for a spectrum, but the wave is shown; leave it out, or add "show": "spectrum"';
      problems.add([...place, 'smoothing'], 'conflict', rule);
    }
  }
}
