import { describe, expect, it } from 'vitest';
import { project } from '../../../../../test/support/project-parts.ts';
import { silence, sine, type Waveform, wavUrl, writeWav } from '../../../../../test/support/wav-writer.ts';
import { LoudnessMeter } from '../../../src/media/sound/loudness.ts';
import { render } from '../../../src/render/render.ts';
import { decodeSound, heard, measureSound, quietScene } from './film-support.ts';

const rate = 48_000;

/** Noise with the same samples every time. */
function noise(seed: number, level: number): Waveform {
  return (frame) => {
    const scattered = Math.sin(frame * 12.9898 + seed * 78.233) * 43_758.5453;
    return level * (2 * (scattered - Math.floor(scattered)) - 1);
  };
}

/** Bursts of a tone with pauses, as speech has them. */
const bursts =
  (frequency: number, level: number): Waveform =>
  (frame) =>
    frame % 60_000 < 31_000 ? sine(frequency, rate, level)(frame) : 0.0005 * Math.sin(frame);

const sounds: readonly (readonly [string, readonly [Waveform, Waveform]])[] = [
  ['a deep tone', [sine(60, rate, 0.8), sine(60, rate, 0.8)]],
  ['a tone of 997 Hz in one channel', [sine(997, rate, 1), silence]],
  ['a high tone', [sine(9000, rate, 0.1), sine(9000, rate, 0.2)]],
  ['noise', [noise(1, 0.3), noise(2, 0.1)]],
  ['quiet noise', [noise(3, 0.002), noise(4, 0.002)]],
  ['bursts with pauses', [bursts(400, 0.4), bursts(700, 0.3)]],
  ['a crescendo', [(frame) => (frame / 480_000) * sine(500, rate, 1)(frame), silence]],
];

/** Returns the sound of a film of 10 s in MOV, which has it in PCM, with `loudness`. */
async function filmWith(channels: readonly Waveform[], loudness: number | undefined, options = {}) {
  const src = wavUrl({ sampleRate: rate, frames: 10 * rate, channels, sampleFormat: 'f32' });
  const scene = quietScene('main', 10_000, [heard('pad', src, { start: 0, duration: 10_000 })]);
  const film = { ...project(scene), extended: true as const, ...(loudness !== undefined && { loudness }) };
  return (await render(film, { format: 'mov', fps: 24, ...options })).data;
}

describe('the measure of loudness', () => {
  it.each(sounds)('is that of FFmpeg within 0.1 LU for %s', { tags: 'ffmpeg' }, async (_, channels) => {
    const file = writeWav({ sampleRate: rate, frames: 10 * rate, channels, sampleFormat: 'f32' });
    const meter = new LoudnessMeter();
    for (let frame = 0; frame < 10 * rate; frame++) meter.addSample(channels[0](frame), channels[1](frame));
    const { loudness } = await measureSound(file);
    expect(Math.abs(meter.integrated() - loudness)).toBeLessThan(0.1);
  });

  it('is -3.01 LUFS for a sine of 997 Hz at full scale in one channel', () => {
    const meter = new LoudnessMeter();
    const tone = sine(997, rate, 1);
    for (let frame = 0; frame < 10 * rate; frame++) meter.addSample(tone(frame), 0);
    expect(meter.integrated()).toBeCloseTo(-3.01, 2);
  });

  it('is none for silence, and that of the whole for less than 0.4 s', () => {
    expect(new LoudnessMeter().integrated()).toBe(-Infinity);
    const [quiet, short] = [new LoudnessMeter(), new LoudnessMeter()];
    const tone = sine(997, rate, 1);
    for (let frame = 0; frame < 10 * rate; frame++) quiet.addSample(0, 0);
    for (let frame = 0; frame < 12_000; frame++) short.addSample(tone(frame), tone(frame));
    expect(quiet.integrated()).toBe(-Infinity);
    expect(short.integrated()).toBeCloseTo(0, 1);
  });
});

describe('the loudness of a film', () => {
  it.each([
    ['quiet noise', -23, [noise(5, 0.01), noise(6, 0.01)]],
    ['loud noise', -30, [noise(7, 0.9), noise(8, 0.9)]],
    ['bursts', -16, [bursts(400, 0.2), bursts(400, 0.2)]],
    ['a tone', -14, [sine(997, rate, 0.01), sine(997, rate, 0.01)]],
  ] as const)(
    'is what it says within 0.5 LU for %s, at %d LUFS',
    { tags: 'ffmpeg' },
    async (_, loudness, channels) => {
      const measured = await measureSound(await filmWith(channels, loudness));
      expect(Math.abs(measured.loudness - loudness)).toBeLessThan(0.5);
      expect(measured.truePeakDb).toBeLessThanOrEqual(-1);
    },
  );

  it('a limiter keeps true peaks below -1 dB, between samples too', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    // At a quarter of the rate with this phase, samples are 3 dB below the peaks between them. FFmpeg's meter mirrors the
    // first samples, so nothing is loud at the start.
    const hidden: Waveform = (frame) =>
      (frame % 48_000 > 47_100 ? 0.9 : 0.1) * ([1, 1, -1, -1][frame % 4] ?? 0);
    const clicks: Waveform = (frame) =>
      frame % 24_000 > 23_960 ? 0.9 * Math.sin(frame) : 0.05 * Math.sin(frame / 9);
    const spiky: Waveform = (frame) => noise(9, 1)(frame) ** 9;
    for (const wave of [hidden, clicks, spiky]) {
      const measured = await measureSound(await filmWith([wave, wave], -5));
      expect(measured.truePeakDb).toBeLessThanOrEqual(-1);
      expect(measured.truePeakDb).toBeGreaterThan(-1.6);
    }
  });

  it('leaves silence silent, and everything but loud places at one gain', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const quiet = await decodeSound(await filmWith([silence, silence], -14));
    expect(quiet.left.every((sample) => sample === 0)).toBe(true);
    const clicks: Waveform = (frame) => (frame === 240_000 ? 1 : sine(500, rate, 0.05)(frame));
    const { left } = await decodeSound(await filmWith([clicks, clicks], -20));
    const peak = (from: number, to: number) =>
      Math.max(...left.subarray(from * rate, to * rate).map((sample) => Math.abs(sample)));
    expect(peak(1, 2)).toBeCloseTo(peak(8, 9), 3);
    expect(peak(4.9, 5.1)).toBeLessThan(10 ** (-1 / 20));
  });

  it('a part of the film has the gain of the whole', { tags: ['ffmpeg', 'slow'] }, async () => {
    const wave: Waveform = (frame) => (frame < 5 * rate ? 0.3 : 0.01) * Math.sin(frame / 10);
    const whole = await decodeSound(await filmWith([wave, wave], -18));
    const part = await decodeSound(await filmWith([wave, wave], -18, { fromMs: 6000, toMs: 8000 }));
    expect(part.left).toEqual(whole.left.subarray(6 * rate, 8 * rate));
  });
});
