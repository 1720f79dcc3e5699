import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_FATAL,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_INT,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_YUVA420P,
  AV_PIX_FMT_YUVA444P10LE,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_PRORES_KS,
  FF_THREAD_SLICE,
} from '#node-av/constants';
import { Codec, CodecContext, Log, Packet, Rational } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import type { Size } from '../fit-scene.ts';
import { type FilterInput, PictureFilters } from './filter-graph.ts';

/**
 * The encoder of a film with transparency: its pixel format and its options. The number of threads is fixed, so that
 * the same pictures give the same bytes.
 */
const encoders = {
  vp9: {
    name: FF_ENCODER_LIBVPX_VP9,
    pixelFormat: AV_PIX_FMT_YUVA420P,
    pixelFormatName: 'yuva420p',
    threads: 2,
    texts: { deadline: 'good' },
    // Transparency allows no alternate reference pictures.
    integers: {
      crf: 20,
      'cpu-used': 5,
      'auto-alt-ref': 0,
      'lag-in-frames': 0,
      'row-mt': 0,
      'tile-columns': 1,
    },
  },
  prores: {
    name: FF_ENCODER_PRORES_KS,
    pixelFormat: AV_PIX_FMT_YUVA444P10LE,
    pixelFormatName: 'yuva444p10le',
    threads: 4,
    texts: { profile: '4444', vendor: 'apl0' },
    integers: { alpha_bits: 16 },
  },
} as const;

export type AlphaCodec = keyof typeof encoders;

export interface AlphaEncoderOptions extends Size {
  readonly codec: AlphaCodec;
  readonly framesPerSecond: number;
}

/** Encodes pictures with transparency as VP9 or ProRes 4444. */
export class AlphaEncoder {
  readonly codec = new CodecContext();
  readonly #filters: PictureFilters;
  readonly #input: FilterInput;
  readonly #packet = new Packet();
  readonly #onPacket: (packet: Packet) => void;

  /** Passes each packet to `onPacket`, with times in frames. The packet is valid only until `onPacket` returns. */
  constructor(options: AlphaEncoderOptions, onPacket: (packet: Packet) => void) {
    Log.setLevel(AV_LOG_FATAL);
    const { width, height, framesPerSecond } = options;
    const { name, pixelFormat, pixelFormatName, threads, texts, integers } = encoders[options.codec];
    this.#onPacket = onPacket;
    this.#input = { width, height, ticksPerSecond: framesPerSecond };
    this.#filters = new PictureFilters(
      [this.#input],
      [
        {
          name: 'scale',
          options:
            'out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int+full_chroma_inp+bicubic',
        },
        { name: 'format', options: `pix_fmts=${pixelFormatName}` },
      ],
    );
    const encoder = Codec.findEncoderByName(name);
    if (!encoder) throw new Error(`the encoder ${name} is missing from this installation`);
    const { codec } = this;
    codec.allocContext3(encoder);
    codec.width = width;
    codec.height = height;
    codec.pixelFormat = pixelFormat;
    codec.timeBase = new Rational(1, framesPerSecond);
    codec.framerate = new Rational(framesPerSecond, 1);
    codec.gopSize = framesPerSecond * 4;
    codec.threadCount = threads;
    codec.threadType = FF_THREAD_SLICE;
    codec.colorRange = AVCOL_RANGE_MPEG;
    codec.colorPrimaries = AVCOL_PRI_BT709;
    codec.colorTrc = AVCOL_TRC_BT709;
    codec.colorSpace = AVCOL_SPC_BT709;
    codec.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    for (const [option, value] of Object.entries(texts))
      checkCall(codec.setOption(option, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN), `set ${option}`);
    for (const [option, value] of Object.entries(integers))
      checkCall(codec.setOption(option, value, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN), `set ${option}`);
    checkCall(codec.open2Sync(encoder), `start the encoder ${name}`);
    this.#packet.alloc();
  }

  /** Encodes a picture in straight RGBA, whose time is that of a frame. The caller may change its pixels afterwards. */
  async encode(pixels: Uint32Array, frame: number): Promise<void> {
    this.#filters.put(pixels, this.#input, frame);
    if (!this.#filters.take()) throw new Error('a filter holds a picture back');
    const { picture } = this.#filters;
    picture.pts = BigInt(frame);
    checkCall(await this.codec.sendFrame(picture), 'encode a picture');
    this.#drain();
  }

  async finish(): Promise<void> {
    checkCall(await this.codec.sendFrame(null), 'finish the pictures');
    this.#drain();
  }

  /** Frees native resources; the encoder cannot be used afterwards. */
  close(): void {
    this.#packet.free();
    this.#filters.close();
    this.codec.freeContext();
  }

  #drain(): void {
    for (;;) {
      const code = this.codec.receivePacketSync(this.#packet);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      checkCall(code, 'take a packet of pictures');
      this.#onPacket(this.#packet);
      this.#packet.unref();
    }
  }
}
