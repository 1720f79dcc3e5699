import { constants, type Stats } from 'node:fs';
import { access, lstat, stat, statfs } from 'node:fs/promises';
import { dirname, extname, sep } from 'node:path';
import {
  extensionOf,
  extensionsOf,
  formatOfExtension,
  hasExtension,
  type OutputFormat,
  outputFormats,
} from '../../output/formats.ts';
import { joinWords } from '../../project/problem-text.ts';
import { howToOffer } from '../options/check-options.ts';
import type { OutputRoom } from '../render.ts';
import { RenderError } from '../render-error.ts';
import {
  FileExistsError,
  type FileWriter,
  followLinks,
  type PublishOptions,
  publishFile,
} from './publish-file.ts';
import { describeSystemError, fullDisk, isSystemError } from './system-error.ts';
import { removeAbandonedFiles } from './temporary-files.ts';

export interface OutputRules {
  /** Whether to replace an existing file. */
  readonly replace: boolean;
  /** Advice for the user if the file exists and is not replaced. */
  readonly adviceIfExists: string;
}

/** File extensions that promise a picture, a film or a document. */
const knownKinds: ReadonlySet<string> = new Set(
  'apng avi avif bmp gif heic jpeg jpg json mkv mov mpg pdf tif tiff webm webp'.split(' '),
);

/** Whether an extension, in lower case and without its dot, belongs to a format that cannot be rendered. */
export function isOtherKind(extension: string, offered: readonly OutputFormat[] = outputFormats): boolean {
  return knownKinds.has(extension) && formatOfExtension(extension, offered) === undefined;
}

/**
 * Returns the requested format; by default the one of the extension, or PNG without an extension. Throws a RenderError
 * `invalid-option` if no format is requested and the extension is unknown, or if the extension contradicts the
 * requested format.
 */
export function outputFormat(
  path: string,
  asked: OutputFormat | undefined,
  offered: readonly OutputFormat[] = outputFormats,
): OutputFormat {
  const extension = extname(path).slice(1).toLowerCase();
  const byExtension = formatOfExtension(extension, offered);
  if (asked === undefined) {
    if (byExtension) return byExtension;
    if (extension === '') return 'png';
    // The extension of another kind of file contradicts every format.
    const other = isOtherKind(extension, offered)
      ? ''
      : `, or the format must be given: ${joinWords(offered, 'or')}`;
    const howTo = howToOffer(formatOfExtension(extension, outputFormats), offered);
    throw new RenderError('invalid-option', [
      `the extension of ${path} must be ${extensionsOf(offered)}${other}${howTo}`,
    ]);
  }
  // `checkOptions` reports the unknown format.
  if (!offered.includes(asked)) return asked;
  if (!hasExtension(asked, extension) && (byExtension || isOtherKind(extension, offered))) {
    throw new RenderError('invalid-option', [
      `format ${asked} contradicts the extension of ${path}; the formats are ${joinWords(offered, 'and')}, so end the name in .${extensionOf(asked)} or choose another format`,
    ]);
  }
  return asked;
}

/**
 * Rejects with a RenderError if `path` cannot be written. Called before the work starts. Removes temporary files of
 * killed processes from its folder. Resolves with the room that is then on its disk, if that is known.
 */
export async function checkOutputFile(path: string, rules: OutputRules): Promise<OutputRoom['room']> {
  const existing = await findFile(path);
  if (await isFolder(path)) throw cannotWrite(path, 'it is a folder');
  if (existing && !rules.replace) throw existsAlready(path, rules);
  if (path.endsWith('/') || path.endsWith(sep)) {
    throw cannotWrite(path, 'it ends with a slash and so names a folder, not a file');
  }
  // Pipes and devices are written to directly. Any other file is created in its folder, which must be writable.
  if (existing && (await isSpecialFile(path))) return undefined;
  const folder = dirname(existing ? await targetOf(path) : path);
  if (!(await isFolder(folder))) throw cannotWrite(path, `there is no folder ${folder}`);
  await access(folder, constants.W_OK | constants.X_OK).catch((error) => {
    throw cannotWrite(path, `in the folder ${folder} ${describeSystemError(error)}`);
  });
  // They may be many gigabytes. A folder that cannot be listed can still be written to.
  await removeAbandonedFiles(folder).catch(() => {});
  const bytes = await freeBytes(folder);
  return bytes === undefined ? undefined : { bytes, whenFull: cannotWrite(path, fullDisk).message };
}

/**
 * The bytes that this process may still write to the disk of a folder; undefined if the system does not report them.
 */
async function freeBytes(folder: string): Promise<number | undefined> {
  // macOS frees more space on demand than it reports.
  if (process.platform === 'darwin') return undefined;
  const disk = await statfs(folder).catch(() => undefined);
  // Some network file systems report no blocks at all.
  if (!disk || disk.blocks === 0) return undefined;
  const isRoot = process.getuid?.() === 0;
  return disk.bsize * (isRoot ? disk.bfree : disk.bavail);
}

/** Writes the file completely or not at all. Rejects with a RenderError, or with the signal's reason if aborted. */
export async function writeOutputFile(
  path: string,
  data: Uint8Array | FileWriter,
  rules: OutputRules & { readonly signal: AbortSignal } & Pick<PublishOptions, 'beforePublishing'>,
): Promise<void> {
  try {
    await publishFile(path, data, rules);
  } catch (error) {
    if (rules.signal.aborted || error instanceof RenderError) throw error;
    if (error instanceof FileExistsError) throw existsAlready(path, rules);
    // `checkOutputFile` has found the folder before the work started.
    throw cannotWrite(
      path,
      isSystemError(error, 'ENOENT') ? 'its folder is gone' : describeSystemError(error),
    );
  }
}

/** Returns the state of the file at the path. Symbolic links are not followed, because they may be broken. */
async function findFile(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw cannotWrite(path, describeSystemError(error));
  }
}

function targetOf(path: string): Promise<string> {
  return followLinks(path).catch((error: unknown) => {
    throw cannotWrite(path, describeSystemError(error));
  });
}

function isSpecialFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => !stats.isFile(),
    () => false,
  );
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function existsAlready(path: string, { adviceIfExists }: OutputRules): RenderError {
  return new RenderError('failed', [`${path} already exists; ${adviceIfExists}`]);
}

export function cannotWrite(path: string, reason: string): RenderError {
  return new RenderError('failed', [`cannot write ${path}: ${reason}`]);
}
