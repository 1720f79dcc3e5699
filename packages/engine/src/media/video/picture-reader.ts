import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { PixelArea, Plane } from '@render-service/h264';
import { AVERROR_EAGAIN, AVERROR_EOF } from '#node-av/constants';
import { CodecContext, Frame, Packet } from '#node-av/lib';
import { showClock } from '../../language/written-times.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { stampTolerance } from '../../timeline/footage.ts';
import type { ByteSource } from '../byte-source.ts';
import { checkCall } from '../ffmpeg-call.ts';
import { PictureConverter, type Size } from './picture-converter.ts';
import type { VideoFacts } from './video-facts.ts';
import { VideoInput } from './video-input.ts';

/** Milliseconds from which it is faster to go to a key picture than to decode what is between. */
const worthSeeking = 3000;

/** Milliseconds that a seek goes farther back if no key picture is before the time, and the factor for each further one. */
const [stepBack, stepGrowth] = [500, 4];

/** A video file whose pictures cannot be decoded: the message is a sentence about the file. */
export class VideoDamage extends Error {
  override readonly name = 'VideoDamage';
}

/** Throws as soon as the pictures are no longer wanted, as an AbortSignal does. */
export type StopSignal = Pick<AbortSignal, 'throwIfAborted'>;

interface StampedFrame {
  readonly frame: Frame;
  timeMs: number;
}

/**
 * Decodes the pictures of a video file at any times, fastest in ascending order. The picture of a time is the last one
 * whose stamp is not after it, see `stampTolerance`; before the first one, that one.
 */
export class PictureReader {
  readonly facts: VideoFacts;
  readonly #input: VideoInput;
  readonly #signal: StopSignal | undefined;
  readonly #codec = new CodecContext();
  readonly #packet = new Packet();
  readonly #converter: PictureConverter;
  #canvas: Canvas | undefined;
  /** The picture that is shown, and the one after it; they change places. */
  #shown = stampedFrame();
  #next = stampedFrame();
  /** The stamp of the picture on the canvas, and how often it is halved. */
  #drawn = { timeMs: Number.NaN, halvings: 0 };
  /** Pictures with an earlier stamp are left out: after a seek, they lack what they refer to. */
  #firstMs = -Infinity;
  /** The stamp of the first picture of the file, once it is known. */
  #earliestMs = -Infinity;
  #isDrained = false;
  /** The stamp of the packet that was read last, for a message. */
  #readMs = 0;

  private constructor(input: VideoInput, signal: StopSignal | undefined) {
    this.#input = input;
    this.#signal = signal;
    this.facts = input.facts;
    this.#converter = new PictureConverter(input.facts);
    this.#packet.alloc();
    this.#openCodec();
  }

  /** The failure is a sentence about the file. The caller closes the source after the reader. */
  static open(source: ByteSource, signal?: StopSignal): Result<PictureReader> {
    const input = VideoInput.open(source);
    if (!input.ok) return input;
    try {
      return success(new PictureReader(input.value, signal));
    } catch (error) {
      input.value.close();
      if (!(error instanceof VideoDamage)) throw error;
      return failure(error.message);
    }
  }

  /**
   * Returns the picture of a time of the clip in milliseconds, in sRGB, with its sides halved so many times. The canvas is used
   * again for the next picture. Throws a VideoDamage, or the signal's reason.
   */
  pictureAt(timeMs: number, halvings = 0): Canvas {
    const stampMs = this.stampAt(timeMs);
    const canvas = this.#canvasFor(halvings);
    if (this.#drawn.timeMs !== stampMs || this.#drawn.halvings !== halvings) {
      canvas.getContext('2d').putImageData(this.#converter.toPixels(this.#shown.frame, canvas), 0, 0);
      this.#drawn = { timeMs: stampMs, halvings };
    }
    return canvas;
  }

  #canvasFor(halvings: number): Canvas {
    const [width, height] = [this.facts.width, this.facts.height].map((side) =>
      Math.ceil(side / 2 ** halvings),
    );
    if (this.#canvas?.width !== width || this.#canvas.height !== height)
      this.#canvas = createCanvas(width, height);
    return this.#canvas;
  }

  /** Whether `planesAt` shows that picture right. Throws as `pictureAt`. */
  hasPlanesAt(timeMs: number): boolean {
    this.stampAt(timeMs);
    return this.#converter.hasPlanes(this.#shown.frame);
  }

  /**
   * Returns a part of that picture in a size, as the planes of a film, which are valid until the next use of this object. All
   * numbers are even. Throws as `pictureAt`.
   */
  planesAt(timeMs: number, part: PixelArea, size: Size): readonly Plane[] {
    this.stampAt(timeMs);
    return this.#converter.toPlanes(this.#shown.frame, part, size);
  }

  /** Returns the stamp of that picture in milliseconds. Throws as `pictureAt`. */
  stampAt(timeMs: number): number {
    const limit = timeMs + stampTolerance;
    const { timeMs: shownMs } = this.#shown;
    const hasPassed = shownMs > limit && shownMs > this.#earliestMs;
    // Nothing is shown yet, or the next picture may not be decoded yet.
    const reachedMs = [this.#next.timeMs, shownMs, 0].find((one) => !Number.isNaN(one)) ?? 0;
    if (hasPassed || (reachedMs + worthSeeking < limit && !this.#isDrained)) this.#seek(limit);
    this.#advance(limit);
    return this.#shown.timeMs;
  }

  close(): void {
    for (const { frame } of [this.#shown, this.#next]) frame.free();
    this.#packet.free();
    this.#converter.close();
    this.#codec.freeContext();
    this.#input.close();
  }

  #openCodec(): void {
    const { stream, decoder, label } = this.#input;
    const codec = this.#codec;
    codec.allocContext3(decoder);
    checkCall(stream.codecpar.toContext(codec), 'describe a video');
    codec.pktTimebase = stream.timeBase;
    codec.threadCount = 1;
    if (codec.open2Sync(decoder) < 0)
      throw new VideoDamage(`the ${label} cannot be decoded; convert it to H.264`);
  }

  /** Goes to the last key picture whose stamp is not after `limit`, or to the first one. */
  #seek(limit: number): void {
    this.#shown.timeMs = Number.NaN;
    this.#next.timeMs = Number.NaN;
    let back = stepBack;
    for (let target = limit; ; target -= back, back *= stepGrowth) {
      const isStart = target <= 0;
      const hasSought = this.#input.seek(isStart ? -1000 : target);
      this.#forget();
      this.#packet.unref();
      if (!this.#input.read(this.#packet)) {
        if (isStart || !hasSought) throw this.#damage();
        continue;
      }
      const keyMs = this.#stampOf(this.#packet) ?? 0;
      this.#firstMs = isStart ? -Infinity : keyMs;
      if (isStart || keyMs <= limit) break;
    }
    this.#send(false);
  }

  /** Lets the decoder forget what it was given. That of HEVC still has a picture then if it was at the end. */
  #forget(): void {
    this.#codec.flushBuffers();
    while (this.#codec.receiveFrameSync(this.#next.frame) >= 0) this.#next.frame.unref();
    this.#isDrained = false;
  }

  /** Decodes until the picture after the one of `limit` is known. */
  #advance(limit: number): void {
    for (;;) {
      this.#signal?.throwIfAborted();
      const next = this.#next;
      if (Number.isNaN(next.timeMs) && !this.#receive(next)) break;
      if (next.timeMs > limit && !Number.isNaN(this.#shown.timeMs)) return;
      const isFirst = Number.isNaN(this.#shown.timeMs);
      this.#next = this.#shown;
      this.#next.timeMs = Number.NaN;
      this.#next.frame.unref();
      this.#shown = next;
      if (isFirst && this.#firstMs === -Infinity) this.#earliestMs = next.timeMs;
    }
    if (Number.isNaN(this.#shown.timeMs)) throw this.#damage();
  }

  /** Decodes the next picture. Returns false at the end. */
  #receive(into: StampedFrame): boolean {
    for (;;) {
      const code = this.#codec.receiveFrameSync(into.frame);
      if (code === AVERROR_EOF) return false;
      if (code === AVERROR_EAGAIN) {
        if (this.#isDrained) return false;
        this.#send(!this.#input.read(this.#packet));
        continue;
      }
      if (code < 0) throw this.#damage();
      const { pts, bestEffortTimestamp } = into.frame;
      // FFmpeg's guess changes to times of decoding after it has gone back.
      const timeMs = this.#input.timeOf(pts) ?? this.#input.timeOf(bestEffortTimestamp) ?? this.#readMs;
      if (timeMs >= this.#firstMs) {
        into.timeMs = timeMs;
        return true;
      }
      into.frame.unref();
    }
  }

  /** Gives the decoder the packet, or the end. */
  #send(isEnd: boolean): void {
    this.#signal?.throwIfAborted();
    if (!isEnd) this.#readMs = this.#stampOf(this.#packet) ?? this.#readMs;
    const code = this.#codec.sendPacketSync(isEnd ? null : this.#packet);
    this.#packet.unref();
    this.#isDrained ||= isEnd;
    if (code < 0 && code !== AVERROR_EOF) throw this.#damage();
  }

  #stampOf({ pts, dts }: Packet): number | undefined {
    return this.#input.timeOf(pts) ?? this.#input.timeOf(dts);
  }

  #damage(): VideoDamage {
    const place = this.#readMs > 0 ? ` after ${showClock(this.#readMs)}` : '';
    return new VideoDamage(`the ${this.#input.label} is damaged or truncated${place}; export it again`);
  }
}

function stampedFrame(): StampedFrame {
  const frame = new Frame();
  frame.alloc();
  return { frame, timeMs: Number.NaN };
}
