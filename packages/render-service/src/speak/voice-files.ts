import { Buffer } from 'node:buffer';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publishFile, temporaryPath } from '@render-service/engine/files';
import { type SpeechTimes, voiceFolder, voiceIndex } from '@render-service/engine/speech';
import { SettingsError } from '@render-service/service/command-line';

interface Spoken extends SpeechTimes {
  readonly file: string;
  readonly text: string;
  /** The command that has spoken it. */
  readonly command: string;
}

/** The recordings beside a film: one file for each sentence, and a list of them. */
export class VoiceFiles {
  readonly #folder: string;
  readonly #index: string;
  readonly #sentences: Map<string, Spoken>;

  private constructor(base: string, sentences: Map<string, Spoken>) {
    this.#folder = join(base, voiceFolder);
    this.#index = join(base, voiceIndex);
    this.#sentences = sentences;
  }

  /** Opens the recordings of a folder. Throws a SettingsError for a list that cannot be read, which is kept. */
  static async open(base: string): Promise<VoiceFiles> {
    await mkdir(join(base, voiceFolder), { recursive: true });
    const text = await readFile(join(base, voiceIndex), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
      throw error;
    });
    const sentences = sentencesOf(text);
    if (sentences === undefined)
      throw new SettingsError(
        `${join(base, voiceIndex)} is no list of recordings; repair it, or remove it to speak all again`,
      );
    return new VoiceFiles(base, sentences);
  }

  /** The file of a sentence that this command has spoken, if it is there, whoever has edited it since. */
  async recordingOf(key: string, command: string): Promise<Uint8Array | undefined> {
    const spoken = this.#sentences.get(key);
    if (spoken?.command !== command) return undefined;
    return readFile(join(this.#folder, spoken.file)).catch(() => undefined);
  }

  /** A path for a file that a program writes. */
  temporary(): string {
    return `${temporaryPath(this.#folder)}.wav`;
  }

  /** Keeps a recording, and writes the list. */
  async add(key: string, wave: Uint8Array, spoken: Omit<Spoken, 'file'>): Promise<void> {
    const file = `${key}.wav`;
    await publishFile(join(this.#folder, file), wave, { replace: true });
    this.#sentences.set(key, { file, ...spoken });
    const sentences = Object.fromEntries(this.#sentences);
    const list = `${JSON.stringify({ sentences }, null, 2)}\n`;
    await publishFile(this.#index, Buffer.from(list), { replace: true });
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }
}

function sentencesOf(text: string): Map<string, Spoken> | undefined {
  try {
    const { sentences = {} } = JSON.parse(text) as { sentences?: Record<string, Spoken> };
    const entries = Object.entries(sentences).filter(
      ([key, one]) => /^[0-9a-f]{16}$/.test(key) && one?.file === `${key}.wav`,
    );
    return new Map(entries);
  } catch {
    return undefined;
  }
}
