import { LoudnessMeter } from './loudness.ts';
import { type FilmSound, mixPart, mixStretches } from './mix-sound.ts';
import { toSamples } from './sound.ts';

/** Sound that is mixed to a loudness is limited as a whole, which takes 23 MB for a minute. */
const maxMixedMs = 600_000;

/**
 * Measures the integrated loudness of a film as it is encoded, in LUFS; -Infinity for silence. Of films over ten minutes
 * with a loudness of their own, it is that one. Rejects like `mixSound`.
 */
export async function filmLoudness(film: FilmSound, signal?: AbortSignal): Promise<number> {
  const { tracks, durationMs, loudness } = film;
  if (tracks.length === 0) return -Infinity;
  const meter = new LoudnessMeter();
  if (loudness === undefined) {
    const whole = { from: 0, to: Math.max(1, toSamples(durationMs)) };
    for await (const stretch of mixStretches(tracks, whole)) {
      signal?.throwIfAborted();
      meter.add(stretch);
    }
    return meter.integrated();
  }
  if (durationMs > maxMixedMs) return loudness;
  const sound = await mixPart(film, { startMs: 0, endMs: durationMs }, signal);
  if (sound === null) return -Infinity;
  meter.add(sound);
  return meter.integrated();
}
