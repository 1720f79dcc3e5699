import { AVFMT_FLAG_BITEXACT } from '#node-av/constants';
import { type CodecContext, FormatContext, type Packet, type Rational, type Stream } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import { type Captions, CaptionTrack } from './caption-track.ts';
import { MuxerOutput } from './muxer-output.ts';

/** A WebM or QuickTime file in memory, written by FFmpeg's muxer. */
export class ContainerFile {
  readonly #output = MuxerOutput.open();
  readonly #format = new FormatContext();
  readonly #video: Stream;
  readonly #audio: Stream | undefined;
  readonly #captions: CaptionTrack | undefined;
  readonly #timeBases = new Map<Stream, Rational>();

  /** Starts a file with the tracks of open encoders, and with captions a text track. */
  constructor(muxer: 'webm' | 'mov', video: CodecContext, audio?: CodecContext, captions?: Captions) {
    checkCall(this.#format.allocOutputContext2(null, muxer, null), `create a ${muxer} file`);
    // No dates and versions in the file, so the same film gives the same bytes.
    this.#format.setFlags(AVFMT_FLAG_BITEXACT);
    this.#format.pb = this.#output.io;
    this.#video = this.#addTrack(video);
    this.#audio = audio && this.#addTrack(audio);
    this.#captions = captions && new CaptionTrack(this.#format, muxer, captions);
    checkCall(this.#format.writeHeaderSync(), 'write the header of the film');
  }

  /** Number of bytes so far. */
  get length(): number {
    return this.#output.file.length;
  }

  /** Adds a packet of the video encoder that is shown for so many frames. */
  addVideo(packet: Packet, frames: number): void {
    packet.duration = BigInt(frames);
    const { num, den } = this.#timeBases.get(this.#video) ?? { num: 0, den: 1 };
    this.#captions?.writeUntil((Number(packet.pts) * num * 1000) / den);
    this.#add(packet, this.#video);
  }

  addAudio(packet: Packet): void {
    if (!this.#audio) throw new Error('the film has no audio track');
    this.#add(packet, this.#audio);
  }

  /** Ends the file and returns its bytes. */
  finish(): Uint8Array {
    this.#captions?.finish();
    checkCall(this.#format.writeTrailerSync(), 'finish the film');
    return this.#output.file.bytes();
  }

  /** Frees the muxer; the file cannot be used afterwards. */
  close(): void {
    this.#captions?.close();
    this.#format.pb = null;
    this.#output.close();
    this.#format.freeContext();
  }

  #addTrack(codec: CodecContext): Stream {
    const stream = this.#format.newStream(null);
    stream.timeBase = codec.timeBase;
    checkCall(stream.codecpar.fromContext(codec), 'describe a track');
    this.#timeBases.set(stream, codec.timeBase);
    return stream;
  }

  #add(packet: Packet, stream: Stream): void {
    const timeBase = this.#timeBases.get(stream);
    packet.streamIndex = stream.index;
    if (timeBase) packet.rescaleTs(timeBase, stream.timeBase);
    checkCall(this.#format.interleavedWriteFrameSync(packet), 'write a packet');
  }
}
