import { beforeAll, describe, expect, it } from 'vitest';
import { render } from '../../../packages/engine/src/render/render.ts';
import { heard, quietScene } from '../../../packages/engine/test/media/sound/film-support.ts';
import { project } from '../project-parts.ts';
import { sine, wavUrl } from '../wav-writer.ts';
import { checkFilm } from './check-film.ts';
import { parseFilm } from './parse-film.ts';

// The check must detect each of these faults in an otherwise valid film.

let good: Uint8Array;

beforeAll(async () => {
  const src = wavUrl({ sampleRate: 48_000, frames: 48_000, channels: [sine(440, 48_000, 0.5)] });
  const scene = quietScene('s', 2510, [heard('t', src, { start: 0, duration: 2510 })]);
  good = (await render(project(scene), { format: 'mp4', fps: 24 })).data;
});

/** Where the contents of a box begin, of the first or another of its type. */
function placeOf(film: Uint8Array, type: string, which = 0): number {
  let at = 0;
  for (let i = 0; i <= which; i++) at = Buffer.from(film).indexOf(type, at, 'latin1') + 4;
  return at;
}

const boxes = (name: string, which?: number) => (film: Uint8Array) => placeOf(film, name, which);

/** Numbers of 32 bits, by their distance from the contents of a box; version and flags are the first four bytes. */
const tables: readonly {
  what: string;
  box: (film: Uint8Array) => number;
  at: number;
  change: (old: number) => number;
  says: RegExp;
}[] = [
  {
    what: 'a wrong sync sample',
    box: boxes('stss'),
    at: 12,
    change: () => 48,
    says: /the sync samples must be \[0,31\], but is \[0,47\]/,
  },
  {
    what: 'no first sync sample',
    box: boxes('stss'),
    at: 8,
    change: () => 2,
    says: /the first sync sample must be 0, but is 1/,
  },
  { what: 'a longer edit', box: boxes('elst'), at: 8, change: (old) => old + 1, says: /edit/ },
  { what: 'an edit that starts late', box: boxes('elst'), at: 12, change: () => 1000, says: /edit/ },
  {
    what: 'sound that starts a sample early',
    box: boxes('elst', 1),
    at: 12,
    change: () => 1151,
    says: /samples before the sound must be 1152, but is 1151/,
  },
  {
    what: 'a longer movie',
    box: boxes('mvhd'),
    at: 16,
    change: (old) => old + 24,
    says: /the movie is longer by 24/,
  },
  {
    what: 'a wrong clock rate',
    box: boxes('mvhd'),
    at: 12,
    change: (old) => old + 1,
    says: /the movie's clock/,
  },
  {
    what: 'a longer picture track',
    box: boxes('mdhd'),
    at: 16,
    change: (old) => old + 24,
    says: /durations together/,
  },
  {
    what: 'a longer frame',
    box: boxes('stts'),
    at: 12,
    change: (old) => old + 1,
    says: /24\.\d|frames a second|durations together/,
  },
  {
    what: 'a wrong sample offset',
    box: boxes('stco'),
    at: 8,
    change: (old) => old + 1,
    says: /NAL unit|the place of sample/,
  },
  { what: 'a hidden track', box: boxes('tkhd'), at: 0, change: () => 2, says: /flags/ },
  {
    what: 'a wider track',
    box: boxes('tkhd'),
    at: 76,
    change: (old) => old + (1 << 16),
    says: /size in the track header/,
  },
];

describe('the check of films', () => {
  it('checkFilm accepts a valid film', { tags: 'ffmpeg' }, async () => {
    expect(await checkFilm(good, { frames: 61, durationMs: 2510 })).toMatchObject({
      ...{ width: 64, height: 36, frames: 61, framesPerSecond: 24, syncSamples: [0, 31] },
      sound: { samples: 120_480 },
    });
  });

  it.each(tables)('checkFilm refuses a film with $what', async ({ box, at, change, says }) => {
    const film = Buffer.from(good);
    const place = box(film) + at;
    film.writeUInt32BE(change(film.readUInt32BE(place)) >>> 0, place);
    await expect(checkFilm(film)).rejects.toThrow(says);
  });

  it('checkFilm refuses a film without a sync sample table', async () => {
    const film = Buffer.from(good);
    film.write('free', placeOf(film, 'stss') - 4, 'latin1');
    await expect(checkFilm(film)).rejects.toThrow(/the sync samples must be \[0,31\], but is \[0,1,2/);
  });

  it('checkFilm refuses a level that differs from the stream', async () => {
    const film = Buffer.from(good);
    film[placeOf(film, 'avcC') + 3] = 51;
    await expect(checkFilm(film)).rejects.toThrow(
      /level in the avcC box must be \[100,0,41\], but is \[100,0,51\]/,
    );
  });

  it('checkFilm refuses a colour description that differs from the stream', async () => {
    const film = Buffer.from(good);
    film[placeOf(film, 'nclx') + 1] = 9;
    await expect(checkFilm(film)).rejects.toThrow(/the colr box must be \[1,1,1,0\], but is \[9,1,1,0\]/);
  });

  it('checkFilm refuses a false key frame and a damaged picture', async () => {
    const { samples } = parseFilm(good).video;
    const film = Buffer.from(good);
    // The type of a NAL unit follows its length: 1 is a picture that refers to others.
    film[samples[31].offset + 4] = 0x41;
    await expect(checkFilm(film)).rejects.toThrow(/the sync samples must be \[0\]/);
    const swapped = Buffer.from(good);
    swapped[samples[3].offset + 5] ^= 0x1f;
    await expect(checkFilm(swapped)).rejects.toThrow(/slice|picture|frame number/);
  });

  it('checkFilm refuses a picture that does not decode', { tags: 'ffmpeg' }, async () => {
    const { samples } = parseFilm(good).video;
    const film = Buffer.from(good);
    film.fill(0xff, samples[0].offset + 20, samples[0].offset + samples[0].size);
    await expect(checkFilm(film)).rejects.toThrow(/ffmpeg/);
  });

  it('checkFilm refuses sound that is not MP3', async () => {
    const { audio } = parseFilm(good);
    const film = Buffer.from(good);
    film[audio?.samples[4].offset ?? 0] = 0;
    await expect(checkFilm(film)).rejects.toThrow(/header of sound packet 4/);
  });

  it('checkFilm refuses a truncated film', async () => {
    await expect(checkFilm(good.subarray(0, good.length - 1))).rejects.toThrow();
  });

  it.each([
    [{ frames: 60 }, 'the number of frames'],
    [{ width: 66 }, 'the width'],
    [{ height: 38 }, 'the height'],
    [{ durationMs: 2510.1 }, 'it lasts'],
    [{ framesPerSecond: 30 }, 'frames a second'],
    [{ audioCodec: null }, 'its sound'],
  ])('checkFilm refuses a film that does not match the expected %j', async (expected, says) => {
    await expect(checkFilm(good, expected)).rejects.toThrow(says);
  });
});
