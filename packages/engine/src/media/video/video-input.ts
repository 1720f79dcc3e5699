import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_LOG_FATAL,
  AV_NOPTS_VALUE,
  AV_PKT_FLAG_DISCARD,
  AV_TIME_BASE,
  AVDISCARD_ALL,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from '#node-av/constants';
import { type Codec, FormatContext, InputFormat, Log, Packet, type Stream } from '#node-av/lib';
import { failure, type Result, success } from '../../project/result.ts';
import type { ByteSource } from '../byte-source.ts';
import { InputBytes } from '../input-bytes.ts';
import { decoderOf, type VideoFacts, videoFacts } from './video-facts.ts';

/** A kind of video file, with the demuxer that reads it. Only these are used: others could open further files. */
export interface VideoType {
  readonly label: string;
  readonly demuxer: string;
}

/** Returns the kind of a file by its first bytes; undefined if it is no video that can be read. */
export function videoTypeOf(start: Uint8Array): VideoType | undefined {
  const letters = String.fromCharCode(...start.subarray(0, 12));
  if (/^(?:ftyp|moov|mdat|wide|free|skip)/.test(letters.slice(4)))
    return { label: letters.slice(8) === 'qt  ' ? 'MOV' : 'MP4', demuxer: 'mov' };
  if (letters.startsWith('\x1a\x45\xdf\xa3')) return { label: 'WebM or Matroska file', demuxer: 'matroska' };
  if (/^GIF8[79]a/.test(letters)) return { label: 'GIF', demuxer: 'gif' };
  return undefined;
}

/** An opened video file, whose pictures are read packet by packet. */
export class VideoInput {
  readonly facts: VideoFacts;
  readonly stream: Stream;
  readonly decoder: Codec;
  readonly label: string;
  readonly #format: FormatContext;
  readonly #input: InputBytes;
  /** Milliseconds of a tick of the stream's stamps, and the stamp of time 0 in milliseconds. */
  readonly #tickMs: number;
  readonly #originMs: number;

  private constructor(opened: OpenedStreams, picture: Stream, decoder: Codec) {
    const { format, input, type } = opened;
    this.#format = format;
    this.#input = input;
    this.label = type.label;
    this.stream = picture;
    this.decoder = decoder;
    const { num, den } = picture.timeBase;
    this.#tickMs = (num * 1000) / den;
    this.#originMs = format.startTime === AV_NOPTS_VALUE ? 0 : Math.max(0, toMs(format.startTime));
    const hasSound = format.findBestStream(AVMEDIA_TYPE_AUDIO) >= 0;
    for (const stream of format.streams) if (stream.index !== picture.index) stream.discard = AVDISCARD_ALL;
    const durationMs = format.duration > 0n ? toMs(format.duration) : this.#measure();
    this.facts = videoFacts(picture, { durationMs, hasSound });
  }

  /**
   * Opens a file and reads its header. Time 0 is the start of the file, or 0 if its stamps start before that. The failure
   * is a sentence about the file; the caller closes the source.
   */
  static open(source: ByteSource): Result<VideoInput> {
    const type = videoTypeOf(source.read(0, 12));
    if (type === undefined)
      return failure('the file is neither MP4, MOV, WebM, Matroska nor GIF; convert it to MP4');
    Log.setLevel(AV_LOG_FATAL);
    const opened = openStreams(source, type);
    if (opened === undefined) return failure(`the ${type.label} is damaged or truncated; export it again`);
    const found = findPictures(opened);
    if (found.ok) return success(new VideoInput(opened, ...found.value));
    closeStreams(opened);
    return found;
  }

  close(): void {
    closeStreams({ format: this.#format, input: this.#input });
  }

  /**
   * Reads the next packet of the pictures, which the caller unrefs. Returns false at the end of the file, where a file that is
   * cut off ends, too.
   */
  read(packet: Packet): boolean {
    for (;;) {
      const code = this.#format.readFrameSync(packet);
      if (code < 0) {
        packet.unref();
        this.isCutOff ||= code !== AVERROR_EOF;
        return false;
      }
      // To a decoder, a packet without bytes would be the end.
      if (packet.streamIndex === this.stream.index && packet.size > 0) return true;
      packet.unref();
    }
  }

  /** Whether reading ended with an error instead of the end of the file. */
  isCutOff = false;

  /** Goes to a key picture whose place in the file is not after a time, if there is one. Returns whether it could. */
  seek(timeMs: number): boolean {
    const ticks = BigInt(Math.floor((timeMs + this.#originMs) / this.#tickMs));
    return this.#format.seekFrameSync(this.stream.index, ticks, AVSEEK_FLAG_BACKWARD) >= 0;
  }

  /** Returns a stamp of the stream as a time of the clip in milliseconds; undefined without one. */
  timeOf(stamp: bigint): number | undefined {
    return stamp === AV_NOPTS_VALUE ? undefined : Number(stamp) * this.#tickMs - this.#originMs;
  }

  /** Reads all packets to find the end of a file whose header does not have it, as those of browsers' recorders. */
  #measure(): number {
    const packet = newPacket();
    let endMs = 0;
    while (this.read(packet)) {
      endMs = Math.max(endMs, (this.timeOf(packet.pts) ?? 0) + Number(packet.duration) * this.#tickMs);
      packet.unref();
    }
    packet.free();
    this.seek(-1000);
    return endMs;
  }
}

/** Whether a packet is only there for others, because an edit list leaves its picture out. */
export function isLeftOut(packet: Packet): boolean {
  return (packet.flags & AV_PKT_FLAG_DISCARD) !== 0;
}

interface OpenedStreams {
  readonly format: FormatContext;
  readonly input: InputBytes;
  readonly type: VideoType;
}

function openStreams(source: ByteSource, type: VideoType): OpenedStreams | undefined {
  const demuxer = InputFormat.findInputFormat(type.demuxer);
  if (!demuxer) throw new Error(`the demuxer ${type.demuxer} is missing from this installation`);
  const input = new InputBytes(source);
  const format = new FormatContext();
  format.allocContext();
  format.pb = input.io;
  if (format.openInputSync('', demuxer) < 0) {
    input.close();
    return undefined;
  }
  if (format.findStreamInfoSync() >= 0) return { format, input, type };
  closeStreams({ format, input });
  return undefined;
}

function closeStreams({ format, input }: Pick<OpenedStreams, 'format' | 'input'>): void {
  format.closeInputSync();
  input.close();
}

function findPictures({ format, type }: OpenedStreams): Result<[Stream, Codec]> {
  const index = format.findBestStream(AVMEDIA_TYPE_VIDEO);
  const stream = format.streams.find((one) => one.index === index);
  if (!stream || (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0)
    return failure(`the ${type.label} has no pictures; use it as a sound, or export it again`);
  const decoder = decoderOf(stream);
  return decoder.ok ? success([stream, decoder.value]) : failure(`the ${type.label} ${decoder.problems[0]}`);
}

function toMs(time: bigint): number {
  return (Number(time) * 1000) / AV_TIME_BASE;
}

function newPacket(): Packet {
  const packet = new Packet();
  packet.alloc();
  return packet;
}
