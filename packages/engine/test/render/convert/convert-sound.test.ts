import { describe, expect, it } from 'vitest';
import { convertWithFfmpeg } from '../../../../../test/support/ffmpeg.ts';
import { sine, writeWav } from '../../../../../test/support/wav-writer.ts';
import { readWavFile } from '../../../src/media/sound/wav-file.ts';
import type { Conversion } from '../../../src/render/convert/conversion.ts';
import { convertFile } from '../../../src/render/convert/convert-file.ts';

const { signal } = new AbortController();
const sampleRate = 48_000;

/** A tone of 700 ms after 300 ms of silence, on the left; half as loud on the right. */
const tone = sine(440, sampleRate, 0.5);
const late = (factor: number) => (frame: number) => (frame < 14_400 ? 0 : factor * tone(frame));
const wav = writeWav({ sampleRate, frames: 48_000, channels: [late(1), late(0.5)] });

const encoders = {
  mp3: ['-c:a', 'libmp3lame', '-q:a', '2'],
  m4a: ['-c:a', 'aac', '-b:a', '192k'],
  flac: ['-c:a', 'flac'],
  ogg: ['-c:a', 'libvorbis', '-q:a', '6'],
  opus: ['-c:a', 'libopus', '-b:a', '160k'],
} as const;
type SoundFile = keyof typeof encoders;
const soundFiles = Object.keys(encoders) as readonly SoundFile[];

const encode = (kind: SoundFile, ...options: readonly string[]) =>
  convertWithFfmpeg(wav, kind, [...encoders[kind], ...options]);

function convert(bytes: Uint8Array, changes: Partial<Conversion> = {}) {
  const usual = { type: 'media', maxBytes: 1 << 24, drawn: undefined, heardUntilMs: undefined } as const;
  return convertFile({ ...usual, bytes, ...changes }, signal);
}

/** The converted sound: its header, and its samples with full scale 1. */
async function converted(bytes: Uint8Array, changes: Partial<Conversion> = {}) {
  const result = await convert(bytes, changes);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  expect(result.value.mime).toBe('audio/wav');
  const read = readWavFile(result.value.bytes);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { samples, ...file } = read.value;
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  return {
    ...file,
    left: Float64Array.from(
      { length: file.frames },
      (_, at) => view.getInt16(2 * at * file.channels, true) / 32_768,
    ),
  };
}

async function problemOf(bytes: Uint8Array, changes: Partial<Conversion> = {}): Promise<string> {
  const result = await convert(bytes, changes);
  return result.ok ? 'none' : result.problems.join('\n');
}

/** A number of a header, big-endian, at a mark in a file. */
function overwrite(file: Buffer, mark: string, distance: number, value: number): Buffer {
  const changed = Buffer.from(file);
  const at = changed.indexOf(mark);
  expect(at).toBeGreaterThan(-1);
  changed.writeUInt32BE(value, at + distance);
  return changed;
}

describe('a sound file that becomes WAV', () => {
  it.each(soundFiles)('a sound as %s keeps its samples at their times', { tags: 'ffmpeg' }, async (kind) => {
    const sound = await converted(await encode(kind));
    expect(sound).toMatchObject({ sampleRate, channels: 2, sampleFormat: 'signed 16', frames: 48_000 });
    const expected = Float64Array.from({ length: 48_000 }, (_, frame) => late(1)(frame));
    const energy = (values: Float64Array) => values.reduce((sum, value) => sum + value ** 2, 0);
    const error = energy(sound.left.map((value, frame) => value - expected[frame]));
    // A shift by one sample would be -25 dB.
    expect(10 * Math.log10(error / energy(expected))).toBeLessThan(kind === 'flac' ? -80 : -26);
  });

  it('raw AAC keeps its sound, with the padding of its encoder', { tags: 'ffmpeg' }, async () => {
    const bytes = await convertWithFfmpeg(wav, 'aac', ['-c:a', 'aac']);
    const { frames } = await converted(bytes);
    expect(frames).toBeGreaterThanOrEqual(48_000);
    expect(frames).toBeLessThan(48_000 + 3 * 1024);
  });

  it.each([
    ['mono', ['-ac', '1'], 1],
    ['six channels', ['-ac', '6'], 2],
  ] as const)('a converted sound can be mixed: %s', { tags: 'ffmpeg' }, async (_, options, channels) => {
    expect(await converted(await encode('flac', ...options))).toMatchObject({ channels, frames: 48_000 });
  });

  it('an MP3 with a picture and a title in its tag is converted', { tags: 'ffmpeg' }, async () => {
    const bytes = await encode('mp3', '-id3v2_version', '3', '-metadata', `title=${'x'.repeat(4000)}`);
    expect(bytes.subarray(0, 3).toString()).toBe('ID3');
    expect(await converted(bytes)).toMatchObject({ frames: 48_000 });
  });

  it('only the part of a sound that is heard is converted', { tags: 'ffmpeg' }, async () => {
    const sound = await converted(await encode('mp3'), { heardUntilMs: 250 });
    expect(sound.frames).toBe(12_000);
  });

  it('the sound of a film can be converted', { tags: 'ffmpeg' }, async () => {
    const bytes = await convertWithFfmpeg(wav, 'mp4', [
      ...['-f', 'lavfi', '-i', 'color=s=16x16:d=1', '-map', '1:v', '-map', '0:a', '-c:a', 'aac'],
    ]);
    expect(await converted(bytes)).toMatchObject({ frames: 48_000 });
  });
});

describe('a sound file that cannot become WAV', () => {
  it.each([
    ['nothing', ''],
    ['a text', 'hello, world'],
    ['a list of other files', '#EXTM3U\n/etc/passwd\n'],
    ['an FFmpeg script', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ])('a sound file is refused: %s', async (_, text) => {
    expect(await problemOf(Buffer.from(text))).toBe(
      'the file is neither WAV, MP3, M4A, AAC, FLAC, Ogg Vorbis nor Opus; convert it to one of them',
    );
  });

  it.each(soundFiles)('a truncated %s is refused', { tags: 'ffmpeg' }, async (kind) => {
    const bytes = await encode(kind);
    expect(await problemOf(bytes.subarray(0, Math.round(bytes.length * 0.4)))).toMatch(
      /^the (MP3|M4A|FLAC|Ogg file) (is (damaged or )?truncated|ends after 0\.\d s, although its header says 1\.\d s)/,
    );
  });

  it('an MP3 whose header claims a year is refused', { tags: 'ffmpeg' }, async () => {
    const bytes = await encode('mp3');
    const mark = bytes.includes('Xing') ? 'Xing' : 'Info';
    // The number of frames follows the mark and the flags.
    expect(await problemOf(overwrite(bytes, mark, 8, 1_314_000_000))).toMatch(
      /^the MP3 ends after 1\.0 s, although its header says 3\d{7}\.\d s; export it again$/,
    );
  });

  it('a small FLAC that decodes to hours is refused', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-map', '1:a', '-t', '7200'];
    const bytes = await convertWithFfmpeg(wav, 'flac', [...silence, '-c:a', 'flac', '-frame_size', '65535']);
    expect(bytes.length).toBeLessThan(30_000);
    expect(await problemOf(bytes, { maxBytes: 1 << 20 })).toMatch(
      /^the FLAC has more sound than fits into a project: over \d\d\.\d s, which take 1048576 bytes; give its track a duration, or shorten the file$/,
    );
    expect(await problemOf(bytes, { maxBytes: 1 << 20, heardUntilMs: 1000 })).toBe('none');
  });

  it('a film without sound is refused', { tags: 'ffmpeg' }, async () => {
    const bytes = await convertWithFfmpeg(wav, 'mp4', [
      '-f',
      'lavfi',
      '-i',
      'color=s=16x16:d=1',
      '-map',
      '1:v',
    ]);
    expect(await problemOf(bytes)).toBe('the M4A has no sound; export it again');
  });

  it('the conversion of a sound stops when it is cancelled', { tags: 'ffmpeg' }, async () => {
    const stopped = AbortSignal.abort();
    const conversion = { type: 'media', bytes: await encode('mp3'), maxBytes: 1 << 24 } as const;
    await expect(
      convertFile({ ...conversion, drawn: undefined, heardUntilMs: undefined }, stopped),
    ).rejects.toBe(stopped.reason);
  });
});
