import { AV_PIX_FMT_RGBA, AVERROR_EAGAIN, AVERROR_EOF } from '#node-av/constants';
import { Filter, type FilterContext, FilterGraph, Frame, Rational } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import type { Size } from '../fit-scene.ts';

/** A filter of FFmpeg with its options. */
export interface FilterStep {
  readonly name: string;
  readonly options: string;
}

/** The pictures of an input of a graph. */
export interface FilterInput extends Size {
  /** Ticks of their times in a second. */
  readonly ticksPerSecond: number;
}

/** A chain of FFmpeg's filters for pictures in straight RGBA. The first filter may have several inputs. */
export class PictureFilters {
  readonly #graph = new FilterGraph();
  readonly #sources: readonly FilterContext[];
  readonly #sink: FilterContext;
  readonly #source = new Frame();
  /** The last picture that left the chain. */
  readonly picture = new Frame();

  constructor(inputs: readonly FilterInput[], steps: readonly FilterStep[]) {
    const graph = this.#graph;
    graph.alloc();
    // More threads gain little, and the bytes must not depend on the machine.
    graph.nbThreads = 1;
    this.#sources = inputs.map(({ width, height, ticksPerSecond }, index) =>
      this.#create(
        'buffer',
        `in${index}`,
        `video_size=${width}x${height}:pix_fmt=${AV_PIX_FMT_RGBA}:time_base=1/${ticksPerSecond}:pixel_aspect=1/1`,
      ),
    );
    const filters = steps.map(({ name, options }, index) => this.#create(name, `step${index}`, options));
    this.#sink = this.#create('buffersink', 'out', null);
    const [first = this.#sink] = filters;
    for (const [pad, source] of this.#sources.entries())
      checkCall(source.link(0, first, pad), 'join filters');
    for (const [index, filter] of filters.entries())
      checkCall(filter.link(0, filters[index + 1] ?? this.#sink, 0), 'join filters');
    checkCall(graph.configSync(), 'set up filters');
    this.#source.alloc();
    this.picture.alloc();
  }

  /** Adds a picture with its time in ticks. */
  put(pixels: Uint32Array, { width, height, ticksPerSecond }: FilterInput, ticks: number, input = 0): void {
    const source = this.#source;
    source.width = width;
    source.height = height;
    source.format = AV_PIX_FMT_RGBA;
    source.timeBase = new Rational(1, ticksPerSecond);
    const { buffer, byteOffset, byteLength } = pixels;
    checkCall(source.fromBuffer(Buffer.from(buffer, byteOffset, byteLength)), 'read a picture');
    source.pts = BigInt(ticks);
    checkCall(this.#sources[input].buffersrcAddFrameSync(source), 'filter a picture');
    source.unref();
  }

  /** Ends an input. */
  end(input = 0): void {
    checkCall(this.#sources[input].buffersrcAddFrameSync(null), 'end the pictures of a filter');
  }

  /** Takes the next picture into `picture`. Returns false if there is none yet. */
  take(): boolean {
    this.picture.unref();
    const code = this.#sink.buffersinkGetFrameSync(this.picture);
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return false;
    checkCall(code, 'take a picture from a filter');
    return true;
  }

  /** Frees native resources; the chain cannot be used afterwards. */
  close(): void {
    this.picture.free();
    this.#source.free();
    this.#graph.free();
  }

  #create(name: string, label: string, options: string | null): FilterContext {
    const filter = Filter.getByName(name);
    const created = filter && this.#graph.createFilter(filter, label, options);
    if (!created) throw new Error(`the filter ${name} is missing from this installation`);
    return created;
  }
}
