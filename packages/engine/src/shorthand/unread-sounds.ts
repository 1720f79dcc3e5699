import { isMap } from '../project/check.ts';

/**
 * Removes the names of sounds from what names them, in place: tracks that make way for others, and waveforms. Where a sound could not
 * be read, only that is the problem.
 */
export function leaveOutSoundNames(audioTracks: object, objects: unknown): void {
  for (const track of Object.values(audioTracks)) if (isMap(track)) delete track.duck;
  for (const object of isMap(objects) ? Object.values(objects) : [])
    if (isMap(object) && isMap(object.waveform)) delete object.waveform.of;
}
