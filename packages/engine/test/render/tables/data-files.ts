import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { DataFile } from '../../../src/render/tables/data-file.ts';
import { readRows } from '../../../src/render/tables/read-rows.ts';
import type { RowOrProblem } from '../../../src/render/tables/row.ts';

export const { signal } = new AbortController();

/** Creates a data file with this content, which is removed after the test. */
export async function dataFile(content: string | Uint8Array, name = 'rows.csv'): Promise<DataFile> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  const file = await DataFile.open(path, Readable.from([]), signal);
  onTestFinished(() => file[Symbol.asyncDispose]());
  return file;
}

/** Reads all rows of this content as plain objects. */
export async function rowsOf(content: string | Uint8Array, name?: string): Promise<RowOrProblem[]> {
  const { rows } = await readRows(await dataFile(content, name), signal);
  const all: RowOrProblem[] = [];
  for await (const row of rows) all.push('fields' in row ? { ...row, fields: { ...row.fields } } : row);
  return all;
}
