import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type ExternalProgram, externalProgram } from '../../../../../test/support/external-programs.ts';
import { checkedFilm } from '../../../../../test/support/film/check-film.ts';
import { audioTrack, composition, project, scene } from '../../../../../test/support/project-parts.ts';
import type { AudioTrack, Scene } from '../../../src/project/schema.ts';
import { type RenderResult, render } from '../../../src/render/render.ts';

/** Returns an audible track at full volume with a WAV from a data URL. */
export function heard(
  id: string,
  src: string,
  changes: Partial<Omit<AudioTrack, 'id' | 'asset'>> & { start: number; duration: number },
): AudioTrack {
  const track = audioTrack(id, changes.start, changes.duration);
  return { ...track, asset: { ...track.asset, src }, muted: false, volume: 1, ...changes };
}

/** Returns a small black scene of one composition. */
export function quietScene(id: string, durationMs: number, audioTracks: AudioTrack[]): Scene {
  const one = scene(id, { compositions: [composition('only', durationMs)], audioTracks });
  return { ...one, width: 64, height: 36 };
}

export function renderFilm(...scenes: Scene[]): Promise<RenderResult> {
  return checkedFilm(render(project(...scenes), { format: 'mp4', fps: 24 }), 24);
}

export interface DecodedSound {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Returns the sound of a film as FFmpeg plays it: 48 kHz stereo, from time 0 of the film. */
export async function decodeSound(film: Uint8Array): Promise<DecodedSound> {
  const bytes = await runOnFile('ffmpeg', film, (path) => [
    ...['-v', 'error', '-i', path, '-map', '0:a', '-f', 'f32le', '-ac', '2', '-ar', '48000', '-'],
  ]);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return {
    left: samples.filter((_, index) => index % 2 === 0),
    right: samples.filter((_, index) => index % 2 === 1),
  };
}

export interface MeasuredSound {
  /** Integrated loudness in LUFS. */
  readonly loudness: number;
  /** The highest true peak of both channels, in decibels of full scale. */
  readonly truePeakDb: number;
}

/** Measures the sound of a film, or a WAV file, with FFmpeg's meter for EBU R 128. */
export async function measureSound(file: Uint8Array): Promise<MeasuredSound> {
  const lines = await runOnFile('ffmpeg', file, (path) => [
    ...['-v', 'error', '-i', path, '-map', '0:a'],
    ...['-af', 'ebur128=metadata=1:peak=true,ametadata=mode=print:file=-', '-f', 'null', '-'],
  ]);
  const last = (key: string) =>
    [...lines.toString().matchAll(new RegExp(`lavfi\\.r128\\.${key}=(\\S+)`, 'g'))].map(([, value]) =>
      Number(value),
    );
  const peaks = [...last('true_peaks_ch0'), ...last('true_peaks_ch1')];
  return {
    loudness: last('I').at(-1) ?? NaN,
    truePeakDb: 20 * Math.log10(Math.max(...peaks)),
  };
}

/** Returns the level of a section in decibels after filters, as FFmpeg's `astats` measures it. */
export async function measureLevels(
  file: Uint8Array,
  fromMs: number,
  toMs: number,
  filters: string,
): Promise<number> {
  const section = `atrim=${fromMs / 1000}:${toMs / 1000}`;
  const lines = await runOnFile('ffmpeg', file, (path) => [
    ...['-v', 'error', '-i', path, '-map', '0:a', '-af'],
    `${filters},${section},astats=metadata=1:reset=0,ametadata=mode=print:file=-`,
    ...['-f', 'null', '-'],
  ]);
  const levels = [...lines.toString().matchAll(/lavfi\.astats\.Overall\.RMS_level=(\S+)/g)];
  return Number(levels.at(-1)?.[1]);
}

export interface ProbedStream {
  readonly codec_name: string;
  readonly codec_type: string;
  readonly duration: string;
  readonly start_time: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly bit_rate?: string;
}

export async function probe(film: Uint8Array): Promise<readonly ProbedStream[]> {
  const json = await runOnFile('ffprobe', film, (path) => [
    ...['-v', 'error', '-show_streams', '-of', 'json', path],
  ]);
  return JSON.parse(json.toString()).streams;
}

/** Returns the time in milliseconds at which a sound first reaches half of its peak. */
export function onsetMs(samples: Float32Array, fromMs = 0): number {
  const from = Math.round(fromMs * 48);
  const peak = samples.subarray(from).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const at = samples.findIndex((sample, index) => index >= from && Math.abs(sample) >= peak / 2);
  return at / 48;
}

/** Returns the root mean square of a section in decibels of full scale; a sine of amplitude 1 has -3.01. */
export function levelDb(samples: Float32Array, fromMs: number, toMs: number): number {
  const stretch = samples.subarray(Math.round(fromMs * 48), Math.round(toMs * 48));
  if (stretch.length === 0) throw new RangeError(`the sound has nothing from ${fromMs} to ${toMs} ms`);
  const power = stretch.reduce((sum, sample) => sum + sample * sample, 0) / stretch.length;
  return 10 * Math.log10(power + 1e-20);
}

async function runOnFile(
  command: ExternalProgram,
  file: Uint8Array,
  argumentsFor: (path: string) => string[],
): Promise<Buffer> {
  const program = externalProgram(command);
  const folder = await mkdtemp(join(tmpdir(), 'render-service-sound-'));
  try {
    const path = join(folder, 'film.mp4');
    await writeFile(path, file);
    const child = spawn(program, argumentsFor(path), { stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors, code] = await Promise.all([
      buffer(child.stdout),
      buffer(child.stderr),
      new Promise((resolve, reject) => child.on('error', reject).on('close', resolve)),
    ]);
    if (code !== 0 || errors.length > 0) throw new Error(`${command} ended with ${code}: ${errors}`);
    return output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
