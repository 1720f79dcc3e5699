import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG2_SKIP_MANUAL,
  AV_CODEC_ID_VORBIS,
  AV_LOG_FATAL,
  AV_SAMPLE_FMT_S16,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  type AVSampleFormat,
} from '#node-av/constants';
import {
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  InputFormat,
  Log,
  Packet,
  SoftwareResampleContext,
  type Stream,
} from '#node-av/lib';
import { failure, type Result, success } from '../../project/result.ts';
import { checkCall } from '../ffmpeg-call.ts';
import { InputBytes } from '../input-bytes.ts';
import type { PcmSound } from './pcm-wave.ts';

/** A kind of sound file, with the demuxer that reads it. Only these are used: others could open further files. */
interface SoundType {
  readonly label: string;
  readonly demuxer: string;
}

const maxChannels = 8;
/** Packets that are decoded before other work gets its turn. */
const packetsPerTurn = 256;
/** Seconds by which a file may be shorter than its header declares. Headers may include the encoder's padding. */
const headerTolerance = 0.5;

export interface DecodingLimits {
  /** Maximum bytes of samples. */
  readonly maxBytes: number;
  /** Decodes only up to this time, in milliseconds. */
  readonly untilMs: number | undefined;
}

/**
 * Decodes an MP3, M4A, AAC, FLAC, Ogg Vorbis or Opus file. The length in its header is not trusted: decoding ends with
 * a failure as soon as the samples exceed the limit. Rejects with the signal's reason.
 */
export async function decodeSound(
  file: Uint8Array,
  limits: DecodingLimits,
  signal: AbortSignal,
): Promise<Result<PcmSound>> {
  const type = soundTypeOf(file);
  if (!type)
    return failure(
      'the file is neither WAV, MP3, M4A, AAC, FLAC, Ogg Vorbis nor Opus; convert it to one of them',
    );
  if (type.demuxer === 'ogg' && endsWithinPage(file))
    return failure(`the ${type.label} is truncated; export it again`);
  Log.setLevel(AV_LOG_FATAL);
  const decoding = new Decoding(file, type, limits);
  try {
    return await decoding.run(signal);
  } finally {
    decoding.close();
  }
}

function soundTypeOf(file: Uint8Array): SoundType | undefined {
  const bytes = file.subarray(tagLength(file));
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('fLaC')) return { label: 'FLAC', demuxer: 'flac' };
  if (start.startsWith('OggS')) return { label: 'Ogg file', demuxer: 'ogg' };
  if (start.startsWith('ftyp', 4)) return { label: 'M4A', demuxer: 'mov' };
  const [first = 0, second = 0] = bytes;
  const layer = second & 0b110;
  // Eleven bits in a row mark a frame of MPEG audio. Of its layers, 0 means ADTS, the frames of AAC.
  if (first === 0xff && second >= 0xe0 && layer !== 0) return { label: 'MP3', demuxer: 'mp3' };
  if (first === 0xff && second >= 0xf0) return { label: 'AAC', demuxer: 'aac' };
  // Padding may follow the tag.
  return bytes !== file && tagLength(file) > 0 ? { label: 'MP3', demuxer: 'mp3' } : undefined;
}

/**
 * Whether an Ogg file ends before its last page does (RFC 3533, section 6). The length of the sound is in no header.
 */
function endsWithinPage(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const header = bytes.lastIndexOf('OggS');
  const table = header + 27;
  if (table > bytes.length) return true;
  const segments = bytes.subarray(table, table + bytes[table - 1]);
  return segments.reduce((end, length) => end + length, table + bytes[table - 1]) > bytes.length;
}

/** Bytes of the ID3v2 tag at the start of a file (id3.org, ID3v2.4.0, section 3.1). */
function tagLength(file: Uint8Array): number {
  if (Buffer.from(file.subarray(0, 3)).toString('latin1') !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, 10);
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f);
}

/** One file that is being decoded. */
class Decoding {
  readonly #type: SoundType;
  readonly #limits: DecodingLimits;
  readonly #input: InputBytes;
  readonly #format = new FormatContext();
  readonly #codec = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  readonly #chunks: Buffer[] = [];
  #resampler: SoftwareResampleContext | undefined;
  #isOpen = false;
  /** The end of the sound in seconds, if the decoder does not cut it there, and the frames before its start. */
  #end: number | undefined;
  #lead = 0;
  #frames = 0;
  #sampleRate = 0;
  #channels: 1 | 2 = 2;
  #source = '';

  constructor(file: Uint8Array, type: SoundType, limits: DecodingLimits) {
    this.#type = type;
    this.#limits = limits;
    this.#input = new InputBytes(file);
    this.#packet.alloc();
    this.#frame.alloc();
  }

  async run(signal: AbortSignal): Promise<Result<PcmSound>> {
    const stream = this.#open();
    if (!stream) return this.#damaged();
    if ('problem' in stream) return failure(stream.problem);
    const declared = stream.declaredSeconds;
    for (let packets = 0; ; packets++) {
      if (packets % packetsPerTurn === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      const read = this.#format.readFrameSync(this.#packet);
      if (read < 0 && read !== AVERROR_EOF) return this.#damaged();
      const isEnd = read === AVERROR_EOF;
      const problem = isEnd || this.#packet.streamIndex === stream.index ? this.#decode(isEnd) : undefined;
      this.#packet.unref();
      if (problem !== undefined) return failure(problem);
      if (isEnd || this.#isComplete()) break;
    }
    if (this.#frames === 0) return failure(`the ${this.#type.label} has no sound; export it again`);
    const seconds = this.#frames / this.#sampleRate;
    if (!this.#isComplete() && declared !== undefined && seconds < declared - headerTolerance) {
      return failure(
        `the ${this.#type.label} ends after ${seconds.toFixed(1)} s, although its header says ${declared.toFixed(1)} s; export it again`,
      );
    }
    return success({
      sampleRate: this.#sampleRate,
      channels: this.#channels,
      samples: Buffer.concat(this.#chunks).subarray(0, this.#maxFrames() * this.#channels * 2),
    });
  }

  close(): void {
    this.#frame.free();
    this.#packet.free();
    this.#codec.freeContext();
    this.#resampler?.free();
    if (this.#isOpen) this.#format.closeInputSync();
    this.#input.close();
  }

  #open():
    | { readonly index: number; readonly declaredSeconds: number | undefined }
    | { readonly problem: string }
    | undefined {
    const format = this.#format;
    const demuxer = InputFormat.findInputFormat(this.#type.demuxer);
    if (!demuxer) throw new Error(`the demuxer ${this.#type.demuxer} is missing from this installation`);
    format.allocContext();
    format.pb = this.#input.io;
    if (format.openInputSync('', demuxer) < 0) return undefined;
    this.#isOpen = true;
    // Afterwards it may be an estimate.
    const declared = new Map(format.streams?.map((stream) => [stream.index, secondsOf(stream)]));
    if (format.findStreamInfoSync() < 0) return undefined;
    const index = format.findBestStream(AVMEDIA_TYPE_AUDIO);
    const stream = format.streams?.find((one) => one.index === index);
    if (!stream) return { problem: `the ${this.#type.label} has no sound; export it again` };
    const decoder = Codec.findDecoder(stream.codecpar.codecId);
    if (!decoder)
      return { problem: `the sound in the ${this.#type.label} has an unknown coding; convert it to WAV` };
    const codec = this.#codec;
    codec.allocContext3(decoder);
    checkCall(stream.codecpar.toContext(codec), 'describe a sound');
    // With these times the decoder leaves out the encoder's padding.
    codec.pktTimebase = stream.timeBase;
    codec.threadCount = 1;
    // FFmpeg counts the first block of Vorbis, which only prepares the second one, and so cuts the end too early.
    this.#end = stream.codecpar.codecId === AV_CODEC_ID_VORBIS ? declared.get(index) : undefined;
    if (this.#end !== undefined) codec.setFlags2(AV_CODEC_FLAG2_SKIP_MANUAL);
    codec.setFlags(AV_CODEC_FLAG_BITEXACT);
    if (codec.open2Sync(decoder) < 0) return undefined;
    return { index, declaredSeconds: declared.get(index) };
  }

  /** Decodes the packet, or the rest at the end. Returns the reason why decoding stops, if any. */
  #decode(isEnd: boolean): string | undefined {
    if (this.#end !== undefined && this.#sampleRate === 0) this.#lead = Number(this.#packet.duration);
    const sent = this.#codec.sendPacketSync(isEnd ? null : this.#packet);
    if (sent < 0) return this.#damage();
    for (;;) {
      const code = this.#codec.receiveFrameSync(this.#frame);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return undefined;
      if (code < 0) return this.#damage();
      const problem = this.#take();
      this.#frame.unref();
      if (problem !== undefined) return problem;
    }
  }

  /** Adds the samples of the frame. */
  #take(): string | undefined {
    const { sampleRate, channelLayout, nbSamples, extendedData } = this.#frame;
    const format = this.#frame.format as AVSampleFormat;
    if (nbSamples === 0) return undefined;
    const { nbChannels } = channelLayout;
    const source = `${sampleRate} Hz, ${nbChannels} channels, ${format}`;
    if (!this.#resampler) {
      if (nbChannels > maxChannels)
        return `the ${this.#type.label} has ${nbChannels} channels, but at most ${maxChannels} can be mixed; export it in stereo`;
      this.#source = source;
      this.#sampleRate = sampleRate;
      this.#channels = nbChannels === 1 ? 1 : 2;
      const layout = this.#channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
      const resampler = new SoftwareResampleContext();
      this.#resampler = resampler;
      const code = resampler.allocSetOpts2(
        layout,
        AV_SAMPLE_FMT_S16,
        sampleRate,
        channelLayout,
        format,
        sampleRate,
      );
      checkCall(code, 'convert a sound');
      checkCall(resampler.init(), 'convert a sound');
    }
    if (source !== this.#source)
      return `the ${this.#type.label} changes its rate or channels after ${this.#shownTime()}; export it again`;
    const chunk = Buffer.alloc(nbSamples * this.#channels * 2);
    const taken = this.#resampler.convertSync([chunk], nbSamples, extendedData ?? [], nbSamples);
    checkCall(taken, 'convert a sound');
    const left = Math.min(taken, this.#lead);
    this.#lead -= left;
    this.#chunks.push(chunk.subarray(left * this.#channels * 2, taken * this.#channels * 2));
    this.#frames += taken - left;
    if (this.#isComplete() || this.#frames * this.#channels * 2 <= this.#limits.maxBytes) return undefined;
    return (
      `the ${this.#type.label} has more sound than fits into a project: over ${this.#shownTime()}, which take ` +
      `${this.#limits.maxBytes} bytes; give its track a duration, or shorten the file`
    );
  }

  /** Maximum number of frames of the result. */
  #maxFrames(): number {
    const { untilMs = Infinity } = this.#limits;
    const end = Math.round((this.#end ?? Infinity) * this.#sampleRate);
    return Math.min(end, Math.ceil((untilMs * this.#sampleRate) / 1000));
  }

  #isComplete(): boolean {
    return this.#frames > 0 && this.#frames >= this.#maxFrames();
  }

  #shownTime(): string {
    return `${(this.#sampleRate === 0 ? 0 : this.#frames / this.#sampleRate).toFixed(1)} s`;
  }

  #damage(): string {
    return `the ${this.#type.label} is damaged or truncated after ${this.#shownTime()}; export it again`;
  }

  #damaged(): Result<never> {
    return failure(this.#damage());
  }
}

/** The duration that the header declares. */
function secondsOf({ duration, timeBase }: Stream): number | undefined {
  return duration > 0n ? (Number(duration) * timeBase.num) / timeBase.den : undefined;
}
