import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import {
  chunk,
  extensibleFormat,
  format,
  impulse,
  riff,
  sampleBytes,
  type WavSampleFormat,
  writeWav,
} from '../../../../../test/support/wav-writer.ts';
import { readWavFile, type WavFile } from '../../../src/media/sound/wav-file.ts';
import { readFrames } from '../../../src/media/sound/wav-samples.ts';

const mono16 = { tag: 1, channels: 1, sampleRate: 48_000, bits: 16 };
/** Three samples of a quarter, a half and minus a half. */
const threeSamples = sampleBytes({ frames: 3, channels: [(frame) => [0.25, 0.5, -0.5][frame] ?? 0] });
const list = chunk('LIST', Buffer.from('INFOISFT\x04\0\0\0abc\0', 'latin1'));

describe('WAV formats', () => {
  const forms: readonly [WavSampleFormat, number][] = [
    ['u8', 2 ** -7],
    ['s16', 2 ** -15],
    ['s24', 2 ** -23],
    ['s32', 2 ** -31],
    ['f32', 2 ** -24],
  ];
  for (const [sampleFormat, step] of forms) {
    for (const extensible of [false, true]) {
      it(`reads mono and stereo WAV files in ${sampleFormat}${extensible ? ', extensible' : ''}`, () => {
        const left = (frame: number) => [0, 0.5, -1, 0.3][frame] ?? 0;
        const right = (frame: number) => [0.7, -0.25, 0, 0.9][frame] ?? 0;
        for (const channels of [[left], [left, right]]) {
          const options = { sampleRate: 44_100, frames: 4, channels, sampleFormat, extensible };
          const wav = soundOf(writeWav(options));
          expect(wav).toMatchObject({ sampleRate: 44_100, channels: channels.length, frames: 4 });
          const planes = samplesOf(wav);
          for (const [channel, waveform] of channels.entries()) {
            for (let frame = 0; frame < 4; frame++) {
              expect(Math.abs(planes[channel][frame] - waveform(frame))).toBeLessThanOrEqual(
                step / 2 + 2 ** -24,
              );
            }
          }
        }
      });
    }
  }

  it('reads 8-bit WAV samples as unsigned and others as signed, scaled to 1', () => {
    const extremes = (bits: number, bytes: number[]) =>
      samplesOf(
        soundOf(riff([chunk('fmt ', format({ ...mono16, bits })), chunk('data', Buffer.from(bytes))])),
      )[0];
    expect([...extremes(8, [0, 128, 192])]).toEqual([-1, 0, 0.5]);
    expect([...extremes(16, [0, 0x80, 0, 0, 0, 0x40])]).toEqual([-1, 0, 0.5]);
    expect([...extremes(24, [0, 0, 0x80, 0, 0, 0, 0, 0, 0x40, 0xff, 0xff, 0xff])]).toEqual([
      -1,
      0,
      0.5,
      -(2 ** -23),
    ]);
    expect([...extremes(32, [0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x40])]).toEqual([-1, 0, 0.5]);
  });

  it('reads WAV files with sample rates from 8 to 192 kHz', () => {
    for (const sampleRate of [8000, 11_025, 22_050, 32_000, 88_200, 96_000, 192_000]) {
      expect(soundOf(writeWav({ sampleRate, frames: 1, channels: [impulse(0)] })).sampleRate).toBe(
        sampleRate,
      );
    }
  });

  it('reads silence before the first and after the last frame of a WAV', () => {
    const wav = soundOf(riff([chunk('fmt ', format(mono16)), chunk('data', threeSamples)]));
    const plane = new Float32Array(7).fill(9);
    readFrames(wav, -2, [plane]);
    expect([...plane]).toEqual([0, 0, 0.25, 0.5, -0.5, 0, 0]);
    readFrames(wav, 100, [plane]);
    expect([...plane]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('reads NaN and infinite WAV samples as silence and keeps the others', () => {
    const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.5, 3e38, -3e38];
    const wav = soundOf(
      writeWav({ sampleRate: 48_000, frames: 6, channels: [(frame) => values[frame]], sampleFormat: 'f32' }),
    );
    expect([...samplesOf(wav)[0]]).toEqual([0, 0, 0, 0.5, 1e6, -1e6]);
  });
});

describe('readable malformed WAVs', () => {
  const fmt = chunk('fmt ', format(mono16));
  const data = chunk('data', threeSamples);
  const files: Record<string, Buffer> = {
    'chunks before, between and after': riff([list, fmt, chunk('fact', Buffer.alloc(4)), data, list]),
    'a broadcast extension of odd length': riff([chunk('bext', Buffer.alloc(603)), fmt, data]),
    'an odd chunk without padding': riff([chunk('junk', Buffer.alloc(7), { padded: false }), fmt, data]),
    'the data before the format': riff([data, fmt]),
    'an empty data chunk size at the end': riff([fmt, chunk('data', threeSamples, { size: 0 })]),
    'a data size of 0xFFFFFFFF': riff([fmt, chunk('data', threeSamples, { size: 0xffff_ffff })], 0xffff_ffff),
    'a data size beyond the file': riff([fmt, chunk('data', threeSamples, { size: 1000 })]),
    'an incomplete frame at the end': riff([
      fmt,
      chunk('data', Buffer.concat([threeSamples, Buffer.alloc(1)])),
    ]),
    'a file size of 0': riff([fmt, data], 0),
    'a file size that is too small': riff([fmt, data], 20),
    'a file size of 0xFFFFFFFF': riff([fmt, data], 0xffff_ffff),
    'a block size of 0': riff([chunk('fmt ', format({ ...mono16, blockSize: 0 })), data]),
    'a false block size': riff([chunk('fmt ', format({ ...mono16, blockSize: 7 })), data]),
    'a second data chunk': riff([fmt, data, chunk('data', Buffer.alloc(100))]),
    'a second format': riff([fmt, chunk('fmt ', format({ ...mono16, channels: 2 })), data]),
    'a format chunk with extra bytes': riff([
      chunk('fmt ', Buffer.concat([format(mono16), Buffer.alloc(2)])),
      data,
    ]),
    'bytes after the last chunk': Buffer.concat([riff([fmt, data]), Buffer.from('xyz')]),
  };
  for (const [what, file] of Object.entries(files)) {
    it(`plays a WAV with ${what}`, () => {
      expect([...samplesOf(soundOf(file))[0]]).toEqual([0.25, 0.5, -0.5]);
    });
  }

  it('reads the complete frames of a WAV truncated in its data', () => {
    const file = riff([fmt, data]);
    expect([...samplesOf(soundOf(file.subarray(0, file.length - 1)))[0]]).toEqual([0.25, 0.5]);
    expect([...samplesOf(soundOf(file.subarray(0, file.length - 4)))[0]]).toEqual([0.25]);
  });
});

describe('unsupported WAVs', () => {
  const data = chunk('data', threeSamples);
  const withFormat = (body: Uint8Array) => riff([chunk('fmt ', body), data]);
  const withTag = (tag: number) => withFormat(format({ ...mono16, tag }));
  const brokenSubformat = extensibleFormat(mono16);
  brokenSubformat[39] = 0;
  const files: Record<string, readonly [Uint8Array, string]> = {
    nothing: [Buffer.alloc(0), 'not a RIFF WAVE file'],
    'eleven bytes': [Buffer.from('RIFF....WAV'), 'not a RIFF WAVE file'],
    'another file': [Buffer.from('fLaC and what follows it'), 'not a RIFF WAVE file'],
    'big-endian RIFX': [Buffer.from(riff([data])).fill('RIFX', 0, 4), 'not a RIFF WAVE file'],
    'no format': [riff([data]), 'no fmt chunk'],
    'no data': [riff([chunk('fmt ', format(mono16)), list]), 'no data chunk'],
    'a chunk that swallows the data': [
      riff([chunk('fmt ', format(mono16)), chunk('LIST', Buffer.alloc(4), { size: 0xffff_ffff }), data]),
      'no data chunk',
    ],
    'empty data': [
      riff([chunk('fmt ', format(mono16)), chunk('data', Buffer.alloc(0))]),
      'no samples (0 bytes',
    ],
    'empty data before a list': [
      riff([chunk('fmt ', format(mono16)), chunk('data', Buffer.alloc(0)), list]),
      'no samples (0 bytes',
    ],
    'less than a frame': [
      riff([chunk('fmt ', format(mono16)), chunk('data', Buffer.alloc(1))]),
      'no samples (1 byte',
    ],
    'a short format': [withFormat(format(mono16).subarray(0, 14)), 'has 14 bytes, but needs 16'],
    'a short extensible format': [
      withFormat(extensibleFormat(mono16).subarray(0, 24)),
      'has 24 bytes, but needs 40',
    ],
    'no channels': [withFormat(format({ ...mono16, channels: 0 })), '0 channels'],
    'three channels': [withFormat(format({ ...mono16, channels: 3 })), '3 channels'],
    'a rate of 0': [withFormat(format({ ...mono16, sampleRate: 0 })), '8000 to 192000 Hz, but is 0'],
    'a rate below 8 kHz': [withFormat(format({ ...mono16, sampleRate: 7999 })), 'but is 7999'],
    'a rate above 192 kHz': [withFormat(format({ ...mono16, sampleRate: 192_001 })), 'but is 192001'],
    '12 bits': [withFormat(format({ ...mono16, bits: 12 })), 'but has 12-bit samples'],
    '0 bits': [withFormat(format({ ...mono16, bits: 0 })), 'but has 0-bit samples'],
    '64-bit float': [
      writeWav({ sampleRate: 48_000, frames: 3, channels: [impulse(0)], sampleFormat: 'f64' }),
      'float samples of 32 bits, but has 64-bit float samples',
    ],
    '64-bit float, extensible': [
      writeWav({
        sampleRate: 48_000,
        frames: 3,
        channels: [impulse(0)],
        sampleFormat: 'f64',
        extensible: true,
      }),
      'float samples of 32 bits, but has 64-bit float samples',
    ],
    '24 bits in blocks of 32': [
      withFormat(format({ ...mono16, bits: 24, blockSize: 4 })),
      'blocks of 4 bytes',
    ],
    ADPCM: [withTag(0x11), 'holds IMA ADPCM'],
    'A-law': [withTag(6), 'holds A-law'],
    'mu-law': [withTag(7), 'holds mu-law'],
    'mu-law, extensible': [withFormat(extensibleFormat({ ...mono16, tag: 7 })), 'holds mu-law'],
    MP3: [withTag(0x55), 'holds MP3'],
    'an unknown codec': [withTag(0x1234), 'holds codec 0x1234'],
    'an unknown subformat': [withFormat(brokenSubformat), 'holds an unknown subformat'],
  };
  for (const [what, [file, words]] of Object.entries(files)) {
    it(`refuses a WAV with a message: ${what}`, () => {
      const read = readWavFile(file);
      if (read.ok) throw new Error('expected a problem');
      expect(read.problems).toHaveLength(1);
      expect(read.problems[0]).toContain(words);
      expect(read.problems[0]).toMatch(/; export it/);
    });
  }
});

it('readWavFile never throws for damaged files and reads finite samples', () => {
  const sound = writeWav({
    sampleRate: 8000,
    frames: 8,
    channels: [impulse(2), impulse(3)],
    extensible: true,
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 8 }),
      fc.nat(sound.length),
      (changes, length) => {
        const file = Buffer.from(sound);
        for (const [at, value] of changes) file[at] = value;
        const read = readWavFile(file.subarray(0, length));
        if (!read.ok) return;
        for (const plane of samplesOf(read.value)) expect(plane.every(Number.isFinite)).toBe(true);
      },
    ),
    { numRuns: runs(1000) },
  );
});

it('refuses a WAV with a million empty chunks and no format', { tags: 'slow' }, () => {
  const empty = Buffer.concat(Array.from({ length: 1000 }, () => chunk('data', Buffer.alloc(0))));
  const file = riff(Array.from({ length: 1000 }, () => empty));
  expect(readWavFile(file)).toEqual({
    ok: false,
    problems: ['the WAV has no fmt chunk; export it again'],
  });
});

function soundOf(file: Uint8Array): WavFile {
  const read = readWavFile(file);
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.value;
}

function samplesOf(wav: WavFile): Float32Array[] {
  const planes = Array.from({ length: wav.channels }, () => new Float32Array(wav.frames));
  readFrames(wav, 0, planes);
  return planes;
}
