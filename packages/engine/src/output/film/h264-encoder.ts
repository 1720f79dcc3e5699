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
  FF_ENCODER_LIBX264,
} from '#node-av/constants';
import { Codec, CodecContext, Frame, Log, Packet, Rational } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import type { Size } from '../fit-scene.ts';
import { bitrateWindow, type Quality, quantizers } from './film-quality.ts';

export interface H264Options extends Size {
  readonly framesPerSecond: number;
  readonly quality: Quality;
}

const preset = 'superfast';

/**
 * Encodes a run of pictures that starts with a key frame as H.264 with x264. Each picture is returned at once as a byte
 * stream. Uses only one thread, so that the bytes do not depend on the machine.
 */
export class H264Encoder {
  readonly codec = new CodecContext();
  /** Points into the caller's planes. Encoding it directly would copy it into new memory every time. */
  readonly #source = new Frame();
  readonly #frame = new Frame();
  readonly #packet = new Packet();
  #pictures = 0;

  constructor(options: H264Options) {
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

  /** The sequence and picture parameter sets, as a byte stream. */
  get parameterSets(): Buffer {
    const { extraData } = this.codec;
    if (!extraData) throw new Error('the H.264 encoder returned no parameter sets');
    return extraData;
  }

  /** Encodes a picture, given as the planes of I420 one after another without gaps. Returns its byte stream. */
  encode(planes: Buffer): Buffer {
    checkCall(this.#source.fromBuffer(planes), 'read a picture');
    checkCall(this.#frame.makeWritable(), 'write into a video frame');
    checkCall(this.#frame.copy(this.#source), 'copy a picture');
    this.#frame.pts = BigInt(this.#pictures++);
    checkCall(this.codec.sendFrameSync(this.#frame), 'encode a video frame');
    const code = this.codec.receivePacketSync(this.#packet);
    if (code === AVERROR_EAGAIN) throw new Error('the H.264 encoder holds a picture back');
    checkCall(code, 'take a video packet');
    const { data } = this.#packet;
    if (!data) throw new Error('the H.264 encoder returned an empty packet');
    const stream = Buffer.from(data);
    this.#packet.unref();
    return stream;
  }

  /** Frees the encoder; it cannot be used afterwards. */
  close(): void {
    this.#packet.free();
    this.#frame.free();
    this.#source.free();
    this.codec.freeContext();
  }

  #open(options: H264Options): void {
    const { codec } = this;
    const { width, height, framesPerSecond, quality } = options;
    const encoder = Codec.findEncoderByName(FF_ENCODER_LIBX264);
    if (!encoder) throw new Error('the H.264 encoder is missing from this installation');
    codec.allocContext3(encoder);
    codec.width = width;
    codec.height = height;
    codec.pixelFormat = AV_PIX_FMT_YUV420P;
    codec.timeBase = new Rational(1, framesPerSecond);
    codec.framerate = new Rational(framesPerSecond, 1);
    // Longer than any run of pictures, so only the first one is a key frame.
    codec.gopSize = framesPerSecond * 10;
    // Without B-frames, packets are returned in display order.
    codec.maxBFrames = 0;
    codec.threadCount = 1;
    codec.colorRange = AVCOL_RANGE_MPEG;
    codec.colorPrimaries = AVCOL_PRI_BT709;
    codec.colorTrc = AVCOL_TRC_BT709;
    codec.colorSpace = AVCOL_SPC_BT709;
    codec.chromaLocation = AVCHROMA_LOC_CENTER;
    codec.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    this.#setText('preset', preset);
    // Detecting cuts and fades of the whole picture gains nothing, because films of this kind rarely have them.
    for (const name of ['sc_threshold', 'weightp']) this.#setInteger(name, 0);
    this.#setText('level', levelOf(options));
    // Parameter sets must not depend on the quality, and no picture may be delayed until its duration is known.
    this.#setText('x264-params', 'stitchable=1:force-cfr=1');
    const { qp, ...floats } = quantizers[quality.kind];
    if (qp !== undefined) this.#setInteger('qp', qp);
    for (const [name, value] of Object.entries(floats)) this.#setFloat(name, value);
    if ('bitrate' in quality) {
      const bitrate = Math.round(quality.bitrate);
      codec.rcMaxRate = BigInt(bitrate);
      codec.rcBufferSize = bitrate * bitrateWindow;
    }
    checkCall(codec.open2Sync(encoder), 'start the H.264 encoder');
  }

  // Sets options one by one instead of with a dictionary, which would be freed twice: by opening the encoder and by its
  // finalizer.

  #setText(name: string, value: string): void {
    checkCall(this.codec.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN), `set ${name}`);
  }

  #setInteger(name: string, value: number): void {
    checkCall(this.codec.setOption(name, value, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN), `set ${name}`);
  }

  #setFloat(name: string, value: number): void {
    checkCall(this.codec.setOption(name, value, AV_OPT_TYPE_FLOAT, AV_OPT_SEARCH_CHILDREN), `set ${name}`);
  }
}

/** The most macroblocks of a picture and of a second that each level allows (ITU-T H.264, table A-1). */
const levels = [
  ['4.1', 8192, 245_760],
  ['4.2', 8704, 522_240],
  ['5.0', 22_080, 589_824],
  ['5.1', 36_864, 983_040],
  ['5.2', 36_864, 2_073_600],
] as const;

function levelOf({ width, height, framesPerSecond }: H264Options): string {
  const macroblocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const level = levels.find(
    ([, picture, second]) => macroblocks <= picture && macroblocks * framesPerSecond <= second,
  );
  if (!level) throw new Error(`no level of H.264 allows ${macroblocks} macroblocks a picture`);
  return level[0];
}
