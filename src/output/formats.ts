import { joinWords } from '../project/problem-text.ts';

// See docs/decisions.md, "One table of variables, kinds and formats each".

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
  readonly audioCodec: 'mp3' | null;
  readonly hasTransparency: boolean;
  /** Width and height in pixels must be multiples of this. */
  readonly sideStep: 1 | 2;
}

/**
 * Every file format. A new format needs a row here and a writer, in `stillWriters` or `filmWriters`. Only
 * `capabilities` lists the formats of the contract separately. Nothing here loads Skia or FFmpeg.
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
  },
  png: {
    kind: 'still',
    label: 'PNG',
    extensions: ['png'],
    mediaType: 'image/png',
    audioCodec: null,
    hasTransparency: true,
    sideStep: 1,
  },
  mp4: {
    kind: 'film',
    label: 'MP4',
    extensions: ['mp4'],
    mediaType: 'video/mp4',
    audioCodec: 'mp3',
    hasTransparency: false,
    sideStep: 2,
  },
} as const satisfies Readonly<Record<string, FormatRow>>;

type Formats = typeof formats;
export type OutputFormat = keyof Formats;
export type FilmFormat = {
  [Name in OutputFormat]: Formats[Name]['kind'] extends 'film' ? Name : never;
}[OutputFormat];
export type StillFormat = Exclude<OutputFormat, FilmFormat>;
export type AudioCodec = Formats[FilmFormat]['audioCodec'];

/** The rows with the types of their columns, for formats that are known only at run time. */
const rows: Readonly<Record<OutputFormat, FormatRow>> = formats;

export const outputFormats = Object.keys(formats) as readonly OutputFormat[];
export const filmFormats: readonly FilmFormat[] = outputFormats.filter(isFilmFormat);
export const stillFormats: readonly OutputFormat[] = outputFormats.filter((one) => !isFilmFormat(one));
/** The formats with sound. */
export const soundFormats: readonly OutputFormat[] = outputFormats.filter((one) => rows[one].audioCodec);
/** The formats whose sides are even. */
export const evenFormats: readonly OutputFormat[] = outputFormats.filter((one) => rows[one].sideStep === 2);

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

/** Returns the format whose new files get this extension, in lower case and without its dot. */
export function formatOfExtension(extension: string): OutputFormat | undefined {
  return outputFormats.find((format) => extensionOf(format) === extension);
}

/** Joins the labels of formats as in a sentence: `SVG or PNG`. */
export function labelsOf(names: readonly OutputFormat[]): string {
  return joinWords(
    names.map((name) => rows[name].label),
    'or',
  );
}

/** Joins the extensions of new files as in a sentence: `.svg, .png or .mp4`. */
export const extensionList: string = joinWords(
  outputFormats.map((format) => `.${extensionOf(format)}`),
  'or',
);

/** Thrown as soon as an output exceeds the maximum size while it is created. */
export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError';
}
