import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isSystemError, makeFolder, publishFile, temporaryPath } from '@render-service/engine/files';
import {
  entriesOfRecordings,
  type SpeechTimes,
  voiceFolder,
  voiceIndex,
} from '@render-service/engine/speech';
import { SettingsError } from '@render-service/service/command-line';

interface Spoken extends SpeechTimes {
  readonly file: string;
  readonly text: string;
  /** The command that has spoken it. */
  readonly command: string;
}

/** The recordings beside a film: one file for each sentence, and a list of them. Several programs may add to it at once. */
export class VoiceFiles {
  readonly #folder: string;
  readonly #index: string;

  private constructor(base: string) {
    this.#folder = join(base, voiceFolder);
    this.#index = join(base, voiceIndex);
  }

  /** Opens the recordings of a folder. Throws a SettingsError for a list that cannot be read, which is kept. */
  static async open(base: string): Promise<VoiceFiles> {
    await makeFolder(join(base, voiceFolder));
    const files = new VoiceFiles(base);
    await files.#read();
    return files;
  }

  /** The file of a sentence that this command has spoken, if it exists, even if somebody has edited it since. */
  async recordingOf(key: string, command: string): Promise<Uint8Array | undefined> {
    const spoken = (await this.#read())[key] as Partial<Spoken> | null | undefined;
    const isOwn = spoken?.command === command && spoken.file === fileOf(key);
    return isOwn ? readFile(join(this.#folder, fileOf(key))).catch(() => undefined) : undefined;
  }

  /** A path for a file that a program writes. */
  temporary(): string {
    return `${temporaryPath(this.#folder)}.wav`;
  }

  /**
   * Keeps a recording, and writes the list. Throws a SettingsError for a list that cannot be read, and rejects with the signal's
   * reason.
   */
  async add(key: string, wave: Uint8Array, spoken: Omit<Spoken, 'file'>, signal: AbortSignal): Promise<void> {
    await withLock(`${this.#index}.lock`, signal, async () => {
      const sentences = { ...(await this.#read()), [key]: { file: fileOf(key), ...spoken } };
      await publishFile(join(this.#folder, fileOf(key)), wave, { replace: true });
      const list = `${JSON.stringify({ sentences }, null, 2)}\n`;
      await publishFile(this.#index, Buffer.from(list), { replace: true });
    });
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  async #read(): Promise<Readonly<Record<string, unknown>>> {
    const text = await readFile(this.#index, 'utf8').catch((error: unknown) => {
      if (isSystemError(error, 'ENOENT')) return '{}';
      throw error;
    });
    const sentences = entriesOfRecordings(text);
    if (sentences !== undefined) return sentences;
    throw new SettingsError(
      `${this.#index} is no list of recordings; repair it, or remove it to speak all again`,
    );
  }
}

function fileOf(key: string): string {
  return `${key}.wav`;
}

/** Milliseconds between two looks at a lock, and those after which the same lock is one that a killed process has left. */
const lookMs = 20;
const abandonedMs = 5000;

/**
 * Does work of much less than five seconds while no other process does such work with the same lock, which is a file. Rejects with
 * the signal's reason, or if the file cannot be made.
 */
async function withLock<Value>(
  path: string,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const lockId = randomUUID();
  await take(path, lockId, signal);
  try {
    return await work();
  } finally {
    await removeLock(path, lockId);
  }
}

async function take(path: string, own: string, signal: AbortSignal): Promise<void> {
  let seen: string | undefined;
  let seenSince = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      await writeFile(path, own, { flag: 'wx' });
      return;
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
    }
    // Clocks of other machines may differ, so this one measures how long a lock stays.
    const lock = await readLock(path);
    const now = performance.now();
    if (lock !== seen) [seen, seenSince] = [lock, now];
    else if (lock !== undefined && now - seenSince > abandonedMs) await removeLock(path, lock);
    // An interruption ends the wait, too.
    await wait(lookMs, undefined, { signal }).catch(() => {});
  }
}

/** The name in a lock; undefined if there is none. */
async function readLock(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

/** Removes a lock, unless another process has taken it in the meantime. */
async function removeLock(path: string, name: string): Promise<void> {
  if ((await readLock(path)) === name) await rm(path, { force: true });
}
