import { Buffer } from 'node:buffer';

/** Sound as 16-bit samples, with interleaved channels. */
export interface PcmSound {
  /** In Hz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Little-endian. */
  readonly samples: Buffer;
}

export const waveHeaderLength = 44;

/** A WAV file of integer PCM. */
export function writePcmWave({ sampleRate, channels, samples }: PcmSound): Buffer {
  const header = Buffer.alloc(waveHeaderLength);
  header.write('RIFF', 0);
  header.writeUInt32LE(waveHeaderLength - 8 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
