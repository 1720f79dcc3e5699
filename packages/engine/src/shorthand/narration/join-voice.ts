import { Buffer } from 'node:buffer';
import { writePcmWave } from '../../media/sound/pcm-wave.ts';
import { readWavFile, type WavFile } from '../../media/sound/wav-file.ts';
import { readFrames } from '../../media/sound/wav-samples.ts';
import { decodeBase64, parseEmbedded } from '../../project/data-url.ts';
import type { SceneObject } from '../../project/object-schemas.ts';
import type { Path } from '../../project/problem-text.ts';
import { trackIds } from '../../project/rules/ducks.ts';
import type { AudioTrack } from '../../project/schema.ts';
import type { ExpansionBudget } from '../budget.ts';
import type { CompositionTime, SceneNarration } from './narration.ts';

/** The id of the track with the sentences of a scene. */
const voiceId = 'voice';

interface PlacedSound {
  readonly startMs: number;
  readonly wav: WavFile;
}

/** A silence after which the sentences of a scene go on in another track, in milliseconds. */
const longPauseMs = 30_000;

/**
 * Adds the recordings of a scene's sentences to its sounds, in tracks with free ids: one for each format that they have,
 * and further ones after long pauses. Takes their bytes from the budget.
 */
export function withVoices(
  sounds: Record<string, AudioTrack> | undefined,
  narration: SceneNarration,
  times: ReadonlyMap<string, CompositionTime>,
  path: Path,
  budget: ExpansionBudget,
): Record<string, AudioTrack> | undefined {
  const runs = runsOf(narration, times);
  if (runs.length === 0) return sounds && makingWay(sounds, sounds, narration);
  const bytes = runs.reduce((sum, sounds) => sum + bytesOf(sounds), 0);
  const what = () => 'the recordings of the sentences, with the pauses between them,';
  if (!budget.take(bytes, [...path, 'compositions'], what)) return sounds;
  const tracks: Record<string, AudioTrack> = { ...sounds };
  for (const run of runs) {
    const id = freeId(tracks);
    const { startMs, src, durationMs } = joined(run);
    tracks[id] = {
      ...{ id, name: 'Voice', muted: false, start: startMs, offset: 0, volume: 1, duration: durationMs },
      asset: { src, mime: 'audio/wav', duration: durationMs, hasAudio: true },
    };
  }
  return makingWay(tracks, sounds, narration);
}

/**
 * Returns the ids of the audio tracks that a scene names, where `voice` is what its compositions say: all tracks of it,
 * and none until it has been spoken.
 */
function meantTracks(
  named: string | readonly string[],
  tracks: Readonly<Record<string, AudioTrack>> = {},
  own: Readonly<Record<string, AudioTrack>> = {},
): readonly string[] {
  const isOwn = Object.hasOwn(own, voiceId);
  const voices = Object.keys(tracks).filter((id) => !Object.hasOwn(own, id));
  return trackIds(named).flatMap((id) => (id === voiceId && !isOwn ? voices : [id]));
}

/** Lets waveforms of the voice show all tracks of what compositions say, and nothing until it has been spoken. */
export function showingVoices(
  objects: Record<string, SceneObject>,
  narration: SceneNarration | null,
  tracks: Record<string, AudioTrack> | undefined,
  own: Record<string, AudioTrack> | undefined,
): Record<string, SceneObject> {
  if (narration === null || narration.speeches.size === 0) return objects;
  const named = Object.entries(objects).map(([id, object]): [string, SceneObject] => {
    if (object.waveform?.of === undefined) return [id, object];
    const of = [...meantTracks(object.waveform.of, tracks, own)];
    return [id, { ...object, waveform: { ...object.waveform, of } }];
  });
  return Object.fromEntries(named);
}

/** The recordings of a scene at their times, in those that are joined. */
function runsOf(
  { speeches }: SceneNarration,
  times: ReadonlyMap<string, CompositionTime>,
): readonly (readonly PlacedSound[])[] {
  const byFormat = new Map<string, PlacedSound[]>();
  for (const [key, { sentences }] of speeches) {
    for (const { recording } of sentences) {
      const wav = recording && readRecording(recording.src);
      if (recording === undefined || wav === undefined) continue;
      const format = `${wav.sampleRate} ${wav.channels}`;
      const startMs = (times.get(key)?.startMs ?? 0) + recording.startMs;
      byFormat.set(format, [...(byFormat.get(format) ?? []), { startMs, wav }]);
    }
  }
  return [...byFormat.values()].flatMap(dividedAtPauses);
}

/** Returns tracks that make way for all that compositions say. */
function makingWay(
  tracks: Record<string, AudioTrack>,
  own: Record<string, AudioTrack> | undefined,
  { speeches }: SceneNarration,
): Record<string, AudioTrack> {
  if (speeches.size === 0) return tracks;
  const made = Object.entries(tracks).map(([key, track]): [string, AudioTrack] => {
    const { duck, ...rest } = track;
    if (duck === undefined) return [key, track];
    const under = [...meantTracks(duck.under, tracks, own)];
    return [key, under.length === 0 ? rest : { ...track, duck: { ...duck, under } }];
  });
  return Object.fromEntries(made);
}

function dividedAtPauses(sounds: readonly PlacedSound[]): PlacedSound[][] {
  const runs: PlacedSound[][] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const sound of sounds.toSorted((one, other) => one.startMs - other.startMs)) {
    if (sound.startMs - endMs > longPauseMs) runs.push([]);
    runs.at(-1)?.push(sound);
    endMs = Math.max(endMs, sound.startMs + (sound.wav.frames * 1000) / sound.wav.sampleRate);
  }
  return runs;
}

function readRecording(src: string): WavFile | undefined {
  const bytes = decodeBase64(parseEmbedded(src, ['audio/wav'])?.data ?? '');
  const wav = bytes && readWavFile(bytes);
  // A file that could not be embedded is reported.
  return wav?.ok ? wav.value : undefined;
}

/** Sounds of one format from the start of the first, with their number of frames. */
function placed(sounds: readonly PlacedSound[]) {
  const startMs = Math.min(...sounds.map((sound) => sound.startMs));
  const parts = sounds.map(({ startMs: at, wav }) => ({
    wav,
    at: Math.round(((at - startMs) * wav.sampleRate) / 1000),
  }));
  return { startMs, parts, frames: Math.max(...parts.map(({ at, wav }) => at + wav.frames)) };
}

/** Bytes of a data URL with 16-bit samples. */
function bytesOf(sounds: readonly PlacedSound[]): number {
  return Math.ceil((placed(sounds).frames * sounds[0].wav.channels * 2 * 4) / 3);
}

/** Sounds of one format, each at its time, as one sound that starts with the first. */
function joined(sounds: readonly PlacedSound[]) {
  const [{ wav: first }] = sounds;
  const { sampleRate, channels } = first;
  const { startMs, parts, frames } = placed(sounds);
  const samples = Buffer.alloc(frames * channels * 2);
  for (const { wav, at } of parts) {
    const planes = Array.from({ length: channels }, () => new Float32Array(wav.frames));
    readFrames(wav, 0, planes);
    for (let frame = 0; frame < wav.frames; frame++) {
      for (const [channel, plane] of planes.entries()) {
        const value = Math.round(plane[frame] * 32_768);
        samples.writeInt16LE(
          Math.max(-32_768, Math.min(32_767, value)),
          ((at + frame) * channels + channel) * 2,
        );
      }
    }
  }
  const data = writePcmWave({ sampleRate, channels, samples }).toString('base64');
  return { startMs, src: `data:audio/wav;base64,${data}`, durationMs: (frames * 1000) / sampleRate };
}

function freeId(taken: object): string {
  let id = voiceId;
  for (let attempt = 2; Object.hasOwn(taken, id); attempt++) id = `${voiceId}-${attempt}`;
  return id;
}
