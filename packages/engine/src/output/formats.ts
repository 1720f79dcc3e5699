import { joinWords } from '../project/problem-text.ts';

// See docs/decisions.md, "One table of variables, kinds, fields and formats each".

/** Frames per second of a film. Each format allows some of them. */
export type FrameRate = 10 | 12 | 15 | 20 | 24 | 25 | 30 | 50 | 60;

interface FormatRow {
  readonly kind: 'still' | 'film';
  /** Name in texts for people. */
  readonly label: string;
  /**
   * In lower case, without a dot. New files get the first extension; the others are allowed if the format is requested
   * by name.
   */
  readonly extensions: readonly [string, ...string[]];
  readonly mediaType: string;
  /** Null for a format without sound. */
  readonly audioCodec: 'mp3' | 'opus' | 'pcm' | null;
  readonly hasTransparency: boolean;
  /** Width and height in pixels must be multiples of this. */
  readonly sideStep: 1 | 2;
  /** Frames per second that a film can have, and those that it has by default; none for a still. */
  readonly frameRates: readonly FrameRate[];
  readonly usualFrameRate: FrameRate;
  /** Whether the contract includes it. HTTP and the tools offer others only if their operator enables them. */
  readonly isInContract: boolean;
}

const filmRates = { frameRates: [24, 30, 60], usualFrameRate: 30 } as const;
const animationRates = { frameRates: [10, 12, 15, 20, 24, 25, 30, 50, 60], usualFrameRate: 15 } as const;
/** A still has the default, which it ignores. */
const noRates = filmRates;

/**
 * Every file format. A new format needs a row here and a writer, in `stillWriters` or `filmWriters`. Nothing here loads
 * Skia or FFmpeg.
 */
export const formats = {
  svg: {
    kind: 'still',
    label: 'SVG',
    extensions: ['svg'],
    mediaType: 'image/svg+xml',
    audioCodec: null,
    hasTransparency: true,
    sideStep: 1,
    ...noRates,
    isInContract: true,
  },
  png: {
    kind: 'still',
    label: 'PNG',
    extensions: ['png'],
    mediaType: 'image/png',
    audioCodec: null,
    hasTransparency: true,
    sideStep: 1,
    ...noRates,
    isInContract: true,
  },
  mp4: {
    kind: 'film',
    label: 'MP4',
    extensions: ['mp4'],
    mediaType: 'video/mp4',
    audioCodec: 'mp3',
    hasTransparency: false,
    sideStep: 2,
    ...filmRates,
    isInContract: true,
  },
  webm: {
    kind: 'film',
    label: 'WebM',
    extensions: ['webm'],
    mediaType: 'video/webm',
    audioCodec: 'opus',
    hasTransparency: true,
    sideStep: 2,
    ...filmRates,
    isInContract: false,
  },
  mov: {
    kind: 'film',
    label: 'MOV',
    extensions: ['mov'],
    mediaType: 'video/quicktime',
    audioCodec: 'pcm',
    hasTransparency: true,
    sideStep: 2,
    ...filmRates,
    isInContract: false,
  },
  gif: {
    kind: 'film',
    label: 'GIF',
    extensions: ['gif'],
    mediaType: 'image/gif',
    audioCodec: null,
    hasTransparency: true,
    sideStep: 1,
    ...animationRates,
    isInContract: false,
  },
  webp: {
    kind: 'film',
    label: 'WebP',
    extensions: ['webp'],
    mediaType: 'image/webp',
    audioCodec: null,
    hasTransparency: true,
    sideStep: 1,
    ...animationRates,
    isInContract: false,
  },
  apng: {
    kind: 'film',
    label: 'APNG',
    extensions: ['apng', 'png'],
    mediaType: 'image/apng',
    audioCodec: null,
    hasTransparency: true,
    sideStep: 1,
    ...animationRates,
    isInContract: false,
  },
} as const satisfies Readonly<Record<string, FormatRow>>;

type Formats = typeof formats;
export type OutputFormat = keyof Formats;
export type FilmFormat = {
  [Name in OutputFormat]: Formats[Name]['kind'] extends 'film' ? Name : never;
}[OutputFormat];
export type StillFormat = Exclude<OutputFormat, FilmFormat>;
/** The codecs that the sound of an MP4 can have. */
export const mp4Sounds = ['mp3', 'aac'] as const;
export type Mp4Sound = (typeof mp4Sounds)[number];
/** The codecs that the pictures of an MP4 can have. */
export const mp4Videos = ['h264', 'hevc', 'av1'] as const;
export type Mp4Video = (typeof mp4Videos)[number];
/**
 * The smallest side of each, in pixels. x265 refuses less than a block, and SVT-AV1 never ends with less than half of
 * one.
 */
export const smallestSides: Readonly<Record<Mp4Video, number>> = { h264: 2, hevc: 16, av1: 64 };
export type AudioCodec = NonNullable<Formats[FilmFormat]['audioCodec']> | Mp4Sound;

/** The rows with the types of their columns, for formats that are known only at run time. */
const rows: Readonly<Record<OutputFormat, FormatRow>> = formats;

export const outputFormats = Object.keys(formats) as readonly OutputFormat[];
export const filmFormats: readonly FilmFormat[] = outputFormats.filter(isFilmFormat);
export const stillFormats: readonly OutputFormat[] = outputFormats.filter((one) => !isFilmFormat(one));
/** The formats of the contract, which HTTP and the tools always offer. */
export const contractFormats: readonly OutputFormat[] = outputFormats.filter((one) => rows[one].isInContract);
/** The formats with sound. */
export const soundFormats: readonly OutputFormat[] = outputFormats.filter((one) => rows[one].audioCodec);

/** Those of the offered formats that require even sides. */
export function evenFormats(offered: readonly OutputFormat[]): readonly OutputFormat[] {
  return offered.filter((one) => rows[one].sideStep === 2);
}

/** The frame rates that some film of the formats can have, in ascending order. */
export function frameRatesOfAny(offered: readonly OutputFormat[]): readonly FrameRate[] {
  const rates = offered
    .filter(isFilmFormat)
    .flatMap((format): readonly FrameRate[] => formats[format].frameRates);
  return [...new Set(rates)].sort((one, other) => one - other);
}

export function isFilmFormat(format: OutputFormat): format is FilmFormat {
  return rows[format].kind === 'film';
}

/** Returns the extension of new files, without a dot. */
export function extensionOf(format: OutputFormat): string {
  return rows[format].extensions[0];
}

/** Whether files of the format may have this extension, in lower case and without its dot. */
export function hasExtension(format: OutputFormat, extension: string): boolean {
  return rows[format].extensions.includes(extension);
}

/** Returns the offered format whose new files get this extension, in lower case and without its dot. */
export function formatOfExtension(
  extension: string,
  offered: readonly OutputFormat[] = outputFormats,
): OutputFormat | undefined {
  return offered.find((format) => extensionOf(format) === extension);
}

/** Returns the frame rates that a film can have, and the one that it has by default. */
export function frameRatesOf(format: OutputFormat): Pick<FormatRow, 'frameRates' | 'usualFrameRate'> {
  return rows[format];
}

/** Joins the labels of formats as in a sentence: `SVG or PNG`. */
export function labelsOf(names: readonly OutputFormat[]): string {
  return joinWords(
    names.map((name) => rows[name].label),
    'or',
  );
}

/** Joins the extensions of new files as in a sentence: `.svg, .png or .mp4`. */
export function extensionsOf(offered: readonly OutputFormat[]): string {
  return joinWords(
    offered.map((format) => `.${extensionOf(format)}`),
    'or',
  );
}

/** Thrown as soon as an output exceeds the maximum size while it is created. */
export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError';
}
