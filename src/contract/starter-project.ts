import { readFileSync } from 'node:fs';

const file = new URL('../../examples/hello.json', import.meta.url);

/** The JSON text of a starter project: one second of editable text. */
export function readStarterProject(): string {
  return readFileSync(file, 'utf8');
}
