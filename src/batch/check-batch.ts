import { RenderError } from '../render/render-error.ts';
import type { BatchSource } from './batch-source.ts';
import { DigestMap } from './names/digest-map.ts';
import { nameKey } from './names/safe-name.ts';
import type { OutputStore } from './outputs/output-store.ts';

/** The most places that a message lists. */
const mostShown = 5;

/** What is known of a batch before its outputs are made. */
export interface CheckedBatch {
  /** Entries, those included that have no output. */
  readonly total: number;
}

export interface CheckOptions {
  readonly force: boolean;
  readonly signal: AbortSignal;
  /** The name of the report, if it is in the folder of the outputs. */
  readonly report?: string | undefined;
}

/**
 * Goes through a batch before anything is made. Rejects with a RenderError if two outputs would have the same name, on
 * any file system, or that of the report, or if something is there under one that no batch made and that is not to be
 * replaced; or with the signal's reason.
 */
export async function checkBatch(
  source: BatchSource,
  store: OutputStore,
  { force, signal, report }: CheckOptions,
): Promise<CheckedBatch> {
  const clashes = new Examples();
  const inTheWay = new Examples();
  const numbers = new DigestMap();
  let total = 0;
  for await (const { number, name } of source.entries(signal)) {
    signal.throwIfAborted();
    total++;
    if (name === undefined) continue;
    const key = nameKey(name);
    if (report !== undefined && key === nameKey(report)) {
      throw new RenderError('failed', [
        `${source.noun} ${number} has the name of the report, ${store.describe(name)}; choose another --report or --name`,
      ]);
    }
    const other = numbers.get(key);
    if (other !== undefined) {
      clashes.add(() => `${source.noun}s ${other} and ${number} (${name})`);
      continue;
    }
    numbers.set(key, number);
    // Each of these may take a look at the whole manifest; a few examples are enough.
    if (force || inTheWay.count > mostShown) continue;
    if ((await store.existing(name)).kind === 'foreign') inTheWay.add(() => store.describe(name));
  }
  if (clashes.count > 0) {
    throw new RenderError('failed', [
      `two outputs would have the same name, in upper or lower case: ${clashes}; choose a --name with fields that tell them apart`,
    ]);
  }
  if (inTheWay.count > 0) {
    throw new RenderError('failed', [
      `there already and not made by a batch: ${inTheWay}; use --force to replace, or choose another folder`,
    ]);
  }
  return { total };
}

class Examples {
  count = 0;
  readonly #shown: string[] = [];

  add(describe: () => string): void {
    this.count++;
    if (this.#shown.length < mostShown) this.#shown.push(describe());
  }

  toString(): string {
    return `${this.#shown.join(', ')}${this.count > this.#shown.length ? ', …' : ''}`;
  }
}
