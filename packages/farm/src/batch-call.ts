import { basename, dirname, resolve } from 'node:path';
import type { RenderOptions, Variables } from '@render-service/engine';
import type { StoreOptions } from '@render-service/engine/process';
import { refuseSameFile } from '@render-service/service/command-line';

/** Arguments of `batch`. */
export interface BatchCall {
  /** Paths of projects; with `data`, only one, which may be `-` for standard input. */
  readonly inputs: readonly string[];
  /** Whether the inputs are one film, whose pieces the workers of a queue make. */
  readonly isFilm?: boolean | undefined;
  /** Path of the rows, or `-` for standard input. */
  readonly data: string | undefined;
  /** Template of the names. */
  readonly name: string | undefined;
  /** Folder or bucket of the outputs. */
  readonly folder: string;
  /** Path of the report, or `-` for standard output. */
  readonly report: string | undefined;
  readonly force: boolean;
  /** Whether rows must have a field for every variable, and no other fields. */
  readonly strict: boolean;
  /** Whether the summary is JSON. */
  readonly json: boolean;
  /** Number of render processes; if undefined, it depends on the machine. */
  readonly jobs: number | undefined;
  readonly options: RenderOptions;
  /** Where pieces of films are kept. */
  readonly pieces?: StoreOptions | undefined;
  readonly variables: Variables;
  readonly timeoutMs: number;
}

/** The report's name if it is in the folder of the outputs. */
export function reportIn(folder: string, report: string | undefined): string | undefined {
  if (report === undefined || report === '-' || dirname(resolve(report)) !== resolve(folder))
    return undefined;
  return basename(report);
}

/** Rejects with a RenderError if the report would replace an input of the batch. */
export async function refuseReportAsInput({ inputs, data, report }: BatchCall): Promise<void> {
  if (report === undefined) return;
  for (const input of data === undefined ? inputs : [...inputs, data]) await refuseSameFile(input, report);
}
