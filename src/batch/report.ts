import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { RenderError } from '../render/render-error.ts';
import { describeSystemError, isSystemError } from '../render/system-error.ts';
import type { BatchEntry } from './batch-source.ts';
import type { Outcome, ProblemCode } from './make-output.ts';

/** One line of a report. */
export interface ReportLine {
  /** The number of the row or input. */
  readonly number: number;
  /** The line of the row in its data. */
  readonly line?: number | undefined;
  readonly input: string;
  /** Name of the output; null if it has none. */
  readonly name: string | null;
  readonly outcome: Outcome['kind'];
  readonly seconds: number;
  readonly bytes: number;
  readonly problems: readonly ReportedProblem[];
}

export interface ReportedProblem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The part of the project, or the field of the row; null if the message is of the whole. */
  readonly place: string | null;
}

/** A place as messages name it, before their colon. */
const messageWithPlace = /^([\w-]+(?:\.[\w-]+|\[\d+\]|\["[^"]*"\])*): ([\s\S]*)$/;

export function reportLine(
  { number, line, input, name }: Pick<BatchEntry, 'number' | 'line' | 'input' | 'name'>,
  outcome: Outcome,
  seconds: number,
): ReportLine {
  const problems = outcome.kind === 'failed' ? outcome.problems : [];
  return {
    number,
    line,
    input,
    name: name ?? null,
    outcome: outcome.kind,
    seconds: Number(seconds.toFixed(3)),
    bytes: outcome.kind === 'failed' ? 0 : outcome.bytes,
    problems: problems.map((problem) => {
      const [, place = null, message = problem] = messageWithPlace.exec(problem) ?? [];
      return { code: outcome.kind === 'failed' ? outcome.code : 'failed', message, place };
    }),
  };
}

const standardOutput = 1;

/** Bytes of a file that are read to see whether it is a report. */
const readBytes = 64;

/** A report as it is written: a line of JSON for each output, in the order in which they are done. */
export class Report implements Disposable {
  readonly #path: string;
  readonly #descriptor: number;

  private constructor(path: string, descriptor: number) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  /**
   * Starts a report, in standard output for `-`. One of an earlier run is replaced, and any other file only with
   * `force`. Throws a RenderError.
   */
  static open(path: string, { force }: { readonly force: boolean }): Report {
    if (path === '-') return new Report('standard output', standardOutput);
    try {
      if (!force && !isReport(path)) {
        throw new RenderError('failed', [
          `${path} already exists and is no report of a batch; use --force to replace it`,
        ]);
      }
      return new Report(path, openSync(path, 'w'));
    } catch (error) {
      throw error instanceof RenderError ? error : cannotWrite(path, error);
    }
  }

  /** Throws a RenderError. */
  write(line: ReportLine): void {
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      for (let written = 0; written < text.length; ) {
        written += writeSync(this.#descriptor, text, written);
      }
    } catch (error) {
      throw cannotWrite(this.#path, error);
    }
  }

  [Symbol.dispose](): void {
    if (this.#descriptor !== standardOutput) closeSync(this.#descriptor);
  }
}

/** Whether there is no file, an empty one, or one that begins as a report does. */
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
