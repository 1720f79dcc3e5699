import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_S16,
  AV_TIME_BASE,
  AVMEDIA_TYPE_AUDIO,
  type AVSampleFormat,
  AVSEEK_FLAG_BACKWARD,
} from '#node-av/constants';
import {
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  InputFormat,
  Packet,
  SoftwareResampleContext,
  type Stream,
} from '#node-av/lib';
import { failure, type Result, success } from '../../project/result.ts';
import type { ByteSource } from '../byte-source.ts';
import { checkCall } from '../ffmpeg-call.ts';
import { InputBytes } from '../input-bytes.ts';
import { mixRate } from '../sound/sound.ts';
import type { WavFile } from '../sound/wav-file.ts';
import { videoTypeOf } from './video-input.ts';

/** Milliseconds before the range at which decoding begins: some codings need that much to settle. */
const leadMs = 500;

/** Packets that are decoded before other work gets its turn. */
const packetsPerTurn = 256;

/** A sound that is farther from its stamps than this many samples is moved there, with silence in gaps. */
const mostDrift = mixRate / 250;

/** Bytes of a sample of both channels. */
export const frameBytes = 4;

/**
 * Decodes a range of a clip's sound, in milliseconds of the clip as its pictures count them, to stereo samples of 16 bits
 * at the rate of the mix. What the clip has no sound for is silent. Rejects with the signal's reason.
 */
export async function decodeClipSound(
  source: ByteSource,
  range: { readonly fromMs: number; readonly toMs: number },
  signal: AbortSignal | undefined,
): Promise<Result<WavFile>> {
  const type = videoTypeOf(source.read(0, 12));
  const demuxer = type && InputFormat.findInputFormat(type.demuxer);
  if (!demuxer) return failure('the file is no video; export it again');
  const decoding = new SoundDecoding(source, range);
  try {
    const opened = decoding.open(demuxer);
    if (!opened) return failure(`the sound of the ${type.label} cannot be decoded; export it again`);
    for (let packets = 0; decoding.next(); packets++) {
      if (packets % packetsPerTurn > 0) continue;
      await nextTurn();
      signal?.throwIfAborted();
    }
    return success(decoding.sound());
  } finally {
    decoding.close();
  }
}

class SoundDecoding {
  readonly #input: InputBytes;
  readonly #format = new FormatContext();
  readonly #codec = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  readonly #samples: Buffer;
  readonly #fromMs: number;
  #isOpen = false;
  #stream: Stream | undefined;
  #resampler: SoftwareResampleContext | undefined;
  /** What the resampler was made for. */
  #source = '';
  #originMs = 0;
  /** The place of the next sample, in samples of the range. */
  #at: number | undefined;

  constructor(source: ByteSource, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
    this.#input = new InputBytes(source);
    this.#fromMs = fromMs;
    this.#samples = Buffer.alloc(Math.max(1, Math.round(((toMs - fromMs) * mixRate) / 1000)) * frameBytes);
    this.#packet.alloc();
    this.#frame.alloc();
  }

  open(demuxer: InputFormat): boolean {
    const format = this.#format;
    format.allocContext();
    format.pb = this.#input.io;
    if (format.openInputSync('', demuxer) < 0) return false;
    this.#isOpen = true;
    if (format.findStreamInfoSync() < 0) return false;
    const index = format.findBestStream(AVMEDIA_TYPE_AUDIO);
    const stream = format.streams.find((one) => one.index === index);
    const decoder = stream && Codec.findDecoder(stream.codecpar.codecId);
    if (!stream || !decoder) return false;
    this.#stream = stream;
    const { startTime } = format;
    if (startTime !== AV_NOPTS_VALUE) this.#originMs = Math.max(0, (Number(startTime) * 1000) / AV_TIME_BASE);
    this.#codec.allocContext3(decoder);
    checkCall(stream.codecpar.toContext(this.#codec), 'describe a sound');
    this.#codec.pktTimebase = stream.timeBase;
    this.#codec.threadCount = 1;
    if (this.#codec.open2Sync(decoder) < 0) return false;
    const { num, den } = stream.timeBase;
    const target = Math.floor(((this.#fromMs - leadMs + this.#originMs) * den) / (num * 1000));
    // A file that cannot be searched is read from its start.
    if (this.#fromMs > leadMs) format.seekFrameSync(index, BigInt(target), AVSEEK_FLAG_BACKWARD);
    return true;
  }

  /** Decodes the next packet. Returns false at the end of the range or of the file. */
  next(): boolean {
    const isEnd = this.#format.readFrameSync(this.#packet) < 0;
    if (isEnd || (this.#packet.streamIndex === this.#stream?.index && this.#packet.size > 0)) {
      // A damaged packet leaves a gap.
      this.#codec.sendPacketSync(isEnd ? null : this.#packet);
      while (this.#codec.receiveFrameSync(this.#frame) >= 0) {
        this.#take();
        this.#frame.unref();
      }
    }
    this.#packet.unref();
    return !isEnd && (this.#at ?? 0) * frameBytes < this.#samples.length;
  }

  sound(): WavFile {
    return {
      ...{ sampleRate: mixRate, channels: 2, sampleFormat: 'signed 16' },
      ...{ frames: this.#samples.length / frameBytes, samples: this.#samples },
    };
  }

  close(): void {
    this.#frame.free();
    this.#packet.free();
    this.#codec.freeContext();
    this.#resampler?.free();
    if (this.#isOpen) this.#format.closeInputSync();
    this.#input.close();
  }

  #take(): void {
    const { nbSamples, sampleRate, extendedData } = this.#frame;
    if (nbSamples === 0) return;
    const resampler = this.#resamplerFor(this.#frame);
    const most = Math.ceil((nbSamples * mixRate) / sampleRate) + 64;
    const chunk = Buffer.alloc(most * frameBytes);
    const taken = resampler.convertSync([chunk], most, extendedData ?? [], nbSamples);
    checkCall(taken, 'convert a sound');
    const stamped = this.#placeOf(this.#frame.pts);
    if (this.#at === undefined || (stamped !== undefined && Math.abs(stamped - this.#at) > mostDrift))
      this.#at = stamped ?? 0;
    const skipped = Math.max(0, -this.#at);
    if (skipped < taken)
      chunk.copy(this.#samples, (this.#at + skipped) * frameBytes, skipped * frameBytes, taken * frameBytes);
    this.#at += taken;
  }

  #placeOf(pts: bigint): number | undefined {
    if (pts === AV_NOPTS_VALUE || !this.#stream) return undefined;
    const { num, den } = this.#stream.timeBase;
    const timeMs = (Number(pts) * num * 1000) / den - this.#originMs - this.#fromMs;
    return Math.round((timeMs * mixRate) / 1000);
  }

  #resamplerFor({ sampleRate, channelLayout, format }: Frame): SoftwareResampleContext {
    const source = `${sampleRate} ${channelLayout.nbChannels} ${format}`;
    if (this.#resampler && source === this.#source) return this.#resampler;
    this.#resampler?.free();
    this.#source = source;
    const resampler = new SoftwareResampleContext();
    const from = [channelLayout, format as AVSampleFormat, sampleRate] as const;
    checkCall(
      resampler.allocSetOpts2(AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_S16, mixRate, ...from),
      'convert a sound',
    );
    checkCall(resampler.init(), 'convert a sound');
    this.#resampler = resampler;
    return resampler;
  }
}
