import { Buffer } from 'node:buffer';
import { withOwnPictureParameterSets } from '@render-service/h264';
import type { Sound } from '../../media/sound/sound.ts';
import type { Captions } from '../../output/caption-text.ts';
import { CodedSound, type OnPacket, type SoundTrack, startEncoder } from '../../output/film/coded-sound.ts';
import { levelBitrate, type Quality } from '../../output/film/film-quality.ts';
import { H264Encoder } from '../../output/film/h264-encoder.ts';
import { Mp4File } from '../../output/film/mp4-file.ts';
import { samplesOf } from '../../output/film/sound-samples.ts';
import { type Mp4Sound, OutputTooLargeError } from '../../output/formats.ts';
import type { KeptSound } from './kept/kept-sound.ts';
import type { EncodedPiece, Piece } from './piece.ts';
import type { VideoSettings } from './piece-encoder.ts';
import type { PieceReport } from './piece-report.ts';

export interface FilmFileOptions {
  readonly settings: VideoSettings;
  readonly pieces: readonly Piece[];
  readonly frames: number;
  readonly sound: Sound | null;
  readonly audio: Mp4Sound;
  /** The place of the coded sound, which may have it. */
  readonly keptSound?: KeptSound | undefined;
  readonly maximumBytes: number;
  /** Of its text track; none without one. */
  readonly captions?: Captions | undefined;
}

export interface Film {
  readonly bytes: Uint8Array;
  readonly frames: number;
  /** Frames that were drawn; the others repeat a held picture. */
  readonly rasterizedFrames: number;
  /** Of an MP4 that was made with kept pieces. */
  readonly pieces?: readonly PieceReport[];
  /** Share of painting in the threads' time, from 0 to 1. */
  readonly paintShare: number;
}

/** Ticks of the film's clock in a frame. With 1000 of them, a millisecond is also a whole number of ticks. */
export const ticksPerFrame = 1000;

/** Writes the pieces of a film, which may arrive in any order, and its sound into one MP4 file. */
export class FilmFile {
  readonly #options: FilmFileOptions;
  readonly #file: Mp4File;
  readonly #sound: SoundTrack | null;
  /** Pieces that arrived before their turn. */
  readonly #early = new Map<number, EncodedPiece>();
  #nextPiece = 0;
  #nextFrame = 0;
  #rasterizedFrames = 0;
  #paintMs = 0;
  #totalMs = 0;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: FilmFileOptions) {
    this.#options = options;
    const { settings } = options;
    this.#sound = startSound(options, (packet) => this.#file.addAudio(packet));
    // All encoders of the film have the same parameter sets, and no piece needs a larger buffer than this one declares.
    const quality: Quality = { kind: 'limited', bitrate: levelBitrate };
    const encoder = new H264Encoder({ ...settings.size, ...settings, quality });
    try {
      this.#file = new Mp4File(
        {
          codec: encoder.codec,
          parameterSets: withOwnPictureParameterSets(encoder.parameterSets),
          ticksPerSecond: settings.framesPerSecond * ticksPerFrame,
        },
        this.#sound?.codec,
        options.captions,
      );
    } finally {
      encoder.close();
    }
  }

  /** Adds a piece. Resolves when all pieces whose turn has come are written; rejects with OutputTooLargeError. */
  add(piece: EncodedPiece): Promise<void> {
    this.#early.set(piece.index, piece);
    // Pictures are written one after the other; the sound between them is encoded without waiting for it here.
    this.#writing = this.#writing.then(() => this.#writeDue());
    return this.#writing;
  }

  /** Ends the film; all of its pieces must have been added. Rejects with OutputTooLargeError. */
  async finish(): Promise<Film> {
    await this.#writing;
    const { frames, maximumBytes } = this.#options;
    if (this.#nextFrame !== frames) throw new Error(`the film has ${this.#nextFrame} of ${frames} frames`);
    await this.#sound?.finish();
    await this.#options.keptSound?.finish();
    const bytes = this.#file.finish();
    if (bytes.length > maximumBytes) throw new OutputTooLargeError('the film exceeds the maximum size');
    const paintShare = this.#paintMs / Math.max(this.#totalMs, Number.MIN_VALUE);
    return { bytes, frames, rasterizedFrames: this.#rasterizedFrames, paintShare };
  }

  /** Frees native resources when nothing is being written; the object cannot be used afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing.catch(() => {});
    this.#file.close();
    this.#sound?.close();
  }

  async #writeDue(): Promise<void> {
    for (let piece = this.#early.get(this.#nextPiece); piece; piece = this.#early.get(this.#nextPiece)) {
      this.#early.delete(this.#nextPiece++);
      await this.#write(piece);
    }
  }

  async #write(piece: EncodedPiece): Promise<void> {
    const { stream, lengths, rasterizedFrames } = piece;
    const { frames, maximumBytes, settings } = this.#options;
    const { durationMs, framesPerSecond } = settings;
    const ticks = Math.round(durationMs * framesPerSecond);
    this.#rasterizedFrames += rasterizedFrames;
    this.#paintMs += piece.paintMs;
    this.#totalMs += piece.totalMs;
    let start = 0;
    for (const [index, length] of lengths.entries()) {
      if (this.#isClosed) return;
      const frame = this.#nextFrame++;
      // The last picture is shown for the rest of the film.
      const duration = frame === frames - 1 ? Math.max(1, ticks - frame * ticksPerFrame) : ticksPerFrame;
      this.#file.addVideo({
        data: Buffer.from(stream.buffer, stream.byteOffset + start, length),
        ticks: frame * ticksPerFrame,
        duration,
        isKey: index === 0,
      });
      start += length;
      if (this.#file.length > maximumBytes) {
        throw new OutputTooLargeError('the film exceeds the maximum size');
      }
      await this.#sound?.encodeUntil(((frame + 1) * 1000) / framesPerSecond);
    }
  }
}

function startSound({ sound, audio, keptSound }: FilmFileOptions, onPacket: OnPacket): SoundTrack | null {
  if (keptSound?.packets) return new CodedSound(audio, keptSound.packets, onPacket);
  if (sound === null) return null;
  return startEncoder(audio, samplesOf(sound), (packet) => {
    keptSound?.add(packet);
    onPacket(packet);
  });
}
