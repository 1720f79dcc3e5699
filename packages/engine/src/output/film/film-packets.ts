import { AVERROR_EOF, AVMEDIA_TYPE_VIDEO } from '#node-av/constants';
import { FormatContext, InputFormat, Packet, type Stream } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import { InputBytes } from '../../media/input-bytes.ts';

/** The coded pictures of an MP4 file in memory. */
export class FilmPackets {
  readonly video: Stream;
  readonly #format = new FormatContext();
  readonly #input: InputBytes;
  readonly #packet = new Packet();

  constructor(file: Uint8Array) {
    this.#input = new InputBytes(file);
    this.#packet.alloc();
    this.#format.allocContext();
    this.#format.pb = this.#input.io;
    const demuxer = InputFormat.findInputFormat('mov');
    checkCall(this.#format.openInputSync('', demuxer), 'open a part of the film');
    const video = this.#format.streams?.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
    if (!video) throw new Error('a part of the film has no pictures');
    this.video = video;
  }

  /** The next picture; null after the last one. It is valid until the next call. */
  next(): Packet | null {
    const packet = this.#packet;
    packet.unref();
    const code = this.#format.readFrameSync(packet);
    if (code === AVERROR_EOF) return null;
    checkCall(code, 'read a part of the film');
    return packet;
  }

  close(): void {
    this.#packet.free();
    this.#format.closeInputSync();
    this.#input.close();
  }
}
