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
  /** Is told how many names in the store were listed, and how many of them looked at, so far. */
  readonly onLook?: ((listed: number, looked: number) => void) | undefined;
}

/**
 * Goes through a batch before anything is made. Rejects with a RenderError if two outputs would have the same name, on
 * any file system, or that of the report, or if something is there under one that no batch made and that is not to be
 * replaced; or with the signal's reason.
 */
export async function checkBatch(
  source: BatchSource,
  store: OutputStore,
  options: CheckOptions,
): Promise<CheckedBatch> {
  const { force, signal, report } = options;
  const clashes = new Examples();
  const inTheWay = new Examples();
  const numbers = new DigestMap();
  /** The names as they are, for a comparison with those in the store. */
  const names = store.pages === undefined || force ? undefined : new DigestMap();
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
    names?.set(name, number);
    if (names !== undefined) continue;
    // Each of these may take a look at the whole manifest; a few examples are enough.
    if (force || inTheWay.count > mostShown) continue;
    if ((await store.existing(name)).kind === 'foreign') inTheWay.add(() => store.describe(name));
  }
  if (clashes.count > 0) {
    throw new RenderError('failed', [
      `two outputs would have the same name, in upper or lower case: ${clashes}; choose a --name with fields that tell them apart`,
    ]);
  }
  if (names !== undefined) await lookInParallel(source, store, { ...options, names, total, inTheWay });
  if (inTheWay.count > 0) {
    throw new RenderError('failed', [
      `there already and not made by a batch: ${inTheWay}; use --force to replace, or choose another folder`,
    ]);
  }
  return { total };
}

/** Looks at a time: each takes a round trip. */
const parallelLooks = 16;

/** Names in a page of a listing. */
const pageSize = 1000;

/**
 * Looks only at names that are in the store. Where far more are in it than the batch has, listing them would take longer than to
 * look at each name of the batch.
 */
async function lookInParallel(
  source: BatchSource,
  store: OutputStore,
  {
    names,
    total,
    inTheWay,
    signal,
    onLook,
  }: CheckOptions & { readonly names: DigestMap; readonly total: number; readonly inTheWay: Examples },
): Promise<void> {
  const mostListed = pageSize * Math.ceil(total / parallelLooks);
  let listed = 0;
  let looked = 0;
  async function* namesToLookAt(): AsyncGenerator<string> {
    for await (const page of store.pages?.(signal) ?? []) {
      listed += page.length;
      onLook?.(listed, looked);
      if (listed > mostListed) {
        for await (const { name } of source.entries(signal)) if (name !== undefined) yield name;
        return;
      }
      yield* page.filter((name) => names.get(name) !== undefined);
    }
  }
  const left = namesToLookAt();
  const look = async () => {
    for await (const name of left) {
      signal.throwIfAborted();
      if (inTheWay.count > mostShown) return;
      if ((await store.existing(name)).kind === 'foreign') inTheWay.add(() => store.describe(name));
      looked++;
      onLook?.(listed, looked);
    }
  };
  await Promise.all(Array.from({ length: parallelLooks }, look));
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
