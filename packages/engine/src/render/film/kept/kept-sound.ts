import { Buffer } from 'node:buffer';
import type { Packet } from '#node-av/lib';
import type { FilmSound } from '../../../media/sound/mix-sound.ts';
import type { PacketContent } from '../../../output/film/fill-packet.ts';
import type { Mp4Sound } from '../../../output/formats.ts';
import type { Span } from '../../options/film-range.ts';
import { contentDigest } from './content-digest.ts';
import { plainBytes } from './kept-piece.ts';
import type { PieceStore } from './piece-store.ts';
import { thisProgram } from './this-program.ts';

/** Bytes before the data of a packet: its time and its duration. */
const headBytes = 16;

/** Returns a digest of everything that is mixed into the sound of a whole project. */
export function soundDigest({ tracks, durationMs, loudness }: FilmSound): string {
  const content = tracks.map((track) => contentDigest(track).toString('hex'));
  return contentDigest([content, durationMs, loudness]).toString('hex');
}

/** The coded sound of a film in a store of pieces. */
export class KeptSound {
  readonly #store: PieceStore;
  readonly #key: string;
  /** That of an earlier film; undefined without one, and then it is to be made. */
  readonly packets: readonly PacketContent[] | undefined;
  readonly #made: Buffer[] = [];

  private constructor(store: PieceStore, key: string, packets: readonly PacketContent[] | undefined) {
    this.#store = store;
    this.#key = key;
    this.packets = packets;
  }

  /** Looks for the sound of a film: parts of sounds, given by their digests, one after the other. */
  static async open(
    store: PieceStore,
    parts: readonly (readonly [digest: string, span: Span])[],
    audio: Mp4Sound,
  ): Promise<KeptSound> {
    const key = contentDigest(['sound', thisProgram, parts, audio]).toString('hex');
    const kept = await store.get(key);
    return new KeptSound(store, key, kept && unpack(kept.stream, kept.lengths));
  }

  /** Remembers a packet that was made. */
  add({ data, pts, duration }: Packet): void {
    if (data === null) return;
    const head = Buffer.alloc(headBytes);
    head.writeBigInt64LE(pts);
    head.writeBigInt64LE(duration, 8);
    this.#made.push(Buffer.concat([head, data]));
  }

  /** Keeps the packets that were made. */
  async finish(): Promise<void> {
    if (this.#made.length === 0) return;
    const lengths = this.#made.map(({ length }) => length);
    await this.#store.put(this.#key, plainBytes(Buffer.concat(this.#made), lengths));
  }
}

function unpack(stream: Uint8Array, lengths: readonly number[]): PacketContent[] | undefined {
  if (lengths.some((length) => length < headBytes)) return undefined;
  let at = 0;
  return lengths.map((length) => {
    const packet = Buffer.from(stream.buffer, stream.byteOffset + at, length);
    at += length;
    return {
      data: packet.subarray(headBytes),
      time: Number(packet.readBigInt64LE()),
      duration: Number(packet.readBigInt64LE(8)),
    };
  });
}
