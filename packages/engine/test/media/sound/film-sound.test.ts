import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { checkedFilm } from '../../../../../test/support/film/check-film.ts';
import { Random } from '../../../../../test/support/random.ts';
import { impulse, silence, sine, type WavOptions, wavUrl } from '../../../../../test/support/wav-writer.ts';
import { describeProblem } from '../../../src/project/problem.ts';
import { render } from '../../../src/render/render.ts';
import { RenderError } from '../../../src/render/render-error.ts';
import { decodeSound, heard, levelDb, onsetMs, probe, quietScene, renderFilm } from './film-support.ts';

/** Maximum difference between a sound's start and its time, in milliseconds. */
const tolerance = 2;

/** A 1 ms click at the given time in the source, loud enough to be distinct from the encoder's noise. */
function click(atMs: number, changes: Partial<WavOptions> = {}): string {
  const sampleRate = changes.sampleRate ?? 48_000;
  const from = Math.round((atMs * sampleRate) / 1000);
  const waveform = (frame: number) =>
    frame >= from && frame < from + sampleRate / 1000 ? 0.9 * (-1) ** Math.floor((frame - from) / 8) : 0;
  return wavUrl({ sampleRate, frames: 2 * sampleRate, channels: [waveform], ...changes });
}

const tone = (amplitude: number, frequency = 997) =>
  wavUrl({ sampleRate: 48_000, frames: 96_000, channels: [sine(frequency, 48_000, amplitude)] });

describe('sound timing in a film', () => {
  it.each([0, 1, 10, 24, 250, 500.5, 999.9])(
    'an MP4 starts an audio track at %d ms',
    { tags: 'ffmpeg' },
    async (start) => {
      const { data } = await renderFilm(
        quietScene('s', 1500, [heard('t', click(0), { start, duration: 400 })]),
      );
      const { left } = await decodeSound(data);
      expect(Math.abs(onsetMs(left) - start)).toBeLessThan(tolerance);
    },
  );

  it.each([8000, 11_025, 22_050, 44_100, 96_000, 192_000])(
    'an MP4 plays a source of %i Hz at the right time',
    { tags: 'ffmpeg' },
    async (sampleRate) => {
      const src = click(300, { sampleRate });
      const { data } = await renderFilm(
        quietScene('s', 1500, [heard('t', src, { start: 100, duration: 1000 })]),
      );
      const { left } = await decodeSound(data);
      expect(Math.abs(onsetMs(left) - 400)).toBeLessThan(tolerance);
    },
  );

  it('an MP4 plays an audio track from its offset', { tags: 'ffmpeg' }, async () => {
    const track = heard('t', click(700), { start: 200, duration: 1000, offset: 450 });
    const { left } = await decodeSound((await renderFilm(quietScene('s', 1500, [track]))).data);
    expect(Math.abs(onsetMs(left) - 450)).toBeLessThan(tolerance);
  });

  it('an MP4 starts an audio track relative to its scene', { tags: 'ffmpeg' }, async () => {
    const { data } = await renderFilm(
      quietScene('a', 777, []),
      quietScene('b', 500, [heard('t', click(0), { start: 100, duration: 300 })]),
      quietScene('c', 300, [heard('t', click(0), { start: 0, duration: 200 })]),
    );
    const { left } = await decodeSound(data);
    expect(Math.abs(onsetMs(left) - 877)).toBeLessThan(tolerance);
    expect(Math.abs(onsetMs(left, 1200) - 1277)).toBeLessThan(tolerance);
  });

  it.each([0, 250])(
    'an MP4 plays samples without a shift when their track starts at %d ms',
    { tags: 'ffmpeg' },
    async (start) => {
      const random = new Random(1);
      const noise = Float32Array.from({ length: 48_000 }, () => 0.8 * random.fraction() - 0.4);
      const src = wavUrl({ sampleRate: 48_000, frames: 48_000, channels: [(frame) => noise[frame]] });
      const { data } = await renderFilm(quietScene('s', 1500, [heard('t', src, { start, duration: 1000 })]));
      const { left } = await decodeSound(data);
      const likeness = [-3, -2, -1, 0, 1, 2, 3].map((late) => {
        let sum = 0;
        for (let i = 100; i < 47_900; i++) sum += noise[i] * left[i + 48 * start + late];
        return sum;
      });
      expect(likeness.indexOf(Math.max(...likeness)) - 3).toBe(0);
    },
  );

  it('an MP4 is silent before and after an audio track', { tags: 'ffmpeg' }, async () => {
    const { left } = await decodeSound(
      (await renderFilm(quietScene('s', 2000, [heard('t', tone(0.9), { start: 700, duration: 500 })]))).data,
    );
    expect(levelDb(left, 0, 670)).toBeLessThan(-80);
    expect(levelDb(left, 720, 1180)).toBeCloseTo(20 * Math.log10(0.9) - 3.01, 1);
    expect(levelDb(left, 1230, 2000)).toBeLessThan(-80);
  });
});

describe('sound levels in a film', () => {
  it('an MP4 plays an audio track at its volume', { tags: ['ffmpeg', 'slow'] }, async () => {
    const level = async (volume: number) => {
      const track = heard('t', tone(0.8), { start: 0, duration: 1000, volume });
      return levelDb(
        (await decodeSound((await renderFilm(quietScene('s', 1000, [track]))).data)).left,
        100,
        900,
      );
    };
    const full = await level(1);
    expect(Math.abs(full - (20 * Math.log10(0.8) - 3.01))).toBeLessThan(0.1);
    expect(Math.abs((await level(0.5)) - full + 6.02)).toBeLessThan(0.1);
    expect(Math.abs((await level(0.1)) - full + 20)).toBeLessThan(0.1);
  });

  it('an MP4 keeps stereo channels separate and plays mono on both', { tags: 'ffmpeg' }, async () => {
    const leftOnly = wavUrl({
      sampleRate: 44_100,
      frames: 44_100,
      channels: [sine(997, 44_100, 0.8), silence],
    });
    const sound = await decodeSound(
      (await renderFilm(quietScene('s', 1000, [heard('t', leftOnly, { start: 0, duration: 1000 })]))).data,
    );
    expect(levelDb(sound.left, 100, 900) - levelDb(sound.right, 100, 900)).toBeGreaterThan(60);
    const mono = await decodeSound(
      (await renderFilm(quietScene('s', 1000, [heard('t', tone(0.8), { start: 0, duration: 1000 })]))).data,
    );
    expect(Math.abs(levelDb(mono.left, 100, 900) - levelDb(mono.right, 100, 900))).toBeLessThan(0.1);
    expect(Math.abs(levelDb(mono.left, 100, 900) - levelDb(sound.left, 100, 900))).toBeLessThan(0.1);
  });

  it('an MP4 clips two full-scale tracks instead of wrapping around', { tags: 'ffmpeg' }, async () => {
    const tracks = ['a', 'b'].map((id) => heard(id, tone(1, 100), { start: 0, duration: 1000 }));
    const { left } = await decodeSound((await renderFilm(quietScene('s', 1000, tracks))).data);
    // The mean square of a sine of amplitude 2 clipped at 1: a third of the time it follows the sine, whose square has
    // the mean 2 - 3 sqrt(3) / pi there; two thirds of the time it is at 1.
    const power = (2 - (3 * Math.sqrt(3)) / Math.PI) / 3 + 2 / 3;
    expect(Math.abs(levelDb(left, 100, 900) - 10 * Math.log10(power))).toBeLessThan(0.1);
    // From 100 ms on, every period of 480 samples is positive in its first half.
    for (let at = 4800 + 60; at < 4800 + 180; at++) expect(left[at]).toBeGreaterThan(0.8);
    for (let at = 4800 + 300; at < 4800 + 420; at++) expect(left[at]).toBeLessThan(-0.8);
  });

  it('an MP4 mixes 32 tracks with different rates and sample formats', { tags: 'ffmpeg' }, async () => {
    const rates = [8000, 22_050, 44_100, 48_000, 96_000];
    const formats = ['u8', 's16', 's24', 's32', 'f32'] as const;
    const tracks = Array.from({ length: 32 }, (_, index) => {
      const sampleRate = rates[index % rates.length];
      const src = wavUrl({
        sampleRate,
        frames: sampleRate,
        channels: [sine(500, sampleRate, 0.5)],
        sampleFormat: formats[(index >> 1) % formats.length],
      });
      return heard(`t${index}`, src, { start: 0, duration: 1000, volume: 1 / 32 });
    });
    const result = await renderFilm(quietScene('s', 1000, tracks));
    expect(result.audioCodec).toBe('mp3');
    const { left } = await decodeSound(result.data);
    expect(Math.abs(levelDb(left, 100, 900) - (20 * Math.log10(0.5) - 3.01))).toBeLessThan(0.3);
  });
});

describe('the audio track of an MP4', () => {
  it.each([1, 23, 24, 40, 1000, 1033.37, 2400, 2423.02])(
    'an MP4 has an audio track as long as the film: %d ms',
    { tags: 'ffmpeg' },
    async (durationMs) => {
      const { data } = await renderFilm(
        quietScene('s', durationMs, [heard('t', tone(0.5), { start: 0, duration: durationMs })]),
      );
      const [video, audio] = await probe(data);
      expect([video.codec_name, audio.codec_name]).toEqual(['h264', 'mp3']);
      expect([audio.sample_rate, audio.channels]).toEqual(['48000', 2]);
      expect(Math.abs(Number(audio.duration) * 1000 - durationMs)).toBeLessThan(0.1);
      expect(Math.abs(Number(video.duration) * 1000 - durationMs)).toBeLessThan(0.1);
      expect([Number(video.start_time), Number(audio.start_time)]).toEqual([0, 0]);
      const { left } = await decodeSound(data);
      // ffmpeg plays the last packet to its end, 24 ms at most.
      expect(left.length / 48).toBeGreaterThanOrEqual(durationMs - 0.03);
      expect(left.length / 48).toBeLessThan(durationMs + 24);
      expect(levelDb(left, durationMs / 2, durationMs - 0.1)).toBeGreaterThan(-30);
    },
  );

  it("an MP4's audio track has a bit rate of 192 kbit/s", { tags: 'ffmpeg' }, async () => {
    const { data } = await renderFilm(
      quietScene('s', 5000, [heard('t', tone(0.5), { start: 0, duration: 5000 })]),
    );
    const [, audio] = await probe(data);
    expect(Math.abs(Number(audio.bit_rate) / 192_000 - 1)).toBeLessThan(0.01);
  });

  it('an MP4 continues the sound while it extends the last composition', { tags: 'ffmpeg' }, async () => {
    const result = await renderFilm(
      quietScene('s', 500, [heard('t', tone(0.5), { start: 300, duration: 1500 })]),
    );
    expect(result.durationMs).toBe(1800);
    expect(result.frames).toBe(44);
    const { left } = await decodeSound(result.data);
    expect(levelDb(left, 1700, 1790)).toBeCloseTo(20 * Math.log10(0.5) - 3.01, 1);
  });

  it("an MP4 is silent after a sound's source ends", { tags: 'ffmpeg' }, async () => {
    const short = wavUrl({ sampleRate: 48_000, frames: 24_000, channels: [sine(997, 48_000, 0.5)] });
    const result = await renderFilm(quietScene('s', 1500, [heard('t', short, { start: 0, duration: 1500 })]));
    expect(result.audioCodec).toBe('mp3');
    const { left } = await decodeSound(result.data);
    expect(levelDb(left, 0, 480)).toBeCloseTo(20 * Math.log10(0.5) - 3.01, 1);
    expect(levelDb(left, 530, 1500)).toBeLessThan(-80);
  });

  it('an MP4 without audible sound has no audio track and the same bytes as without sound', {
    tags: 'ffmpeg',
  }, async () => {
    const src = tone(0.5);
    const silent = await renderFilm(
      quietScene('s', 500, [
        heard('muted', src, { start: 0, duration: 400, muted: true }),
        heard('quiet', src, { start: 0, duration: 400, volume: 0 }),
        heard('empty', src, { start: 0, duration: 0 }),
      ]),
    );
    expect(silent.audioCodec).toBeNull();
    expect((await probe(silent.data)).map((stream) => stream.codec_type)).toEqual(['video']);
    const without = await renderFilm(quietScene('s', 500, []));
    expect(Buffer.compare(silent.data, without.data)).toBe(0);
  });

  it('an MP4 with sound has the same bytes every time', { tags: 'ffmpeg' }, async () => {
    const film = () =>
      renderFilm(
        quietScene('s', 700, [
          heard('a', click(0, { sampleRate: 44_100 }), { start: 0, duration: 600 }),
          heard('b', tone(0.4), { start: 33.3, duration: 500, volume: 0.7 }),
        ]),
      );
    const [first, second] = await Promise.all([film(), film()]);
    expect(Buffer.compare(first.data, second.data)).toBe(0);
    expect(Buffer.compare(first.data, (await film()).data)).toBe(0);
  });
});

it('names every audio track that cannot be played', async () => {
  const three = wavUrl({ sampleRate: 48_000, frames: 10, channels: [silence, silence, silence] });
  const scene = quietScene('intro', 500, [
    heard('pad', three, { start: 0, duration: 400 }),
    heard('fine', tone(0.5), { start: 0, duration: 400 }),
    heard('voice', 'data:audio/wav;base64,UklGRg', { start: 0, duration: 400 }),
  ]);
  const error = await renderFilm(scene).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(RenderError);
  expect(error.problems.map(describeProblem)).toEqual([
    'scenes.intro.audioTracks.pad.asset: the WAV must be mono or stereo, but has 3 channels; export it in stereo',
    'scenes.intro.audioTracks.voice.asset: the src (28 characters) is not valid base64; embed the sound again',
  ]);
});

it('an MP4 ignores broken sound in a muted track', { tags: 'ffmpeg' }, async () => {
  const scene = quietScene('s', 500, [
    heard('t', 'data:audio/wav;base64,UklGRg', { start: 0, duration: 400, muted: true }),
  ]);
  expect((await renderFilm(scene)).audioCodec).toBeNull();
});

it('the launch film plays its sound with the expected levels', { tags: ['ffmpeg', 'slow'] }, async () => {
  const path = new URL('../../../../../test/fixtures/projects/launch.json', import.meta.url);
  const result = await checkedFilm(render(await readFile(path), { format: 'mp4', width: 160, fps: 24 }), 24);
  expect(result.audioCodec).toBe('mp3');
  const { left, right } = await decodeSound(result.data);
  expect(left.length / 48).toBeGreaterThan(result.durationMs - 0.03);
  // The pad plays on both sides at volume 0.5; the ping joins it at 900 ms.
  expect(levelDb(left, 100, 800)).toBeGreaterThan(-30);
  expect(levelDb(left, 920, 1200)).toBeGreaterThan(levelDb(left, 600, 880) + 1);
  expect(levelDb(right, 100, 800)).toBeGreaterThan(-30);
});

it('an MP4 keeps a click at the end of the film in time', { tags: 'ffmpeg' }, async () => {
  const src = wavUrl({ sampleRate: 48_000, frames: 24_000, channels: [impulse(23_990, 0.9)] });
  const { data } = await renderFilm(quietScene('s', 500, [heard('t', src, { start: 0, duration: 500 })]));
  const { left } = await decodeSound(data);
  expect(Math.abs(onsetMs(left) - 23_990 / 48)).toBeLessThan(tolerance);
});
