import { RenderError } from '@render-service/engine';
import type { BatchSource } from './batch-source.ts';
import { DigestMap } from './names/digest-map.ts';
import { nameKey } from './names/safe-name.ts';
import type { OutputStore } from './outputs/output-store.ts';

/** Maximum number of places in a message. */
const maxShownMessages = 5;

/** Results of the check of a batch before rendering starts. */
export interface CheckedBatch {
  /** Number of entries, including those without an output. */
  readonly total: number;
}

export interface CheckOptions {
  readonly force: boolean;
  readonly signal: AbortSignal;
  /** Name of the report if it is in the folder of the outputs. */
  readonly report?: string | undefined;
  /** Receives how many names in the store were listed, and how many of them were looked up, so far. */
  readonly onLook?: ((listed: number, looked: number) => void) | undefined;
}

/**
 * Checks a batch before rendering. Rejects with a RenderError if two outputs would have the same name on any file
 * system, if one would have the name of the report, or if a file that no batch created has the name of an output and
 * must not be replaced; or with the signal's reason.
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
  /** Exact names, to compare them with those in the store. */
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
    // Each lookup may read the whole manifest, so a few examples must be enough.
    if (force || inTheWay.count > maxShownMessages) continue;
    if ((await store.existing(name)).kind === 'foreign') inTheWay.add(() => store.describe(name));
  }
  if (clashes.count > 0) {
    throw new RenderError('failed', [
      `two outputs would have the same name (ignoring case): ${clashes}; choose a --name with fields that tell them apart`,
    ]);
  }
  if (names !== undefined) await lookInParallel(source, store, { ...options, names, total, inTheWay });
  if (inTheWay.count > 0) {
    throw new RenderError('failed', [
      `existing files that no batch created: ${inTheWay}; use --force to replace them, or choose another folder`,
    ]);
  }
  return { total };
}

/** Number of parallel lookups, since each takes a round trip. */
const parallelLooks = 16;

/** Number of names in each page of a listing. */
const pageSize = 1000;

/**
 * Lists the store and looks up only names that are in it. If the store has far more names than the batch, listing them
 * would take longer than looking up each name of the batch.
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
  const maxListed = pageSize * Math.ceil(total / parallelLooks);
  let listed = 0;
  let looked = 0;
  async function* namesToLookAt(): AsyncGenerator<string> {
    for await (const page of store.pages?.(signal) ?? []) {
      listed += page.length;
      onLook?.(listed, looked);
      if (listed > maxListed) {
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
      if (inTheWay.count > maxShownMessages) return;
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
    if (this.#shown.length < maxShownMessages) this.#shown.push(describe());
  }

  toString(): string {
    return `${this.#shown.join(', ')}${this.count > this.#shown.length ? ', …' : ''}`;
  }
}
