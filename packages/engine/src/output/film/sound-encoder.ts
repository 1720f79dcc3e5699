import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_PCM_S16LE,
} from '#node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import { mixRate } from '../../media/sound/sound.ts';
import type { SoundSamples } from './sound-samples.ts';

interface SoundCodec {
  readonly encoder: typeof FF_ENCODER_AAC | typeof FF_ENCODER_LIBOPUS | typeof FF_ENCODER_PCM_S16LE;
  readonly sampleFormat: typeof AV_SAMPLE_FMT_FLT | typeof AV_SAMPLE_FMT_FLTP | typeof AV_SAMPLE_FMT_S16;
  /** Bits per second; undefined for sound without loss. */
  readonly bitrate: number | undefined;
  /** Samples in a packet if the encoder allows any number. */
  readonly packetLength: number;
  /** Whether the duration of the last packet marks the end of the sound. */
  readonly endsWithSound: boolean;
}

const codecs = {
  aac: {
    encoder: FF_ENCODER_AAC,
    sampleFormat: AV_SAMPLE_FMT_FLTP,
    bitrate: 192_000,
    packetLength: 1024,
    endsWithSound: true,
  },
  opus: {
    encoder: FF_ENCODER_LIBOPUS,
    sampleFormat: AV_SAMPLE_FMT_FLT,
    bitrate: 160_000,
    packetLength: 960,
    endsWithSound: false,
  },
  pcm: {
    encoder: FF_ENCODER_PCM_S16LE,
    sampleFormat: AV_SAMPLE_FMT_S16,
    bitrate: undefined,
    packetLength: 1024,
    endsWithSound: true,
  },
} as const satisfies Readonly<Record<string, SoundCodec>>;

export type SoundCodecName = keyof typeof codecs;

/**
 * Encodes a film's sound with one of FFmpeg's encoders. Times are in samples. Samples that an encoder adds before the
 * sound have times below 0, which the file's edit list or codec delay hides.
 */
export class SoundEncoder {
  readonly codec = new CodecContext();
  readonly #frame = new Frame();
  readonly #packet = new Packet();
  readonly #sound: SoundSamples;
  readonly #settings: SoundCodec;
  readonly #packetLength: number;
  readonly #onPacket: (packet: Packet) => void;
  #position = 0;

  /** Passes each packet to `onPacket` as soon as it is encoded. The packet is valid only until `onPacket` returns. */
  constructor(name: SoundCodecName, sound: SoundSamples, onPacket: (packet: Packet) => void) {
    this.#sound = sound;
    this.#onPacket = onPacket;
    const settings: SoundCodec = codecs[name];
    this.#settings = settings;
    const encoder = Codec.findEncoderByName(settings.encoder);
    if (!encoder) throw new Error(`the encoder ${settings.encoder} is missing from this installation`);
    const { codec } = this;
    codec.allocContext3(encoder);
    codec.sampleRate = mixRate;
    codec.sampleFormat = settings.sampleFormat;
    codec.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    if (settings.bitrate !== undefined) codec.bitRate = BigInt(settings.bitrate);
    codec.timeBase = new Rational(1, mixRate);
    codec.threadCount = 1;
    checkCall(codec.open2Sync(encoder), `start the encoder ${settings.encoder}`);
    this.#packetLength = codec.frameSize || settings.packetLength;
    const frame = this.#frame;
    frame.alloc();
    frame.nbSamples = this.#packetLength;
    frame.format = settings.sampleFormat;
    frame.sampleRate = mixRate;
    frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    checkCall(frame.getBuffer(), 'allocate an audio frame');
    this.#packet.alloc();
  }

  /** Encodes the sound up to about `timeMs`. */
  async encodeUntil(timeMs: number): Promise<void> {
    const end = Math.min((timeMs * mixRate) / 1000, this.#sound.length);
    while (this.#position + this.#packetLength <= end) await this.#encode(this.#packetLength);
  }

  /** Encodes the rest. */
  async finish(): Promise<void> {
    const { length } = this.#sound;
    while (this.#position < length) await this.#encode(Math.min(this.#packetLength, length - this.#position));
    checkCall(await this.codec.sendFrame(null), 'finish the sound');
    this.#drain();
  }

  /** Frees the encoder; it cannot be used afterwards. */
  close(): void {
    this.#packet.free();
    this.#frame.free();
    this.codec.freeContext();
  }

  async #encode(samples: number): Promise<void> {
    const frame = this.#frame;
    checkCall(frame.makeWritable(), 'write into an audio frame');
    frame.nbSamples = samples;
    const { data } = frame;
    if (!data) throw new Error('the audio frame has no planes');
    this.#fill(data, samples);
    frame.pts = BigInt(this.#position);
    this.#position += samples;
    checkCall(await this.codec.sendFrame(frame), 'encode sound');
    this.#drain();
  }

  #fill(planes: readonly Buffer[], samples: number): void {
    const { left, right } = this.#sound.read(this.#position, samples);
    const sides = [left, right];
    const { sampleFormat } = this.#settings;
    const [{ buffer, byteOffset }] = planes;
    if (sampleFormat === AV_SAMPLE_FMT_FLTP) {
      for (const [side, source] of sides.entries()) {
        const plane = new Float32Array(planes[side].buffer, planes[side].byteOffset, samples);
        plane.set(source);
      }
      return;
    }
    const isFloat = sampleFormat === AV_SAMPLE_FMT_FLT;
    const mixed = isFloat
      ? new Float32Array(buffer, byteOffset, samples * 2)
      : new Int16Array(buffer, byteOffset, samples * 2);
    const scale = isFloat ? 1 : 32_767;
    for (const [side, source] of sides.entries()) {
      for (let i = 0; i < samples; i++) {
        const value = source[i] * scale;
        mixed[2 * i + side] = isFloat ? value : Math.round(value);
      }
    }
  }

  #give(packet: Packet): void {
    const left = this.#sound.length - Number(packet.pts);
    if (left <= 0) return;
    if (this.#settings.endsWithSound && Number(packet.duration) > left) packet.duration = BigInt(left);
    this.#onPacket(packet);
  }

  #drain(): void {
    for (;;) {
      const code = this.codec.receivePacketSync(this.#packet);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      checkCall(code, 'take a packet of sound');
      this.#give(this.#packet);
      this.#packet.unref();
    }
  }
}
