// @module-tag ffmpeg
import { readFileSync, renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { runOnFile } from '../../../../../test/support/ffmpeg.ts';
import { checkedFilm } from '../../../../../test/support/film/check-film.ts';
import { inspect, render } from '../../../src/index.ts';
import { clipFolder, makeClip, numberedPictures, numberedSize, numberIn, numberOf } from './support.ts';

const folder = clipFolder();
const { width, height } = numberedSize;
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '40', '-bf', '2', '-pix_fmt', 'yuv420p'];

/** A film in shorthand whose only object is a clip of the size of the frame. */
function filmOf(video: object, durationMs: number, more: object = {}): object {
  return {
    ...{ shorthand: true, width, height, background: '#000000' },
    objects: { clip: { kind: 'video', src: 'clip.mp4', width, height, ...video } },
    compositions: [{ duration: durationMs, states: { clip: true } }],
    ...more,
  };
}

async function stillOf(film: object, timeMs: number): Promise<number> {
  const { data } = await render(film, { format: 'png', timeMs, baseFolder: folder });
  const image = await loadImage(Buffer.from(data));
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return numberIn(canvas);
}

/** The numbers in the pictures of a film, as ffmpeg decodes them. */
async function numbersIn(film: Uint8Array): Promise<number[]> {
  const { stdout } = await runOnFile('ffmpeg', film, (path) => [
    ...['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
  ]);
  const pixels = width * height;
  return Array.from({ length: stdout.length / pixels }, (_, index) =>
    numberOf((x, y) => stdout[index * pixels + y * width + x], { width, height }),
  );
}

beforeAll(async () => {
  await makeClip(...numberedPictures('30', 6), ...h264, join(folder, 'clip.mp4'));
});

describe('stills of a film with a video', () => {
  it('shows the picture of the time', async () => {
    const film = filmOf({}, 5000);
    expect(await Promise.all([0, 1000, 2233.4, 4999].map((timeMs) => stillOf(film, timeMs)))).toEqual([
      0, 30, 67, 149,
    ]);
  });

  it('shows the range of the clip, its first picture before that and its last one afterwards', async () => {
    const film = filmOf({ from: '0:01', to: 3000, start: 500 }, 5000);
    expect(
      await Promise.all([0, 499, 1500, 2450, 2600, 5000].map((timeMs) => stillOf(film, timeMs))),
    ).toEqual([30, 30, 60, 88, 89, 89]);
  });

  it('plays faster, slower and again', async () => {
    expect(await stillOf(filmOf({ speed: 2 }, 4000), 1000)).toBe(60);
    expect(await stillOf(filmOf({ speed: 0.25 }, 4000), 2000)).toBe(15);
    const looped = filmOf({ from: 1000, to: 2000, loop: true }, 4000);
    expect(await Promise.all([500, 1500, 3500].map((timeMs) => stillOf(looped, timeMs)))).toEqual([
      45, 45, 45,
    ]);
  });

  it('starts when the first composition that shows it is entered', async () => {
    const film = filmOf({}, 0, {
      compositions: {
        before: { duration: 1000, states: {} },
        after: { duration: 2000, states: { clip: true } },
      },
    });
    expect(await stillOf(film, 2000)).toBe(30);
  });

  it('embeds the picture in an SVG', async () => {
    const { data } = await render(filmOf({}, 3000), { format: 'svg', timeMs: 1000, baseFolder: folder });
    const [, png = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(Buffer.from(data).toString()) ?? [];
    const image = await loadImage(Buffer.from(png, 'base64'));
    const canvas = createCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    expect(numberIn(canvas)).toBe(30);
  });
});

describe('films with a video', () => {
  it.each([24, 30, 60] as const)(
    'shows the right picture in every frame at %i frames a second',
    async (fps) => {
      const film = await checkedFilm(render(filmOf({}, 5000), { format: 'mp4', fps, baseFolder: folder }));
      const expected = Array.from({ length: 5 * fps }, (_, frame) => Math.floor((frame * 30) / fps + 0.0151));
      expect(await numbersIn(film.data)).toEqual(expected);
    },
  );

  it.each([
    [
      'VP9 with hidden pictures',
      ['-c:v', 'libvpx-vp9', '-b:v', '1M', '-auto-alt-ref', '1', '-lag-in-frames', '16'],
      'alt.webm',
    ],
    [
      'HEVC',
      ['-c:v', 'libx265', '-pix_fmt', 'yuv420p', '-x265-params', 'log-level=none:bframes=4'],
      'deep.mp4',
    ],
    ['H.264 in Matroska', h264, 'in.mkv'],
  ])('shows the right picture in every frame of a clip in %s at 23.976', async (_, coding, name) => {
    await makeClip(...numberedPictures('24000/1001', 5), ...coding, join(folder, name));
    const { data } = await checkedFilm(
      render(filmOf({ src: name, from: 1000 }, 3500), { format: 'mp4', fps: 30, baseFolder: folder }),
    );
    const expected = Array.from({ length: 105 }, (_, frame) =>
      Math.floor(((1 + frame / 30 + 0.0005) * 24_000) / 1001 + 1e-9),
    );
    const seen = await numbersIn(data);
    // Matroska rounds stamps to milliseconds, so that a picture may be shown a frame earlier.
    for (const [frame, number] of seen.entries())
      expect(Math.abs(number - expected[frame]), `frame ${frame}`).toBeLessThanOrEqual(
        name === 'deep.mp4' ? 0 : 1,
      );
    expect(seen.filter((number, frame) => number !== expected[frame]).length).toBeLessThan(5);
  });

  it('paints each picture of a clip once', async () => {
    const slow = ['-f', 'lavfi', '-i', `testsrc2=s=${width}x${height}:r=10:d=6`, ...h264];
    await makeClip(...slow, join(folder, 'slow.mp4'));
    const options = { format: 'mp4', fps: 30, baseFolder: folder } as const;
    expect(await render(filmOf({ src: 'slow.mp4' }, 3000), options)).toMatchObject({
      ...{ frames: 90, rasterizedFrames: 30 },
    });
    const cut = {
      src: 'slow.mp4',
      cuts: [
        [4000, 5000],
        [1000, 2000],
      ],
      speed: 0.5,
    };
    expect(await render(filmOf(cut, 4000), options)).toMatchObject({ frames: 120, rasterizedFrames: 20 });
  });

  it('has the same bytes in pieces and as parts of a longer film', async () => {
    const cache = join(folder, 'cache');
    const options = { format: 'mp4', baseFolder: folder, cache } as const;
    const first = await render(filmOf({}, 4500), options);
    const again = await render(filmOf({}, 4500), options);
    expect(Buffer.compare(first.data, again.data)).toBe(0);
    const plain = await render(filmOf({}, 4500), { format: 'mp4', baseFolder: folder });
    expect(Buffer.compare(first.data, plain.data)).toBe(0);
  });

  it('makes pieces anew when the file changes under its name', async () => {
    const options = { format: 'mp4', baseFolder: folder, cache: join(folder, 'cache') } as const;
    const film = filmOf({ src: 'changing.mp4' }, 1000);
    const numbers = ['-vf', "geq=lum='if(lt(Y,22),16,128)':cb=128:cr=128"];
    await writeFile(join(folder, 'changing.mp4'), readFileSync(join(folder, 'clip.mp4')));
    const before = await numbersIn((await render(film, options)).data);
    const other = join(folder, 'other.mp4');
    await makeClip(
      '-f',
      'lavfi',
      '-i',
      `color=gray:s=${width}x${height}:r=30:d=6`,
      ...numbers,
      ...h264,
      other,
    );
    renameSync(other, join(folder, 'changing.mp4'));
    expect(before.slice(1)).not.toContain(0);
    expect(new Set(await numbersIn((await render(film, options)).data))).toEqual(new Set([0]));
  });
});

describe('documents with a video', () => {
  it('refuses a video in a document without the mark', async () => {
    const media = {
      mime: 'video/mp4',
      duration: 1000,
      hasAudio: false,
      width,
      height,
      src: 'data:video/mp4;base64,AAAA',
    };
    const object = { id: 'clip', name: 'clip', kind: 'video', order: 0, locked: false, groupId: null, media };
    const project = {
      ...{ name: 'Film', version: 2, sceneOrder: ['main'] },
      scenes: {
        main: {
          ...{ id: 'main', name: 'main', width, height, background: '#000000', transitions: {} },
          objects: { clip: { ...object, playback: { start: 0, offset: 0, duration: 1000 } } },
          compositionOrder: ['one'],
          compositions: { one: { id: 'one', name: 'one', accent: '#ffffff', duration: 1000, states: {} } },
        },
      },
    };
    const { issues } = await inspect(project);
    expect(issues).toEqual(['scenes.main.objects.clip: video is not supported; use an image instead']);
    await expect(render(project, { format: 'png' })).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('names the place and the reason of a file that cannot be used', async () => {
    await makeClip('-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac', join(folder, 'sound.m4a'));
    await writeFile(join(folder, 'list.mp4'), 'ffconcat version 1.0\nfile clip.mp4\n');
    const problemOf = (src: string) =>
      inspect(filmOf({ src }, 1000), { baseFolder: folder }).then(
        ({ issues }) => issues,
        ({ problems }) => problems.map(({ message }: { message: string }) => message),
      );
    expect(await problemOf('sound.m4a')).toEqual([
      'is "sound.m4a", but the MP4 has no pictures; use it as a sound, or export it again',
    ]);
    expect(await problemOf('list.mp4')).toEqual([
      'is "list.mp4", but the file is neither MP4, MOV, WebM, Matroska nor GIF; convert it to MP4',
    ]);
    expect(await problemOf('missing.mp4')).toEqual([
      'cannot be read from the file "missing.mp4": there is no such file',
    ]);
    expect(await problemOf('../clip.mp4')).toEqual([
      'must be a path in the project\'s folder or below, without "..", but is "../clip.mp4"',
    ]);
  });

  it('says what is wrong with a range', async () => {
    const problems = await inspect(filmOf({ from: 2000, to: '0:01' }, 1000), { baseFolder: folder }).then(
      () => [],
      (error) => error.problems.map(({ message }: { message: string }) => message),
    );
    expect(problems).toEqual(['must be after "from", but is "0:01"']);
  });

  it('needs no folder for an embedded clip', async () => {
    const src = `data:video/mp4;base64,${readFileSync(join(folder, 'clip.mp4')).toString('base64')}`;
    const { issues } = await inspect(filmOf({ src }, 2000));
    expect(issues).toEqual([]);
    expect(await stillOf(filmOf({ src }, 2000), 1000)).toBe(30);
  });
});
