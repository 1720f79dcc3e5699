// @module-tag ffmpeg
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runOnFile } from '../../../../../test/support/ffmpeg.ts';
import { checkedFilm } from '../../../../../test/support/film/check-film.ts';
import { inspect, render } from '../../../src/index.ts';
import { clipFolder, makeClip, numberedPictures, numberedSize } from './support.ts';

const folder = clipFolder();
const { width, height } = numberedSize;
const rate = 48_000;

/** Half a second of tone in every second, with a pitch of its own. */
const beeps = 'aevalsrc=if(lt(mod(t\\,1)\\,0.5)\\,0.4*sin(2*PI*(300+100*floor(t))*t)\\,0):s=44100:d=6';

function filmOf(
  video: object,
  compositions: readonly object[] = [{ duration: 4000, states: { clip: true } }],
) {
  return {
    ...{ shorthand: true, width, height, background: '#000000', compositions },
    objects: {
      clip: { kind: 'video', src: 'clip.mp4', width, height, ...video },
      box: { kind: 'circle', width: 10 },
    },
  };
}

/** The left samples of a film or a clip, decoded by ffmpeg. */
async function samplesIn(file: Uint8Array): Promise<Float32Array> {
  const { stdout } = await runOnFile('ffmpeg', file, (path) => [
    ...['-v', 'error', '-i', path, '-map', '0:a', '-ac', '1', '-ar', String(rate), '-f', 'f32le', '-'],
  ]);
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + (stdout.length & ~3)));
}

/** The times in milliseconds at which a sound begins after silence. */
function beginnings(samples: Float32Array): number[] {
  const times: number[] = [];
  let quiet = rate;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.05) quiet++;
    else {
      if (quiet > rate / 10) times.push((index * 1000) / rate);
      quiet = 0;
    }
  }
  return times;
}

async function beginningsIn(film: object): Promise<number[]> {
  const { data } = await checkedFilm(render(film, { format: 'mp4', baseFolder: folder }));
  return beginnings(await samplesIn(data));
}

function expectTimes(seen: readonly number[], wanted: readonly number[]): void {
  expect(seen.map((time) => Math.round(time / 10))).toHaveLength(wanted.length);
  for (const [index, time] of seen.entries()) expect(Math.abs(time - wanted[index])).toBeLessThan(5);
}

beforeAll(async () => {
  const pictures = numberedPictures('30', 6);
  const sound = ['-f', 'lavfi', '-i', beeps];
  const coding = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-b:a',
    '128k',
  ];
  await makeClip(
    ...pictures.slice(0, 4),
    ...sound,
    ...pictures.slice(4),
    ...coding,
    join(folder, 'clip.mp4'),
  );
  const opus = ['-c:v', 'libvpx', '-b:v', '1M', '-c:a', 'libopus'];
  await makeClip(...pictures.slice(0, 4), ...sound, ...pictures.slice(4), ...opus, join(folder, 'clip.webm'));
});

describe('the sound of a video', () => {
  it.each(['clip.mp4', 'clip.webm'])('is heard with its pictures, from %s', async (src) => {
    expectTimes(await beginningsIn(filmOf({ src })), [0, 1000, 2000, 3000]);
  });

  it('follows the range and the start of the clip', async () => {
    expectTimes(await beginningsIn(filmOf({ from: 1800, to: 3400, start: 500 })), [700, 1700]);
  });

  it('ends with the last composition in a row that shows the video', async () => {
    const film = filmOf({}, [
      { duration: 2000, states: { clip: true } },
      { duration: 2000, enter: 0, states: { clip: false, box: true } },
    ]);
    expectTimes(await beginningsIn(film), [0, 1000]);
    expect(await inspect(film, { baseFolder: folder })).toMatchObject({ durationMs: 4000, audibleTracks: 1 });
  });

  it('is silent if it is muted', async () => {
    for (const video of [{ muted: true }, { volume: 0 }])
      expect((await inspect(filmOf(video), { baseFolder: folder })).audibleTracks).toBe(0);
  });

  it('has a volume and fades', async () => {
    const { data } = await checkedFilm(
      render(filmOf({ volume: 0.5, fadeIn: 1000 }), { format: 'mp4', baseFolder: folder }),
    );
    const samples = await samplesIn(data);
    const peak = (fromMs: number, toMs: number) =>
      samples
        .subarray((fromMs * rate) / 1000, (toMs * rate) / 1000)
        .reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    expect(peak(1050, 1400)).toBeCloseTo(0.2, 1);
    expect(peak(0, 100)).toBeLessThan(0.05);
  });

  it('can be seen as a waveform, in stills and films', async () => {
    const film = {
      ...{ shorthand: true, width: 400, height: 200, background: '#000000' },
      objects: {
        clip: { kind: 'video', src: 'clip.mp4', width: 100, place: 'top' },
        wave: {
          kind: 'waveform',
          of: 'clip',
          show: 'spectrum',
          place: 'bottom',
          height: 60,
          stroke: 'white',
        },
      },
      compositions: [{ duration: 2000, states: { clip: true, wave: true } }],
    };
    const svgAt = async (timeMs: number) => {
      const { data } = await render(film, { format: 'svg', timeMs, baseFolder: folder });
      return Buffer.from(data)
        .toString()
        .replace(/href="[^"]+"/g, '');
    };
    // In the second half of each second it is silent.
    expect(await svgAt(250)).not.toBe(await svgAt(800));
    const { data } = await checkedFilm(render(film, { format: 'mp4', baseFolder: folder }));
    expectTimes(beginnings(await samplesIn(data)), [0, 1000]);
  });

  it('is left out of formats without sound, and measured for sentences about the film', async () => {
    const film = filmOf({}, [{ duration: 1000, states: { clip: true } }]);
    const { data } = await render(film, { format: 'gif', width: 64, baseFolder: folder });
    expect(Buffer.from(data).toString('latin1', 0, 4)).toBe('GIF8');
    const told = { ...film, expect: ['loudness is -60 to -1'] };
    const { assertions } = await inspect(told, { baseFolder: folder });
    expect(assertions).toMatchObject([{ status: 'passes' }]);
  });
});
