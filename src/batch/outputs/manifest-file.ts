import { type FileHandle, open } from 'node:fs/promises';
import { DigestMap } from '../names/digest-map.ts';

/** What a batch wrote down before it published an output. */
export interface ManifestRecord {
  readonly name: string;
  /** The id of its job. */
  readonly id: string;
  readonly bytes: number;
  /** Time of the file's last change, in nanoseconds since 1970. */
  readonly modified: string;
  readonly sha256: string;
}

const chunkBytes = 64 * 1024;
const lineFeed = 0x0a;

/** No record is longer: names are short. */
const longestRecord = 1024;

/**
 * A file of JSON lines to which batches append. A line is written at once and between line ends, so that one that was cut
 * off spoils none after it and is passed over. Memory holds where each output's last record begins, and not the records.
 */
export class ManifestFile {
  readonly #path: string;
  readonly #offsets = new DigestMap();
  /** Bytes of the file that are indexed: whole lines. */
  #indexed = 0;
  #handle: FileHandle | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The last record of an output as of the last refresh. */
  async last(name: string): Promise<ManifestRecord | undefined> {
    const offset = this.#offsets.get(name);
    if (offset === undefined || this.#handle === undefined) return undefined;
    const { buffer, bytesRead } = await this.#handle.read(
      Buffer.allocUnsafe(longestRecord),
      0,
      longestRecord,
      offset,
    );
    const line = buffer.subarray(0, bytesRead);
    const end = line.indexOf(lineFeed);
    const record = parseRecord(line.subarray(0, end < 0 ? line.length : end));
    return record?.name === name ? record : undefined;
  }

  /** Every record of an output as of the last refresh, the first one first. Reads the whole file. */
  async all(name: string): Promise<readonly ManifestRecord[]> {
    const found: ManifestRecord[] = [];
    await this.#scan(0, (record) => {
      if (record.name === name) found.push(record);
    });
    return found;
  }

  /** Takes note of what was appended, by whomever. Calls must not overlap. */
  async refresh(): Promise<void> {
    // Opened anew, because only then a network file system shows what another machine wrote.
    const before = this.#handle;
    this.#handle = await open(this.#path, 'r');
    await before?.close();
    this.#indexed = await this.#scan(this.#indexed, ({ name }, offset) => this.#offsets.set(name, offset));
  }

  async append(record: ManifestRecord): Promise<void> {
    const handle = await open(this.#path, 'a');
    try {
      const line = Buffer.from(`\n${JSON.stringify(record)}\n`);
      const { bytesWritten } = await handle.write(line);
      // A file system that is full may take a part, and says why when it is asked again.
      if (bytesWritten < line.length) await handle.write(line.subarray(bytesWritten));
    } finally {
      await handle.close();
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** Goes through the whole lines from an offset on; gives the offset after the last of them. */
  async #scan(from: number, take: (record: ManifestRecord, offset: number) => void): Promise<number> {
    let lineStart = from;
    let rest: Buffer = Buffer.alloc(0);
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let position = from; this.#handle !== undefined; ) {
      const { bytesRead } = await this.#handle.read(chunk, 0, chunkBytes, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      // A line that is longer than any record is none.
      const text = Buffer.concat([rest.subarray(0, longestRecord), chunk.subarray(0, bytesRead)]);
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
    return lineStart;
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
