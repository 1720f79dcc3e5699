import { Buffer } from 'node:buffer';
import { AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, AVFMT_FLAG_BITEXACT } from '#node-av/constants';
import { type CodecContext, FormatContext, Packet, type Rational, type Stream } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import type { Captions } from '../caption-text.ts';
import { CaptionTrack } from './caption-track.ts';
import { fillPacket } from './fill-packet.ts';
import { MuxerOutput } from './muxer-output.ts';
import { shareSamples } from './share-samples.ts';

/**
 * A WebM or QuickTime file in memory, written by FFmpeg's muxer, with a picture for each frame. A picture that is held
 * takes almost no bytes: WebM shows it again, and in QuickTime files its frames share their bytes.
 */
export class ContainerFile {
  readonly #output = MuxerOutput.open();
  readonly #format = new FormatContext();
  readonly #muxer: 'webm' | 'mov';
  readonly #framesPerSecond: number;
  readonly #video: Stream;
  readonly #audio: Stream | undefined;
  readonly #captions: CaptionTrack | undefined;
  readonly #timeBases = new Map<Stream, Rational>();
  /** Shows the last picture again. */
  readonly #repeat = new Packet();
  #repeated: Repeated | undefined;

  /** Starts a file with the tracks of open encoders, and with captions a text track. */
  constructor(muxer: 'webm' | 'mov', video: CodecContext, audio?: CodecContext, captions?: Captions) {
    this.#muxer = muxer;
    this.#framesPerSecond = video.framerate.num / video.framerate.den;
    checkCall(this.#format.allocOutputContext2(null, muxer, null), `create a ${muxer} file`);
    // No dates and versions in the file, so the same film gives the same bytes.
    this.#format.setFlags(AVFMT_FLAG_BITEXACT);
    this.#format.pb = this.#output.io;
    this.#video = this.#addTrack(video);
    this.#video.avgFrameRate = video.framerate;
    this.#repeat.alloc();
    this.#audio = audio && this.#addTrack(audio);
    this.#captions = captions && new CaptionTrack(this.#format, muxer, captions);
    checkCall(this.#format.writeHeaderSync(), 'write the header of the film');
  }

  /** Number of bytes so far. */
  get length(): number {
    return this.#output.file.length;
  }

  /** Adds a packet of the video encoder that is shown for a number of frames; `holdVideo` adds the frames after the first. */
  addVideo(packet: Packet, frames: number): void {
    this.#captions?.writeUntil(this.#millisecondsOf(packet));
    packet.duration = this.#muxer === 'webm' ? 1n : BigInt(frames);
    if (this.#muxer === 'webm' && frames > 1) this.#repeated = repeatedOf(packet);
    this.#add(packet, this.#video);
  }

  /** Shows the picture that was added last in the next frame, too. */
  holdVideo(frame: number): void {
    if (this.#muxer === 'mov' || !this.#repeated) return;
    const packet = this.#repeat;
    const { picture, alpha } = this.#repeated;
    fillPacket(packet, { data: picture, time: frame, duration: 1 }, false);
    if (alpha) checkCall(packet.addSideData(alphaData, alpha), 'add transparency to a picture');
    this.#captions?.writeUntil(this.#millisecondsOf(packet));
    this.#add(packet, this.#video);
    packet.unref();
  }

  addAudio(packet: Packet): void {
    if (!this.#audio) throw new Error('the film has no audio track');
    this.#add(packet, this.#audio);
  }

  /** Ends the file and returns its bytes. */
  finish(): Uint8Array {
    this.#captions?.finish();
    checkCall(this.#format.writeTrailerSync(), 'finish the film');
    const bytes = this.#output.file.bytes();
    return this.#muxer === 'mov' ? shareSamples(bytes, this.#framesPerSecond) : bytes;
  }

  /** Frees the muxer; the file cannot be used afterwards. */
  close(): void {
    this.#repeat.free();
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

  #millisecondsOf(packet: Packet): number {
    const { num, den } = this.#timeBases.get(this.#video) ?? { num: 0, den: 1 };
    return (Number(packet.pts) * num * 1000) / den;
  }

  #add(packet: Packet, stream: Stream): void {
    const timeBase = this.#timeBases.get(stream);
    packet.streamIndex = stream.index;
    if (timeBase) packet.rescaleTs(timeBase, stream.timeBase);
    checkCall(this.#format.interleavedWriteFrameSync(packet), 'write a packet');
  }
}

/** What shows a picture of VP9 again. */
interface Repeated {
  readonly picture: Buffer;
  /** Its transparency as additional data of a block, which begin with their number; undefined without. */
  readonly alpha: Buffer | undefined;
}

const alphaData = AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL;
const additionNumberBytes = 8;

function repeatedOf(packet: Packet): Repeated {
  const addition = packet.getSideData(alphaData);
  return {
    picture: repeatVp9(packet.data ?? Buffer.alloc(0)),
    alpha:
      addition === null
        ? undefined
        : Buffer.concat([
            addition.subarray(0, additionNumberBytes),
            repeatVp9(addition.subarray(additionNumberBytes)),
          ]),
  };
}

/** Reads single bits from the start of a frame. */
class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++, this.#position++) {
      const byte = this.#bytes[this.#position >> 3] ?? 0;
      value = (value << 1) | ((byte >> (7 - (this.#position & 7))) & 1);
    }
    return value;
  }
}

/**
 * Returns a frame of one byte that shows a visible VP9 frame again, `show_existing_frame` with a slot that the frame was
 * kept in ("VP9 Bitstream & Decoding Process Specification", 7.2). Throws an Error for a frame that is not kept, which
 * the encoder does not make.
 */
function repeatVp9(frame: Uint8Array): Buffer {
  const slots = keptSlots(new BitReader(frame));
  if (slots === 0) throw new Error('a frame of VP9 is not kept, and cannot be shown again');
  const slot = 31 - Math.clz32(slots & -slots);
  return Buffer.from([0b1000_1000 | slot]);
}

/** The slots in which a frame of profile 0 is kept, a bit for each of eight. */
function keptSlots(header: BitReader): number {
  const marker = header.read(2);
  const profile = header.read(2);
  const isShownAgain = header.read(1);
  if (marker !== 2 || profile !== 0 || isShownAgain === 1) return 0;
  const isKey = header.read(1) === 0;
  if (isKey) return 0xff;
  const isVisible = header.read(1) === 1;
  const isErrorResilient = header.read(1) === 1;
  const isIntraOnly = !isVisible && header.read(1) === 1;
  if (!isErrorResilient) header.read(2);
  return isIntraOnly ? 0 : header.read(8);
}
