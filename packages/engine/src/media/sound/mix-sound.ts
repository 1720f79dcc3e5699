import { limiterReach, limitPeaks } from './limiter.ts';
import { LoudnessMeter } from './loudness.ts';
import { mixTracks } from './mix-tracks.ts';
import { Resampler } from './resampler.ts';
import { mixRate, type SampleSpan, type Sound, toSamples } from './sound.ts';
import { isShaped, partOfSound, type ScheduledTrack, tracksIn } from './sound-schedule.ts';
import type { Mixing } from './track-samples.ts';

export { SoundError } from './mix-tracks.ts';

/** Samples of a film that are mixed at once if its sound is only looked at: those of half a minute. */
const mixedAtOnce = 30 * mixRate;

/** The sound of a whole film. */
export interface FilmSound {
  readonly tracks: readonly ScheduledTrack[];
  readonly durationMs: number;
  /** The integrated loudness that it gets, in LUFS; as mixed without it. */
  readonly loudness?: number | undefined;
}

/** A part of a film, in milliseconds. */
interface FilmSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Mixes tracks into the sound of a film that lasts `durationMs`: each at its time and volume, mono on both channels,
 * clipped at full scale. A track ends early if its source does. Rejects with a SoundError that names every track
 * that cannot be read, and with the signal's reason when aborted.
 */
export async function mixSound(
  tracks: readonly ScheduledTrack[],
  durationMs: number,
  signal?: AbortSignal,
): Promise<Sound> {
  const length = Math.max(1, toSamples(durationMs));
  return clipped(await mixTracks(tracks, { from: 0, to: length }, mixingWith(signal)));
}

/**
 * Mixes the sound of a part of a film, which is that part of the sound of the whole film. Returns null for a part
 * without tracks. Rejects like `mixSound`.
 */
export async function mixPart(film: FilmSound, span: FilmSpan, signal?: AbortSignal): Promise<Sound | null> {
  const { tracks, loudness } = film;
  const heard = tracksIn(tracks, span);
  if (heard.length === 0) return null;
  const durationMs = span.endMs - span.startMs;
  if (loudness === undefined && !tracks.some(isShaped))
    return mixSound(partOfSound(heard, span), durationMs, signal);
  const from = toSamples(span.startMs);
  const part = { from, to: from + Math.max(1, toSamples(durationMs)) };
  if (loudness === undefined) return clipped(await mixTracks(heard, part, mixingWith(signal)));
  return mixAtLoudness(film, loudness, part, mixingWith(signal));
}

async function mixAtLoudness(
  { tracks, durationMs }: FilmSound,
  loudness: number,
  part: SampleSpan,
  mixing: Mixing,
): Promise<Sound> {
  const length = Math.max(part.to, toSamples(durationMs));
  const around = {
    from: Math.max(0, part.from - limiterReach),
    to: Math.min(length, part.to + limiterReach),
  };
  const mixed = await mixTracks(tracks, around, mixing);
  const measured =
    around.to - around.from === length ? measure(mixed) : await measureFilm(tracks, length, mixing);
  // Silence stays silent.
  const gain = measured === -Infinity ? 1 : 10 ** ((loudness - measured) / 20);
  for (const samples of [mixed.left, mixed.right]) {
    for (let i = 0; i < samples.length; i++) samples[i] *= gain;
  }
  limitPeaks(mixed);
  const cut = (samples: Float32Array) => samples.slice(part.from - around.from, part.to - around.from);
  return clipped({ left: cut(mixed.left), right: cut(mixed.right) });
}

function measure(sound: Sound): number {
  const meter = new LoudnessMeter();
  meter.add(sound);
  return meter.integrated();
}

async function measureFilm(
  tracks: readonly ScheduledTrack[],
  length: number,
  mixing: Mixing,
): Promise<number> {
  const meter = new LoudnessMeter();
  for await (const stretch of mixStretches(tracks, { from: 0, to: length }, mixing)) meter.add(stretch);
  return meter.integrated();
}

/** Mixes a part of a film piece by piece, so that only half a minute of it is in memory. Rejects like `mixSound`. */
export async function* mixStretches(
  tracks: readonly ScheduledTrack[],
  { from: start, to: end }: SampleSpan,
  mixing: Mixing = mixingWith(undefined),
): AsyncGenerator<Sound> {
  for (let from = start; from < end; from += mixedAtOnce) {
    const span = { from, to: Math.min(end, from + mixedAtOnce) };
    const isHeard = ({ startMs, endMs }: ScheduledTrack) =>
      toSamples(startMs) < span.to && toSamples(endMs) > span.from;
    yield await mixTracks(tracks.filter(isHeard), span, mixing);
  }
}

function mixingWith(signal: AbortSignal | undefined): Mixing {
  return {
    open: (channels, fromRate, maxFrames) => new Resampler(channels, fromRate, mixRate, maxFrames),
    signal,
  };
}

function clipped(sound: Sound): Sound {
  clip(sound.left);
  clip(sound.right);
  return sound;
}

function clip(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) samples[i] = Math.max(-1, Math.min(1, samples[i]));
}
