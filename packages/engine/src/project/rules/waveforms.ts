import { isWaveform } from '../../language/kinds.ts';
import { isMap } from '../check.ts';
import type { Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';
import { unknownTrack } from './ducks.ts';

/** Checks that waveforms show audio tracks of their scene, and have no fields that belong to another content. */
export function checkWaveforms({ objects, audioTracks = {} }: Scene, path: Path, problems: Problems): void {
  const mixes = new Set<string>();
  for (const [id, object] of Object.entries(objects)) {
    if (problems.full) return;
    if (!isMap(object) || !isMap(object.waveform)) continue;
    const { of, show, window, smoothing } = object.waveform;
    const place = [...path, 'objects', id, 'waveform'];
    if (!isWaveform(object.kind)) {
      const rule = `belongs to a waveform, but the object is of kind ${object.kind}`;
      problems.add(place, 'value', rule);
      continue;
    }
    if (of !== undefined) checkTracks(of, [...place, 'of'], audioTracks, mixes, problems);
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

/** Parts of the list may be broken, which is reported already. */
function checkTracks(
  of: unknown,
  path: Path,
  audioTracks: NonNullable<Scene['audioTracks']>,
  mixes: Set<string>,
  problems: Problems,
): void {
  if (typeof of !== 'string' && !Array.isArray(of)) return;
  const ids: readonly unknown[] = typeof of === 'string' ? [of] : of;
  if (!ids.every((one) => typeof one === 'string')) return;
  for (const [index, track] of ids.entries()) {
    if (Object.hasOwn(audioTracks, track)) continue;
    const rule = unknownTrack('an', track, Object.keys(audioTracks));
    problems.add(typeof of === 'string' ? path : [...path, index], 'unknown-id', rule);
  }
  mixes.add(mixOf(ids));
  if (mixes.size <= maxMixes) return;
  const rule = `names the tracks of another mix than the ${maxMixes} that waveforms of the scene show; show the same tracks again`;
  problems.add(path, 'count', rule);
}

/** Maximum number of different mixes that the waveforms of a scene show: each is kept in memory. */
const maxMixes = 16;

/** What tells the mix of some tracks from others. */
export function mixOf(ids: readonly string[]): string {
  return JSON.stringify([...new Set(ids)].sort());
}
