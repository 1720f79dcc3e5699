import { RenderError } from '@render-service/engine';
import type { RowOrProblem } from '@render-service/engine/tables';
import { DataFile, readRows, variablesOfRow } from '@render-service/engine/tables';
import { failure } from '@render-service/engine/text';
import { UsageError } from '@render-service/service/command-line';
import type { DataRow, DataRows } from './tried-variables.ts';

/** Maximum number of rows that the preview steps through. */
const maxRows = 10_000;

/**
 * The rows of a data file, read as `batch --data` reads them. Rejects with a RenderError if they cannot be read now,
 * and throws a UsageError for standard input.
 */
export async function previewRows(path: string, signal: AbortSignal): Promise<DataRows> {
  if (path === '-' || path === '') {
    throw new UsageError('--data needs a file that the preview can watch, not standard input');
  }
  const read = (stop: AbortSignal) => readAll(path, stop);
  await read(signal);
  return { file: path, read };
}

async function readAll(path: string, signal: AbortSignal): Promise<DataRow[]> {
  await using file = await DataFile.open(path, process.stdin, signal);
  const { rows } = await readRows(file, signal);
  const found: DataRow[] = [];
  for await (const row of rows) {
    if (found.length === maxRows) {
      throw new RenderError('failed', [`${path}: has more than ${maxRows} rows; preview a part of them`]);
    }
    found.push(dataRow(row));
  }
  return found;
}

function dataRow(row: RowOrProblem): DataRow {
  if ('problem' in row) return { line: row.line, variablesOf: () => failure(row.problem) };
  return {
    line: row.line,
    variablesOf: ({ declared, undeclared }, shared) =>
      variablesOfRow({ declared, undeclared: new Set(undeclared) }, row.fields, shared),
  };
}
