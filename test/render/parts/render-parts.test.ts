import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Part, type PartsResult, type RenderPartsOptions, renderParts } from '../../../src/index.ts';
import { movieBoxInFront } from '../../../src/output/film/finish-movie.ts';
import { readBoxes } from '../../../src/output/film/movie-box.ts';
import { render } from '../../../src/render/render.ts';
import { film } from '../../shorthand/expand.ts';
import { temporaryFolder } from '../../support/command-line.ts';
import { decodeFrames, frameHashes, probeChapters, probeFilm, runOnFile } from '../../support/ffmpeg.ts';
import { judgeFilm } from '../../support/film/judge-film.ts';
import { decodePng } from '../../support/picture.ts';
import { structuralSimilarity } from '../../support/picture-difference.ts';
import { sine, wavUrl } from '../../support/wav-writer.ts';

const size = { width: 320, height: 180 };

interface PartSketch {
  readonly name: string;
  readonly durationMs: number;
  /** Frequency of its sound in Hz, from its start to its end. */
  readonly tone?: number;
  readonly fill?: string;
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** A part with a ball that moves in its first half. */
function part({ name, durationMs, tone, fill = 'tomato', changes = {} }: PartSketch): Part {
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

interface Made extends PartsResult {
  readonly data: Buffer;
}

async function filmOf(parts: readonly Part[], options: RenderPartsOptions = {}): Promise<Made> {
  const folder = await temporaryFolder();
  const path = join(folder, 'film.mp4');
  const result = await renderParts(parts, path, options);
  expect(await readdir(folder)).toEqual(['film.mp4']);
  return { ...result, data: await readFile(path) };
}

/** The sound as FFmpeg decodes it: 48,000 samples a second, mono. */
async function samplesOf(data: Uint8Array): Promise<Float32Array> {
  const { stdout, stderr } = await runOnFile('ffmpeg', data, (path) => [
    ...['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', path, '-map', '0:a'],
    ...['-f', 'f32le', '-ac', '1', '-'],
  ]);
  expect(stderr.toString()).toBe('');
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}

const low = part({ name: 'Low', durationMs: 1000, tone: 440 });
const silent = part({ name: 'Silent', durationMs: 700, fill: 'gold' });
const high = part({ name: 'High – “end”', durationMs: 1300, tone: 660, fill: 'teal' });

describe('a film of several projects', () => {
  it('a film of three projects has all of their pictures and a chapter for each', async () => {
    const made = await filmOf([low, silent, high]);
    expect(made).toMatchObject({
      ...{ ...size, frames: 90, durationMs: 3000, audioCodec: 'mp3', bytes: made.data.length },
      chapters: [
        { title: 'Low', startMs: 0 },
        { title: 'Silent', startMs: 1000 },
        { title: 'High – “end”', startMs: 1700 },
      ],
    });
    await judgeFilm(made.data, { ...size, frames: 90, durationMs: 3000, audioCodec: 'mp3' });
    expect(await probeChapters(made.data)).toEqual([
      { title: 'Low', startMs: 0, endMs: 1000 },
      { title: 'Silent', startMs: 1000, endMs: 1700 },
      { title: 'High – “end”', startMs: 1700, endMs: 3000 },
    ]);
  });

  it('the pictures of a film of three projects are those of their films, without coding them again', async () => {
    const made = await filmOf([low, silent, high]);
    const alone = await Promise.all(
      [low, silent, high].map(async ({ project }) =>
        frameHashes((await render(JSON.stringify(project), { format: 'mp4' })).data),
      ),
    );
    expect(await frameHashes(made.data)).toEqual(alone.flat());
  });

  it.each(['mp3', 'aac'] as const)(
    'the %s sound of a film of three projects is sample for sample that of one project with all sounds',
    async (audio) => {
      const made = await filmOf([low, silent, high], { audio });
      const tone = (frequency: number, durationMs: number, start: number) => ({
        asset: {
          src: wavUrl({
            sampleRate: 48_000,
            frames: 48 * durationMs,
            channels: [sine(frequency, 48_000, 0.5)],
          }),
        },
        start,
        duration: durationMs,
      });
      const whole = film({
        ...size,
        objects: { ball: { kind: 'circle' } },
        compositions: { only: { duration: 3000 } },
        audioTracks: { low: tone(440, 1000, 0), high: tone(660, 1300, 1700) },
      });
      const expected = await render(JSON.stringify(whole), { format: 'mp4', audio });
      const samples = await samplesOf(made.data);
      // FFmpeg plays all of the last packet of AAC.
      expect(samples.length).toBe(audio === 'mp3' ? 144_000 : 1024 * Math.ceil(144_000 / 1024));
      expect(samples).toEqual(await samplesOf(expected.data));
    },
  );

  it('a film of silent projects has no sound', async () => {
    const made = await filmOf([silent, silent]);
    expect(made.audioCodec).toBeNull();
    await judgeFilm(made.data, { frames: 42, durationMs: 1400, audioCodec: null });
  });

  it('a film has the same bytes however many of its parts are rendered at a time', async () => {
    const [one, two, more] = await Promise.all(
      [1, 2, 5].map((jobs) => filmOf([low, silent, high], { jobs })),
    );
    expect(two.data.equals(one.data)).toBe(true);
    expect(more.data.equals(one.data)).toBe(true);
  });

  it('the progress of a film counts the frames of all parts', async () => {
    const seen: number[] = [];
    await filmOf([low, silent], {
      onProgress: ({ framesDone, frames }) => {
        expect(frames).toBe(51);
        seen.push(framesDone);
      },
    });
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.at(-1)).toBe(51);
  });

  it('a film of 300 parts has a chapter for each of the first 255', async () => {
    const made = await filmOf(
      Array.from({ length: 300 }, (_, index) => part({ name: `Part ${index + 1}`, durationMs: 100 })),
      { fps: 60 },
    );
    expect(made.frames).toBe(1800);
    const chapters = await probeChapters(made.data);
    expect(chapters.map(({ title, startMs }) => ({ title, startMs }))).toEqual(
      Array.from({ length: 255 }, (_, index) => ({ title: `Part ${index + 1}`, startMs: 100 * index })),
    );
    expect(made.chapters).toHaveLength(255);
  });

  it('the title of a chapter is one line without control characters or changes of direction', async () => {
    const names = [
      'One\0two\u001b[31m \u200ethree\n\u202efour\u2066',
      '\u0007',
      '漢'.repeat(100),
      'שלום می‌خواهم',
    ];
    const made = await filmOf(names.map((name) => part({ name, durationMs: 100 })));
    const titles = ['One two [31m three four', 'Part 2', '漢'.repeat(85), 'שלום می‌خواهم'];
    expect(made.chapters.map(({ title }) => title)).toEqual(titles);
    expect((await probeChapters(made.data)).map(({ title }) => title)).toEqual(titles);
  });
});

describe('the size of a film of several projects', () => {
  const tall = part({ name: 'Tall', durationMs: 500, changes: { width: 180, height: 320 } });

  it('a part of another shape is letterboxed as in a film of its own', async () => {
    const made = await filmOf([silent, tall]);
    expect([made.width, made.height]).toEqual([320, 180]);
    const [, frame] = await decodeFrames(made.data, [0, 24], size);
    const still = await render(JSON.stringify(tall.project), { ...size, format: 'png', timeMs: 100 });
    expect(structuralSimilarity(frame, await decodePng(still.data))).toBeGreaterThan(0.98);
  });

  it('options give the size and the rate of all parts', async () => {
    const made = await filmOf([low, tall], { width: 200, height: 100, fps: 24 });
    await judgeFilm(made.data, { width: 200, height: 100, framesPerSecond: 24, frames: 24 + 12 });
  });

  it('a part that ends between two frames starts the next one on time', async () => {
    const odd = part({ name: 'Odd', durationMs: 1010, tone: 500 });
    const made = await filmOf([odd, low], { fps: 24 });
    expect(made.durationMs).toBe(2010);
    const { packets } = await probeFilm(made.data);
    expect(packets).toHaveLength(25 + 24);
    const starts = packets.map(({ pts }) => pts);
    expect(starts).toEqual(
      starts.map((_, index) => (index < 25 ? 1000 * index : 24_240 + 1000 * (index - 25))),
    );
  });
});

describe('a long film of several projects', () => {
  it('a part may be longer than a film of its own, also where its pictures move', async () => {
    const long = part({ name: 'Long', durationMs: 68_000, tone: 220, changes: { width: 64, height: 36 } });
    await expect(render(JSON.stringify(long.project), { format: 'mp4' })).rejects.toThrow('60');
    const made = await filmOf([long, low]);
    await judgeFilm(made.data, { frames: 2070, durationMs: 69_000, audioCodec: 'mp3' });
    expect(await samplesOf(made.data)).toHaveLength(69 * 48_000);
  });

  it('64-bit offsets point to the same pictures as 32-bit ones', async () => {
    const { data } = await filmOf([low, silent]);
    const boxes = readBoxes(data, 0, data.length);
    const [start, movie] = ['ftyp', 'moov'].map(
      (type) => boxes.find((box) => box.type === type) ?? expect.unreachable(),
    );
    const narrow = data.subarray(movie.start, movie.end);
    const wide = movieBoxInFront(narrow, [], true);
    expect(wide.includes('co64')).toBe(true);
    expect(wide.includes('stco')).toBe(false);
    // The narrow box stood in front before, so its bytes still count.
    const unused = Buffer.from(narrow);
    unused.write('free', 4);
    const changed = Buffer.concat([data.subarray(0, start.end), wide, unused, data.subarray(movie.end)]);
    expect(await frameHashes(changed)).toEqual(await frameHashes(data));
    expect(await samplesOf(changed)).toEqual(await samplesOf(data));
  });
});
