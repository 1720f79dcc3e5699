import { ImageData } from '@napi-rs/canvas';
import {
  AV_FRAME_FLAG_INTERLACED,
  AVCOL_PRI_BT2020,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_CL,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_FCC,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  type AVPixelFormat,
} from '#node-av/constants';
import { avGetPixFmtName, Filter, type FilterContext, FilterGraph, Frame } from '#node-av/lib';
import { checkCall } from '../ffmpeg-call.ts';
import type { VideoFacts } from './video-facts.ts';

/** Names of the filter `scale` for the matrices of BT.601, BT.709 and BT.2020, and their relatives. */
const matrices = new Map<number, string>([
  [AVCOL_SPC_BT709, 'bt709'],
  [AVCOL_SPC_BT470BG, 'bt601'],
  [AVCOL_SPC_SMPTE170M, 'bt601'],
  [AVCOL_SPC_FCC, 'fcc'],
  [AVCOL_SPC_SMPTE240M, 'smpte240m'],
  [AVCOL_SPC_BT2020_NCL, 'bt2020'],
  [AVCOL_SPC_BT2020_CL, 'bt2020'],
]);

/** Pictures with fewer lines have the matrix of BT.601 if none is named, others that of BT.709, as in players. */
const leastLinesOfBt709 = 720;

/** White of a film in candela per square metre, to which HDR is tone-mapped (ITU-R BT.2408, reference white). */
const referenceWhite = 203;

/**
 * Converts decoded pictures of one clip into sRGB, upright and in its size. Its filters are set up anew when the pictures
 * change their format.
 */
export class PictureConverter {
  /** Straight RGBA of the last picture. */
  readonly pixels: ImageData;
  readonly #facts: VideoFacts;
  readonly #converted = new Frame();
  #chain: FilterChain | undefined;

  constructor(facts: VideoFacts) {
    this.#facts = facts;
    this.pixels = new ImageData(facts.width, facts.height);
    this.#converted.alloc();
  }

  /** Converts a picture into `pixels`. */
  convert(frame: Frame): void {
    const steps = stepsFor(frame, this.#facts);
    const key = [inputOf(frame), ...steps].join();
    if (this.#chain?.key !== key) {
      this.#chain?.close();
      this.#chain = new FilterChain(key, inputOf(frame), steps);
    }
    const converted = this.#converted;
    this.#chain.run(frame, converted);
    const { width, height } = this.pixels;
    const { data } = this.pixels;
    const [rows] = converted.data ?? [];
    const [stride] = converted.linesize;
    if (rows === undefined || converted.width !== width || converted.height !== height)
      throw new Error('a converted picture has another size');
    const rowBytes = width * 4;
    if (stride === rowBytes) data.set(rows.subarray(0, rowBytes * height));
    else
      for (let y = 0; y < height; y++)
        data.set(rows.subarray(y * stride, y * stride + rowBytes), y * rowBytes);
    converted.unref();
  }

  close(): void {
    this.#chain?.close();
    this.#converted.free();
  }
}

/** The parameters of a buffer of FFmpeg's filters for a frame. Times do not matter. */
function inputOf({ width, height, format }: Frame): string {
  return `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/1000:pixel_aspect=1/1`;
}

/** Filters with their options, such as `scale=width:height`. */
function stepsFor(frame: Frame, facts: VideoFacts): string[] {
  const isInterlaced = (frame.flags & AV_FRAME_FLAG_INTERLACED) !== 0;
  const isHdr = frame.colorTrc === AVCOL_TRC_SMPTE2084 || frame.colorTrc === AVCOL_TRC_ARIB_STD_B67;
  const isWide = isHdr || frame.colorPrimaries === AVCOL_PRI_BT2020;
  return [
    ...(isInterlaced ? ['estdif=mode=frame:deint=all'] : []),
    ...(isWide ? narrowed(frame, isHdr) : []),
    ...turns(facts),
    scaled(frame, facts, isWide),
    'format=pix_fmts=rgba',
  ];
}

function isOfRgb({ format, colorSpace }: Frame): boolean {
  const name = avGetPixFmtName(format as AVPixelFormat) ?? '';
  return colorSpace === AVCOL_SPC_RGB || /^(?:rgb|bgr|gbr|argb|abgr|pal8|0rgb|0bgr|mono)/.test(name);
}

function matrixOf(frame: Frame): string {
  return matrices.get(frame.colorSpace) ?? (frame.height < leastLinesOfBt709 ? 'bt601' : 'bt709');
}

/** Whether samples use all values from 0, as those of JPEG do; formats named yuvj always do. */
function isFullRange({ format, colorRange }: Frame): boolean {
  return colorRange === AVCOL_RANGE_JPEG || /^yuvj/.test(avGetPixFmtName(format as AVPixelFormat) ?? '');
}

/** Brings the colours of BT.2020, and what is brighter than white, into those of BT.709. */
function narrowed(frame: Frame, isHdr: boolean): string[] {
  const range = isFullRange(frame) ? 'full' : 'limited';
  const transfer = !isHdr ? 'bt709' : frame.colorTrc === AVCOL_TRC_SMPTE2084 ? 'smpte2084' : 'arib-std-b67';
  const source = `matrixin=2020_ncl:primariesin=2020:transferin=${transfer}:rangein=${range}`;
  return [
    `zscale=${source}:transfer=linear:npl=${isHdr ? referenceWhite : 100}`,
    'format=pix_fmts=gbrpf32le',
    'zscale=primaries=709',
    ...(isHdr ? ['tonemap=tonemap=mobius:desat=0'] : []),
    'zscale=transfer=709:matrix=709:range=full',
    'format=pix_fmts=yuv444p',
  ];
}

/** Turns stored pictures upright. */
function turns({ quarters, isMirrored }: VideoFacts): string[] {
  return [
    ...(isMirrored ? ['hflip'] : []),
    ...(quarters === 1 ? ['transpose=dir=clock'] : []),
    ...(quarters === 2 ? ['hflip', 'vflip'] : []),
    ...(quarters === 3 ? ['transpose=dir=cclock'] : []),
  ];
}

function scaled(frame: Frame, { width, height, quarters }: VideoFacts, isWide: boolean): string {
  const [storedWidth, storedHeight] =
    quarters % 2 === 1 ? [frame.height, frame.width] : [frame.width, frame.height];
  const isAsStored = storedWidth === width && storedHeight === height;
  // Converters without scaling are several times as fast.
  const flags = isAsStored ? 'bilinear' : 'bicubic+accurate_rnd+full_chroma_int';
  const size = `scale=w=${width}:h=${height}:flags=${flags}`;
  if (!isWide && isOfRgb(frame)) return size;
  const [matrix, range] = isWide
    ? ['bt709', 'full']
    : [matrixOf(frame), isFullRange(frame) ? 'full' : 'limited'];
  return `${size}:in_color_matrix=${matrix}:in_range=${range}:out_range=full`;
}

/** A chain of FFmpeg's filters for pictures of one format. */
class FilterChain {
  readonly key: string;
  readonly #graph = new FilterGraph();
  readonly #source: FilterContext;
  readonly #sink: FilterContext;
  /** Whether a filter waits for the picture after the one that it converts. */
  readonly #waits: boolean;
  #time = 0n;

  constructor(key: string, input: string, steps: readonly string[]) {
    this.key = key;
    this.#waits = steps.some((step) => step.startsWith('estdif'));
    this.#graph.alloc();
    // More threads gain little, and the bytes must not depend on the machine.
    this.#graph.nbThreads = 1;
    this.#source = this.#create('buffer', 'in', input);
    const filters = steps.map((step, index) => {
      const [name, ...options] = step.split('=');
      return this.#create(name, `step${index}`, options.join('='));
    });
    this.#sink = this.#create('buffersink', 'out', null);
    const chain = [this.#source, ...filters, this.#sink];
    for (const [index, filter] of chain.slice(1).entries())
      checkCall(chain[index].link(0, filter, 0), 'join filters');
    checkCall(this.#graph.configSync(), 'set up filters');
  }

  run(frame: Frame, result: Frame): void {
    // A filter that waits gets the picture twice, and what it had before comes first.
    for (let times = this.#waits ? 2 : 1; times > 0; times--) this.#put(frame);
    // Only the last picture is that of the frame. Taking a picture replaces the one before.
    checkCall(this.#sink.buffersinkGetFrameSync(result), 'take a picture from a filter');
    while (this.#waits && this.#hasMore(result));
  }

  close(): void {
    this.#graph.free();
  }

  #put(frame: Frame): void {
    const copy = frame.clone();
    if (!copy) throw new Error('out of memory');
    copy.pts = this.#time++;
    const code = this.#source.buffersrcAddFrameSync(copy);
    copy.free();
    checkCall(code, 'filter a picture');
  }

  #hasMore(result: Frame): boolean {
    const next = new Frame();
    next.alloc();
    const code = this.#sink.buffersinkGetFrameSync(next);
    if (code >= 0) {
      result.unref();
      checkCall(result.ref(next), 'take a picture from a filter');
    }
    next.free();
    return code >= 0;
  }

  #create(name: string, label: string, options: string | null): FilterContext {
    const filter = Filter.getByName(name);
    const created = filter && this.#graph.createFilter(filter, label, options || null);
    if (!created) throw new Error(`the filter ${name} is missing from this installation`);
    return created;
  }
}
