import { type CodecContext, Packet } from '#node-av/lib';
import { mixRate } from '../../media/sound/sound.ts';
import type { Mp4Sound } from '../formats.ts';
import { fillPacket, type PacketContent } from './fill-packet.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import { SoundEncoder } from './sound-encoder.ts';
import type { SoundSamples } from './sound-samples.ts';

/** Gives the packets of a film's sound in step with its pictures. */
export interface SoundTrack {
  /** Describes the packets. */
  readonly codec: CodecContext;
  /** Gives the packets up to about `timeMs`. */
  encodeUntil(timeMs: number): Promise<void>;
  /** Gives the rest. */
  finish(): Promise<void>;
  /** Frees native resources; the track cannot be used afterwards. */
  close(): void;
}

/** Receives each packet, which is valid only until it returns. */
export type OnPacket = (packet: Packet) => void;

/** Starts to encode the sound of an MP4. */
export function startEncoder(audio: Mp4Sound, samples: SoundSamples, onPacket: OnPacket): SoundTrack {
  return audio === 'mp3' ? new Mp3Encoder(samples, onPacket) : new SoundEncoder(audio, samples, onPacket);
}

const silence: SoundSamples = {
  length: 0,
  read: () => ({ left: new Float32Array(0), right: new Float32Array(0) }),
};

/** The sound of an MP4 that was encoded before. Times of its packets are in samples. */
export class CodedSound implements SoundTrack {
  readonly codec: CodecContext;
  readonly #encoder: SoundTrack;
  readonly #packets: readonly PacketContent[];
  readonly #onPacket: OnPacket;
  readonly #packet = new Packet();
  #next = 0;

  constructor(audio: Mp4Sound, packets: readonly PacketContent[], onPacket: OnPacket) {
    // Only an open encoder describes its codec.
    this.#encoder = startEncoder(audio, silence, () => {});
    this.codec = this.#encoder.codec;
    this.#packets = packets;
    this.#onPacket = onPacket;
    this.#packet.alloc();
  }

  async encodeUntil(timeMs: number): Promise<void> {
    const end = (timeMs * mixRate) / 1000;
    while (this.#next < this.#packets.length && this.#packets[this.#next].time < end) this.#give();
  }

  async finish(): Promise<void> {
    while (this.#next < this.#packets.length) this.#give();
  }

  close(): void {
    this.#packet.free();
    this.#encoder.close();
  }

  #give(): void {
    fillPacket(this.#packet, this.#packets[this.#next++]);
    this.#onPacket(this.#packet);
    this.#packet.unref();
  }
}
