import { ImageData } from '@napi-rs/canvas';
import type { PixelArea, Plane } from '@render-service/h264';
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

/** In pixels. */
export type Size = Pick<VideoFacts, 'width' | 'height'>;

/** White of a film in candela per square metre, to which HDR is tone-mapped (ITU-R BT.2408, reference white). */
const referenceWhite = 203;

/**
 * Converts decoded pictures of one clip, upright and in its size, to sRGB or to what films have. Its filters are set up anew when the pictures
 * change their format.
 */
export class PictureConverter {
  readonly #facts: VideoFacts;
  readonly #converted = new Frame();
  #chain: FilterChain | undefined;
  #pixels: ImageData | undefined;

  constructor(facts: VideoFacts) {
    this.#facts = facts;
    this.#converted.alloc();
  }

  /** Converts a picture to straight RGBA of a size, which is valid until the next one. */
  toPixels(frame: Frame, { width, height }: Size): ImageData {
    const converted = this.#run(frame, pixelSteps(frame, { ...this.#facts, width, height }));
    if (converted.width !== width || converted.height !== height)
      throw new Error('a converted picture has another size');
    if (this.#pixels?.width !== width || this.#pixels.height !== height)
      this.#pixels = new ImageData(width, height);
    const { data } = this.#pixels;
    const [rows] = converted.data ?? [];
    const [stride] = converted.linesize;
    if (rows === undefined) throw new Error('a converted picture is empty');
    const rowBytes = width * 4;
    if (stride === rowBytes) data.set(rows.subarray(0, rowBytes * height));
    else
      for (let y = 0; y < height; y++)
        data.set(rows.subarray(y * stride, y * stride + rowBytes), y * rowBytes);
    converted.unref();
    return this.#pixels;
  }

  /** Whether a picture can be taken as planes. Others are stored in a way that only pixels show right. */
  hasPlanes(frame: Frame): boolean {
    return isOfPlanes(frame) && isAsDisplayed(frame, this.#facts);
  }

  /**
   * Returns a part of a picture as planes of a size, in BT.709 with limited range and 4:2:0 as films have them, which are
   * valid until the next one. All numbers are even.
   */
  toPlanes(frame: Frame, part: PixelArea, size: Size): readonly Plane[] {
    const steps = planeSteps(frame, this.#facts, part, size);
    const isAsStored = steps.length === 0;
    const { data, linesize } = isAsStored ? frame : this.#run(frame, steps);
    if (!data) throw new Error('a converted picture is empty');
    return data.slice(0, 3).map((plane, index) => {
      const [stride, step] = [linesize[index], index === 0 ? 1 : 2];
      const start = isAsStored ? (part.y / step) * stride + part.x / step : 0;
      return { data: plane.subarray(start), stride };
    });
  }

  #run(frame: Frame, steps: readonly string[]): Frame {
    const key = [inputOf(frame), ...steps].join();
    if (this.#chain?.key !== key) {
      this.#chain?.close();
      this.#chain = new FilterChain(key, inputOf(frame), steps);
    }
    const converted = this.#converted;
    converted.unref();
    this.#chain.run(frame, converted);
    return converted;
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

/** Filters with their options, such as `scale=width:height`, that lead to RGBA. */
function pixelSteps(frame: Frame, facts: VideoFacts): string[] {
  const isHdr = frame.colorTrc === AVCOL_TRC_SMPTE2084 || frame.colorTrc === AVCOL_TRC_ARIB_STD_B67;
  const isWide = isHdr || frame.colorPrimaries === AVCOL_PRI_BT2020;
  return [
    ...progressive(frame),
    ...(isWide ? narrowed(frame, isHdr) : []),
    ...turns(facts),
    scaled(frame, facts, isWide),
    'format=pix_fmts=rgba',
  ];
}

/** The name of a format whose chroma samples are those of films, with any depth. */
const planesOfFilms = /^(?:yuvj?420p(?:10|12)?(?:le)?|nv12|p010le)$/;

/** Whether only the range, the depth or the order of samples can differ from those of films. */
function isOfPlanes(frame: Frame): boolean {
  return (
    planesOfFilms.test(formatOf(frame)) &&
    matrixOf(frame) === 'bt709' &&
    frame.colorPrimaries !== AVCOL_PRI_BT2020 &&
    frame.colorTrc !== AVCOL_TRC_SMPTE2084 &&
    frame.colorTrc !== AVCOL_TRC_ARIB_STD_B67
  );
}

/** The filters that lead to the planes of films; none if a picture has them already. */
function planeSteps(frame: Frame, facts: VideoFacts, part: PixelArea, size: Size): string[] {
  const steps = [...progressive(frame), ...turns(facts)];
  const isAsLarge = part.width === size.width && part.height === size.height;
  if (steps.length === 0 && isAsLarge && !isFullRange(frame) && formatOf(frame) === 'yuv420p') return [];
  const { x, y, width, height } = part;
  const colors = 'in_color_matrix=bt709:out_color_matrix=bt709:out_range=limited';
  return [
    ...steps,
    `crop=w=${width}:h=${height}:x=${x}:y=${y}`,
    `${sized(part, size)}:in_range=${rangeOf(frame)}:${colors}`,
    'format=pix_fmts=yuv420p',
  ];
}

/** Whether pictures have square pixels. */
function isAsDisplayed(frame: Frame, facts: VideoFacts): boolean {
  const { width, height } = storedUpright(frame, facts);
  return width === facts.width && height === facts.height;
}

/** The size of a stored picture after it is turned upright. */
function storedUpright({ width, height }: Frame, { quarters }: VideoFacts): Size {
  return quarters % 2 === 1 ? { width: height, height: width } : { width, height };
}

function progressive({ flags }: Frame): string[] {
  return (flags & AV_FRAME_FLAG_INTERLACED) !== 0 ? ['estdif=mode=frame:deint=all'] : [];
}

function formatOf({ format }: Frame): string {
  return avGetPixFmtName(format as AVPixelFormat) ?? '';
}

function isOfRgb(frame: Frame): boolean {
  const isNamed = /^(?:rgb|bgr|gbr|argb|abgr|pal8|0rgb|0bgr|mono)/.test(formatOf(frame));
  return isNamed || frame.colorSpace === AVCOL_SPC_RGB;
}

function matrixOf(frame: Frame): string {
  return matrices.get(frame.colorSpace) ?? (frame.height < leastLinesOfBt709 ? 'bt601' : 'bt709');
}

/** Whether samples use all values from 0, as those of JPEG do; formats named yuvj always do. */
function isFullRange(frame: Frame): boolean {
  return frame.colorRange === AVCOL_RANGE_JPEG || /^yuvj/.test(formatOf(frame));
}

function rangeOf(frame: Frame): string {
  return isFullRange(frame) ? 'full' : 'limited';
}

/** Brings the colours of BT.2020, and what is brighter than white, into those of BT.709. */
function narrowed(frame: Frame, isHdr: boolean): string[] {
  const transfer = !isHdr ? 'bt709' : frame.colorTrc === AVCOL_TRC_SMPTE2084 ? 'smpte2084' : 'arib-std-b67';
  const source = `matrixin=2020_ncl:primariesin=2020:transferin=${transfer}:rangein=${rangeOf(frame)}`;
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

function scaled(frame: Frame, facts: VideoFacts, isWide: boolean): string {
  const size = sized(storedUpright(frame, facts), facts);
  if (!isWide && isOfRgb(frame)) return size;
  const [matrix, range] = isWide ? ['bt709', 'full'] : [matrixOf(frame), rangeOf(frame)];
  return `${size}:in_color_matrix=${matrix}:in_range=${range}:out_range=full`;
}

function sized(from: Size, { width, height }: Size): string {
  const isAsStored = width === from.width && height === from.height;
  const isHalved = width * 2 <= from.width + 1 && height * 2 <= from.height + 1;
  // Converters without scaling are several times as fast, and the mean of areas is fast and sharp for halves.
  const flags = isAsStored ? 'bilinear' : isHalved ? 'area' : 'bicubic+accurate_rnd+full_chroma_int';
  return `scale=w=${width}:h=${height}:flags=${flags}`;
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
