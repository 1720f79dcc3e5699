// @module-tag ffmpeg
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { runOnFile } from '../../../../../test/support/ffmpeg.ts';
import { checkedFilm } from '../../../../../test/support/film/check-film.ts';
import { inspect, render } from '../../../src/index.ts';
import { clipFolder, makeClip, numberedPictures, numberedSize, numberIn } from './support.ts';

const folder = clipFolder();
const { width, height } = numberedSize;

const words = [
  ['Hello', 500, 900],
  ['there,', 900, 1300],
  ['watch', 2000, 2400],
  ['this', 2400, 2700],
  ['closely.', 2700, 3200],
  ['Goodbye.', 5000, 5600],
].map(([text, start, end]) => ({ text, start, end }));

/** A film of a clip with 30 pictures a second, each with its number, and a beep at each whole second. */
function filmOf(video: object, compositions: unknown, more: object = {}) {
  return {
    ...{ shorthand: true, width, height, background: '#000000', compositions },
    objects: {
      clip: { kind: 'video', src: 'clip.mp4', width, height, ...video },
      note: { kind: 'circle', width: 4, place: 'bottom' },
    },
    ...more,
  };
}

async function numbersAt(film: object, times: readonly number[]): Promise<number[]> {
  const numbers: number[] = [];
  for (const timeMs of times) {
    const { data } = await render(film, { format: 'png', timeMs, baseFolder: folder });
    const image = await loadImage(Buffer.from(data));
    const canvas = createCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    numbers.push(numberIn(canvas));
  }
  return numbers;
}

const durationOf = async (film: object) => (await inspect(film, { baseFolder: folder })).durationMs;

function problemsOf(film: object): Promise<string[]> {
  return inspect(film, { baseFolder: folder }).then(
    () => [],
    ({ problems }) => problems.map(({ message }: { message: string }) => message),
  );
}

/** The left samples of a film at 48 kHz, decoded by ffmpeg. */
async function samplesOf(film: object): Promise<Float32Array> {
  const { data } = await checkedFilm(render(film, { format: 'mp4', baseFolder: folder }));
  const { stdout } = await runOnFile('ffmpeg', data, (path) => [
    ...['-v', 'error', '-i', path, '-map', '0:a', '-ac', '1', '-ar', '48000', '-f', 'f32le', '-'],
  ]);
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + (stdout.length & ~3)));
}

/** The times in milliseconds at which a sound begins after a tenth of a second of silence. */
function beginnings(samples: Float32Array): number[] {
  const times: number[] = [];
  let quiet = 48_000;
  for (const [index, sample] of samples.entries()) {
    quiet = Math.abs(sample) < 0.05 ? quiet + 1 : 0;
    if (quiet === 0 && (times.length === 0 || lastQuiet > 4800)) times.push(index / 48);
    lastQuiet = quiet;
  }
  return times;
}
let lastQuiet = 48_000;

function expectTimes(seen: readonly number[], wanted: readonly number[], tolerance = 8): void {
  expect(seen.map((time) => Math.round(time / 10) * 10)).toHaveLength(wanted.length);
  for (const [index, time] of seen.entries())
    expect(Math.abs(time - (wanted[index] ?? 0))).toBeLessThan(tolerance);
}

beforeAll(async () => {
  const pictures = numberedPictures('30', 6);
  const beeps = 'aevalsrc=if(lt(mod(t\\,1)\\,0.4)\\,0.4*sin(2*PI*500*t)\\,0):s=48000:d=6';
  await makeClip(
    ...pictures.slice(0, 4),
    ...['-f', 'lavfi', '-i', beeps],
    ...pictures.slice(4),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k'],
    join(folder, 'clip.mp4'),
  );
});

describe('the ranges of a clip', () => {
  const cuts = [
    ['0:01', '0:02'],
    [4000, 5000],
    [0, 1000],
  ];

  it('play one after another, and each ends with its own last picture', async () => {
    const film = filmOf({ cuts }, [{ duration: 4000, states: { clip: true } }]);
    expect(await numbersAt(film, [0, 500, 999, 1000, 1500, 1999, 2000, 2999, 3500])).toEqual([
      30, 45, 59, 120, 135, 149, 0, 29, 29,
    ]);
  });

  it('are repeated and played faster', async () => {
    const film = filmOf({ cuts, loop: true, speed: 2 }, [{ duration: 4000, states: { clip: true } }]);
    expect(await numbersAt(film, [250, 750, 1250, 1750, 2250])).toEqual([45, 135, 15, 45, 135]);
  });

  it('have their sound', async () => {
    const late = [
      [800, 2200],
      [4900, 5200],
    ];
    const film = filmOf({ cuts: late }, [{ duration: 'clip', states: { clip: true } }]);
    expectTimes(beginnings(await samplesOf(film)), [200, 1200, 1500]);
  });

  it('must be ranges', async () => {
    const composition = [{ states: { clip: true } }];
    expect(await problemsOf(filmOf({ cuts: [[2000, 1000]] }, composition))).toEqual([
      'must be [from, to], milliseconds or times of the clip, with the end after the start, but is an array of 2 items',
    ]);
    expect(await problemsOf(filmOf({ cuts: [[0, 1000]], to: 500 }, composition))).toEqual([
      'is beside "cuts", which are the ranges that play; leave it out',
    ]);
    expect(await problemsOf(filmOf({ cuts: [[0, 9000]] }, composition))).toEqual([
      'must not end after 0:06.0, where the clip ends, but ends at 0:09.0',
    ]);
    expect(await problemsOf(filmOf({ from: '0:02', to: '0:41' }, composition))).toEqual([
      'must not end after 0:06.0, where the clip ends, but ends at 0:41.0',
    ]);
    expect(await problemsOf(filmOf({ from: '0:07' }, composition))).toEqual([
      'must be before 0:06.0, where the clip ends, but is 0:07.0',
    ]);
  });
});

describe('a composition that is paused', () => {
  const compositions = {
    one: { duration: 1000, states: { clip: true } },
    still: { duration: 1500, enter: 500, paused: true, states: { note: true } },
    on: { duration: 1000, enter: 0, states: { note: false } },
  };

  it('holds the picture from when it is entered, until the next one is', async () => {
    const film = filmOf({}, compositions);
    expect(await numbersAt(film, [500, 1000, 1200, 2900, 3500])).toEqual([15, 30, 30, 30, 45]);
  });

  it('is silent', async () => {
    expectTimes(beginnings(await samplesOf(filmOf({ from: 500 }, compositions))), [500, 3500]);
  });

  it('delays what is said', async () => {
    const film = filmOf({ words }, compositions, {
      objects: {
        clip: { kind: 'video', src: 'clip.mp4', width, height, words },
        note: { kind: 'circle', width: 4 },
        captions: { kind: 'captions', mode: 'word' },
      },
    });
    const { captions } = await render(film, { format: 'mp4', baseFolder: folder, captions: 'srt' });
    expect(String(captions)).toMatch(/00:00:00,500 --> [\s\S]*Hello/);
  });
});

describe('the duration of a composition', () => {
  it('is the rest of a clip that it names', async () => {
    const film = filmOf({ from: 1000, speed: 2 }, [
      { duration: 700, states: { clip: true } },
      { duration: 'clip', enter: 0, states: { note: true } },
    ]);
    expect(await durationOf(film)).toBe(2500);
  });

  it('counts cuts, pauses and the transition into it', async () => {
    const cuts = [
      [0, 1000],
      [2000, 4000],
    ];
    const film = filmOf({ cuts, start: 500 }, [
      { duration: 1000, states: { clip: true } },
      { duration: 400, enter: 0, paused: true, states: { note: true } },
      { duration: 'clip', enter: 600, states: { note: false } },
    ]);
    expect(await durationOf(film)).toBe(500 + 3000 + 400);
  });

  it('cannot be that of a clip that loops, is paused or has ended', async () => {
    expect(await problemsOf(filmOf({ loop: true }, [{ duration: 'clip', states: { clip: true } }]))).toEqual([
      'is "clip", which does not end here, because it loops; write a time',
    ]);
    const paused = [{ duration: 'clip', paused: true, states: { clip: true } }];
    expect(await problemsOf(filmOf({}, paused))).toEqual([
      'is "clip", which does not end here, because it is paused; write a time',
    ]);
    const ended = [
      { duration: 7000, states: { clip: true } },
      { duration: 'clip', enter: 0, states: { note: true } },
    ];
    expect(await problemsOf(filmOf({}, ended))).toEqual([
      'is "clip", which ends 0:01.0 before; write a time, or let the clip begin later',
    ]);
  });
});

describe('the start of a clip', () => {
  const compositions = {
    one: { duration: 1000, states: { clip: true } },
    two: { duration: 3000, enter: 0, states: { note: true } },
  };

  it('may be a composition', async () => {
    expect(await numbersAt(filmOf({ start: 'two' }, compositions), [500, 2000])).toEqual([0, 30]);
  });

  it('may be words that are spoken', async () => {
    const film = filmOf({ start: 'watch this' }, compositions, {
      audioTracks: { voice: { src: 'voice.wav', words } },
    });
    await makeClip('-f', 'lavfi', '-i', 'sine=d=6', join(folder, 'voice.wav'));
    expect(await numbersAt(film, [1500, 3000])).toEqual([0, 30]);
  });
});

describe('the words of a clip', () => {
  it('let compositions start, through its range and its speed', async () => {
    const film = filmOf({ words, from: 1000, speed: 0.5 }, [
      { states: { clip: true } },
      { start: 'watch this', duration: 'clip', enter: 0, states: { note: true } },
    ]);
    const { compositions } = await inspect(film, { baseFolder: folder }).then(async ({ durationMs }) => ({
      compositions: durationMs,
    }));
    expect(compositions).toBe(10_000);
    const at = async (timeMs: number) =>
      Buffer.from((await render(film, { format: 'svg', timeMs, baseFolder: folder })).data).toString();
    // (2000 - 1000) / 0.5: without the note before, with it afterwards.
    expect((await at(1990)).match(/<(path|circle)/g) ?? []).toHaveLength(0);
    expect((await at(2010)).match(/<(path|circle)/g)?.length).toBeGreaterThan(0);
  });

  it('are captions of what is heard, at its times', async () => {
    const film = {
      ...filmOf({}, [{ duration: 'clip', states: { clip: true } }]),
      objects: {
        clip: {
          ...{ kind: 'video', src: 'clip.mp4', width, height, words },
          cuts: [
            [2000, 3500],
            [4500, 6000],
          ],
        },
        captions: { kind: 'captions' },
      },
    };
    const { captions } = await render(film, { format: 'mp4', baseFolder: folder, captions: 'srt' });
    const text = String(captions);
    expect(text).not.toContain('Hello');
    expect(text).toMatch(/00:00:00,000 --> [\d:,]+\nwatch this closely\./);
    expect(text).toMatch(/00:00:02,000 --> [\d:,]+\nGoodbye\./);
  });

  it('are later after a pause', async () => {
    const film = filmOf({ words }, [
      { duration: 1000, states: { clip: true } },
      { duration: 1000, enter: 0, paused: true, states: { note: true } },
      { enter: 0, states: { note: false } },
      { start: 'watch this', duration: 'clip', enter: 0, states: { note: true } },
    ]);
    expect(await durationOf(film)).toBe(7000);
    expect(await numbersAt(film, [3000])).toEqual([60]);
  });
});

describe('the speed of a clip', () => {
  it.each([0.5, 2, 8])('changes the times of its sound, but not its pitch, at %f', async (speed) => {
    const samples = await samplesOf(filmOf({ speed }, [{ duration: 'clip', states: { clip: true } }]));
    const inBeep = samples.subarray(0, Math.floor((300 / speed) * 48));
    let crossings = 0;
    for (const [index, sample] of inBeep.entries())
      if (sample >= 0 && (inBeep[index - 1] ?? 0) < 0) crossings++;
    expect(Math.abs(crossings / (inBeep.length / 48_000) - 500)).toBeLessThan(speed > 2 ? 60 : 20);
    const starts = beginnings(samples);
    // The filter joins pieces of 43 ms where they fit. At eight times the speed, the beeps leave no pause.
    if (speed < 8)
      expectTimes(
        starts,
        [0, 1, 2, 3, 4, 5].map((second) => (second * 1000) / speed),
        60,
      );
  });

  it('may be with a loop', async () => {
    const film = filmOf({ from: 900, to: 2100, loop: true }, [{ duration: 3000, states: { clip: true } }]);
    expectTimes(beginnings(await samplesOf(film)), [100, 1100, 1300, 2300, 2500]);
  });
});
