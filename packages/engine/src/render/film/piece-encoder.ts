import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  PPictureCoder,
  type Quantizer,
  readSequenceParameters,
  renumberedPicture,
  type SequenceParameters,
  skippedPicture,
} from '@render-service/h264';
import type { DisplayList } from '../../drawing/display-list.ts';
import { ByteForecast, DetailJudge, picturesAhead } from '../../output/film/byte-forecast.ts';
import {
  type Attempt,
  attemptsFor,
  maxChangedShare,
  maxDetailedShare,
  ownQuantizers,
  type Quality,
} from '../../output/film/film-quality.ts';
import { decodeKeyPicture } from '../../output/film/h264-decoder.ts';
import { H264Encoder } from '../../output/film/h264-encoder.ts';
import type { FrameSettings } from './frame-pictures.ts';
import type { FrameRun } from './frame-run.ts';
import type { EncodedPiece, Piece } from './piece.ts';

/** Settings for encoding the pictures of a film. */
export interface VideoSettings extends FrameSettings {
  /** Quality for pieces without clips that fit into their bytes with it. */
  readonly quality: Quality;
}

/** Throws as soon as a piece is no longer wanted, as an AbortSignal does. */
export type StopSignal = Pick<AbortSignal, 'throwIfAborted'>;

/** Called with the number of further frames that are done. */
export type FrameCallback = (frames: number) => void;

/**
 * Maximum bytes of a picture of our own coder, for each macroblock and at least. For pictures with more changes, x264
 * is better.
 */
const maxMacroblockBytes = 32;
const minPictureBytes = 16 * 1024;

/** Held frames between two turns of the event loop. */
const heldFramesInTurn = 64;

/** A key frame and its display list. */
interface KeyPicture {
  readonly list: DisplayList;
  readonly quality: Quality['kind'];
  readonly picture: Buffer;
  readonly parameterSets: Buffer;
  readonly parameters: SequenceParameters;
}

/** An encoded piece without its times. */
type EncodedPictures = Omit<EncodedPiece, 'paintMs' | 'totalMs'>;

/** Paints and encodes pieces of one film, one after the other. */
export class PieceEncoder {
  readonly #run: FrameRun;
  readonly #settings: VideoSettings;
  readonly #onFrame: FrameCallback;
  readonly #signal: StopSignal | undefined;
  /**
   * First picture of the last piece that was encoded at the film's quality. The next piece often begins with the same
   * picture, and encoding it again would give the same bytes.
   */
  #lastKey: KeyPicture | undefined;
  #coder: PPictureCoder | undefined;
  /** Milliseconds of painting since the start of the current piece. */
  #paintMs = 0;

  constructor(run: FrameRun, settings: VideoSettings, onFrame: FrameCallback, signal?: StopSignal) {
    this.#run = run;
    this.#settings = settings;
    this.#onFrame = onFrame;
    this.#signal = signal;
  }

  /** Paints and encodes a piece. Rejects with the signal's reason if it is aborted. */
  async encode(piece: Piece): Promise<EncodedPiece> {
    const start = performance.now();
    this.#paintMs = 0;
    const pictures = await this.#encodePictures(piece);
    return { ...pictures, paintMs: this.#paintMs, totalMs: performance.now() - start };
  }

  async #encodePictures(piece: Piece): Promise<EncodedPictures> {
    const { size, framesPerSecond, quality } = this.#settings;
    const { attempts } = attemptsFor(quality, {
      frames: piece.end - piece.first,
      framesPerSecond,
      size,
      showsClip: this.#run.showsClip(piece.first) || this.#run.showsClip(piece.end - 1),
      maximumBytes: piece.maximumBytes,
    });
    // Looking ahead at other pictures would make it a new one.
    const key = this.#keyOf(this.#run.listAt(piece.first), attempts[0].quality);
    const held = key && this.#repeatKey(piece, key);
    // The limit of the piece would not change.
    if (held && held.stream.length <= attempts[0].maxBytes(held.lengths.length)) {
      this.#onFrame(piece.end - piece.first);
      return held;
    }
    let reported = 0;
    const report = (frames: number) => {
      if (frames <= reported) return;
      this.#onFrame(frames - reported);
      reported = frames;
    };
    const ownEncoding = await this.#encodeOwn(piece, attempts[0], key, report);
    if (ownEncoding) return ownEncoding;
    for (const [index, attempt] of attempts.entries()) {
      const encoded = await this.#encodeOnce(piece, attempt, report);
      if (!encoded) continue;
      if (index === 0) this.#lastKey = encoded.key;
      return { ...encoded.pictures, attempt: index + 1 };
    }
    throw new Error('a piece without a limit is larger than it may be');
  }

  /** Repeats the last key frame for a piece that shows nothing else, without an encoder. */
  #repeatKey({ index, first, end }: Piece, key: KeyPicture): EncodedPictures | null {
    if (!this.#run.isHeld(first, end, key.list)) return null;
    const pictures = [key.picture];
    for (let frame = first + 1; frame < end; frame++) {
      pictures.push(skippedPicture(frame - first, key.parameters));
    }
    return joinPictures(index, pictures, this.#run.goTo(first, end) ? 1 : 0);
  }

  /**
   * Encodes a piece in which little changes: its key picture with x264 unless it is known, the others with our own coder.
   * Returns null if much changes that has many details, or if its pictures take too many bytes.
   */
  async #encodeOwn(
    { index, first, end }: Piece,
    { quality, maxBytes }: Attempt,
    known: KeyPicture | undefined,
    report: (framesDone: number) => void,
  ): Promise<EncodedPictures | null> {
    const run = this.#run;
    const quantizer = ownQuantizers[quality.kind];
    if (quantizer === undefined) return null;
    const share = run.changedShare(first, end, maxChangedShare);
    const isLarge = share > maxDetailedShare;
    if (share > maxChangedShare || (isLarge && quality.kind === 'footage')) return null;
    const details = isLarge ? new DetailJudge() : undefined;
    // A piece that only holds needs no reference.
    const isHeld = run.isHeld(first, end, run.listAt(first));
    // The first frame is always painted, but it may equal the frame before it.
    let rasterizedFrames = run.goTo(first, end, isLarge) ? 1 : 0;
    const list = run.listAt(first);
    const paintStart = performance.now();
    run.paint(first);
    this.#paintMs += performance.now() - paintStart;
    const key = known ?? this.#encodeKey(list, quality);
    const { parameters } = key;
    const pictures = [key.picture];
    let bytes = key.picture.length;
    const most = maxBytes(end - first);
    if (bytes > most) return null;
    const coder = isHeld ? undefined : this.#coderOf(parameters, quantizer);
    if (coder) {
      decodeKeyPicture(Buffer.concat([key.parameterSets, key.picture]), (planes) => coder.start(planes));
    }
    report(1);
    await nextTurn();
    for (let frame = first + 1; frame < end; frame++) {
      this.#signal?.throwIfAborted();
      const paintStart = performance.now();
      const change = run.paint(frame);
      this.#paintMs += performance.now() - paintStart;
      const picture = change ? coder?.code(frame - first, change) : skippedPicture(frame - first, parameters);
      if (!picture) return null;
      if (change && !change.isHeld && details?.isDetailedWith(picture.length, change.areas)) return null;
      if (change) rasterizedFrames++;
      pictures.push(picture);
      bytes += picture.length;
      if (bytes > most) return null;
      report(frame - first + 1);
      run.freePixels();
      // Skia frees memory only between turns of the event loop.
      if (change || frame % heldFramesInTurn === 0) await nextTurn();
    }
    this.#lastKey = key;
    return joinPictures(index, pictures, rasterizedFrames);
  }

  /** The last key picture, if it shows the same at the same quality. */
  #keyOf(list: DisplayList, { kind }: Quality): KeyPicture | undefined {
    const key = this.#lastKey;
    return key?.list === list && key.quality === kind ? key : undefined;
  }

  #coderOf(parameters: SequenceParameters, quantizer: Quantizer): PPictureCoder {
    const maxBytes = Math.max(minPictureBytes, maxMacroblockBytes * parameters.macroblocks);
    this.#coder ??= new PPictureCoder(this.#run.picture, parameters, quantizer, maxBytes);
    return this.#coder;
  }

  /** Encodes the painted picture of a list as a key picture. */
  #encodeKey(list: DisplayList, quality: Quality): KeyPicture {
    const encoder = new H264Encoder({ ...this.#settings, ...this.#settings.size, quality });
    try {
      const { parameterSets } = encoder;
      const parameters = readSequenceParameters(parameterSets);
      const picture = renumberedPicture(encoder.encode(this.#run.picture.planes), 0, parameters);
      return { list, quality: quality.kind, picture, parameterSets, parameters };
    } finally {
      encoder.close();
    }
  }

  /** Encodes a piece at one quality; returns null as soon as its pictures take too many bytes, or clearly will. */
  async #encodeOnce(
    { index, first, end }: Piece,
    attempt: Attempt,
    report: (framesDone: number) => void,
  ): Promise<{ readonly pictures: EncodedPictures; readonly key: KeyPicture } | null> {
    const run = this.#run;
    const { quality } = attempt;
    const encoder = new H264Encoder({ ...this.#settings, ...this.#settings.size, quality });
    try {
      const { parameterSets } = encoder;
      const parameters = readSequenceParameters(parameterSets);
      const forecast = new ByteForecast(attempt);
      const pictures: Buffer[] = [];
      // The first frame is always painted, even if it equals the frame before it.
      let rasterizedFrames = run.goTo(first, end, true) ? 0 : -1;
      const list = run.listAt(first);
      let skipped = 0;
      for (let frame = first; frame < end; frame++) {
        this.#signal?.throwIfAborted();
        const paintStart = performance.now();
        const change = run.paint(frame);
        this.#paintMs += performance.now() - paintStart;
        let picture: Buffer;
        if (change) {
          picture = renumberedPicture(encoder.encode(run.picture.planes), skipped, parameters);
          rasterizedFrames++;
        } else {
          picture = skippedPicture(frame - first, parameters);
          skipped++;
        }
        pictures.push(picture);
        forecast.add(picture.length, change !== null && frame > first);
        // Looking ahead at a held picture would make it a new one.
        const isMoving = change !== null && !change.isHeld;
        if (forecast.isExceeded) return null;
        if (isMoving && forecast.isExceededSoon && run.movesAt(frame + picturesAhead)) return null;
        report(frame - first + 1);
        run.freePixels();
        // Skia frees memory only between turns of the event loop.
        if (change || skipped % heldFramesInTurn === 0) await nextTurn();
      }
      const key = { list, quality: quality.kind, picture: pictures[0], parameterSets, parameters };
      return { pictures: joinPictures(index, pictures, rasterizedFrames), key };
    } finally {
      encoder.close();
    }
  }
}

function joinPictures(index: number, pictures: readonly Buffer[], rasterizedFrames: number): EncodedPictures {
  return {
    index,
    stream: Buffer.concat(pictures),
    lengths: pictures.map(({ length }) => length),
    attempt: 0,
    rasterizedFrames,
  };
}
