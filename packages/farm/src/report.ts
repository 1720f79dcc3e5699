import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { RenderError } from '@render-service/engine';
import { describeSystemError, isSystemError, onAbort, openPipe } from '@render-service/engine/files';
import type { CountedPieces } from '@render-service/engine/process';
import type { BatchEntry } from './batch-source.ts';
import { type Outcome, type ProblemCode, warningsOf } from './make-output.ts';

/** One line of a report. */
export interface ReportLine {
  /** Number of the row or input. */
  readonly number: number;
  /** The line of the row in its data. */
  readonly line?: number | undefined;
  readonly input: string;
  /** Name of the output, or null. */
  readonly name: string | null;
  readonly outcome: Outcome['kind'];
  readonly seconds: number;
  readonly bytes: number;
  /** Of an MP4 that was made. */
  readonly pieces?: CountedPieces | undefined;
  readonly problems: readonly ReportedProblem[];
}

export interface ReportedProblem {
  /** \`warning\` for a problem of an output that was made or checked. */
  readonly code: ProblemCode | 'warning';
  readonly message: string;
  /** The part of the project or the field of the row; null if the message concerns the whole project or row. */
  readonly place: string | null;
}

/** Matches a place at the start of a message, before its colon. */
const messageWithPlace = /^([\w-]+(?:\.[\w-]+|\[\d+\]|\["[^"]*"\])*): ([\s\S]*)$/;

export function reportLine(
  { number, line, input, name }: Pick<BatchEntry, 'number' | 'line' | 'input' | 'name'>,
  outcome: Outcome,
  seconds: number,
): ReportLine {
  const [code, problems] =
    outcome.kind === 'failed'
      ? [outcome.code, outcome.problems]
      : (['warning', warningsOf(outcome)] as const);
  return {
    number,
    line,
    input,
    name: name ?? null,
    outcome: outcome.kind,
    seconds: Number(seconds.toFixed(3)),
    bytes: outcome.kind === 'failed' ? 0 : outcome.bytes,
    pieces: reportedPieces(outcome),
    problems: problems.map((problem) => {
      const [, place = null, message = problem] = messageWithPlace.exec(problem) ?? [];
      return { code, message, place };
    }),
  };
}

function reportedPieces(outcome: Outcome): ReportLine['pieces'] {
  if (!('pieces' in outcome) || outcome.pieces === undefined) return undefined;
  const { kept, made } = outcome.pieces;
  return { kept, made };
}

/** Bytes of a file that are read to detect whether it is a report. */
const readBytes = 64;

/** Bytes that may be buffered for a reader before the batch waits, too. */
const maxWaitingBytes = 1024 ** 2;

export interface ReportOptions {
  /** Whether to replace a file that is not a report. */
  readonly force: boolean;
  /** Aborts every wait for a reader. */
  readonly signal: AbortSignal;
}

/** Writes a report: a line of JSON for each output, in the order in which they finish. */
export class Report implements Disposable {
  readonly #path: string;
  /** Either a file, to which each line is written at once, or a stream, whose reader may be slow. */
  readonly #target: number | Writable;
  readonly #signal: AbortSignal;
  #failure: RenderError | undefined;

  private constructor(path: string, target: number | Writable, signal: AbortSignal) {
    this.#path = path;
    this.#target = target;
    this.#signal = signal;
    if (typeof target !== 'number') {
      target.on('error', (error) => {
        this.#failure ??= cannotWrite(path, error);
      });
    }
  }

  /**
   * Starts a report, on standard output for `-`. A report of an earlier run is replaced, any other file only with
   * `force`; writing to a pipe starts as soon as it has a reader. Rejects with a RenderError, or with the signal's
   * reason.
   */
  static async open(path: string, { force, signal }: ReportOptions): Promise<Report> {
    if (path === '-') return new Report('standard output', process.stdout, signal);
    const existing = await stat(path).catch(() => undefined);
    try {
      if (existing?.isFIFO() && process.platform !== 'win32') {
        return new Report(path, await openPipe(path, signal), signal);
      }
      if (!force && existing?.isFile() && !isReport(path)) {
        throw new RenderError('failed', [
          `${path} already exists and is not a report of a batch; use --force to replace it`,
        ]);
      }
      return new Report(path, openSync(path, 'w'), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof RenderError ? error : cannotWrite(path, error);
    }
  }

  /** Throws a RenderError. */
  write(line: ReportLine): void {
    if (this.#failure) throw this.#failure;
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    if (typeof this.#target !== 'number') {
      this.#target.write(text);
      return;
    }
    try {
      for (let written = 0; written < text.length; ) {
        written += writeSync(this.#target, text, written);
      }
    } catch (error) {
      throw cannotWrite(this.#path, error);
    }
  }

  /** Waits while the reader is far behind, or until the signal is aborted. Rejects with a RenderError. */
  async ready(): Promise<void> {
    await this.#untilWritten(maxWaitingBytes);
  }

  /** Waits until everything is written, or until the signal is aborted. Rejects with a RenderError. */
  async finish(): Promise<void> {
    await this.#untilWritten(0);
  }

  [Symbol.dispose](): void {
    if (typeof this.#target === 'number') closeSync(this.#target);
    else if (this.#target !== process.stdout) this.#target.destroy();
  }

  async #untilWritten(maxBytes: number): Promise<void> {
    const target = this.#target;
    if (typeof target !== 'number' && target.writableLength > maxBytes && !this.#failure) {
      await new Promise<void>((done) => {
        const stopListening = onAbort(this.#signal, done);
        // The callback of this write runs after everything buffered is written.
        target.write('', () => {
          stopListening();
          done();
        });
      });
    }
    if (this.#failure) throw this.#failure;
  }
}

/** Whether the file is missing, empty, or begins like a report. */
function isReport(path: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return true;
    throw error;
  }
  try {
    const start = Buffer.alloc(readBytes);
    const length = readSync(descriptor, start);
    return length === 0 || /^\{"number":\d+,("line":\d+,)?"input":/.test(start.toString('latin1', 0, length));
  } finally {
    closeSync(descriptor);
  }
}

function cannotWrite(path: string, error: unknown): RenderError {
  return new RenderError('failed', [`cannot write the report ${path}: ${describeSystemError(error)}`]);
}
