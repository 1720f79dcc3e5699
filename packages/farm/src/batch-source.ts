import type { Template } from '@render-service/engine/tables';
import { showValue } from '@render-service/engine/text';
import type { BatchJob } from './batch-job.ts';
import type { QueuedShare } from './queue/queued-job.ts';

/** One output to render, or the problems that prevent it. */
export interface BatchEntry {
  /** Counted from 1. */
  readonly number: number;
  /** The line of the row in its data. */
  readonly line?: number | undefined;
  /** Path of its project. */
  readonly input: string;
  /** Name of the output; undefined if the `problems` prevent one. */
  readonly name: string | undefined;
  /** Why it cannot be rendered: `<field>: <rule>`, or one sentence. */
  readonly problems: readonly string[];
  /** Creates the job. Rejects with a RenderError if the project cannot be read. */
  prepare(signal: AbortSignal): Promise<PreparedJob>;
}

export interface PreparedJob {
  readonly template: Pick<Template, 'document' | 'digest' | 'baseFolder'>;
  readonly job: BatchJob;
  /** Of a film whose pieces the workers of a queue make. */
  readonly shares?: readonly QueuedShare[];
}

/** The outputs of a batch. They can be iterated repeatedly, and are never all in memory. */
export interface BatchSource {
  /** Noun for an entry in messages. */
  readonly noun: 'row' | 'input';
  /** Warnings about the entries iterated so far, one sentence each. */
  readonly warnings: readonly string[];
  entries(signal: AbortSignal): AsyncIterable<BatchEntry>;
}

/** Maximum number of names in a message. */
export const maxNames = 10;

/** Formats names of fields or variables for a message: shortened, and safe to print even from untrusted data. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => (name === '' ? '(no name)' : showValue(name)));
  return `${shown.join(', ')}${names.length > maxNames ? ', …' : ''}`;
}
