import type { Buffer } from 'node:buffer';
import {
  AV_CODEC_ID_HEVC,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_INT,
  AVFMT_FLAG_BITEXACT,
} from '#node-av/constants';
import { type CodecContext, FormatContext, Packet, Rational, type Stream } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import type { Captions } from '../caption-text.ts';
import { CaptionTrack } from './caption-track.ts';
import { fillPacket } from './fill-packet.ts';
import { moveMovieBoxToFront } from './movie-box.ts';
import { MuxerOutput } from './muxer-output.ts';

interface Track {
  readonly stream: Stream;
  /** Time base of its packets. */
  readonly timeBase: Rational;
}

/** Content of the video track. */
export interface VideoDescription {
  /** An open encoder with the same settings as the encoders of the pictures; not used later. */
  readonly codec: CodecContext;
  /** All parameter sets that pictures refer to, as a byte stream. */
  readonly parameterSets: Buffer;
  readonly ticksPerSecond: number;
}

/** A picture of the video track. */
export interface VideoSample {
  /** A byte stream (ITU-T H.264, annex B). */
  readonly data: Buffer;
  /** Start and duration, in ticks. */
  readonly ticks: number;
  readonly duration: number;
  /** Whether it can be decoded without earlier pictures. */
  readonly isKey: boolean;
}

/** An MP4 file in memory, written by FFmpeg's muxer, packet by packet. */
export class Mp4File {
  readonly #output = MuxerOutput.open();
  readonly #format = new FormatContext();
  readonly #video: Track;
  readonly #audio: Track | undefined;
  readonly #captions: CaptionTrack | undefined;
  readonly #ticksPerSecond: number;
  readonly #packet = new Packet();

  /**
   * Starts a file with one video track, and an audio track if an open audio encoder is given. The video's ticks become
   * the file's. With captions it has a text track. An edit list hides the samples that the audio encoder adds before the sound's start, at times below 0.
   */
  constructor(video: VideoDescription, audio?: CodecContext, captions?: Captions) {
    checkCall(this.#format.allocOutputContext2(null, 'mp4', null), 'create an MP4 file');
    // No dates and versions in the file, so the same film gives the same bytes.
    this.#format.setFlags(AVFMT_FLAG_BITEXACT);
    this.#format.pb = this.#output.io;
    const timescale = video.ticksPerSecond;
    this.#video = this.#addTrack(video.codec, new Rational(1, timescale), 'video');
    this.#video.stream.codecpar.extradata = video.parameterSets;
    // Apple's players show no other kind of HEVC.
    if (video.codec.codecId === AV_CODEC_ID_HEVC) this.#video.stream.codecpar.codecTag = 'hvc1';
    this.#audio = audio && this.#addTrack(audio, audio.timeBase, 'audio');
    this.#captions = captions && new CaptionTrack(this.#format, 'mp4', captions);
    this.#ticksPerSecond = timescale;
    this.#packet.alloc();
    // Not set with a dictionary, which would be freed twice: by writing the header and by its own finalizer.
    for (const name of ['video_track_timescale', 'movie_timescale']) {
      checkCall(
        this.#format.setOption(name, timescale, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN),
        `set ${name}`,
      );
    }
    checkCall(this.#format.writeHeaderSync(), 'write the MP4 header');
  }

  /** Number of bytes so far. */
  get length(): number {
    return this.#output.file.length;
  }

  /** Adds the next picture. */
  addVideo({ data, ticks, duration, isKey }: VideoSample): void {
    this.#captions?.writeUntil((ticks / this.#ticksPerSecond) * 1000);
    const packet = this.#packet;
    fillPacket(packet, { data, time: ticks, duration }, isKey);
    this.#add(packet, this.#video, 'video');
    packet.unref();
  }

  /**
   * Adds the audio encoder's next packet, with times in the encoder's time base. Pictures and sound must be added in
   * step, because the file waits for the slower one.
   */
  addAudio(packet: Packet): void {
    if (!this.#audio) throw new Error('the MP4 file has no audio track');
    this.#add(packet, this.#audio, 'audio');
  }

  /** Ends the file and returns its bytes, with the movie box in front. */
  finish(): Uint8Array {
    this.#captions?.finish();
    checkCall(this.#format.writeTrailerSync(), 'finish the MP4 file');
    const bytes = this.#output.file.bytes();
    moveMovieBoxToFront(bytes);
    return bytes;
  }

  /** Frees the muxer; the file cannot be used afterwards. */
  close(): void {
    this.#packet.free();
    this.#captions?.close();
    this.#format.pb = null;
    this.#output.close();
    this.#format.freeContext();
  }

  #addTrack(codec: CodecContext, timeBase: Rational, kind: string): Track {
    const stream = this.#format.newStream(null);
    stream.timeBase = timeBase;
    checkCall(stream.codecpar.fromContext(codec), `describe the ${kind} track`);
    return { stream, timeBase };
  }

  #add(packet: Packet, { stream, timeBase }: Track, kind: string): void {
    packet.streamIndex = stream.index;
    packet.rescaleTs(timeBase, stream.timeBase);
    checkCall(this.#format.interleavedWriteFrameSync(packet), `write a packet of ${kind}`);
  }
}
