import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MediaProcess } from '../../../../../test/fuzz/media-process.ts';
import { Random } from '../../../../../test/support/random.ts';
import { firstSeed, runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import {
  chunk,
  extensibleFormat,
  format,
  impulse,
  riff,
  sine,
  type WavSampleFormat,
  writeWav,
} from '../../../../../test/support/wav-writer.ts';

const maxMebibytes = 512;

let media: MediaProcess;
beforeAll(() => {
  media = new MediaProcess();
});
afterAll(() => media.close());

/** A tenth of a second in every supported WAV format. */
const wavs = (['u8', 's16', 's24', 's32', 'f32'] as const).flatMap((sampleFormat: WavSampleFormat) =>
  [1, 2].map((channels) => ({
    name: `${sampleFormat}, ${channels} channels`,
    bytes: writeWav({
      sampleRate: 8000,
      frames: 800,
      channels: new Array(channels).fill(sine(440, 8000, 0.5)),
      sampleFormat,
      extensible: channels === 2,
    }),
  })),
);

const stereo16 = { tag: 1, channels: 2, sampleRate: 48_000, bits: 16 };
const data = chunk('data', Buffer.alloc(4800 * 4, 1));
const withFormat = (body: Uint8Array) => riff([chunk('fmt ', body), data]);

describe('WAVs truncated near a boundary', () => {
  it.each(wavs)('refuses or plays a WAV truncated near a boundary: $name', async ({ bytes }) => {
    await expectPlayed(bytes);
    const start = bytes.indexOf('data') + 8;
    const boundaries = [0, 4, 8, 12, 20, bytes.indexOf('data'), start, start + 12, bytes.length];
    for (const at of boundaries.flatMap((boundary) => [boundary - 1, boundary, boundary + 1])) {
      if (at < 0 || at >= bytes.length) continue;
      const { faults, problem } = await media.playSound(bytes.subarray(0, at));
      expect(faults, `cut to ${at} bytes`).toEqual([]);
      // The largest frame has eight bytes.
      if (at <= start) expect(problem, `cut to ${at} bytes`).toMatch(/; (?:export|embed)/);
      if (at >= start + 8) expect(problem, `cut to ${at} bytes`).toBeUndefined();
    }
  });
});

it('refuses or plays a WAV with random byte changes', { timeout: runTimeoutMs }, async () => {
  const rounds = runs(150);
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const random = new Random(seed);
    const { name, bytes } = random.pick(wavs);
    const changed = damaged(bytes, random);
    const { faults } = await media.playSound(changed, { offset: random.pick([0, 0, 0.01, 99, 86_000_000]) });
    expect(faults, `${name}, seed ${seed}: ${changed.subarray(0, 80).toString('hex')}`).toEqual([]);
  }
});

describe('WAVs with false sizes', () => {
  const played: Record<string, Buffer> = {
    'a data size of 4 GiB': riff([
      chunk('fmt ', format(stereo16)),
      chunk('data', Buffer.alloc(4800 * 4), { size: 0xffff_fffe }),
    ]),
    'every size of 4 GiB': riff(
      [chunk('fmt ', format(stereo16)), chunk('data', Buffer.alloc(4800 * 4), { size: 0xffff_ffff })],
      0xffff_ffff,
    ),
    'a block size of 65535': withFormat(format({ ...stereo16, blockSize: 65_535 })),
    'a block size of 0': withFormat(format({ ...stereo16, blockSize: 0 })),
    'a hundred thousand chunks before the sound': riff([
      Buffer.alloc(800_000, chunk('junk', Buffer.alloc(0))),
      chunk('fmt ', format(stereo16)),
      data,
    ]),
    'the highest sample rate': writeWav({ sampleRate: 192_000, frames: 19_200, channels: [impulse(9)] }),
    'an odd sample rate of 191,999 Hz': writeWav({
      sampleRate: 191_999,
      frames: 9999,
      channels: [impulse(9)],
    }),
    'enormous float samples': withFormat(format({ ...stereo16, tag: 3, bits: 32 })).fill(0x7f, 44),
  };
  it.each(Object.entries(played))('plays a WAV with %s', async (_, file) => {
    await expectPlayed(file);
  });

  const refused: Record<string, readonly [Buffer, string]> = {
    'no channels': [withFormat(format({ ...stereo16, channels: 0 })), '0 channels'],
    '65535 channels': [withFormat(format({ ...stereo16, channels: 65_535, blockSize: 0 })), '65535 channels'],
    'a rate of 4 GHz': [withFormat(format({ ...stereo16, sampleRate: 0xffff_ffff })), '4294967295'],
    '65535-bit samples': [
      withFormat(format({ ...stereo16, bits: 65_535, blockSize: 0 })),
      '65535-bit samples',
    ],
    'a format chunk of 4 GiB': [
      riff([chunk('fmt ', format(stereo16), { size: 0xffff_ffff }), data]),
      'no data chunk',
    ],
    'a missing extension': [
      withFormat(extensibleFormat(stereo16).subarray(0, 26)),
      'has 26 bytes, but needs 40',
    ],
  };
  it.each(Object.entries(refused))('refuses a WAV with %s with a message', async (_, [file, words]) => {
    const { faults, problem } = await media.playSound(file);
    expect(faults).toEqual([]);
    expect(problem).toContain(words);
  });

  it('plays the end of a 23 MB WAV', async () => {
    const long = writeWav({
      sampleRate: 192_000,
      frames: 3_900_000,
      channels: [impulse(1)],
      sampleFormat: 's24',
    });
    const { faults, problem } = await media.playSound(Buffer.concat([long, long]), { offset: 20_300 });
    expect({ faults, problem }).toEqual({ faults: [], problem: undefined });
  });
});

it('reads all hostile sounds within 512 MiB of memory', () => {
  expect(media.peakMebibytes).toBeLessThan(maxMebibytes);
});

async function expectPlayed(file: Uint8Array): Promise<void> {
  expect(await media.playSound(file)).toEqual({ faults: [], problem: undefined });
}

/** Returns a copy with some bytes changed, removed or inserted, mostly in the headers. */
function damaged(bytes: Uint8Array, random: Random): Buffer {
  const copy = [...bytes];
  for (let count = random.below(4); count >= 0; count--) {
    const at = random.below(random.chance(0.8) ? 90 : copy.length);
    const value = random.pick([0, 1, 255, 0x7f, random.below(256)]);
    copy.splice(at, random.pick([1, 1, 1, 1, 0, 3]), value);
  }
  return Buffer.from(copy);
}
