import { Buffer } from 'node:buffer';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_FATAL,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_FLOAT,
  AV_OPT_TYPE_INT,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_CENTER,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_LIBX264,
} from '#node-av/constants';
import { Codec, CodecContext, Frame, Log, Packet, Rational } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import type { Size } from '../fit-scene.ts';

export interface H264Options extends Size {
  readonly framesPerSecond: number;
  /** The highest bitrate a stretch of the film may take, in bits per second. */
  readonly maximumBitrate: number;
}

/** Ticks of the encoder's clock in a frame. With 1000 of them a millisecond is a whole number of ticks, too. */
export const ticksPerFrame = 1000;

/** Constant rate factor: 0 is lossless, 51 the worst; below 20 flat colours and text show no flaw. */
const constantRateFactor = 17;
const preset = 'superfast';
/** Fixed, because the stream depends on it: more threads would give other bytes on another machine. */
const threadCount = 4;
const secondsBetweenKeyFrames = 2;
/** Seconds of film over which the bitrate is held down. */
export const bitrateWindow = 1;
/** Bits per second that level 4.1 allows in every profile, so that common players take the film. */
const levelBitrate = 50_000_000;

/** H.264 by x264: pictures in, packets out. Times are in ticks of 1/(1000 framesPerSecond) s. */
export class H264Encoder {
  readonly codec = new CodecContext();
  /** Points into the caller's planes: encoding it would copy it, into fresh memory every time. */
  readonly #source = new Frame();
  readonly #frame = new Frame();
  readonly #packet = new Packet();
  readonly #onPacket: (packet: Packet) => void;

  /** `onPacket` gets each packet as soon as it is there; the packet is only good until it returns. */
  constructor(options: H264Options, onPacket: (packet: Packet) => void) {
    this.#onPacket = onPacket;
    Log.setLevel(AV_LOG_FATAL);
    this.#open(options);
    for (const frame of [this.#source, this.#frame]) {
      frame.alloc();
      frame.width = options.width;
      frame.height = options.height;
      frame.format = AV_PIX_FMT_YUV420P;
    }
    checkCall(this.#frame.getBuffer(), 'allocate a video frame');
    this.#packet.alloc();
  }

  #open({ width, height, framesPerSecond, maximumBitrate }: H264Options): void {
    const { codec } = this;
    const encoder = Codec.findEncoderByName(FF_ENCODER_LIBX264);
    if (!encoder) throw new Error('the H.264 encoder is missing from this installation of node-av');
    codec.allocContext3(encoder);
    codec.width = width;
    codec.height = height;
    codec.pixelFormat = AV_PIX_FMT_YUV420P;
    codec.timeBase = new Rational(1, framesPerSecond * ticksPerFrame);
    codec.framerate = new Rational(framesPerSecond, 1);
    codec.gopSize = framesPerSecond * secondsBetweenKeyFrames;
    // Without B-frames packets come out in showing order, so the last one is the last picture: the one that is
    // cut short when the film does not end on a frame.
    codec.maxBFrames = 0;
    codec.threadCount = threadCount;
    codec.colorRange = AVCOL_RANGE_MPEG;
    codec.colorPrimaries = AVCOL_PRI_BT709;
    codec.colorTrc = AVCOL_TRC_BT709;
    codec.colorSpace = AVCOL_SPC_BT709;
    codec.chromaLocation = AVCHROMA_LOC_CENTER;
    const bitrate = Math.round(Math.min(maximumBitrate, levelBitrate));
    codec.rcMaxRate = BigInt(bitrate);
    codec.rcBufferSize = bitrate * bitrateWindow;
    codec.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    // Not by a dictionary, which would be freed twice: by opening the encoder and by its own finalizer.
    checkCall(
      codec.setOption('preset', preset, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN),
      'choose a preset',
    );
    checkCall(
      codec.setOption('crf', constantRateFactor, AV_OPT_TYPE_FLOAT, AV_OPT_SEARCH_CHILDREN),
      'set the quality',
    );
    // Nothing is gained from looking for cuts and for fades of the whole picture, which films of this kind rarely have.
    for (const name of ['sc_threshold', 'weightp']) {
      checkCall(codec.setOption(name, 0, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN), `switch ${name} off`);
    }
    checkCall(codec.open2Sync(encoder), 'start the H.264 encoder');
  }

  /** Takes over a picture: the planes of I420 one after the other, without gaps. They are copied. */
  takePicture(planes: Buffer): void {
    checkCall(this.#source.fromBuffer(planes), 'read a picture');
    checkCall(this.#frame.makeWritable(), 'write into a video frame');
    checkCall(this.#frame.copy(this.#source), 'copy a picture');
  }

  /** Encodes the picture taken over last as the frame of index `index`. */
  async encode(index: number): Promise<void> {
    this.#frame.pts = BigInt(index * ticksPerFrame);
    checkCall(await this.codec.sendFrame(this.#frame), 'encode a video frame');
    this.#drain();
  }

  /** Encodes what the encoder still holds back. */
  async finish(): Promise<void> {
    checkCall(await this.codec.sendFrame(null), 'finish the video');
    this.#drain();
  }

  /** Frees the encoder; it cannot be used afterwards. */
  close(): void {
    this.#packet.free();
    this.#frame.free();
    this.#source.free();
    this.codec.freeContext();
  }

  #drain(): void {
    for (;;) {
      const code = this.codec.receivePacketSync(this.#packet);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      checkCall(code, 'take a video packet');
      if (this.#packet.pts === 0n) removeLeadingNote(this.#packet);
      this.#onPacket(this.#packet);
      this.#packet.unref();
    }
  }
}

/** The NAL unit type of supplemental enhancement information (ITU-T H.264, table 7-1). */
const noteType = 6;
const startCode = Buffer.from([0, 0, 1]);

/**
 * Takes out of the first packet the note of its settings that x264 puts in front: 700 bytes that no player reads,
 * and that would make a film longer for a limit it never meets.
 */
function removeLeadingNote(packet: Packet): void {
  const { data, pts, dts, flags } = packet;
  const first = data?.indexOf(startCode) ?? -1;
  if (!data || first < 0 || (data[first + 3] & 31) !== noteType) return;
  const next = data.indexOf(startCode, first + 3);
  if (next < 0) return;
  packet.data = Buffer.concat([Buffer.from([0]), data.subarray(next)]);
  // New data empties the whole packet: without its flags the first picture would not count as a key frame.
  packet.pts = pts;
  packet.dts = dts;
  packet.flags = flags;
}
