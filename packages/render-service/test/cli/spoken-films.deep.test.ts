// @module-tag ffmpeg

import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { checkedFilm } from '../../../../test/support/film/check-film.ts';
import type { Cue } from '../../../engine/src/project/object-schemas.ts';
import type { Project } from '../../../engine/src/project/schema.ts';

const films = [
  { name: 'water', voice: 'ar', rate: 120, width: 480, height: 270 },
  { name: 'tea', voice: 'ja', rate: 110, width: 480, height: 270 },
  { name: 'sleep', voice: 'en-us', rate: 140, width: 270, height: 480 },
];
const fps = 30;
const frameMs = 1000 / fps;

/** The times at which sound begins after at least a quarter of a second of silence, in milliseconds. */
async function onsets(file: string): Promise<number[]> {
  const filter = 'silencedetect=noise=-50dB:duration=0.25';
  const args = ['-hide_banner', '-nostats', '-i', file, '-af', filter, '-vn', '-f', 'null', '-'];
  const { stderr } = await promisify(execFile)('ffmpeg', args);
  return [...stderr.matchAll(/silence_end: ([\d.]+)/g)].map(([, seconds]) => 1000 * Number(seconds));
}

/** The lower part of each picture, where captions are, in gray. */
async function captionStrips(file: string, { width, height }: { width: number; height: number }) {
  const [top, rows] = [Math.round(height * 0.55), Math.round(height * 0.4)];
  const crop = `crop=${width}:${rows}:0:${top},format=gray`;
  const args = ['-v', 'error', '-i', file, '-vf', crop, '-an', '-f', 'rawvideo', '-'];
  const options = { encoding: 'buffer', maxBuffer: 1 << 30 } as const;
  const { stdout } = await promisify(execFile)('ffmpeg', args, options);
  const size = width * rows;
  return (frame: number) => stdout.subarray(frame * size, (frame + 1) * size);
}

function largestChange(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))), 0);
}

it.each(films)(
  'the film $name, spoken by a program, shows each word within a frame of its time',
  { tags: ['espeak-ng', 'ffmpeg'], timeout: 180_000 },
  async ({ name, voice, rate, width, height }) => {
    const folder = await temporaryFolder();
    const film = join(folder, 'film.json');
    const source = new URL(`../../../../test/fixtures/spoken/${name}.json`, import.meta.url);
    await copyFile(fileURLToPath(source), film);
    const command = `espeak-ng -v ${voice} -s ${rate} --stdout`;
    const spoken = await run(['speak', film, '--command', command]);
    expect(spoken.code).toBe(0);
    const { stdout } = await run(['inspect', film, '--json']);
    expect(JSON.parse(stdout.toString())).toMatchObject({ issues: [], advice: [] });
    const expanded = await run(['expand', film]);
    const { scenes, sceneOrder }: Project = JSON.parse(expanded.stdout.toString());
    const cues: readonly Cue[] = scenes[sceneOrder[0]].objects.captions.cues ?? [];
    const movie = join(folder, 'film.mp4');
    expect(await run(['render', film, '-o', movie, '--width', `${width}`, '--fps', `${fps}`])).toMatchObject({
      code: 0,
    });
    await checkedFilm(Promise.resolve({ data: await readFile(movie) }), fps);
    const heard = await onsets(movie);
    const times = cues.flatMap(({ words = [] }) => words.map(([startMs = 0]) => startMs));
    const script = await run(['script', film, '--format', 'json']);
    const { sentences }: { sentences: readonly { startMs: number }[] } = JSON.parse(script.stdout.toString());
    const firstWords = sentences.map(({ startMs }) => Math.min(...times.filter((time) => time >= startMs)));
    expect(firstWords.length).toBeGreaterThan(8);
    for (const start of firstWords.slice(1))
      expect(Math.min(...heard.map((onset) => Math.abs(start - onset))), `${start} ms`).toBeLessThanOrEqual(
        frameMs,
      );
    const stripAt = await captionStrips(movie, { width, height });
    expect(times.length).toBeGreaterThan(40);
    for (const time of times) {
      const frame = Math.ceil(time / frameMs - 1e-6);
      expect(largestChange(stripAt(frame - 1), stripAt(frame)), `the word at ${time} ms`).toBeGreaterThan(12);
    }
  },
);
