import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { runOnFile } from '../../../../../test/support/ffmpeg.ts';
import { sine, wavUrl } from '../../../../../test/support/wav-writer.ts';
import { type Part, type PartsResult, type RenderPartsOptions, renderParts } from '../../../src/index.ts';
import { film } from '../../shorthand/expand.ts';

export const size = { width: 320, height: 180 };

interface PartSketch {
  readonly name: string;
  readonly durationMs: number;
  /** Frequency of its sound in Hz, from its start to its end. */
  readonly tone?: number | undefined;
  readonly fill?: string;
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** A part with a ball that moves in its first half. */
export function part({ name, durationMs, tone, fill = 'tomato', changes = {} }: PartSketch): Part {
  const audioTracks = tone && {
    tone: {
      asset: {
        src: wavUrl({ sampleRate: 48_000, frames: 48 * durationMs, channels: [sine(tone, 48_000, 0.5)] }),
      },
      duration: durationMs,
    },
  };
  const project = film({
    ...{ name, ...size },
    objects: { ball: { kind: 'circle', state: { x: 60, y: 90, width: 80, height: 80, fill } } },
    compositions: {
      left: { duration: durationMs / 4 },
      right: { enter: { duration: durationMs / 4 }, duration: durationMs / 2, states: { ball: { x: 250 } } },
    },
    ...(audioTracks && { audioTracks }),
    ...changes,
  });
  return { project };
}

export interface Made extends PartsResult {
  readonly data: Buffer;
}

/** The film of several projects, made in a folder in which it leaves nothing else. */
export async function filmOf(parts: readonly Part[], options: RenderPartsOptions = {}): Promise<Made> {
  const folder = await temporaryFolder();
  const path = join(folder, 'film.mp4');
  const result = await renderParts(parts, path, options);
  expect(await readdir(folder)).toEqual(['film.mp4']);
  return { ...result, data: await readFile(path) };
}

/** The sound as FFmpeg decodes it: 48,000 samples a second, mono. */
export async function samplesOf(data: Uint8Array): Promise<Float32Array> {
  const { stdout, stderr } = await runOnFile('ffmpeg', data, (path) => [
    ...['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', path, '-map', '0:a'],
    ...['-f', 'f32le', '-ac', '1', '-'],
  ]);
  expect(stderr.toString()).toBe('');
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}

export const low = part({ name: 'Low', durationMs: 1000, tone: 440 });
export const silent = part({ name: 'Silent', durationMs: 700, fill: 'gold' });
export const high = part({ name: 'High – “end”', durationMs: 1300, tone: 660, fill: 'teal' });
