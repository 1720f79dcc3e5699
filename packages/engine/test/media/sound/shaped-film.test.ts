// @module-tag ffmpeg

import { describe, expect, it } from 'vitest';
import { project } from '../../../../../test/support/project-parts.ts';
import { silence, sine, type Waveform, wavUrl } from '../../../../../test/support/wav-writer.ts';
import { render } from '../../../src/render/render.ts';
import { decodeSound, heard, levelDb, measureLevels, onsetMs, quietScene } from './film-support.ts';

const rate = 48_000;
const wav = (ms: number, wave: Waveform) =>
  wavUrl({ sampleRate: rate, frames: ms * 48, channels: [wave], sampleFormat: 'f32' });
/** Samples of 16 bits are off by half of their last bit at most, and by one where coders round differently. */
const bit = 2 ** -15;

/** A film of 6 s: a voice from 1 to 3 s, music under it that loops, and a sound that fades. */
const film = {
  ...project(
    quietScene('main', 6000, [
      heard('voice', wav(2000, sine(300, rate, 0.3)), { start: 1000, duration: 2000, volume: 0.1 }),
      heard('music', wav(500, sine(2000, rate, 0.4)), {
        ...{ start: 0, duration: 6000, loop: true, fadeOut: 1000 },
        duck: { under: 'voice', to: 0.25, attack: 200, release: 600 },
      }),
    ]),
  ),
};

describe('the sound of a film', () => {
  it('fades in MOV to the sample, as FFmpeg reads it', async () => {
    const faded = project(
      quietScene('main', 1000, [
        heard(
          'tone',
          wav(1000, () => 0.5),
          { start: 100, duration: 800, fadeIn: 200, fadeOut: 300 },
        ),
      ]),
    );
    const { left, right } = await decodeSound((await render(faded, { format: 'mov', fps: 24 })).data);
    const expected = Float32Array.from({ length: 48_000 }, (_, sample) => {
      const [since, left] = [sample - 4800, 43_200 - sample];
      return since < 0 || left <= 0 ? 0 : 0.5 * Math.min(1, since / 9600) * Math.min(1, left / 14_400);
    });
    for (const side of [left, right]) {
      expect(side.length).toBe(48_000);
      const off = side.reduce((most, sample, index) => Math.max(most, Math.abs(sample - expected[index])), 0);
      expect(off).toBeLessThanOrEqual(bit);
    }
  });

  it('loops in MOV without a seam, as FFmpeg reads it', async () => {
    const ramp: Waveform = (frame) => (frame % 4801) / 9602;
    const looped = project(
      quietScene('main', 1000, [
        heard('tone', wav(300, ramp), { start: 0, duration: 1000, offset: 100, loop: true }),
      ]),
    );
    const { left } = await decodeSound((await render(looped, { format: 'mov', fps: 24 })).data);
    const off = left.reduce(
      (most, sample, index) => Math.max(most, Math.abs(sample - ramp(4800 + (index % 9600)))),
      0,
    );
    expect(off).toBeLessThanOrEqual(bit);
  });

  it('makes way by 12 dB while the voice is heard, by the levels of FFmpeg', async () => {
    const { data } = await render(film, { format: 'mov', fps: 24 });
    // Between them, 1300 to 3000 ms are low and 3600 ms on are as before.
    const [before, low, after] = await Promise.all([
      measureLevels(data, 0, 900, 'highpass=f=1200:p=2,highpass=f=1200:p=2'),
      measureLevels(data, 1300, 2900, 'highpass=f=1200:p=2,highpass=f=1200:p=2'),
      measureLevels(data, 3700, 4900, 'highpass=f=1200:p=2,highpass=f=1200:p=2'),
    ]);
    expect(low - before).toBeCloseTo(-12.04, 1);
    expect(after - before).toBeCloseTo(0, 1);
  });

  it('sounds the same in MP4, apart from its coding', async () => {
    const [mov, mp4] = await Promise.all(
      (['mov', 'mp4'] as const).map(async (format) =>
        decodeSound((await render(film, { format, fps: 24 })).data),
      ),
    );
    for (const [from, to] of [
      [100, 900],
      [1300, 2900],
      [3700, 4900],
      [5400, 5600],
    ] as const)
      expect(levelDb(mp4.left, from, to)).toBeCloseTo(levelDb(mov.left, from, to), 0);
  });

  it('has the same bytes every time, with and without a loudness', async () => {
    for (const one of [film, { ...film, loudness: -20 }]) {
      const [first, second] = await Promise.all([1, 2].map(() => render(one, { format: 'mov', fps: 24 })));
      expect(Buffer.compare(first.data, second.data)).toBe(0);
    }
  });

  it.each([undefined, -20])(
    'is that of the whole in a part of the film, with the loudness %s',
    { tags: 'slow' },
    async (loudness) => {
      const shaped = { ...film, ...(loudness !== undefined && { loudness }) };
      const whole = await decodeSound((await render(shaped, { format: 'mov', fps: 24 })).data);
      for (const [fromMs, toMs] of [
        [1100, 1500],
        [2500, 3500],
        [5000, 6000],
      ] as const) {
        const part = await decodeSound((await render(shaped, { format: 'mov', fps: 24, fromMs, toMs })).data);
        const expected = whole.left.slice(fromMs * 48, toMs * 48);
        expect(part.left.length).toBe(expected.length);
        expect(Buffer.compare(Buffer.from(part.left.buffer), Buffer.from(expected.buffer))).toBe(0);
      }
    },
  );

  it('volume keyframes give a track its sound although its volume is 0', async () => {
    const keyed = project(
      quietScene('main', 1000, [
        heard('tone', wav(1000, sine(500, rate, 0.5)), {
          ...{ start: 0, duration: 1000, volume: 0 },
          keyframes: {
            volume: [
              { at: 0.5, value: 0, easing: 'linear' },
              { at: 0.6, value: 1, easing: 'linear' },
            ],
          },
        }),
      ]),
    );
    const { data, audioCodec } = await render(keyed, { format: 'mov', fps: 24 });
    expect(audioCodec).toBe('pcm');
    const { left } = await decodeSound(data);
    expect(levelDb(left, 0, 490)).toBeLessThan(-100);
    expect(levelDb(left, 700, 1000)).toBeCloseTo(-9.03, 1);
    expect(onsetMs(left)).toBeGreaterThan(540);
  });

  it('keyframes of 0 throughout make no soundtrack, and a silent voice lets music be', async () => {
    const zero = { volume: [{ at: 0, value: 0, easing: 'linear' as const }] };
    const silent = project(
      quietScene('main', 500, [
        heard('tone', wav(500, sine(500, rate, 0.5)), { start: 0, duration: 500, keyframes: zero }),
      ]),
    );
    expect((await render(silent, { format: 'mov', fps: 24 })).audioCodec).toBeNull();
    const music = { start: 0, duration: 500, duck: { under: 'voice', to: 0 } };
    const alone = project(
      quietScene('main', 500, [
        heard('voice', wav(500, silence), { start: 0, duration: 500 }),
        heard('music', wav(500, sine(500, rate, 0.5)), music),
      ]),
    );
    const { left } = await decodeSound((await render(alone, { format: 'mov', fps: 24 })).data);
    expect(levelDb(left, 0, 500)).toBeCloseTo(-9.03, 1);
  });
});
