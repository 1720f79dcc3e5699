import { showValue } from '../project/problem-text.ts';
import type { BatchJob, JobTemplate } from './batch-job.ts';

/** One output that is to be made, or cannot be. */
export interface BatchEntry {
  /** From 1. */
  readonly number: number;
  /** The line of the row in its data. */
  readonly line?: number | undefined;
  /** The project that it is made from. */
  readonly input: string;
  /** The name of the output; undefined if it has none because of `problems`. */
  readonly name: string | undefined;
  /** Why there will be no output: of the form `<field>: <rule>`, or one sentence. */
  readonly problems: readonly string[];
  /** Gives the job. Rejects with a RenderError if the project cannot be read. */
  prepare(signal: AbortSignal): Promise<PreparedJob>;
}

export interface PreparedJob {
  readonly template: JobTemplate;
  readonly job: BatchJob;
}

/** The outputs of a batch, as often as they are asked for; never all at once. */
export interface BatchSource {
  /** What an output is made from, in messages: a row or an input. */
  readonly noun: 'row' | 'input';
  /** What is hardly meant in the entries that were gone through, a sentence each. */
  readonly warnings: readonly string[];
  entries(signal: AbortSignal): AsyncIterable<BatchEntry>;
}

/** The most names that a message lists. */
export const mostNames = 10;

/** The names of fields or variables for a message; whoever chose them, they are short and safe to print. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => (name === '' ? '(no name)' : showValue(name)));
  return `${shown.join(', ')}${names.length > mostNames ? ', …' : ''}`;
}
