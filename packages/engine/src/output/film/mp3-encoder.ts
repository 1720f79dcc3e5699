import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_FLTP,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_LIBMP3LAME,
} from '#node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import { mixRate } from '../../media/sound/sound.ts';
import type { SoundSamples } from './sound-samples.ts';

/** Bits per second, constant. */
export const mp3Bitrate = 192_000;

/** Delay of a sound by LAME and any decoder, in samples: 576 + 529. */
const delay = 1105;
/** Number of samples in a packet (MPEG-1 layer III). */
const packetLength = 1152;
/**
 * Silence before the sound that extends the delay to a whole packet. Chromium 156 cuts off a partial packet twice,
 * which shifts the sound, but drops a whole packet correctly.
 */
const leadIn = packetLength - delay;
/** LAME lowers every sound by this factor at this bitrate. Compensated in advance, so that levels stay as authored. */
const encoderGain = 0.97;

/**
 * Encodes a film's sound as packets of MP3 with LAME. Times are in samples. The sound starts at time 0 with the second
 * packet; the first packet, at a time below 0, only lets the decoder begin. The last packet's duration ends with the
 * sound.
 */
export class Mp3Encoder {
  readonly codec = new CodecContext();
  readonly #frame = new Frame();
  readonly #packet = new Packet();
  readonly #sound: SoundSamples;
  readonly #onPacket: (packet: Packet) => void;
  /** The next sample to encode; below 0 in the silence before the sound. */
  #position = -leadIn;
  /** Time of the next packet. */
  #nextTime = -packetLength;

  /** Passes each packet to `onPacket` as soon as it is encoded. The packet is valid only until `onPacket` returns. */
  constructor(sound: SoundSamples, onPacket: (packet: Packet) => void) {
    this.#sound = sound;
    this.#onPacket = onPacket;
    const { codec } = this;
    const encoder = Codec.findEncoderByName(FF_ENCODER_LIBMP3LAME);
    if (!encoder) throw new Error('the MP3 encoder is missing from this installation of node-av');
    codec.allocContext3(encoder);
    codec.sampleRate = mixRate;
    codec.sampleFormat = AV_SAMPLE_FMT_FLTP;
    codec.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    codec.bitRate = BigInt(mp3Bitrate);
    codec.timeBase = new Rational(1, mixRate);
    checkCall(codec.open2Sync(encoder), 'start the MP3 encoder');
    this.#frame.alloc();
    this.#frame.nbSamples = packetLength;
    this.#frame.format = AV_SAMPLE_FMT_FLTP;
    this.#frame.sampleRate = mixRate;
    this.#frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    checkCall(this.#frame.getBuffer(), 'allocate an audio frame');
    this.#packet.alloc();
  }

  /** Encodes the sound up to about `timeMs`. */
  async encodeUntil(timeMs: number): Promise<void> {
    const end = Math.min((timeMs * mixRate) / 1000, this.#sound.length);
    while (this.#position + packetLength <= end) await this.#encode(packetLength);
  }

  /** Encodes the rest. */
  async finish(): Promise<void> {
    const { length } = this.#sound;
    while (this.#position < length) {
      await this.#encode(Math.min(packetLength, length - this.#position));
    }
    checkCall(await this.codec.sendFrame(null), 'finish the sound');
    this.#drain();
    if (this.#nextTime < length) throw new Error('the MP3 encoder ended before the sound');
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
    const silent = Math.min(samples, Math.max(0, -this.#position));
    const { left, right } = this.#sound.read(this.#position + silent, samples - silent);
    for (const [side, source] of [left, right].entries()) {
      const { buffer, byteOffset } = data[side];
      const plane = new Float32Array(buffer, byteOffset, samples).fill(0, 0, silent);
      for (const [index, value] of source.entries()) plane[silent + index] = value / encoderGain;
    }
    frame.pts = BigInt(this.#position);
    this.#position += samples;
    checkCall(await this.codec.sendFrame(frame), 'encode sound');
    this.#drain();
  }

  /** Computes the packet's time from its number, because FFmpeg miscounts if the sound ends on a packet. */
  #give(packet: Packet): void {
    const time = this.#nextTime;
    const left = this.#sound.length - time;
    // LAME may end with a packet that contains only its own delay.
    if (left <= 0) return;
    packet.pts = BigInt(time);
    packet.dts = packet.pts;
    packet.duration = BigInt(Math.min(packetLength, left));
    this.#nextTime += packetLength;
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
