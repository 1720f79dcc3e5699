import { type FileHandle, open } from 'node:fs/promises';
import { isSystemError, openRegularFile } from '@render-service/engine/files';
import { DigestMap } from '../names/digest-map.ts';

/** Record that a batch writes before it publishes an output. */
export interface ManifestRecord {
  readonly name: string;
  /** Id of its job. */
  readonly id: string;
  readonly bytes: number;
  /** Time of the file's last change, in nanoseconds since 1970. */
  readonly modified: string;
  readonly sha256: string;
}

const chunkBytes = 64 * 1024;
const lineFeed = 0x0a;

/** Upper limit of a record's length; names are short. */
const maxRecordLength = 1024;

/**
 * A file of JSON lines to which batches append. Each line is written at once, between line ends, so a truncated line
 * is ignored and does not damage the next one. Memory holds only the offset of each output's last record.
 */
export class ManifestFile {
  readonly #path: string;
  readonly #offsets = new DigestMap();
  /** Bytes of the file that are indexed, all of them complete lines. */
  #indexed = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the last record of an output as of the last refresh. */
  async last(name: string): Promise<ManifestRecord | undefined> {
    const offset = this.#offsets.get(name);
    if (offset === undefined) return undefined;
    const line = await this.#read(async (handle) => {
      const buffer = Buffer.allocUnsafe(maxRecordLength);
      const { bytesRead } = await handle.read(buffer, 0, maxRecordLength, offset);
      return buffer.subarray(0, bytesRead);
    });
    if (line === undefined) return undefined;
    const end = line.indexOf(lineFeed);
    const record = parseRecord(line.subarray(0, end < 0 ? line.length : end));
    return record?.name === name ? record : undefined;
  }

  /** Returns every record of an output as of the last refresh, oldest first. Reads the whole file. */
  async all(name: string): Promise<readonly ManifestRecord[]> {
    const found: ManifestRecord[] = [];
    if (this.#offsets.get(name) === undefined) return found;
    await this.#read((handle) =>
      scan(handle, 0, (record) => {
        if (record.name === name) found.push(record);
      }),
    );
    return found;
  }

  /** Indexes lines that this and other processes have appended. Calls must not overlap. */
  async refresh(): Promise<void> {
    const take = ({ name }: ManifestRecord, offset: number) => this.#offsets.set(name, offset);
    this.#indexed = (await this.#read((handle) => scan(handle, this.#indexed, take))) ?? this.#indexed;
  }

  async append(record: ManifestRecord): Promise<void> {
    const handle = await open(this.#path, 'a');
    try {
      const line = Buffer.from(`\n${JSON.stringify(record)}\n`);
      const { bytesWritten } = await handle.write(line);
      // A full file system may write a part; the next write then rejects with the reason.
      if (bytesWritten < line.length) await handle.write(line.subarray(bytesWritten));
    } finally {
      await handle.close();
    }
  }

  /**
   * Opens the file for each read: only then does a network file system show what another machine wrote, and a folder
   * that many machines write to may have more files than a process may open. Undefined if the file was deleted.
   */
  async #read<Value>(look: (handle: FileHandle) => Promise<Value>): Promise<Value | undefined> {
    const handle = await openRegularFile(this.#path).catch((error: unknown) => {
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw error;
    });
    if (handle === undefined) return undefined;
    try {
      return await look(handle);
    } finally {
      await handle.close();
    }
  }
}

/** Reads the complete lines of a file from an offset, and returns the offset after the last one. */
async function scan(
  handle: FileHandle,
  from: number,
  take: (record: ManifestRecord, offset: number) => void,
): Promise<number> {
  let lineStart = from;
  let rest: Buffer = Buffer.alloc(0);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (let position = from; ; ) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position);
    if (bytesRead === 0) return lineStart;
    position += bytesRead;
    // A line that is longer than any record is not a record.
    const text = Buffer.concat([rest.subarray(0, maxRecordLength), chunk.subarray(0, bytesRead)]);
    const textStart = position - text.length;
    let start = 0;
    for (let end = text.indexOf(lineFeed); end >= 0; end = text.indexOf(lineFeed, start)) {
      const record = parseRecord(text.subarray(start, end));
      if (record !== undefined) take(record, textStart + start);
      start = end + 1;
      lineStart = textStart + start;
    }
    rest = text.subarray(start);
  }
}

function parseRecord(line: Uint8Array): ManifestRecord | undefined {
  if (line.length === 0) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(line).toString());
    if (typeof value !== 'object' || value === null) return undefined;
    const { name, id, bytes, modified, sha256 } = value as Record<string, unknown>;
    const isRecord = [name, id, modified, sha256].every((field) => typeof field === 'string');
    return isRecord && typeof bytes === 'number' ? (value as ManifestRecord) : undefined;
  } catch {
    return undefined;
  }
}
