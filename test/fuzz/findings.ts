import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { FuzzDocument } from './documents.ts';

/** Failures of a run; the document of each is stored in a temporary folder. */
export class Findings {
  /** One text for each failure: the fault, the seed, the document's file and how it was generated. */
  readonly reports: string[] = [];
  #folder: string | undefined;

  async add({ seed, steps, input }: FuzzDocument, faults: readonly string[], how = ''): Promise<void> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'render-service-fuzz-'));
    const written = writtenForm(input);
    const file = join(this.#folder, `${seed}.${written.extension}`);
    await writeFile(file, written.bytes);
    const origin = `seed ${seed}${how === '' ? '' : `, ${how}`}, document ${file}`;
    const report = `${faults.join('\n')}\n  ${origin}\n  ${steps.join('\n  ')}`;
    // Printed at once, because a long run may be interrupted.
    console.error(report);
    this.reports.push(report);
  }
}

/** Objects that JSON cannot represent are stored in the format of `v8.deserialize`. */
function writtenForm(input: FuzzDocument['input']): { extension: string; bytes: string | Uint8Array } {
  if (input instanceof Uint8Array) return { extension: 'json', bytes: input };
  if (typeof input === 'string') {
    if (input.isWellFormed()) return { extension: 'json', bytes: input };
    return { extension: 'v8', bytes: serialize(input) };
  }
  return { extension: 'v8', bytes: serialize(input) };
}
