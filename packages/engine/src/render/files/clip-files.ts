import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { type ByteSource, FileSource } from '../../media/byte-source.ts';
import { failure, type Result, success } from '../../project/result.ts';

/** Bytes at the start and at the end of a file that stand for its content, together with its length and its times. */
const sampledBytes = 64 * 1024;

/** What a document needs to know of a clip. Times are in milliseconds. */
export interface ClipFacts {
  readonly mime: 'video/mp4' | 'video/webm';
  readonly duration: number;
  readonly hasAudio: boolean;
  readonly width: number;
  readonly height: number;
}

/** The opened files of a project's clips: what was checked is what is read, also if a file is replaced in the meantime. */
export class ClipFiles {
  readonly files = new Map<string, FileSource>();
  readonly #handles: FileHandle[] = [];

  /** Takes an opened file, which it closes later, unless it is no clip: then the failure says why. */
  async add(src: string, handle: FileHandle): Promise<Result<ClipFacts>> {
    const stats = await handle.stat({ bigint: true });
    const file = new FileSource(handle.fd, Number(stats.size));
    const facts = await readClipFacts(file);
    if (!facts.ok) return facts;
    this.#handles.push(handle);
    this.files.set(src, new FileSource(handle.fd, file.length, fingerprintOf(file, stats)));
    return facts;
  }

  close(): void {
    // Nobody waits for it, and nothing depends on it.
    for (const handle of this.#handles.splice(0)) void handle.close().catch(() => undefined);
  }
}

function fingerprintOf(file: FileSource, { size, mtimeNs, ino }: BigIntStats): string {
  const hash = createHash('sha256').update(`${size} ${mtimeNs} ${ino} `);
  hash.update(file.read(0, sampledBytes));
  hash.update(file.read(Math.max(0, file.length - sampledBytes), sampledBytes));
  return hash.digest('hex');
}

/** Reads what a document needs to know of a clip; the failure is a sentence about the file. */
export async function readClipFacts(source: ByteSource): Promise<Result<ClipFacts>> {
  const { VideoInput } = await import('../../media/video/video-input.ts');
  const opened = VideoInput.open(source);
  if (!opened.ok) return failure(...opened.problems);
  const { facts, label } = opened.value;
  opened.value.close();
  return success({
    mime: label.startsWith('WebM') ? 'video/webm' : 'video/mp4',
    duration: Math.round(facts.durationMs * 1000) / 1000,
    hasAudio: facts.hasSound,
    width: facts.width,
    height: facts.height,
  });
}
