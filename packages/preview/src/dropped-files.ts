import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, lstat, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { describeSystemError, FileExistsError, publishFile } from '@render-service/engine/files';
import { failure, type Result, success } from '@render-service/engine/text';

/** What a file is for, by the endings of its name. */
const endings = {
  image: ['png', 'jpg', 'jpeg', 'webp', 'avif', 'gif', 'svg', 'svgz'],
  sound: ['wav', 'mp3', 'm4a', 'aac', 'flac', 'ogg', 'opus'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv'],
  captions: ['srt', 'vtt', 'ass', 'ssa'],
} as const;

export type DroppedKind = keyof typeof endings;

/** A copy beside the document. */
export interface DroppedFile {
  readonly name: string;
  readonly kind: DroppedKind;
}

/** Maximum number of bytes of a file. Longer clips are better referred to where they are. */
const maxBytes = 2 * 1024 ** 3;

/** Thrown to end a copy, of which nothing stays. */
class CopyEnded extends Error {
  /** The file beside the document that has the same bytes. */
  readonly same: string | undefined;

  constructor(message: string, same?: string) {
    super(message);
    this.same = same;
  }
}

/**
 * Copies a file that the user has dropped into the page into the folder of the document. A file of another name there is
 * never replaced: the copy gets a free name, or none if a file like its name has the same bytes. Fails with a sentence,
 * and nothing stays of an incomplete copy.
 */
export async function copyDropped(
  folder: string,
  name: string,
  content: Readable,
  signal: AbortSignal,
): Promise<Result<DroppedFile>> {
  const kind = kindOf(name);
  if (kind === undefined) return failure(`not copied: ${name} is no image, sound, video or captions`);
  if (!/^[^.\\/\p{Cc}][^\\/\p{Cc}]{0,199}$/u.test(name))
    return failure(`not copied: ${JSON.stringify(name)} cannot be the name of a file`);
  try {
    const { free, alike } = await namesLike(folder, name);
    const write = async (file: FileHandle) => {
      const copy = await writeBounded(content, file, signal);
      for (const other of alike) if (await hasSame(join(folder, other), copy)) throw new CopyEnded('', other);
    };
    await publishFile(join(folder, free), write, { signal, followsLinks: false });
    return success({ name: free, kind });
  } catch (error) {
    if (signal.aborted) return failure('not copied: the page has ended');
    if (error instanceof CopyEnded && error.same !== undefined) return success({ name: error.same, kind });
    if (error instanceof CopyEnded) return failure(`not copied: ${name} ${error.message}`);
    if (error instanceof FileExistsError) return failure(`not copied: another ${name} has just been made`);
    if (error instanceof Error && 'errno' in error)
      return failure(`not copied: ${describeSystemError(error)}`);
    throw error;
  }
}

/** Returns what a file is for; undefined if a film cannot show or play it. */
function kindOf(name: string): DroppedKind | undefined {
  const ending = extname(name).slice(1).toLowerCase();
  const kinds = Object.keys(endings) as DroppedKind[];
  return kinds.find((kind) => (endings[kind] as readonly string[]).includes(ending));
}

/** The first of the names `photo.png`, `photo-2.png` and so on that no file has, and those that files have before it. */
async function namesLike(
  folder: string,
  name: string,
): Promise<{ readonly free: string; readonly alike: readonly string[] }> {
  // Some file systems do not distinguish capitals.
  const taken = new Set((await readdir(folder)).map((one) => one.toLowerCase()));
  const ending = extname(name);
  const alike: string[] = [];
  let free = name;
  while (taken.has(free.toLowerCase())) {
    alike.push(free);
    free = `${name.slice(0, -ending.length)}-${alike.length + 1}${ending}`;
  }
  return { free, alike };
}

interface Copied {
  readonly bytes: number;
  readonly hash: string;
}

async function writeBounded(content: Readable, file: FileHandle, signal: AbortSignal): Promise<Copied> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new CopyEnded('has more than 2 GiB; copy it into the folder yourself');
    hash.update(chunk);
    // At the position after the chunk before.
    await file.writeFile(chunk, { signal });
  }
  if (bytes === 0) throw new CopyEnded('is empty');
  return { bytes, hash: hash.digest('hex') };
}

async function hasSame(path: string, { bytes, hash }: Copied): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isFile() || stats.size !== bytes) return false;
  const other = createHash('sha256');
  for await (const chunk of createReadStream(path)) other.update(chunk as Buffer);
  return other.digest('hex') === hash;
}
