import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type ProjectFailure, readDocument } from '../../project/parse-project.ts';
import { Problems } from '../../project/problems.ts';
import {
  type ExpandOptions,
  type ExpansionResult,
  type LaidOutScene,
  openProject,
} from '../../shorthand/expand-project.ts';
import { refuseFiles } from '../../shorthand/refuse-files.ts';

// See docs/decisions.md, "Relations are measured in a thread where a call cannot wait".

/** Input of the thread: a document, and the flag that it sets when its answer is on the port. */
export interface ExpandTask {
  /** Plain data. */
  readonly document: object;
  readonly options: ExpandOptions;
  readonly isAnswered: Int32Array<SharedArrayBuffer>;
}

/** Each scene with relations by its id, with numbers in place of the relations, or the reason why they have none. */
export type ExpandAnswer =
  | { readonly scenes: Readonly<Record<string, LaidOutScene>> }
  | { readonly failure: ProjectFailure }
  | { readonly error: unknown };

/** The compiled thread, also where this file runs from its source. */
const threadFile = new URL('../../../dist/render/layout/expand-thread.js', import.meta.url);

/**
 * Milliseconds for which the caller waits. Loading the fonts takes a tenth of a second, and a large document takes a
 * few seconds.
 */
const patienceMs = 60_000;

/**
 * Expands a document like `expandProject`. Relations need measured texts, and fonts load only asynchronously, so a
 * thread measures them while this one waits.
 */
export function expandInThread(input: string | Uint8Array | object, options: ExpandOptions): ExpansionResult {
  const opened = openProject(input, options);
  if (!opened.ok) return opened;
  const { fileSources, problems, hasRelations, expand } = opened.value;
  refuseFiles(fileSources, problems);
  if (!hasRelations || problems.any) return expand();
  // Only plain data can be sent, and reading the same document again finds no problems.
  const document = readDocument(input, new Problems());
  if (!document.ok) return document;
  const answer = ask({ document: document.data as object, options });
  if ('error' in answer) throw answer.error;
  if ('failure' in answer) return answer.failure;
  return expand(({ id }) => {
    const { states = [], courses = [], figureSizes = new Map() } = answer.scenes[id] ?? {};
    return { states: states.map(withoutPrototype), courses, figureSizes };
  });
}

function ask(question: Pick<ExpandTask, 'document' | 'options'>): ExpandAnswer {
  const isAnswered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1: ours, port2: theirs } = new MessageChannel();
  const task: ExpandTask = { ...question, isAnswered };
  const thread = new Worker(threadFile, {
    workerData: { task, port: theirs },
    transferList: [theirs],
  });
  try {
    Atomics.wait(isAnswered, 0, 0, patienceMs);
    const received = receiveMessageOnPort(ours);
    if (received === undefined) throw new Error(`relations were not resolved in ${patienceMs / 1000} s`);
    return received.message;
  } finally {
    ours.close();
    void thread.terminate();
  }
}

/** Copies between threads have the usual prototype, whose properties would be found under an id such as `toString`. */
function withoutPrototype<Values extends object>(byId: Values): Values {
  return Object.assign(Object.create(null), byId);
}
