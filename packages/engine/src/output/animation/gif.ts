import {
  AV_LOG_FATAL,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_INT,
  AV_PIX_FMT_PAL8,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_FLAG_BITEXACT,
  FF_ENCODER_GIF,
} from '#node-av/constants';
import { Codec, CodecContext, FormatContext, Log, Packet, Rational, type Stream } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import { type FilterInput, PictureFilters } from '../film/filter-graph.ts';
import { MuxerOutput } from '../film/muxer-output.ts';
import type { AnimationPicture, AnimationSettings, AnimationWriter } from './animation-writer.ts';
import { FilmPalette } from './film-palette.ts';

/** GIF counts hundredths of a second. */
const ticksPerSecond = 100;

/** Side of FFmpeg's palettes, which have 256 pixels. */
const paletteSide = 16;

/** Pixels with less than half of the opacity are transparent. */
const alphaThreshold = 128;

/**
 * Writes an animated GIF with FFmpeg: a palette of the film's own colours, Sierra dithering, and only the rectangles
 * that change.
 */
export class GifWriter implements AnimationWriter {
  readonly #settings: AnimationSettings;
  readonly #input: FilterInput;
  readonly #paletteInput: FilterInput = { width: paletteSide, height: paletteSide, ticksPerSecond };
  readonly #palette = new FilmPalette();
  readonly #colors: PictureFilters;
  readonly #output = MuxerOutput.open();
  readonly #format = new FormatContext();
  readonly #codec = new CodecContext();
  readonly #packet = new Packet();
  #stream: Stream | undefined;
  /** The start of the film's last picture. */
  #lastStartMs = 0;

  constructor(settings: AnimationSettings) {
    Log.setLevel(AV_LOG_FATAL);
    this.#settings = settings;
    this.#input = { ...settings.size, ticksPerSecond };
    this.#colors = new PictureFilters(
      [this.#input, this.#paletteInput],
      [
        {
          name: 'paletteuse',
          options: `dither=sierra2_4a:diff_mode=rectangle:alpha_threshold=${alphaThreshold}`,
        },
      ],
    );
    this.#packet.alloc();
  }

  get length(): number {
    return this.#output.file.length;
  }

  look({ pixels, startMs, frames }: AnimationPicture): void {
    this.#lastStartMs = startMs;
    this.#palette.add(pixels, frames);
  }

  async add({ pixels, startMs }: AnimationPicture): Promise<void> {
    if (!this.#stream) this.#start();
    this.#colors.put(pixels, this.#input, ticksAt(startMs));
    await this.#encode();
  }

  async finish(): Promise<Uint8Array> {
    this.#colors.end();
    await this.#encode();
    checkCall(await this.#codec.sendFrame(null), 'finish the GIF');
    this.#drain();
    checkCall(this.#format.writeTrailerSync(), 'finish the GIF');
    return this.#output.file.bytes();
  }

  close(): void {
    this.#packet.free();
    this.#colors.close();
    this.#codec.freeContext();
    this.#format.pb = null;
    this.#output.close();
    this.#format.freeContext();
  }

  /** The palette is known: starts the encoder and the file. */
  #start(): void {
    // The last colour remains transparent.
    const length = paletteSide ** 2;
    const colors = this.#palette.colors(length - 1);
    const palette = new Uint32Array(length).fill(0xff000000, colors.length, length - 1);
    palette.set(colors);
    this.#colors.put(palette, this.#paletteInput, 0, 1);
    this.#colors.end(1);
    const { size, durationMs } = this.#settings;
    const codec = this.#codec;
    const encoder = Codec.findEncoderByName(FF_ENCODER_GIF);
    if (!encoder) throw new Error('the GIF encoder is missing from this installation');
    codec.allocContext3(encoder);
    codec.width = size.width;
    codec.height = size.height;
    codec.pixelFormat = AV_PIX_FMT_PAL8;
    codec.timeBase = new Rational(1, ticksPerSecond);
    checkCall(codec.open2Sync(encoder), 'start the GIF encoder');
    checkCall(this.#format.allocOutputContext2(null, 'gif', null), 'create a GIF');
    this.#format.setFlags(AVFMT_FLAG_BITEXACT);
    this.#format.pb = this.#output.io;
    const stream = this.#format.newStream(null);
    stream.timeBase = codec.timeBase;
    checkCall(stream.codecpar.fromContext(codec), 'describe the GIF');
    this.#stream = stream;
    this.#set('final_delay', Math.max(2, ticksAt(durationMs) - ticksAt(this.#lastStartMs)));
    checkCall(this.#format.writeHeaderSync(), 'write the header of the GIF');
  }

  #set(name: string, value: number): void {
    checkCall(this.#format.setOption(name, value, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN), `set ${name}`);
  }

  async #encode(): Promise<void> {
    while (this.#colors.take()) {
      checkCall(await this.#codec.sendFrame(this.#colors.picture), 'encode a picture');
      this.#drain();
    }
  }

  #drain(): void {
    const packet = this.#packet;
    for (;;) {
      const code = this.#codec.receivePacketSync(packet);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      checkCall(code, 'take a picture of the GIF');
      packet.streamIndex = 0;
      checkCall(this.#format.writeFrameSync(packet), 'write a picture of the GIF');
      packet.unref();
    }
  }
}

function ticksAt(ms: number): number {
  return Math.round((ms * ticksPerSecond) / 1000);
}
