import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { MemorySource } from '../../media/byte-source.ts';
import { fontTypeOf, isPackedFont } from '../../media/fonts/font-type.ts';
import { readImageHeader } from '../../media/images/image-header.ts';
import { isWave } from '../../media/sound/wav-chunks.ts';
import { readWavFile } from '../../media/sound/wav-file.ts';
import { parseDataUrl } from '../../project/data-url.ts';
import { decodeUtf8 } from '../../project/json-text.ts';
import { maxFontBytes, maxInputBytes } from '../../project/limits.ts';
import { imageAssetSchema, mediaAssetSchema } from '../../project/object-schemas.ts';
import { type Path, showSource, showValue } from '../../project/problem-text.ts';
import { Problems } from '../../project/problems.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { maxCueFileBytes } from '../../shorthand/kinds/captions/cue.ts';
import { svgMime, urlOfOutlines } from '../../shorthand/kinds/icon/vector-svg.ts';
import { isFilePath, isSvgUrl, type Source } from '../../shorthand/sources.ts';
import type { Conversion, Converted, Converter } from '../convert/conversion.ts';
import { convertFile } from '../convert/convert-file.ts';
import { type ClipFacts, ClipFiles, readClipFacts } from './clip-files.ts';
import { describeSystemError } from './system-error.ts';

/** Length of the longest prefix of a data URL, `data:image/jpeg;base64,`. */
const maxHeaderLength = 23;

/** With O_NONBLOCK, opening a pipe does not wait for its writer, and the pipe is rejected. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Maximum bytes of a file: for pictures and sounds, the content that fits into the data URL of their `src`. */
const maxBytes: Readonly<Record<Source['type'], number>> = {
  image: bytesWithin(imageAssetSchema.shape.src.maxLength ?? 0),
  media: bytesWithin(mediaAssetSchema.shape.src.maxLength ?? 0),
  font: maxFontBytes,
  data: 1024 ** 2,
  items: 1024 ** 2,
  theme: 64 * 1024,
  use: 1024 ** 2,
  code: 1024 ** 2,
  speech: maxCueFileBytes,
  voice: 1024 ** 2,
  clip: Number.MAX_SAFE_INTEGER,
};

/** How to make a file smaller. */
const waysOut: Readonly<Record<Source['type'], string>> = {
  image: 'save it smaller, for example as a JPEG of 1920 x 1080 pixels',
  media: 'shorten the sound, or save it in mono or at a lower sample rate',
  font: 'keep only the characters that the project needs, for example with pyftsubset',
  data: 'keep only the rows and columns of the chart',
  items: 'keep only the rows and columns of the items',
  theme: 'keep only what the theme changes',
  use: 'keep only the components that the film uses',
  code: 'keep only the lines that the film shows',
  speech: 'keep only the part that is spoken in the film',
  voice: 'remove it, and let "speak" write it again',
  clip: 'save a part of it',
};

function bytesWithin(urlLength: number): number {
  return Math.floor((urlLength - maxHeaderLength) / 4) * 3;
}

/** The content that replaces a file in a project, and its size there. */
interface Content {
  readonly value: unknown;
  readonly bytes: number;
  /** Of bitmaps and sounds. */
  readonly mime?: Converted['mime'];
  readonly unsupported?: string | undefined;
  readonly isAnimated?: boolean | undefined;
}

/** A picture that is not drawn as its file could be. */
export interface PictureNote {
  /** Of its source in the document. */
  readonly path: Path;
  /** What an SVG has that outlines cannot show, so that it is drawn as a bitmap. */
  readonly unsupported: string | undefined;
  /** Whether it has more frames than the first, which is drawn. */
  readonly isAnimated: boolean;
}

/**
 * Replaces the sources of a project by their content: data URLs of pictures, sounds and fonts, and labels with values of CSV
 * files, which must be in `baseFolder` or below. `convert` turns other pictures into outlines, PNG or JPEG, and other sounds into
 * WAV. Adds a problem for each source that is not a relative path, leads out of the folder, or is not a regular file of
 * a known type and size. Without a folder, the sources must be URLs. Returns advice on the pictures.
 * Rejects with the signal's reason.
 */
export async function embedFiles(
  sources: readonly Source[],
  baseFolder: string | undefined,
  signal: AbortSignal,
  problems: Problems,
  convert: Converter = convertFile,
  clips = new ClipFiles(),
): Promise<PictureNote[]> {
  const notes: PictureNote[] = [];
  const contents = new Map<string, Result<Content>>();
  let bytesLeft = maxInputBytes;
  for (const source of sources) {
    if (problems.full) break;
    signal.throwIfAborted();
    if (source.type === 'clip') {
      await addClip(baseFolder, source, clips, problems);
      continue;
    }
    const key = JSON.stringify([source.type, source.file, source.column, source.use]);
    const content =
      contents.get(key) ?? (await readContent(baseFolder, source, bytesLeft, (one) => convert(one, signal)));
    contents.set(key, content);
    if (content.ok) {
      const { value, mime, unsupported, isAnimated = false } = content.value;
      if (unsupported !== undefined || isAnimated) notes.push({ path: source.path, unsupported, isAnimated });
      Reflect.set(source.owner, source.field, value);
      // The author named the type of the file.
      if (mime !== undefined && Object.hasOwn(source.owner, 'mime')) Reflect.set(source.owner, 'mime', mime);
      bytesLeft -= content.value.bytes;
    } else for (const problem of content.problems) problems.add(source.path, 'file', problem);
  }
  return notes;
}

/** Opens a clip, which is never copied into the project, and completes what its author left out. */
async function addClip(
  baseFolder: string | undefined,
  { file: src, owner, path }: Source,
  clips: ClipFiles,
  problems: Problems,
): Promise<void> {
  const facts =
    baseFolder !== undefined && isFilePath(src)
      ? await withOpened(baseFolder, src, (handle) => openClip(src, handle, clips))
      : await readClipFacts(new MemorySource(bytesOfUrl(src)));
  if (!facts.ok) {
    for (const problem of facts.problems) problems.add(path, 'file', problem);
    return;
  }
  for (const [field, value] of Object.entries(facts.value))
    if (!Object.hasOwn(owner, field)) Reflect.set(owner, field, value);
}

async function openClip(src: string, handle: FileHandle, clips: ClipFiles): Promise<Result<ClipFacts>> {
  const stats = await handle.stat();
  if (!stats.isFile()) return failure(`must be a regular file, but ${showValue(src)} is not`);
  const facts = await clips.add(src, handle);
  return facts.ok
    ? facts
    : failure(...facts.problems.map((problem) => `is ${showValue(src)}, but ${problem}`));
}

async function readContent(
  baseFolder: string | undefined,
  source: Source,
  bytesLeft: number,
  convert: (conversion: Conversion) => Promise<Result<Converted>>,
): Promise<Result<Content>> {
  const { file: src, column, type, use } = source;
  const read =
    isSvgUrl(src) || baseFolder === undefined
      ? success(bytesOfUrl(src))
      : await readSource(baseFolder, source, bytesLeft);
  if (!read.ok) return read;
  const bytes = read.value;
  if (type === 'items') return readTable(bytes, src);
  if (type === 'theme' || type === 'use' || type === 'code' || type === 'voice') return readText(bytes, src);
  if (type === 'speech') return readSpeech(bytes, src);
  if (type === 'data') return readData(bytes, src, column);
  if (type === 'font') return readFont(bytes, src);
  const usable = type === 'image' ? usableImage(bytes) : usableSound(bytes);
  if (usable?.mime === 'audio/wav') {
    const wav = readWavFile(bytes);
    if (!wav.ok) {
      const refusal = `cannot be read from the file ${showValue(src)}`;
      return failure(...wav.problems.map((problem) => `${refusal}: ${problem}`));
    }
  }
  const { drawn, heardUntilMs } = use;
  const room = Math.min(maxBytes[type], bytesWithin(bytesLeft));
  const content: Result<Converted> = usable
    ? success(usable)
    : await convert({ type: type === 'image' ? type : 'media', bytes, maxBytes: room, drawn, heardUntilMs });
  if (!content.ok)
    return failure(...content.problems.map((problem) => `is ${showSource(src)}, but ${problem}`));
  const { unsupported, isAnimated } = content.value;
  if (content.value.mime === svgMime) {
    const value = urlOfOutlines(content.value.bytes);
    return success({ value, bytes: value.length });
  }
  const { buffer, byteOffset, byteLength } = content.value.bytes;
  const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  const value = `data:${content.value.mime};base64,${data}`;
  return success({ value, bytes: value.length, mime: content.value.mime, unsupported, isAnimated });
}

async function readSource(baseFolder: string, source: Source, bytesLeft: number): Promise<Result<Buffer>> {
  return withOpened(baseFolder, source.file, async (handle) => {
    const read = await readOpened(handle, source, bytesLeft);
    if (read.ok) await handle.close();
    return read;
  });
}

/** Opens a file in a folder for `use`, which closes it if it succeeds. */
async function withOpened<Value>(
  baseFolder: string,
  src: string,
  use: (handle: FileHandle) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const rule = brokenRule(src);
  if (rule !== undefined) return failure(`${rule}, but is ${showValue(src)}`);
  try {
    const base = await realpath(baseFolder);
    const file = await realpath(join(base, src));
    if (!isInside(base, file))
      return failure(`must not lead out of the project's folder, but ${showValue(src)} is a link that does`);
    const handle = await open(file, openFlags);
    let isUsed = false;
    try {
      // A folder of the path may have been replaced by a link in the meantime.
      if (!(await isOpenedInside(base, file, handle)))
        return failure(`is ${showValue(src)}, which was moved while it was being read`);
      const used = await use(handle);
      isUsed = used.ok;
      return used;
    } finally {
      if (!isUsed) await handle.close();
    }
  } catch (error) {
    return failure(`cannot be read from the file ${showValue(src)}: ${describeSystemError(error)}`);
  }
}

/** Decodes an SVG in a data URL. What is not well-formed in it is reported with the SVG. */
function bytesOfUrl(src: string): Buffer {
  const { base64 = false, data = '' } = parseDataUrl(src) ?? {};
  if (base64) return Buffer.from(data, 'base64');
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return Buffer.from(data);
  }
}

function brokenRule(src: string): string | undefined {
  if (src.includes('\0')) return 'must be a path without null characters';
  if (src.includes('\\')) return 'must be a path with "/" between its parts';
  if (isAbsolute(src)) return "must be a path relative to the project's folder";
  if (src.split('/').includes('..')) return 'must be a path in the project\'s folder or below, without ".."';
  return undefined;
}

function isInside(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether the opened file itself is in the folder, whatever its path leads to by now. */
async function isOpenedInside(base: string, file: string, handle: FileHandle): Promise<boolean> {
  if (process.platform === 'linux') {
    const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
    if (opened !== undefined) return isInside(base, opened);
  }
  // Other systems do not report the path of an opened file, so it must be the one at its path.
  if ((await realpath(file)) !== file) return false;
  const { dev, ino } = await handle.stat({ bigint: true });
  const found = await lstat(file, { bigint: true });
  return found.dev === dev && found.ino === ino;
}

async function readOpened(
  handle: FileHandle,
  { file: src, type }: Source,
  bytesLeft: number,
): Promise<Result<Buffer>> {
  const stats = await handle.stat();
  if (!stats.isFile()) return failure(`must be a regular file, but ${showValue(src)} is not`);
  const limit = maxBytes[type];
  if (stats.size > limit) {
    const rule = `must be a file of at most ${limit} bytes, but ${showValue(src)} has ${stats.size}`;
    return failure(`${rule}; ${waysOut[type]}`);
  }
  if (stats.size > (bytesLeft * 3) / 4) {
    const rule = `makes the project larger than 32 MiB: ${showValue(src)} has ${stats.size} bytes`;
    return failure(`${rule}; ${waysOut[type]}`);
  }
  return success(await readBytes(handle, stats.size));
}

/** Reads a CSV file. Most films have none, so its parser is loaded only here. */
async function readData(
  bytes: Uint8Array,
  src: string,
  column: string | undefined,
): Promise<Result<Content>> {
  const { readChartData } = await import('../tables/chart-data.ts');
  const data = await readChartData(bytes, column);
  return data.ok
    ? success({ value: data.value, bytes: bytes.length })
    : failure(...data.problems.map((problem) => `is ${showValue(src)}, ${problem}`));
}

/** Reads the text of a table. */
async function readTable(bytes: Uint8Array, src: string): Promise<Result<Content>> {
  const { readTableText } = await import('../tables/chart-data.ts');
  const text = await readTableText(bytes);
  return text.ok
    ? success({ value: text.value, bytes: bytes.length })
    : failure(...text.problems.map((problem) => `is ${showValue(src)}, ${problem}`));
}

/** Embeds a font, which is checked when it is opened; a WOFF font and the first one of a collection as TTF or OTF. */
async function readFont(file: Buffer, src: string): Promise<Result<Content>> {
  const wrong = (problems: readonly string[]) =>
    failure(...problems.map((problem) => `is ${showValue(src)}, which ${problem}`));
  let bytes = file;
  if (isPackedFont(file)) {
    const { unpackFont } = await import('../../media/fonts/unpack-font.ts');
    const font = unpackFont(file);
    if (!font.ok) return wrong(font.problems);
    bytes = font.value;
  }
  const type = fontTypeOf(bytes);
  if (!type.ok) return wrong(type.problems);
  const value = `data:${type.value};base64,${bytes.toString('base64')}`;
  return success({ value, bytes: value.length });
}

/** Reads the text of a theme or of code, which is checked with the project. */
function readText(bytes: Uint8Array, src: string): Result<Content> {
  const problems = new Problems();
  const text = decodeUtf8(bytes, problems);
  return text === undefined
    ? failure(...problems.items.map(({ message }) => `is ${showValue(src)}, which ${message}`))
    : success({ value: text, bytes: bytes.length });
}

/** Reads captions or the times of words, as JSON of a SpokenText. */
async function readSpeech(bytes: Uint8Array, src: string): Promise<Result<Content>> {
  const { readSpokenText } = await import('../../shorthand/kinds/captions/read-spoken-text.ts');
  const spoken = await readSpokenText(bytes);
  return spoken.ok
    ? success({ value: JSON.stringify(spoken.value), bytes: bytes.length })
    : failure(...spoken.problems.map((problem) => `is ${showValue(src)}, ${problem}`));
}

/** Reads as many bytes as the file had when it was opened, even if it grows in the meantime. */
async function readBytes(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(bytes, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** A picture that a project can embed as it is. */
function usableImage(bytes: Uint8Array): Converted | undefined {
  const header = readImageHeader(bytes);
  if (!header.ok) return undefined;
  const isAnimated = header.value.type === 'image/png' && header.value.isAnimated;
  return { mime: header.value.type, bytes, isAnimated };
}

/** A sound that a project can embed as it is. */
function usableSound(bytes: Uint8Array): Converted | undefined {
  return isWave(bytes) ? { mime: 'audio/wav', bytes } : undefined;
}
