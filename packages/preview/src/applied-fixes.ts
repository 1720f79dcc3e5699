import { Buffer } from 'node:buffer';
import type { Advice, Variables } from '@render-service/engine';
import { checkReplaceable, FileChangedError, readUtf8, replaceFile } from '@render-service/engine/files';
import { fixText } from '@render-service/engine/process';
import { failure, type Result, success } from '@render-service/engine/text';

/** Why a fix is not applied to a file that is no longer the version on the page. */
export const fileChanged = 'not fixed: the file has changed since this version was read';

/** Why there is no fix to take back. */
export const nothingToUndo = 'nothing to undo: the file has changed since the last fix';

/** The fixes that the page has applied to the project's file. They reject with a RenderError if it cannot be written. */
export class AppliedFixes {
  readonly #path: string;
  readonly #signal: AbortSignal;
  /** The file before and after each. */
  readonly #all: { readonly before: Uint8Array; readonly after: Uint8Array }[] = [];

  constructor(path: string, signal: AbortSignal) {
    this.#path = path;
    this.#signal = signal;
  }

  /** Whether the bytes of the file are those after the last fix. */
  isResult(bytes: Uint8Array): boolean {
    const last = this.#all.at(-1);
    return last !== undefined && Buffer.compare(bytes, last.after) === 0;
  }

  /** Applies the fix of a piece of advice to the file, if it still has these bytes. Fails with a sentence otherwise. */
  async apply(before: Uint8Array, advice: Advice, variables: Variables | undefined): Promise<Result<void>> {
    const fixed = fixText(readUtf8(before), advice, variables);
    if (!fixed.ok) return failure(`not fixed: ${fixed.problems.join('; ')}`);
    const after = Buffer.from(fixed.value.text);
    this.#all.push({ before, after });
    const replaced = await this.#replace(before, after);
    if (!replaced.ok) this.#all.pop();
    return replaced;
  }

  /** Takes back the last fix. Fails with a sentence if the file has changed since. */
  async undo(): Promise<Result<void>> {
    const last = this.#all.pop();
    return last === undefined ? failure(nothingToUndo) : this.#replace(last.after, last.before);
  }

  async #replace(before: Uint8Array, after: Uint8Array): Promise<Result<void>> {
    try {
      await checkReplaceable(this.#path);
      await replaceFile(this.#path, { before, after: readUtf8(after), signal: this.#signal });
      return success(undefined);
    } catch (error) {
      if (error instanceof FileChangedError) return failure(fileChanged);
      throw error;
    }
  }
}
