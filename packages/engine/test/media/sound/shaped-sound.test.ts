import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { sine, type Waveform, type WavOptions, wavUrl } from '../../../../../test/support/wav-writer.ts';
import { duckGain, joinStretches } from '../../../src/media/sound/duck-gain.ts';
import { type FilmSound, mixPart } from '../../../src/media/sound/mix-sound.ts';
import type { ScheduledDuck, ScheduledTrack } from '../../../src/media/sound/sound-schedule.ts';
import { gainOf } from '../../../src/media/sound/track-gain.ts';
import type { VolumeKeyframe } from '../../../src/project/motion-schemas.ts';
import { highestSpurDb, spectrumOf } from './spectrum.ts';

const second = { sampleRate: 48_000, frames: 48_000, sampleFormat: 'f32' as const };
const constant =
  (value: number): Waveform =>
  () =>
    value;

/** Returns a track of a WAV over the first second at full volume, with changes. */
function track(wav: Partial<WavOptions>, changes: Partial<ScheduledTrack> = {}): ScheduledTrack {
  const src = wavUrl({ ...second, channels: [constant(0.5)], ...wav });
  return { path: ['here'], src, startMs: 0, endMs: 1000, offsetMs: 0, volume: 1, ...changes };
}

async function mixed(tracks: readonly ScheduledTrack[], durationMs = 1000): Promise<Float32Array> {
  const film = { tracks, durationMs };
  const sound = await mixPart(film, { startMs: 0, endMs: durationMs });
  return sound?.left ?? new Float32Array(0);
}

describe('fades', () => {
  it('a fade in rises in a line from 0 at the first sample to 1 at its end', async () => {
    const left = await mixed([track({}, { startMs: 100, fadeInMs: 250 })]);
    expect(left[4799]).toBe(0);
    for (const sample of [0, 1, 2, 6000, 11_998, 11_999, 12_000, 20_000])
      expect(left[4800 + sample]).toBeCloseTo(0.5 * Math.min(1, sample / 12_000), 7);
  });

  it('a fade out falls in a line from 1 at its start to 0 at the end of the track', async () => {
    const left = await mixed([track({}, { endMs: 800, fadeOutMs: 500 })]);
    const start = 38_400 - 24_000;
    for (const sample of [0, 1, 12_000, 23_998, 23_999])
      expect(left[start + sample]).toBeCloseTo(0.5 * (1 - sample / 24_000), 7);
    expect(left[start - 1]).toBe(0.5);
    expect(left[38_400]).toBe(0);
  });

  it('a fade out ends with the source if that is shorter than the track', async () => {
    const left = await mixed([track({ frames: 24_000 }, { fadeOutMs: 100 })]);
    expect(left[24_000 - 4800]).toBe(0.5);
    expect(left[24_000 - 2400]).toBeCloseTo(0.25, 7);
    expect(left[23_999]).toBeCloseTo(0.5 / 4800, 7);
  });

  it('fades that overlap multiply', async () => {
    const left = await mixed([track({}, { fadeInMs: 1000, fadeOutMs: 1000 })]);
    expect(left[24_000]).toBeCloseTo(0.125, 7);
    expect(left[12_000]).toBeCloseTo(0.5 * 0.25 * 0.75, 7);
  });
});

describe('loops', () => {
  it('a loop repeats the part from its offset, exact to a sample', async () => {
    const ramp: Waveform = (frame) => frame / 48_000;
    const left = await mixed(
      [track({ channels: [ramp] }, { startMs: 50, endMs: 2000, offsetMs: 700, loops: true })],
      2000,
    );
    for (let sample = 0; sample < 2000 * 48 - 2400; sample += 997)
      expect(left[2400 + sample]).toBe(Math.fround((33_600 + (sample % 14_400)) / 48_000));
    for (const seam of [14_400, 28_800]) {
      expect(left[2400 + seam - 1]).toBe(Math.fround(47_999 / 48_000));
      expect(left[2400 + seam]).toBe(Math.fround(33_600 / 48_000));
    }
  });

  it('a loop of whole waves has no click at its seams, also at another rate', async () => {
    const sampleRate = 44_100;
    const tone = { sampleRate, frames: 4410, channels: [sine(1000, sampleRate, 0.5)] };
    const left = await mixed([track(tone, { endMs: 2000, loops: true })], 2000);
    const spectrum = spectrumOf(left.subarray(12_000, 12_000 + 65_536), 48_000);
    expect(highestSpurDb(spectrum, 1000)).toBeLessThan(-90);
  });

  it('a loop of a single frame lasts for a minute', async () => {
    const left = await mixed([track({ frames: 1 }, { endMs: 60_000, loops: true })], 60_000);
    expect(left.length).toBe(2_880_000);
    expect(left.every((sample) => sample === 0.5)).toBe(true);
  });
});

describe('volume keyframes', () => {
  const keyframes: VolumeKeyframe[] = [
    { at: 0.25, value: 0.2, easing: 'linear' },
    { at: 0.5, value: 1, easing: 'easeIn' },
    { at: 0.75, value: 0, easing: 'linear' },
  ];

  it('replace the volume, and stay before the first and after the last', async () => {
    const left = await mixed([track({}, { volume: 0.1, keyframes, keyedMs: 1000 })]);
    const gain = (sample: number) => left[sample] / 0.5;
    expect(gain(0)).toBeCloseTo(0.2, 6);
    expect(gain(11_999)).toBeCloseTo(0.2, 6);
    expect(gain(18_000)).toBeCloseTo(0.6, 6);
    expect(gain(24_000)).toBeCloseTo(1, 6);
    expect(gain(30_000)).toBeCloseTo(1 - 0.125, 6);
    expect(gain(36_000)).toBe(0);
    expect(gain(47_999)).toBe(0);
  });

  it('have any order, and the last of two at the same time counts', async () => {
    const doubled = [{ at: 0.5, value: 0.3, easing: 'linear' as const }, ...keyframes.toReversed()];
    const left = await mixed([track({}, { keyframes: doubled, keyedMs: 1000 })]);
    expect(left).toEqual(await mixed([track({}, { keyframes, keyedMs: 1000 })]));
  });
});

describe('ducking', () => {
  const duck = { to: 0.2, attackMs: 100, releaseMs: 200 };
  /** A voice that speaks from 300 to 500 ms, and again after a pause. */
  const voice = (pauseMs: number) =>
    track(
      {
        frames: 96_000,
        channels: [
          (frame) => (frame < 9600 || frame >= 9600 + pauseMs * 48 ? 0.1 : 0) * (frame % 2 ? 1 : -1),
        ],
      },
      { path: ['voice'], startMs: 300, endMs: 500 + pauseMs + 100 },
    );
  const music = (under: ScheduledTrack[]) =>
    track({ frames: 96_000 }, { endMs: 2000, duck: { ...duck, under } });

  /** The gain of the music, from the mix without the voice. */
  async function gains(under: ScheduledTrack, durationMs = 2000): Promise<Float32Array> {
    const left = await mixed([music([under])], durationMs);
    return left.map((sample) => sample / 0.5);
  }

  it('falls in a line from the onset, and comes back in a line from the end', async () => {
    const gain = await gains(track({ frames: 9600, channels: [constant(0.1)] }, { startMs: 300 }));
    expect(gain[14_400]).toBe(1);
    expect(gain[14_400 + 2400]).toBeCloseTo(0.6, 6);
    expect(gain[14_400 + 4800]).toBeCloseTo(0.2, 6);
    expect(gain[14_400 + 9600]).toBeCloseTo(0.2, 6);
    expect(gain[14_400 + 9600 + 4800]).toBeCloseTo(0.6, 6);
    expect(gain[14_400 + 9600 + 9600]).toBeCloseTo(1, 6);
    expect(gain[47_999]).toBe(1);
  });

  it('a pause of less than twice its times does not end it, a longer one does', async () => {
    const short = await gains(voice(590));
    expect(short[(300 + 200 + 250) * 48]).toBeCloseTo(0.2, 6);
    const long = await gains(voice(650));
    expect(long[(300 + 200 + 250) * 48]).toBeCloseTo(1, 6);
    expect(long[(300 + 200 + 650 + 100) * 48]).toBeCloseTo(0.2, 6);
  });

  it('what is below -50 dB, silent by its volume or faded is not heard', async () => {
    const level = (db: number) => track({ channels: [constant(10 ** (db / 20))] });
    expect((await gains(level(-50.1)))[24_000]).toBe(1);
    expect((await gains(level(-49.9)))[24_000]).toBeCloseTo(0.2, 6);
    const quiet = track({ channels: [constant(0.1)] }, { volume: 0.01 });
    expect((await gains(quiet))[24_000]).toBe(1);
    const late = track({ channels: [constant(0.1)] }, { fadeInMs: 1000 });
    // At 3.16 % of 0.1, after 31.6 ms.
    const onset = (await gains(late)).findIndex((gain) => gain < 1) - 1;
    expect(onset / 48).toBeCloseTo(31.6, 1);
  });

  it('a gain without attack and release switches, and does not follow the waves of a tone', async () => {
    const tone = track({ channels: [sine(40, 48_000, 0.5)] }, { startMs: 500, endMs: 1000 });
    const switched = { under: [tone], to: 0, attackMs: 0, releaseMs: 0 };
    const left = await mixed([track({}, { duck: switched })]);
    const heard = left.subarray(24_100, 47_900);
    expect(left[23_999]).toBe(0.5);
    expect(heard.every((sample) => sample === 0)).toBe(true);
  });

  it('never leaves the range from its lowest gain to 1, and is at its ends where it says', () => {
    const spans = fc.array(
      fc.record({ from: fc.integer({ min: 0, max: 200_000 }), length: fc.integer({ min: 1, max: 50_000 }) }),
      { maxLength: 8 },
    );
    const time = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(
        spans,
        fc.double({ min: 0, max: 1, noNaN: true }),
        time,
        time,
        (all, to, attackMs, releaseMs) => {
          const scheduled: ScheduledDuck = { under: [], to, attackMs, releaseMs };
          const pause = (attackMs + releaseMs) * 48;
          const joined = joinStretches(
            all.map(({ from, length }) => [{ from, to: from + length }]),
            pause,
          );
          const gain = duckGain(joined, scheduled);
          const step = 479;
          const gains = Array.from({ length: 800 }, (_, index) => gain(index * step));
          expect(Math.min(...gains)).toBeGreaterThanOrEqual(to - 1e-12);
          expect(Math.max(...gains)).toBeLessThanOrEqual(1);
          const steepest = Math.max(...gains.slice(1).map((now, index) => Math.abs(now - gains[index])));
          if (attackMs >= 10 && releaseMs >= 10)
            expect(steepest).toBeLessThanOrEqual(step / (48 * Math.min(attackMs, releaseMs)) + 1e-9);
          for (const { from, to: end } of joined) {
            expect(gain(from)).toBe(attackMs === 0 ? to : 1);
            expect(gain(end + releaseMs * 48)).toBeCloseTo(1, 9);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

const anyTrack = fc.record({
  startMs: fc.integer({ min: 0, max: 2000 }),
  lengthMs: fc.integer({ min: 1, max: 3000 }),
  offsetMs: fc.integer({ min: 0, max: 900 }),
  volume: fc.double({ min: 0.01, max: 1, noNaN: true }),
  fadeInMs: fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
  fadeOutMs: fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
  loops: fc.option(fc.constant(true as const), { nil: undefined }),
  rate: fc.constantFrom(8000, 22_050, 44_100, 47_999, 48_000, 96_000),
});

/** Films of two tracks, of which one may make way for the other. */
const anyFilm = fc
  .record({
    one: anyTrack,
    other: anyTrack,
    duck: fc.option(
      fc.record({
        to: fc.double({ min: 0, max: 1, noNaN: true }),
        attackMs: fc.integer({ min: 0, max: 600 }),
        releaseMs: fc.integer({ min: 0, max: 600 }),
      }),
      { nil: undefined },
    ),
    loudness: fc.option(fc.integer({ min: -30, max: -5 }), { nil: undefined }),
  })
  .map(({ one, other, duck, loudness }): FilmSound => {
    const [first, second] = [one, other].map(({ rate, lengthMs, ...rest }, index) => {
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const wave: Waveform = (frame) =>
        frame % (3 * rate) < rate / 4 ? sine(300 + 200 * index, rate, 0.7)(frame) : 0;
      return track(
        { sampleRate: rate, frames: rate, channels: [wave] },
        { ...given, endMs: rest.startMs + lengthMs },
      );
    }) as [ScheduledTrack, ScheduledTrack];
    const tracks = [first, { ...second, ...(duck && { duck: { ...duck, under: [first] } }) }];
    return { tracks, durationMs: Math.max(...tracks.map(({ endMs }) => endMs)), loudness };
  });

describe('parts of shaped sound', () => {
  it('are that part of the whole, to the last bit', { tags: 'slow', timeout: runTimeoutMs }, async () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(anyFilm, share, share, async (film, one, other) => {
        // A film without any shape is mixed by parts.
        const shaped = {
          ...film,
          tracks: film.tracks.map((each) => ({ ...each, fadeOutMs: each.fadeOutMs ?? 1 })),
        };
        const [startMs, endMs] = [one, other]
          .map((at) => Math.round(at * film.durationMs))
          .sort((a, b) => a - b) as [number, number];
        fc.pre(endMs > startMs);
        const whole = await mixPart(shaped, { startMs: 0, endMs: film.durationMs });
        const part = await mixPart(shaped, { startMs, endMs });
        if (part === null) return;
        for (const side of ['left', 'right'] as const) {
          const cut = whole?.[side].slice(startMs * 48, endMs * 48) ?? new Float32Array(0);
          expect(Buffer.compare(Buffer.from(part[side].buffer), Buffer.from(cut.buffer))).toBe(0);
        }
      }),
      { numRuns: runs(80) },
    );
  });

  it('gains stay between 0 and the greatest volume', () => {
    const keyframe = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      value: fc.double({ min: 0, max: 1, noNaN: true }),
      easing: fc.constantFrom('linear' as const, 'easeIn' as const, 'easeOut' as const, 'easeInOut' as const),
    });
    fc.assert(
      fc.property(
        fc.array(keyframe, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 3000 }),
        (keyframes, fadeInMs, fadeOutMs) => {
          const keyed = track({ frames: 1 }, { fadeInMs, fadeOutMs, keyframes, keyedMs: 1000 });
          const gain = gainOf(keyed, { from: 0, to: 48_000 });
          const most = Math.max(...keyframes.map(({ value }) => value));
          const least = Math.min(...keyframes.map(({ value }) => value));
          const samples = Array.from({ length: 145 }, (_, index) => index * 331);
          const gainAt = (sample: number) => gain?.(sample) ?? NaN;
          expect(Math.min(...samples.map(gainAt))).toBeGreaterThanOrEqual(0);
          expect(Math.max(...samples.map(gainAt))).toBeLessThanOrEqual(most + 1e-12);
          const unfaded = samples.filter(
            (sample) => sample >= fadeInMs * 48 && sample <= 48_000 - fadeOutMs * 48,
          );
          expect(Math.min(1, ...unfaded.map(gainAt))).toBeGreaterThanOrEqual(least - 1e-12);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
