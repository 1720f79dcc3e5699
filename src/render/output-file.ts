import { constants, type Stats } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname, extname, sep } from 'node:path';
import { type OutputFormat, outputFormats } from './capabilities.ts';
import { followLinks } from './follow-links.ts';
import { FileExistsError, publishFile } from './publish-file.ts';
import { RenderError } from './render-error.ts';
import { describeSystemError, isSystemError } from './system-error.ts';

export interface OutputRules {
  /** Whether an existing file is replaced. */
  readonly replace: boolean;
  /** What to do about an existing file that is not replaced. */
  readonly adviceIfExists: string;
}

/** Extensions of kinds of file that are not made here. */
const otherKinds: ReadonlySet<string> = new Set(
  'apng avi avif bmp gif heic jpeg jpg json mkv mov mpg pdf tif tiff webm webp'.split(' '),
);

/**
 * The format asked for, else the one that the extension names, else PNG for a name without an extension. Throws a
 * RenderError `invalid-option` for an extension that names no format when none was asked for, and for one that
 * contradicts the format asked for.
 */
export function outputFormat(path: string, asked: OutputFormat | undefined): OutputFormat {
  const extension = extname(path).slice(1).toLowerCase();
  const byExtension = outputFormats.find((format) => format === extension);
  if (asked === undefined) {
    if (byExtension) return byExtension;
    if (extension === '') return 'png';
    throw new RenderError('invalid-option', [
      `the extension of ${path} must be .svg, .png or .mp4, or the format must be given: svg, png or mp4`,
    ]);
  }
  // `checkOptions` says what is wrong with it.
  if (!outputFormats.includes(asked)) return asked;
  if (asked !== (byExtension ?? asked) || otherKinds.has(extension)) {
    throw new RenderError('invalid-option', [
      `format ${asked} contradicts the extension of ${path}; the formats are svg, png and mp4, so end the name in .${asked} or choose another format`,
    ]);
  }
  return asked;
}

/** Rejects with a RenderError if nothing can be written to `path`: before the work is done rather than after it. */
export async function checkOutputFile(path: string, rules: OutputRules): Promise<void> {
  const existing = await findFile(path);
  if (await isFolder(path)) throw cannotWrite(path, 'it is a folder');
  if (existing && !rules.replace) throw existsAlready(path, rules);
  if (path.endsWith('/') || path.endsWith(sep)) {
    throw cannotWrite(path, 'it ends with a slash and so names a folder, not a file');
  }
  // Pipes and devices are written to; anything else is made anew, in the folder where it is.
  if (existing && (await isSpecialFile(path))) return;
  const folder = dirname(existing ? await targetOf(path) : path);
  if (!(await isFolder(folder))) throw cannotWrite(path, `there is no folder ${folder}`);
  await access(folder, constants.W_OK | constants.X_OK).catch((error) => {
    throw cannotWrite(path, `in the folder ${folder} ${describeSystemError(error)}`);
  });
}

/** Writes the file whole or not at all; rejects with a RenderError, or with the signal's reason. */
export async function writeOutputFile(
  path: string,
  data: Uint8Array,
  rules: OutputRules & { readonly signal: AbortSignal },
): Promise<void> {
  try {
    await publishFile(path, data, rules);
  } catch (error) {
    if (rules.signal.aborted) throw error;
    if (error instanceof FileExistsError) throw existsAlready(path, rules);
    // The folder was there when the work began.
    throw cannotWrite(
      path,
      isSystemError(error, 'ENOENT') ? 'its folder is gone' : describeSystemError(error),
    );
  }
}

/** The file at the path itself, which may be a broken symbolic link. */
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
  return new RenderError('failed', [`${path} exists already; ${adviceIfExists}`]);
}

function cannotWrite(path: string, reason: string): RenderError {
  return new RenderError('failed', [`cannot write ${path}: ${reason}`]);
}
