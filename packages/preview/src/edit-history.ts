import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  checkReplaceable,
  FileChangedError,
  readRegularFile,
  readUtf8,
  replaceFile,
} from '@render-service/engine/files';
import { failure, type Result, success } from '@render-service/engine/text';
import { mergeTexts } from './merge-texts.ts';

/** Why a change is not made in a file that has changed at the same moment. */
export const fileChanged = 'the file has changed since this version was read';

/** Maximum number of changes that can be taken back. */
const maxChanges = 200;

/** Maximum number of bytes that the texts of all changes have. */
const maxBytes = 256 * 1024 ** 2;

/** The file before and after a change of the page. */
interface Change {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Fails with the problems of a text that must not be written. */
export type CheckText = (text: Uint8Array) => Promise<Result<void>>;

interface HistoryOptions {
  /** Ends what is written. */
  readonly signal: AbortSignal;
  readonly check: CheckText;
  /** Called after each change: the new text may have been read before it counts as one. */
  readonly onChanged: () => void;
}

/** Returns the name of a text, by which an edit says from which text it was made. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/**
 * The changes that the page has made in the project's file, which can be taken back and made again. A file that was
 * saved in the meantime keeps what others have changed. All methods reject with a RenderError if the file cannot be read
 * or written; it is then as before.
 */
export class EditHistory {
  readonly #path: string;
  readonly #signal: AbortSignal;
  readonly #check: CheckText;
  readonly #onChanged: () => void;
  #done: Change[] = [];
  #undone: Change[] = [];
  /** Changes are made one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string, { signal, check, onChanged }: HistoryOptions) {
    this.#path = path;
    this.#signal = signal;
    this.#check = check;
    this.#onChanged = onChanged;
  }

  /** Whether the last change can be taken back, and the one taken back last be made again, in a file with these bytes. */
  offersFor(bytes: Uint8Array): { readonly canUndo: boolean; readonly canRedo: boolean } {
    const [done, undone] = [this.#done.at(-1), this.#undone.at(-1)];
    return {
      canUndo: done !== undefined && merge(done.after, done.before, bytes).ok,
      canRedo: undone !== undefined && merge(undone.before, undone.after, bytes).ok,
    };
  }

  /** The text with a hash among those that the changes have made or replaced. */
  textWith(hash: string): Uint8Array | undefined {
    const texts = [...this.#done, ...this.#undone].flatMap(({ before, after }) => [after, before]);
    return texts.find((text) => hashOf(text) === hash);
  }

  /**
   * Writes the change that `edit` makes of a text. `isStrict` demands that the file still has that text. Fails with a
   * sentence if it cannot be made, or if the project would be invalid.
   */
  change(base: Uint8Array, edit: (text: string) => Result<string>, isStrict = false): Promise<Result<void>> {
    return this.#inTurn(async () => {
      const current = await this.#read();
      if (isStrict && Buffer.compare(base, current) !== 0) return failure(fileChanged);
      // The page may change a value twice before it has received its own new version.
      const source = this.#hasOnlyChanged(base, current) ? current : base;
      const edited = edit(readUtf8(source));
      if (!edited.ok) return edited;
      if (edited.value === readUtf8(source)) return success(undefined);
      const written = await this.#write(source, Buffer.from(edited.value), current);
      if (!written.ok) return written;
      this.#undone = [];
      this.#done.push({ before: current, after: written.value });
      this.#forgetOldest();
      return success(undefined);
    });
  }

  /** Takes back the last change. */
  undo(): Promise<Result<void>> {
    return this.#inTurn(async () => {
      const last = this.#done.at(-1);
      if (!last) return failure('nothing to undo');
      const current = await this.#read();
      const written = await this.#write(last.after, last.before, current);
      if (!written.ok) return failure(`nothing to undo: ${written.problems.join('; ')}`);
      this.#done.pop();
      this.#undone.push({ before: written.value, after: current });
      return success(undefined);
    });
  }

  /** Makes the change that was taken back last again. */
  redo(): Promise<Result<void>> {
    return this.#inTurn(async () => {
      const last = this.#undone.at(-1);
      if (!last) return failure('nothing to redo');
      const current = await this.#read();
      const written = await this.#write(last.before, last.after, current);
      if (!written.ok) return failure(`nothing to redo: ${written.problems.join('; ')}`);
      this.#undone.pop();
      this.#done.push({ before: current, after: written.value });
      return success(undefined);
    });
  }

  /** Whether changes of the page in a row, and nothing else, have made one text of another. */
  #hasOnlyChanged(before: Uint8Array, after: Uint8Array): boolean {
    const start = this.#done.findLastIndex((change) => Buffer.compare(change.before, before) === 0);
    const since = start < 0 ? [] : this.#done.slice(start);
    const texts = [...since.map((change) => change.before), after];
    return (
      since.length > 0 &&
      since.every((change, index) => Buffer.compare(change.after, texts[index + 1] ?? after) === 0)
    );
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(work).finally(this.#onChanged);
    this.#last = result.catch(() => {});
    return result;
  }

  #read(): Promise<Uint8Array> {
    return readRegularFile(this.#path, this.#signal);
  }

  /** Writes the change from one text to another into the current one. Resolves with the new bytes of the file. */
  async #write(from: Uint8Array, to: Uint8Array, current: Uint8Array): Promise<Result<Uint8Array>> {
    const after = merge(from, to, current);
    if (!after.ok) return after;
    const checked = await this.#check(after.value);
    if (!checked.ok) return checked;
    try {
      await checkReplaceable(this.#path);
      const text = readUtf8(after.value);
      await replaceFile(this.#path, { before: current, after: text, signal: this.#signal });
      return after;
    } catch (error) {
      if (error instanceof FileChangedError) return failure(fileChanged);
      throw error;
    }
  }

  #forgetOldest(): void {
    const bytesOf = () =>
      this.#done.reduce((sum, { before, after }) => sum + before.length + after.length, 0);
    while (this.#done.length > 1 && (this.#done.length > maxChanges || bytesOf() > maxBytes))
      this.#done.shift();
  }
}

function merge(from: Uint8Array, to: Uint8Array, current: Uint8Array): Result<Uint8Array> {
  if (Buffer.compare(from, current) === 0) return success(to);
  const merged = mergeTexts(readUtf8(from), readUtf8(to), readUtf8(current));
  return merged.ok ? success(Buffer.from(merged.value)) : merged;
}
