import { bytesPerFrame, bytesPerSample, type SampleFormat, type WavFile } from './wav-file.ts';

/** Far above any real sample, and far below the overflow of a sum of floats. */
const maxSample = 1e6;

type SampleReader = (samples: DataView, at: number) => number;

const readers: Readonly<Record<SampleFormat, SampleReader>> = {
  'unsigned 8': (samples, at) => (samples.getUint8(at) - 128) / 128,
  'signed 16': (samples, at) => samples.getInt16(at, true) / 2 ** 15,
  'signed 24': (samples, at) => (samples.getUint16(at, true) + samples.getInt8(at + 2) * 2 ** 16) / 2 ** 23,
  'signed 32': (samples, at) => samples.getInt32(at, true) / 2 ** 31,
  'float 32': (samples, at) => readFloat(samples.getFloat32(at, true)),
};

/**
 * Reads frames of a WAV file into one array per channel; full scale is 1. Frames before the first and after the last
 * are silent.
 */
export function readFrames(wav: WavFile, firstFrame: number, planes: readonly Float32Array[]): void {
  const view = new DataView(wav.samples.buffer, wav.samples.byteOffset, wav.samples.byteLength);
  const read = readers[wav.sampleFormat];
  const frameSize = bytesPerFrame(wav);
  for (const [channel, plane] of planes.entries()) {
    plane.fill(0);
    const from = Math.max(0, -firstFrame);
    const to = Math.min(plane.length, wav.frames - firstFrame);
    let at = (firstFrame + from) * frameSize + channel * bytesPerSample(wav.sampleFormat);
    for (let i = from; i < to; i++, at += frameSize) plane[i] = read(view, at);
  }
}

/** NaN and infinity are defects of the file and become silence. */
function readFloat(sample: number): number {
  if (!Number.isFinite(sample)) return 0;
  return Math.max(-maxSample, Math.min(maxSample, sample));
}
