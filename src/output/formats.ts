import { joinWords } from '../project/problem-text.ts';

/** What is true of every file format. */
interface FormatRow {
  /** Its name in texts for people. */
  readonly label: string;
  /** In lower case, without a dot. New files get the first one; the others fit if the format is asked for by name. */
  readonly extensions: readonly [string, ...string[]];
  readonly mediaType: string;
  readonly hasTransparency: boolean;
  /** Width and height in pixels are multiples of it. */
  readonly sideStep: 1 | 2;
}

interface StillRow extends FormatRow {
  readonly kind: 'still';
}

interface FilmRow extends FormatRow {
  readonly kind: 'film';
  /** Null for a format without sound. */
  readonly audioCodec: 'mp3' | null;
}

/**
 * Every file format. A new one is a row here and a writer: `stillWriters` has those of stills, `filmWriters` those of films.
 * Only `capabilities` names the formats of the contract by itself. Nothing here loads Skia or FFmpeg.
 */
export const formats = {
  svg: {
    kind: 'still',
    label: 'SVG',
    extensions: ['svg'],
    mediaType: 'image/svg+xml',
    hasTransparency: true,
    sideStep: 1,
  },
  png: {
    kind: 'still',
    label: 'PNG',
    extensions: ['png'],
    mediaType: 'image/png',
    hasTransparency: true,
    sideStep: 1,
  },
  mp4: {
    kind: 'film',
    label: 'MP4',
    extensions: ['mp4'],
    mediaType: 'video/mp4',
    hasTransparency: false,
    sideStep: 2,
    audioCodec: 'mp3',
  },
} as const satisfies Readonly<Record<string, StillRow | FilmRow>>;

type Formats = typeof formats;
export type OutputFormat = keyof Formats;
export type FilmFormat = {
  [Name in OutputFormat]: Formats[Name] extends FilmRow ? Name : never;
}[OutputFormat];
export type StillFormat = Exclude<OutputFormat, FilmFormat>;
export type AudioCodec = Formats[FilmFormat]['audioCodec'];

/** The rows with the types of their columns, for formats that are known only when the program runs. */
const rows: Readonly<Record<OutputFormat, StillRow | FilmRow>> = formats;

export const outputFormats = Object.keys(formats) as readonly OutputFormat[];
export const filmFormats: readonly FilmFormat[] = outputFormats.filter(isFilmFormat);
export const stillFormats: readonly StillFormat[] = outputFormats.filter(isStillFormat);
/** The formats that hold sound. */
export const soundFormats: readonly FilmFormat[] = filmFormats.filter(
  (format) => formats[format].audioCodec !== null,
);
/** The formats whose sides are even. */
export const evenFormats: readonly OutputFormat[] = outputFormats.filter(
  (format) => rows[format].sideStep === 2,
);

export function isFilmFormat(format: OutputFormat): format is FilmFormat {
  return rows[format].kind === 'film';
}

export function isStillFormat(format: OutputFormat): format is StillFormat {
  return !isFilmFormat(format);
}

/** The extension of new files, without a dot. */
export function extensionOf(format: OutputFormat): string {
  return rows[format].extensions[0];
}

/** Whether files of the format may have this extension, in lower case and without its dot. */
export function hasExtension(format: OutputFormat, extension: string): boolean {
  return rows[format].extensions.includes(extension);
}

/** The format whose new files get this extension, in lower case and without its dot. */
export function formatOfExtension(extension: string): OutputFormat | undefined {
  return outputFormats.find((format) => extensionOf(format) === extension);
}

/** The labels of formats as sentences list them: `SVG or PNG`. */
export function labelsOf(names: readonly OutputFormat[]): string {
  return joinWords(
    names.map((name) => rows[name].label),
    'or',
  );
}

/** The extensions of new files as sentences list them: `.svg, .png or .mp4`. */
export const extensionList: string = joinWords(
  outputFormats.map((format) => `.${extensionOf(format)}`),
  'or',
);
