import { Buffer } from 'node:buffer';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_FATAL,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_CENTER,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBX265,
} from '#node-av/constants';
import { Codec, CodecContext, Frame, Log, Packet, Rational } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import type { Size } from '../fit-scene.ts';
import type { Mp4Video } from '../formats.ts';

interface EncoderRow {
  readonly name: typeof FF_ENCODER_LIBX265 | typeof FF_ENCODER_LIBSVTAV1;
  readonly texts: Readonly<Record<string, string>>;
  /** The encoder's own parameters, and their name as an option. */
  readonly parametersOption: string;
  readonly parameters: string;
  /** Those below a bitrate. */
  readonly limitedParameters: string;
}

/**
 * The encoders of an MP4 besides x264. Their threads are fixed, and each picture has the same bytes however long they
 * take. None changes the order of the pictures, so times are as simple as those of H.264.
 */
const encoders = {
  hevc: {
    name: FF_ENCODER_LIBX265,
    texts: { preset: 'fast', crf: '20' },
    parametersOption: 'x265-params',
    parameters: 'log-level=none:info=0:pools=2:frame-threads=1:bframes=0:open-gop=0',
    limitedParameters: ':const-vbv=1',
  },
  av1: {
    name: FF_ENCODER_LIBSVTAV1,
    texts: { preset: '8', crf: '25' },
    parametersOption: 'svtav1-params',
    // At 3840 x 2160, looking ahead and a fourth level take 0.7 GB and gain 5 % of the bytes. With lp=2, one of some 200
    // films has its pictures in another order, and the bytes below a bitrate depend on the turns of the threads.
    parameters: 'lookahead=0:hierarchical-levels=3:lp=1',
    limitedParameters: '',
  },
} as const satisfies Readonly<Record<string, EncoderRow>>;

/** The codecs of an MP4 whose films are encoded from start to end by one encoder. */
export type WholeVideo = keyof typeof encoders & Mp4Video;

export interface VideoEncoderOptions extends Size {
  readonly codec: WholeVideo;
  readonly framesPerSecond: number;
  /** Bits per second to stay below, at whatever quality that allows. */
  readonly bitrate?: number | undefined;
}

/** Seconds from one key picture to the next, which a player has to decode to show another moment. */
const keySeconds = 4;

/** A coded picture. */
export interface CodedPicture {
  readonly data: Buffer;
  /** The frame that shows it. */
  readonly frame: number;
  readonly isKey: boolean;
}

/** Encodes the frames of a film as HEVC with x265 or as AV1 with SVT-AV1, which hold pictures back. */
export class VideoEncoder {
  readonly codec = new CodecContext();
  /** Points into the caller's planes. */
  readonly #source = new Frame();
  readonly #frame = new Frame();
  readonly #packet = new Packet();
  readonly #onPicture: (picture: CodedPicture) => void;

  /** Passes the pictures to `onPicture` in the order of their frames. */
  constructor(options: VideoEncoderOptions, onPicture: (picture: CodedPicture) => void) {
    Log.setLevel(AV_LOG_FATAL);
    // SVT-AV1 prints its settings, and an error if a film is cancelled; 0 is for fatal errors only.
    process.env.SVT_LOG ??= '0';
    this.#onPicture = onPicture;
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

  /** The sequence headers. */
  get parameterSets(): Buffer {
    const { extraData } = this.codec;
    if (!extraData) throw new Error('the video encoder returned no headers');
    return extraData;
  }

  /** Copies a picture, given as the planes of I420 one after another without gaps. No frame may be on its way. */
  load(planes: Buffer): void {
    checkCall(this.#source.fromBuffer(planes), 'read a picture');
    checkCall(this.#frame.makeWritable(), 'write into a video frame');
    checkCall(this.#frame.copy(this.#source), 'copy a picture');
  }

  /** Encodes the loaded picture as the next frame. */
  async encode(frame: number): Promise<void> {
    this.#frame.pts = BigInt(frame);
    checkCall(await this.codec.sendFrame(this.#frame), 'encode a video frame');
    this.#drain();
  }

  async finish(): Promise<void> {
    checkCall(await this.codec.sendFrame(null), 'finish the pictures');
    this.#drain();
  }

  /** Frees the encoder, which must not be at work; it cannot be used afterwards. */
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
      const { data, pts, isKeyframe } = this.#packet;
      if (!data) throw new Error('the video encoder returned an empty packet');
      this.#onPicture({ data: Buffer.from(data), frame: Number(pts), isKey: isKeyframe });
      this.#packet.unref();
    }
  }

  #open({ codec: video, width, height, framesPerSecond, bitrate }: VideoEncoderOptions): void {
    const { name, texts, parametersOption, parameters, limitedParameters }: EncoderRow = encoders[video];
    const encoder = Codec.findEncoderByName(name);
    if (!encoder) throw new Error(`the encoder ${name} is missing from this installation`);
    const { codec } = this;
    codec.allocContext3(encoder);
    codec.width = width;
    codec.height = height;
    codec.pixelFormat = AV_PIX_FMT_YUV420P;
    codec.timeBase = new Rational(1, framesPerSecond);
    codec.framerate = new Rational(framesPerSecond, 1);
    codec.gopSize = framesPerSecond * keySeconds;
    codec.colorRange = AVCOL_RANGE_MPEG;
    codec.colorPrimaries = AVCOL_PRI_BT709;
    codec.colorTrc = AVCOL_TRC_BT709;
    codec.colorSpace = AVCOL_SPC_BT709;
    codec.chromaLocation = AVCHROMA_LOC_CENTER;
    codec.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    if (bitrate !== undefined) {
      codec.rcMaxRate = BigInt(Math.round(bitrate));
      codec.rcBufferSize = Math.round(bitrate);
    }
    const own = bitrate === undefined ? parameters : parameters + limitedParameters;
    for (const [option, value] of Object.entries({ ...texts, [parametersOption]: own }))
      checkCall(codec.setOption(option, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN), `set ${option}`);
    checkCall(
      withoutRoot(() => codec.open2Sync(encoder)),
      `start the encoder ${name}`,
    );
  }
}

/** The user without rights of its own on every Unix system. */
const nobody = 65534;

/**
 * Does work that must not know that root does it: SVT-AV1 would give itself and all processes that this one starts
 * real-time priority, and nothing else on the machine would run.
 */
function withoutRoot<Value>(work: () => Value): Value {
  const { geteuid, seteuid } = process;
  if (geteuid?.() !== 0 || seteuid === undefined) return work();
  try {
    seteuid(nobody);
  } catch {
    // A root that may not become another user may not raise priorities, either.
    return work();
  }
  try {
    return work();
  } finally {
    seteuid(0);
  }
}
