import { failure, type Result, success } from '../../project/result.ts';
import { findWaveChunks, isWave } from './wav-chunks.ts';

export type SampleFormat = 'unsigned 8' | 'signed 16' | 'signed 24' | 'signed 32' | 'float 32';

/** The sound of a WAV file. The samples are unchanged: frame after frame, with interleaved channels. */
export interface WavFile {
  /** In Hz, 8000 to 192000. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly sampleFormat: SampleFormat;
  /** At least one. A frame is one sample of every channel. */
  readonly frames: number;
  readonly samples: Uint8Array;
}

const minSampleRate = 8000;
const maxSampleRate = 192_000;

/** Bytes of a plain format chunk and of one with an extension. */
const formatLength = 16;
const extensibleFormatLength = 40;

/** Format tags of the format chunk. */
const pcm = 0x0001;
const float = 0x0003;
const extensible = 0xfffe;

/** The rest of an extensible format's subformat after the format tag: KSDATAFORMAT_SUBTYPE_WAVEFORMATEX. */
const subformatTail = '000000001000800000aa00389b71';

/** The hint for writing a supported WAV with the most common converter. */
const withFfmpeg = '(with ffmpeg: -c:a pcm_s16le)';

const codecNames: ReadonlyMap<number, string> = new Map([
  [0x0002, 'Microsoft ADPCM'],
  [0x0006, 'A-law'],
  [0x0007, 'mu-law'],
  [0x0011, 'IMA ADPCM'],
  [0x0031, 'GSM 6.10'],
  [0x0050, 'MPEG audio'],
  [0x0055, 'MP3'],
  [0x00ff, 'AAC'],
]);

const integerFormats: ReadonlyMap<number, SampleFormat> = new Map([
  [8, 'unsigned 8'],
  [16, 'signed 16'],
  [24, 'signed 24'],
  [32, 'signed 32'],
]);

/**
 * Reads the header of a WAV file of integer PCM (8 bits unsigned, 16, 24 and 32 signed) or 32-bit float, mono or
 * stereo, plain or as WAVE_FORMAT_EXTENSIBLE. A truncated file gives the frames that it has. The byte rate in the
 * header is ignored, because it follows from the rest.
 */
export function readWavFile(file: Uint8Array): Result<WavFile> {
  if (!isWave(file)) return failure('the file is not a RIFF WAVE file; export it as PCM WAV');
  const chunks = findWaveChunks(file);
  const format = readFormat(chunks.format);
  if (!format.ok) return format;
  if (!chunks.data) return failure('the WAV has no data chunk; export it again');
  const frames = Math.floor(chunks.data.length / bytesPerFrame(format.value));
  if (frames === 0) {
    return failure(`the WAV has no samples (${chunks.data.length} bytes of data); export it again`);
  }
  return success({ ...format.value, frames, samples: chunks.data });
}

/** Bytes from one frame to the next. */
export function bytesPerFrame({ channels, sampleFormat }: Format): number {
  return channels * bytesPerSample(sampleFormat);
}

/** Bytes of one sample of one channel. */
export function bytesPerSample(sampleFormat: SampleFormat): number {
  return Number(sampleFormat.split(' ')[1]) / 8;
}

type Format = Pick<WavFile, 'sampleRate' | 'channels' | 'sampleFormat'>;

function readFormat(body: Uint8Array | undefined): Result<Format> {
  if (!body) return failure('the WAV has no fmt chunk; export it again');
  if (body.length < formatLength) {
    return failure(
      `the WAV's fmt chunk has ${body.length} bytes, but needs ${formatLength}; export it again`,
    );
  }
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const codec = readCodec(body, view);
  if (!codec.ok) return codec;
  const isFloat = codec.value === float;
  const channels = view.getUint16(2, true);
  if (channels !== 1 && channels !== 2) {
    return failure(`the WAV must be mono or stereo, but has ${channels} channels; export it in stereo`);
  }
  const sampleRate = view.getUint32(4, true);
  if (sampleRate < minSampleRate || sampleRate > maxSampleRate) {
    return failure(
      `the WAV's sample rate must be ${minSampleRate} to ${maxSampleRate} Hz, but is ${sampleRate}; export it at 48000`,
    );
  }
  const bits = view.getUint16(14, true);
  const sampleFormat = isFloat ? (bits === 32 ? 'float 32' : undefined) : integerFormats.get(bits);
  if (!sampleFormat) {
    const rule = 'integer samples of 8, 16, 24 or 32 bits or float samples of 32 bits';
    const seen = `${bits}-bit ${isFloat ? 'float ' : ''}samples`;
    return failure(`the WAV must have ${rule}, but has ${seen}; export it with 16 bits ${withFfmpeg}`);
  }
  const blockSize = view.getUint16(12, true);
  if (bits === 24 && blockSize === channels * 4) {
    // Read as packed samples, this would be noise at full volume. It is unknown which 24 of the 32 bits count.
    return failure(
      `the WAV has 24-bit samples in blocks of ${blockSize} bytes, but needs blocks of ${channels * 3}; export it with 16 or 24 bits`,
    );
  }
  return success({ sampleRate, channels, sampleFormat });
}

/** The tag `pcm` or `float`, from the extension if there is one. */
function readCodec(body: Uint8Array, view: DataView): Result<number> {
  const tag = view.getUint16(0, true);
  if (tag === pcm || tag === float) return success(tag);
  if (tag !== extensible)
    return unsupportedCodec(codecNames.get(tag) ?? `codec 0x${tag.toString(16).padStart(4, '0')}`);
  if (body.length < extensibleFormatLength) {
    return failure(
      `the WAV's extensible fmt chunk has ${body.length} bytes, but needs ${extensibleFormatLength}; export it again`,
    );
  }
  const subformat = view.getUint16(24, true);
  const tail = Buffer.from(body.subarray(26, 40)).toString('hex');
  if (tail !== subformatTail) return unsupportedCodec('an unknown subformat');
  if (subformat === pcm || subformat === float) return success(subformat);
  return unsupportedCodec(codecNames.get(subformat) ?? `codec 0x${subformat.toString(16).padStart(4, '0')}`);
}

function unsupportedCodec(seen: string): Result<never> {
  return failure(`the WAV must hold PCM, but holds ${seen}; export it as PCM WAV ${withFfmpeg}`);
}
