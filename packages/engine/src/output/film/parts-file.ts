import {
  AV_LOG_FATAL,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_INT,
  AVERROR_EOF,
  AVFMT_FLAG_BITEXACT,
  AVMEDIA_TYPE_VIDEO,
} from '#node-av/constants';
import { FormatContext, InputFormat, Log, Packet, type Stream } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import { InputBytes } from '../../media/input-bytes.ts';
import { type Sound, toSamples } from '../../media/sound/sound.ts';
import type { Captions } from '../caption-text.ts';
import type { Mp4Sound } from '../formats.ts';
import { CaptionTrack } from './caption-track.ts';
import { CodedSound, type OnPacket, type SoundTrack, startEncoder } from './coded-sound.ts';
import { DiskOutput } from './disk-output.ts';
import type { PacketContent } from './fill-packet.ts';
import { SoundQueue } from './sound-samples.ts';

export interface PartsFileOptions {
  /** An open, empty file on disk. It must be closed after this object. */
  readonly descriptor: number;
  /** Of the whole film, in milliseconds. */
  readonly durationMs: number;
  /** The codec of the sound; null for a film without sound. */
  readonly audio: Mp4Sound | null;
  /** The whole sound, if it was coded before; the parts then have none. */
  readonly codedSound?: readonly PacketContent[] | undefined;
  /** Of its text track; none without one. */
  readonly captions?: Captions | undefined;
  /** Receives each packet of sound that is coded, which is valid only until it returns. */
  readonly onCoded?: OnPacket | undefined;
}

/** A part of a film. */
export interface FilmFragment {
  /** An MP4 file with pictures only, which starts with a key picture. */
  readonly file: Uint8Array;
  /** Start and end in the film, in milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  /** As long as the part; null for silence. */
  readonly sound: Sound | null;
}

/**
 * Writes the pictures of films, one after the other and without coding them again, and their sound as one stream, into
 * one MP4 file on disk. Memory does not depend on the length of the film, except for the file's tables. The movie box
 * is at the end.
 */
export class PartsFile {
  readonly #output: DiskOutput;
  readonly #format = new FormatContext();
  readonly #samples: SoundQueue | null;
  readonly #sound: SoundTrack | null;
  readonly #cues: Captions | undefined;
  #captions: CaptionTrack | undefined;
  #video: Stream | undefined;
  #audio: Stream | undefined;

  constructor({ descriptor, durationMs, audio, codedSound, captions, onCoded }: PartsFileOptions) {
    Log.setLevel(AV_LOG_FATAL);
    this.#cues = captions;
    this.#output = new DiskOutput(descriptor);
    const addAudio = (packet: Packet) => this.#addAudio(packet);
    if (audio === null || codedSound) {
      this.#samples = null;
      this.#sound = audio && codedSound ? new CodedSound(audio, codedSound, addAudio) : null;
      return;
    }
    this.#samples = new SoundQueue(toSamples(durationMs));
    this.#sound = startEncoder(audio, this.#samples, (packet) => {
      onCoded?.(packet);
      addAudio(packet);
    });
  }

  /** Adds the next part, all of the same size and rate. */
  async add({ file, startMs, endMs, sound }: FilmFragment): Promise<void> {
    const source = new FilmPackets(file);
    try {
      const target = this.#video ?? this.#start(source.video);
      const { timeBase } = source.video;
      this.#addSound(startMs, endMs, sound);
      const startTicks = BigInt(Math.round((startMs * timeBase.den) / (1000 * timeBase.num)));
      const toMs = (ticks: bigint) => (Number(ticks) * 1000 * timeBase.num) / timeBase.den;
      for (let packet = source.next(); packet; packet = source.next()) {
        packet.pts += startTicks;
        packet.dts += startTicks;
        const end = packet.pts + packet.duration;
        this.#captions?.writeUntil(toMs(packet.pts));
        packet.streamIndex = target.index;
        packet.rescaleTs(timeBase, target.timeBase);
        this.#write(packet);
        await this.#sound?.encodeUntil(Math.min(endMs, toMs(end)));
      }
    } finally {
      source.close();
    }
  }

  /** Ends the file; all parts must have been added. */
  async finish(): Promise<void> {
    await this.#sound?.finish();
    this.#captions?.finish();
    this.#check(this.#format.writeTrailerSync(), 'finish the film');
  }

  /** Frees native resources; the object cannot be used afterwards. */
  close(): void {
    this.#captions?.close();
    this.#sound?.close();
    this.#format.pb = null;
    this.#output.close();
    this.#format.freeContext();
  }

  #start(source: Stream): Stream {
    const format = this.#format;
    checkCall(format.allocOutputContext2(null, 'mp4', null), 'create an MP4 file');
    format.setFlags(AVFMT_FLAG_BITEXACT);
    format.pb = this.#output.io;
    const video = format.newStream(null);
    checkCall(source.codecpar.copy(video.codecpar), 'describe the video track');
    video.timeBase = source.timeBase;
    if (this.#sound) {
      this.#audio = format.newStream(null);
      this.#audio.timeBase = this.#sound.codec.timeBase;
      checkCall(this.#audio.codecpar.fromContext(this.#sound.codec), 'describe the audio track');
    }
    this.#captions = this.#cues && new CaptionTrack(format, 'mp4', this.#cues);
    for (const name of ['video_track_timescale', 'movie_timescale']) {
      const code = format.setOption(name, source.timeBase.den, AV_OPT_TYPE_INT, AV_OPT_SEARCH_CHILDREN);
      checkCall(code, `set ${name}`);
    }
    this.#check(format.writeHeaderSync(), 'write the MP4 header');
    this.#video = video;
    return video;
  }

  #addSound(startMs: number, endMs: number, sound: Sound | null): void {
    const samples = this.#samples;
    if (!samples) return;
    const length = toSamples(endMs) - toSamples(startMs);
    if (sound?.left.length === length) {
      samples.add(sound);
      return;
    }
    const exact = { left: new Float32Array(length), right: new Float32Array(length) };
    exact.left.set(sound?.left.subarray(0, length) ?? []);
    exact.right.set(sound?.right.subarray(0, length) ?? []);
    samples.add(exact);
  }

  #addAudio(packet: Packet): void {
    if (!this.#audio || !this.#sound) throw new Error('the film has no audio track');
    packet.streamIndex = this.#audio.index;
    packet.rescaleTs(this.#sound.codec.timeBase, this.#audio.timeBase);
    this.#write(packet);
  }

  #write(packet: Packet): void {
    this.#check(this.#format.interleavedWriteFrameSync(packet), 'write a packet');
  }

  #check(code: number, what: string): void {
    this.#output.throwIfFailed();
    checkCall(code, what);
  }
}

/** The coded pictures of an MP4 file in memory. */
class FilmPackets {
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
