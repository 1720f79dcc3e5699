import { describe, expect, it } from 'vitest';
import { decodeFrames, frameHashes, probeChapters, probeFilm } from '../../../../../test/support/ffmpeg.ts';
import { checkFilm } from '../../../../../test/support/film/check-film.ts';
import { decodePng } from '../../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../../test/support/picture-difference.ts';
import { sine, wavUrl } from '../../../../../test/support/wav-writer.ts';
import { movieBoxInFront } from '../../../src/output/film/finish-movie.ts';
import { readBoxes } from '../../../src/output/film/movie-box.ts';
import { render } from '../../../src/render/render.ts';
import { film } from '../../shorthand/expand.ts';
import { filmOf, high, low, type Made, part, samplesOf, silent, size } from './parts.ts';

describe('a film of several projects', () => {
  let made: Promise<Made> | undefined;
  /** Made once for all tests. */
  const filmOfThree = () => {
    made ??= filmOf([low, silent, high]);
    return made;
  };

  it('a film of three projects has all of their pictures and a chapter for each', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const made = await filmOfThree();
    expect(made).toMatchObject({
      ...{ ...size, frames: 90, durationMs: 3000, audioCodec: 'mp3', bytes: made.data.length },
      chapters: [
        { title: 'Low', startMs: 0 },
        { title: 'Silent', startMs: 1000 },
        { title: 'High – “end”', startMs: 1700 },
      ],
    });
    await checkFilm(made.data, { ...size, frames: 90, durationMs: 3000, audioCodec: 'mp3' });
    expect(await probeChapters(made.data)).toEqual([
      { title: 'Low', startMs: 0, endMs: 1000 },
      { title: 'Silent', startMs: 1000, endMs: 1700 },
      { title: 'High – “end”', startMs: 1700, endMs: 3000 },
    ]);
  });

  it('the pictures of a film of three projects are those of the separate films, without encoding them again', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const made = await filmOfThree();
    const alone = await Promise.all(
      [low, silent, high].map(async ({ project }) =>
        frameHashes((await render(JSON.stringify(project), { format: 'mp4' })).data),
      ),
    );
    expect(await frameHashes(made.data)).toEqual(alone.flat());
  });

  it.each(['mp3', 'aac'] as const)(
    'the %s sound of a film of three projects equals that of one project with all sounds, sample for sample',
    { tags: ['ffmpeg', 'slow'] },
    async (audio) => {
      const made = audio === 'mp3' ? await filmOfThree() : await filmOf([low, silent, high], { audio });
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

  it('a film of silent projects has no sound', { tags: 'ffmpeg' }, async () => {
    const made = await filmOf([silent, silent]);
    expect(made.audioCodec).toBeNull();
    await checkFilm(made.data, { frames: 42, durationMs: 1400, audioCodec: null });
  });

  it('a film of several projects has the same bytes for any number of parts rendered at a time', {
    tags: 'slow',
  }, async () => {
    const { data } = await filmOfThree();
    for (const jobs of [2, 5]) {
      expect((await filmOf([low, silent, high], { jobs })).data.equals(data)).toBe(true);
    }
  });

  it('the progress of a film of several projects counts the frames of all parts', {
    tags: 'slow',
  }, async () => {
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

  it('the title of a chapter is one line without control characters or changes of direction', {
    tags: 'ffmpeg',
  }, async () => {
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

  it('a part with another aspect ratio is letterboxed as in its own film', { tags: 'ffmpeg' }, async () => {
    const made = await filmOf([silent, tall]);
    expect([made.width, made.height]).toEqual([320, 180]);
    const [, frame] = await decodeFrames(made.data, [0, 24], size);
    const still = await render(JSON.stringify(tall.project), { ...size, format: 'png', timeMs: 100 });
    expect(structuralSimilarity(frame, await decodePng(still.data))).toBeGreaterThan(0.98);
  });

  it('options set the size and the frame rate of all parts', { tags: 'ffmpeg' }, async () => {
    const made = await filmOf([low, tall], { width: 200, height: 100, fps: 24 });
    await checkFilm(made.data, { width: 200, height: 100, framesPerSecond: 24, frames: 24 + 12 });
  });

  it('a part that ends between two frames starts the next one on time', { tags: 'ffmpeg' }, async () => {
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

describe('the index of a film of several projects', () => {
  it('64-bit offsets point to the same pictures as 32-bit ones', { tags: ['ffmpeg', 'slow'] }, async () => {
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
