import { Worker } from 'node:worker_threads';
import type { TextPlace } from '@render-service/engine/text';
import type {
  FoundObject,
  ReadText,
  TextAnswer,
  TextAnswers,
  TextQuestion,
  WantedField,
  WantedObject,
  WantedPlace,
  WrittenVariables,
} from './project-text-messages.ts';
import type { TextEdit } from './text-edits.ts';

// See docs/decisions.md, "A thread reads the preview's text".

/** The thread always runs the compiled code, even when tests run the source. */
const threadFile = new URL('../dist/project-text-thread.js', import.meta.url);

interface Pending {
  readonly resolve: (value: TextAnswers[keyof TextAnswers]) => void;
  readonly reject: (reason: unknown) => void;
}

type Asked<Kind extends keyof TextAnswers> = Omit<Extract<TextQuestion, { kind: Kind }>, 'id' | 'kind'>;

/**
 * The text of the project's file. A separate thread reads, compares and searches it. If the thread fails, pending
 * questions are rejected and the next one starts a new thread.
 */
export class ProjectText {
  #thread: Worker | undefined;
  #ids = 0;
  readonly #pending = new Map<number, Pending>();

  /** Reads the file. Of the earlier texts, those in `keep` can still be searched. */
  read(path: string, keep: readonly number[]): Promise<ReadText> {
    return this.#ask('read', { path, keep });
  }

  /** The files that a version of the text names, as far as they can be found without parsing it as a project. */
  filesIn(version: number): Promise<readonly string[]> {
    return this.#ask('files', { version });
  }

  /**
   * The values of fields in a version of the text, including those that a state inherits; undefined for a missing
   * field.
   */
  async valuesIn(version: number, wanted: readonly WantedField[]): Promise<readonly unknown[]> {
    return wanted.length === 0 ? [] : this.#ask('values', { version, wanted });
  }

  /** An object of a version of the text with its fields. `folder` has the file of its theme. */
  objectIn(version: number, folder: string, wanted: WantedObject): Promise<FoundObject | null> {
    return this.#ask('object', { version, folder, wanted });
  }

  /** The value at a path in a version of the text; null if there is none. */
  valueIn(version: number, path: string): Promise<unknown> {
    return this.#ask('value', { version, path });
  }

  /** The variables of a version of the text; null if it is not JSON. */
  variablesIn(version: number): Promise<WrittenVariables | null> {
    return this.#ask('variables', { version });
  }

  /** The places in a version of the text; null if that version is no longer kept. */
  async locate(version: number, wanted: readonly WantedPlace[]): Promise<readonly (TextPlace | null)[]> {
    return wanted.length === 0 ? [] : this.#ask('locate', { version, wanted });
  }

  /** What differs between two versions of the text; nothing if one of them is no longer kept or not JSON. */
  async editsBetween(before: number, after: number): Promise<readonly TextEdit[]> {
    return before === after ? [] : this.#ask('edits', { before, after });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask<Kind extends keyof TextAnswers>(kind: Kind, asked: Asked<Kind>): Promise<TextAnswers[Kind]> {
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: (value) => resolve(value as TextAnswers[Kind]), reject });
      this.#thread ??= this.#start();
      this.#thread.postMessage({ id, kind, ...asked });
    });
  }

  #start(): Worker {
    const thread = new Worker(threadFile);
    let cause: unknown = new Error('the thread that reads the project has ended');
    thread.on('message', ({ id, value }: TextAnswer) => {
      this.#pending.get(id)?.resolve(value);
      this.#pending.delete(id);
    });
    thread.on('error', (error) => {
      cause = error;
    });
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      const pending = [...this.#pending.values()];
      this.#pending.clear();
      for (const { reject } of pending) reject(cause);
    });
    return thread;
  }
}
