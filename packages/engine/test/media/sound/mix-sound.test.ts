import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import {
  dataUrl,
  impulse,
  silence,
  sine,
  type WavOptions,
  wavUrl,
} from '../../../../../test/support/wav-writer.ts';
import { mixSound, SoundError } from '../../../src/media/sound/mix-sound.ts';
import type { ScheduledTrack } from '../../../src/media/sound/sound-schedule.ts';
import { describeProblem } from '../../../src/project/problem.ts';
import { levelDb } from './film-support.ts';
import { highestSpurDb, spectrumOf } from './spectrum.ts';

const rates = [8000, 11_025, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000];
const allRates = [...rates, 47_999, 191_999];

/** Returns a track of a WAV from 0 to 1000 ms at full volume, with changes. */
function track(wav: WavOptions, changes: Partial<ScheduledTrack> = {}): ScheduledTrack {
  return { path: ['here'], src: wavUrl(wav), startMs: 0, endMs: 1000, offsetMs: 0, volume: 1, ...changes };
}

const constant = (value: number) => () => value;
const second48k = { sampleRate: 48_000, frames: 48_000, sampleFormat: 'f32' as const };

describe('sound mixing', () => {
  it('mixes exactly as many samples as the film lasts', async () => {
    for (const [durationMs, length] of [
      [1000, 48_000],
      [1033.37, 49_602],
      [0.001, 1],
    ]) {
      const { left, right } = await mixSound([], durationMs);
      expect([left.length, right.length]).toEqual([length, length]);
    }
  });

  it('mixes mono into both channels and keeps stereo channels separate', async () => {
    const mono = await mixSound([track({ ...second48k, channels: [sine(440, 48_000, 0.5)] })], 1000);
    expect(mono.left[1234]).toBeCloseTo(0.5 * Math.sin((2 * Math.PI * 440 * 1234) / 48_000), 6);
    expect(mono.right).toEqual(mono.left);
    const stereo = await mixSound(
      [track({ ...second48k, channels: [constant(0.5), constant(-0.25)] })],
      1000,
    );
    expect(new Set(stereo.left)).toEqual(new Set([0.5]));
    expect(new Set(stereo.right)).toEqual(new Set([-0.25]));
  });

  it('mixes a track exactly between its start and end, with silence before and after', async () => {
    const { left } = await mixSound(
      [track({ ...second48k, channels: [constant(0.5)] }, { startMs: 100, endMs: 350 })],
      1000,
    );
    expect(left.indexOf(0.5)).toBe(4800);
    expect(left.lastIndexOf(0.5)).toBe(16_799);
    expect(left.filter((sample) => sample !== 0).length).toBe(12_000);
  });

  it('mixes a sound source from its offset', async () => {
    const { left } = await mixSound(
      [
        track(
          { ...second48k, channels: [impulse(24_000, 0.5)] },
          { startMs: 200, endMs: 900, offsetMs: 400 },
        ),
      ],
      1000,
    );
    // The source's 500 ms are 100 ms after its offset.
    expect(left.indexOf(0.5)).toBe(14_400);
  });

  it("the mix is silent after a source ends, even before its track's offset", async () => {
    const short = { ...second48k, frames: 4800, channels: [constant(0.5)] };
    const { left } = await mixSound([track(short, { startMs: 500 })], 1000);
    expect([left.indexOf(0.5), left.lastIndexOf(0.5)]).toEqual([24_000, 28_799]);
    const late = await mixSound([track(short, { offsetMs: 200 })], 1000);
    expect(new Set(late.left)).toEqual(new Set([0]));
  });

  it('the mix does not continue beyond the end of the film', async () => {
    const { left } = await mixSound(
      [track({ ...second48k, channels: [constant(0.5)] }, { endMs: 5000 })],
      500,
    );
    expect(left.length).toBe(24_000);
    expect(left[23_999]).toBe(0.5);
  });

  it('the mix sums tracks scaled by their volume', async () => {
    const { left } = await mixSound(
      [
        track({ ...second48k, channels: [constant(0.5)] }, { volume: 0.5 }),
        track({ ...second48k, channels: [constant(0.25)] }, { volume: 1 }),
        track({ ...second48k, channels: [constant(-1)] }, { volume: 0.125 }),
      ],
      1000,
    );
    expect(new Set(left)).toEqual(new Set([0.375]));
  });

  it('the mix clips the sum rather than each track', async () => {
    const loud = track({ ...second48k, channels: [constant(1), constant(-1)] });
    const clipped = await mixSound([loud, loud], 1000);
    expect(new Set(clipped.left)).toEqual(new Set([1]));
    expect(new Set(clipped.right)).toEqual(new Set([-1]));
    const opposite = track({ ...second48k, channels: [constant(-1.5), constant(1.5)] });
    const cancelled = await mixSound([loud, loud, opposite], 1000);
    expect([cancelled.left[0], cancelled.right[0]]).toEqual([0.5, -0.5]);
  });
});

describe('resampling', () => {
  it.each(rates)('resampling a 997 Hz tone from %i Hz keeps distortion below -100 dB', async (sampleRate) => {
    const tone = { sampleRate, frames: 2 * sampleRate, sampleFormat: 'f32' as const };
    const { left } = await mixSound(
      [track({ ...tone, channels: [sine(997, sampleRate, 0.9)] }, { endMs: 2000 })],
      2000,
    );
    const spectrum = spectrumOf(left.subarray(12_000, 12_000 + 65_536), 48_000);
    expect(highestSpurDb(spectrum, 997)).toBeLessThan(-100);
    expect(levelDb(left, 250, 1750)).toBeCloseTo(20 * Math.log10(0.9) - 3.01, 1);
  });

  it.each([44_100, 88_200, 96_000, 192_000])(
    'resampling from %i Hz keeps an 18 kHz tone',
    async (sampleRate) => {
      const tone = { sampleRate, frames: 2 * sampleRate, sampleFormat: 'f32' as const };
      const { left } = await mixSound(
        [track({ ...tone, channels: [sine(18_000, sampleRate, 0.9)] }, { endMs: 2000 })],
        2000,
      );
      const spectrum = spectrumOf(left.subarray(12_000, 12_000 + 65_536), 48_000);
      expect(highestSpurDb(spectrum, 18_000)).toBeLessThan(-100);
      expect(levelDb(left, 250, 1750)).toBeCloseTo(20 * Math.log10(0.9) - 3.01, 1);
    },
  );

  it.each([96_000, 192_000])('resampling from %i Hz does not alias a 30 kHz tone', async (sampleRate) => {
    const tone = { sampleRate, frames: sampleRate, sampleFormat: 'f32' as const };
    const { left } = await mixSound([track({ ...tone, channels: [sine(30_000, sampleRate, 0.9)] })], 1000);
    // The section excludes the tone's cut ends, which have a wide spectrum.
    expect(peakOf(left.subarray(4800, 43_200))).toBeLessThan(1e-5);
  });

  it.each(allRates)('resampling from %i Hz places an impulse at the right time', async (sampleRate) => {
    for (const [startMs, offsetMs, at] of [
      [0, 0, 0.25],
      [123, 0, 0.5],
      [300, 250, 0.4],
    ]) {
      const frame = Math.round(at * sampleRate);
      const { left } = await mixSound(
        [
          track(
            { sampleRate, frames: sampleRate, sampleFormat: 'f32', channels: [impulse(frame)] },
            { startMs, offsetMs },
          ),
        ],
        1000,
      );
      const expected = ((startMs - offsetMs) / 1000 + frame / sampleRate) * 48_000;
      expect(Math.abs(centreOf(left) - expected)).toBeLessThan(0.51);
    }
  });

  it('resampling places an impulse within half a sample at any start and offset', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(8000, 44_100, 48_000, 96_000),
        fc.double({ min: 0, max: 400, noNaN: true }),
        fc.double({ min: 0, max: 400, noNaN: true }),
        async (sampleRate, startMs, offsetMs) => {
          const frame = Math.round(0.45 * sampleRate);
          const wav = { sampleRate, frames: sampleRate, sampleFormat: 'f32' as const };
          const { left } = await mixSound(
            [track({ ...wav, channels: [impulse(frame)] }, { startMs, offsetMs })],
            1000,
          );
          const expected = (startMs - offsetMs) * 48 + (frame * 48_000) / sampleRate;
          expect(Math.abs(centreOf(left) - expected)).toBeLessThan(0.51);
        },
      ),
      { numRuns: runs(20) },
    );
  });

  it.each(allRates)(
    'resampling from %i Hz keeps a constant level until the source ends',
    async (sampleRate) => {
      const frames = Math.floor(sampleRate * 0.7);
      const { left } = await mixSound(
        [track({ sampleRate, frames, sampleFormat: 'f32', channels: [constant(0.5)] })],
        1000,
      );
      const end = Math.round((frames * 48_000) / sampleRate);
      const room = Math.ceil((150 * 48_000) / Math.min(sampleRate, 48_000));
      for (const sample of left.subarray(room, end - room)) expect(Math.abs(sample - 0.5)).toBeLessThan(1e-4);
      expect(left.subarray(end + room).every((sample) => Math.abs(sample) < 1e-4)).toBe(true);
    },
  );

  /** For all rates: where a track is cut does not change how its source sounds. */
  const melody = (sampleRate: number) => (frame: number) =>
    0.5 * Math.sin((frame * 5000) / sampleRate) * Math.cos((frame * frame * 40) / sampleRate ** 2);

  it.each(allRates.filter((rate) => rate % 1000 === 0))(
    'resampling part of a source of %i Hz gives the same samples as resampling all of it',
    async (sampleRate) => {
      const wav = {
        sampleRate,
        frames: sampleRate,
        sampleFormat: 'f32',
        channels: [melody(sampleRate)],
      } as const;
      const whole = await mixSound([track(wav)], 1000);
      const part = await mixSound([track(wav, { startMs: 300, endMs: 650, offsetMs: 300 })], 1000);
      const [from, to] = [14_400, 31_200];
      const differences = whole.left
        .subarray(from, to)
        .map((sample, i) => Math.abs(sample - part.left[from + i]));
      expect(peakOf(differences)).toBeLessThan(1e-6);
      expect(peakOf(part.left.subarray(0, from))).toBe(0);
      expect(peakOf(part.left.subarray(to))).toBe(0);
    },
  );

  it.each([8000, 16_000, 24_000, 96_000, 192_000])(
    'resampling treats the end of a source of %i Hz like its beginning',
    async (sampleRate) => {
      const frames = sampleRate / 2 + 1;
      const play = melody(sampleRate);
      const wav = { sampleRate, frames, sampleFormat: 'f32' as const };
      const forwards = await mixSound([track({ ...wav, channels: [play] })], 1000);
      const backwards = await mixSound(
        [track({ ...wav, channels: [(frame) => play(frames - 1 - frame)] })],
        1000,
      );
      const last = 24_000;
      const turned = backwards.left.slice(0, last + 1).reverse();
      const differences = turned.map((sample, i) => Math.abs(sample - forwards.left[i]));
      expect(peakOf(forwards.left.subarray(0, 100))).toBeGreaterThan(0.2);
      expect(peakOf(differences)).toBeLessThan(1e-5);
    },
  );

  it('resampling keeps the left and right channels separate', async () => {
    const wav = { sampleRate: 44_100, frames: 44_100, sampleFormat: 'f32' as const };
    const { left, right } = await mixSound(
      [track({ ...wav, channels: [sine(997, 44_100, 0.9), silence] })],
      1000,
    );
    expect(peakOf(left)).toBeGreaterThan(0.89);
    expect(peakOf(right)).toBe(0);
  });
});

describe('unreadable sounds', () => {
  const good = track({ ...second48k, channels: [silence] });

  it('names every audio track that cannot be mixed', async () => {
    const broken = { ...good, src: dataUrl(Buffer.from('RIFX')) };
    const mixing = mixSound([{ ...broken, path: ['first'] }, good, { ...broken, path: ['second'] }], 1000);
    const error = await mixing.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(SoundError);
    expect(error.problems.map(describeProblem)).toEqual([
      'first: the file is not a RIFF WAVE file; export it as PCM WAV',
      'second: the file is not a RIFF WAVE file; export it as PCM WAV',
    ]);
  });

  it('names at most 20 audio tracks that cannot be mixed', async () => {
    const broken = { ...good, src: dataUrl(Buffer.from('RIFX')) };
    const error = await mixSound(
      Array.from({ length: 32 }, () => broken),
      1000,
    ).catch((thrown) => thrown);
    expect(error.problems).toHaveLength(20);
  });

  it('refuses sound data that is not strict base64', async () => {
    const { src } = good;
    for (const wrong of [
      `${src.slice(0, 60)} ${src.slice(60)}`,
      `${src.slice(0, 60)}\n${src.slice(60)}`,
      `${src.slice(0, 60)}-_${src.slice(62)}`,
      src.slice(0, -1),
      `${src}=`,
      'data:audio/wav;base64,',
    ]) {
      await expect(mixSound([{ ...good, src: wrong }], 1000)).rejects.toThrow('here: the src');
    }
  });

  it('stops mixing sound when aborted', async () => {
    const reason = new Error('enough');
    await expect(mixSound([good], 1000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

/** Returns the centre of a sound's energy, in samples. */
function centreOf(samples: Float32Array): number {
  let energy = 0;
  let moment = 0;
  for (const [index, sample] of samples.entries()) {
    energy += sample * sample;
    moment += index * sample * sample;
  }
  return moment / energy;
}
