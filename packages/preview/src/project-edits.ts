import type { Advice, ShorthandOptions } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { editText } from '@render-service/engine/edit';
import { readUtf8 } from '@render-service/engine/files';
import type { ViewAnswers } from '@render-service/engine/film';
import { fixProject, fixText } from '@render-service/engine/process';
import { describeProblem, failure, type Result, success } from '@render-service/engine/text';
import { EditHistory, fileChanged, hashOf } from './edit-history.ts';
import type { PageOrders } from './page-messages.ts';
import type { ShownVersions } from './shown-versions.ts';
import type { ViewQueue } from './view-queue.ts';

/** The name of the film of a text that is checked or tried. */
const triedName = 'tried';

const neverAborted = new AbortController().signal;

type Inspected = Awaited<ReturnType<Parameters<typeof fixProject>[1]>>;

interface Shown {
  readonly queue: ViewQueue;
  readonly versions: ShownVersions;
  /** The options with which the page shows the project. */
  readonly options: () => ShorthandOptions;
  /** Ends what is written. */
  readonly closed: AbortSignal;
  /** Called after each change of the file. */
  readonly onChanged: () => void;
}

/**
 * Writes changes of the page into the project's file, each by the smallest change of its text, and shows changes that
 * are not written yet. A change that would make the project invalid is refused.
 */
export class ProjectEdits {
  readonly #shown: Shown;
  readonly #history: EditHistory;

  constructor(path: string, shown: Shown) {
    this.#shown = shown;
    const { closed: signal, onChanged } = shown;
    this.#history = new EditHistory(path, { signal, onChanged, check: (bytes) => this.#check(bytes) });
  }

  /** What can be taken back, or made again, in a file with these bytes. */
  offersFor(bytes: Uint8Array): ReturnType<EditHistory['offersFor']> {
    return this.#history.offersFor(bytes);
  }

  /** Makes edits of the text with the hash `base`. Fails with a sentence. Rejects if the file cannot be written. */
  async edit({ base, edits }: PageOrders['api/edits']): Promise<Result<void>> {
    const text = this.#textWith(base);
    if (!text) return failure(`not changed: ${fileChanged}`);
    const { variables } = this.#shown.options();
    return refused('changed', await this.#history.change(text, (given) => editText(given, edits, variables)));
  }

  /** Applies the fix of a piece of advice on a text, if the file still has it. Fails and rejects like `edit`. */
  async fix(text: Uint8Array, advice: Advice): Promise<Result<void>> {
    const { variables } = this.#shown.options();
    const edit = (given: string) => {
      const fixed = fixText(given, advice, variables);
      return fixed.ok ? success(fixed.value.text) : fixed;
    };
    return refused('fixed', await this.#history.change(text, edit, true));
  }

  /**
   * Applies the fixes of all advice on a text that help, as the command `fix` does, in one step. Fails and rejects like
   * `edit`.
   */
  async fixAll(text: Uint8Array, inspect: (bytes: Uint8Array) => Promise<Inspected>): Promise<Result<void>> {
    const { variables } = this.#shown.options();
    const report = await fixProject(readUtf8(text), (given) => inspect(Buffer.from(given)), variables);
    return refused('fixed', await this.#history.change(text, () => success(report.text), true));
  }

  /** Takes back the last change. Fails and rejects like `edit`. */
  undo(): Promise<Result<void>> {
    return this.#history.undo();
  }

  /** Makes the change that was taken back last again. Fails and rejects like `edit`. */
  redo(): Promise<Result<void>> {
    return this.#history.redo();
  }

  /** Draws a still of the project as edits would make it. Fails with a sentence. Rejects like a still. */
  async try(
    { base, edits, client, ...still }: PageOrders['api/tries'],
    signal: AbortSignal,
  ): Promise<Result<ViewAnswers['still']>> {
    const text = this.#textWith(base);
    if (!text) return failure(fileChanged);
    const options = this.#shown.options();
    const edited = editText(readUtf8(text), edits, options.variables);
    if (!edited.ok) return edited;
    const bytes = Buffer.from(edited.value);
    return withReason(
      this.#shown.queue.do(
        'still',
        async (renderer, stop) => {
          await renderer.open(triedName, bytes, { ...options, signal: stop });
          const picture = await renderer.view(triedName, { kind: 'still', ...still }, { signal: stop });
          if (!picture) throw new RenderError('failed', ['the process was replaced; try again']);
          return picture;
        },
        signal,
        client,
      ),
    );
  }

  async #check(bytes: Uint8Array): Promise<Result<void>> {
    const options = this.#shown.options();
    const opened = this.#shown.queue.do(
      'open',
      (renderer, stop) => renderer.open(triedName, bytes, { ...options, signal: stop }),
      neverAborted,
    );
    const checked = await withReason(opened);
    return checked.ok ? success(undefined) : checked;
  }

  #textWith(hash: string): Uint8Array | undefined {
    const { newest, before } = this.#shown.versions;
    const shown = [newest, before].find((film) => film && hashOf(film.bytes) === hash);
    return shown?.bytes ?? this.#history.textWith(hash);
  }
}

/** Fails with the problems of a project that cannot be shown. Other errors stay rejections. */
async function withReason<Value>(work: Promise<Value>): Promise<Result<Value>> {
  try {
    return success(await work);
  } catch (error) {
    const isProject = error instanceof RenderError && ['invalid-project', 'too-large'].includes(error.code);
    if (!isProject) throw error;
    return { ok: false, problems: error.problems.map(describeProblem) };
  }
}

function refused(done: 'changed' | 'fixed', result: Result<void>): Result<void> {
  return result.ok ? result : failure(`not ${done}: ${result.problems.join('; ')}`);
}
