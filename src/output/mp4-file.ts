import {
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_INT,
  AVFMT_FLAG_BITEXACT,
  AVSEEK_CUR,
  AVSEEK_END,
  AVSEEK_SIZE,
} from 'node-av/constants';
import {
  type CodecContext,
  FFmpegError,
  FormatContext,
  IOContext,
  type Packet,
  type Stream,
} from 'node-av/lib';
import { GrowingFile } from './growing-file.ts';
import { moveMovieBoxToFront } from './movie-box.ts';

/** An MP4 file in memory, written by FFmpeg's muxer, packet by packet. */
export class Mp4File {
  readonly #file = new GrowingFile();
  readonly #format = new FormatContext();
  readonly #io = new IOContext();
  readonly #video: Stream;
  readonly #codec: CodecContext;

  /** Starts a file with one video track; `codec` is an opened encoder, whose time base the track takes over. */
  constructor(codec: CodecContext) {
    this.#codec = codec;
    check(this.#format.allocOutputContext2(null, 'mp4', null), 'create an MP4 file');
    // No dates and no versions in the file: the same film gives the same bytes.
    this.#format.setFlags(AVFMT_FLAG_BITEXACT);
    this.#io.allocContextWithCallbacks(
      1 << 16,
      1,
      null,
      (chunk) => {
        this.#file.write(chunk);
        return chunk.length;
      },
      (offset, whence) => this.#seek(Number(offset), whence),
    );
    this.#format.pb = this.#io;
    this.#video = this.#format.newStream(null);
    this.#video.timeBase = codec.timeBase;
    check(this.#video.codecpar.fromContext(codec), 'describe the video track');
    const timescale = codec.timeBase.den;
    // Not by a dictionary, which would be freed twice: by writing the header and by its own finalizer.
    for (const name of ['video_track_timescale', 'movie_timescale']) {
      check(this.#format.setOption(name, timescale, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN), `set ${name}`);
    }
    check(this.#format.writeHeaderSync(), 'write the MP4 header');
  }

  /** Bytes so far. */
  get length(): number {
    return this.#file.length;
  }

  /** Adds the encoder's next packet, its times and duration in the encoder's time base. */
  addVideo(packet: Packet): void {
    packet.streamIndex = this.#video.index;
    packet.rescaleTs(this.#codec.timeBase, this.#video.timeBase);
    check(this.#format.interleavedWriteFrameSync(packet), 'write a video packet');
  }

  /** Ends the file and gives its bytes, with the movie box in front. */
  finish(): Uint8Array {
    check(this.#format.writeTrailerSync(), 'finish the MP4 file');
    return moveMovieBoxToFront(this.#file.bytes());
  }

  /** Frees the muxer; the file cannot be used afterwards. */
  close(): void {
    this.#format.pb = null;
    this.#io.freeContext();
    this.#format.freeContext();
  }

  #seek(offset: number, whence: number): bigint {
    if (whence === AVSEEK_SIZE) return BigInt(this.#file.length);
    if (whence === AVSEEK_CUR) this.#file.seek(this.#file.position + offset);
    else if (whence === AVSEEK_END) this.#file.seek(this.#file.length + offset);
    else this.#file.seek(offset);
    return BigInt(this.#file.position);
  }
}

/** Throws an Error that says what FFmpeg could not do. */
export function check(code: number, what: string): void {
  if (code < 0) throw new Error(`could not ${what}: ${new FFmpegError(code).message}`);
}
