import { Buffer } from 'node:buffer';
import { writePcmWave } from '../../media/sound/pcm-wave.ts';
import { readWavFile, type WavFile } from '../../media/sound/wav-file.ts';
import { readFrames } from '../../media/sound/wav-samples.ts';
import { decodeBase64, parseEmbedded } from '../../project/data-url.ts';
import type { AudioTrack } from '../../project/schema.ts';
import type { CompositionTime, SceneNarration } from './narration.ts';

/** The id of the track with the sentences of a scene. */
export const voiceId = 'voice';

interface PlacedSound {
  readonly startMs: number;
  readonly wav: WavFile;
}

/** A silence after which the sentences of a scene go on in another track, in milliseconds. */
const longPauseMs = 30_000;

/**
 * Joins the recordings of a scene's sentences, in tracks with free ids: one for each format that they have, and further
 * ones after long pauses.
 */
export function voiceTracks(
  { speeches }: SceneNarration,
  times: ReadonlyMap<string, CompositionTime>,
  taken: object,
): AudioTrack[] {
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
  const runs = [...byFormat.values()].flatMap(dividedAtPauses);
  return runs.map((sounds, index) => {
    const id = freeId(index, taken);
    const { startMs, src, durationMs } = joined(sounds);
    return {
      ...{ id, name: 'Voice', muted: false, start: startMs, offset: 0, volume: 1, duration: durationMs },
      asset: { src, mime: 'audio/wav', duration: durationMs, hasAudio: true },
    };
  });
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

/** Sounds of one format, each at its time, as one sound that starts with the first. */
function joined(sounds: readonly PlacedSound[]) {
  const [{ wav: first }] = sounds;
  const { sampleRate, channels } = first;
  const startMs = Math.min(...sounds.map((sound) => sound.startMs));
  const placed = sounds.map((sound) => ({
    wav: sound.wav,
    at: Math.round(((sound.startMs - startMs) * sampleRate) / 1000),
  }));
  const frames = Math.max(...placed.map(({ at, wav }) => at + wav.frames));
  const samples = Buffer.alloc(frames * channels * 2);
  for (const { wav, at } of placed) {
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

function freeId(index: number, taken: object): string {
  for (let attempt = index + 1; ; attempt++) {
    const id = attempt === 1 ? voiceId : `${voiceId}-${attempt}`;
    if (!Object.hasOwn(taken, id)) return id;
  }
}
