import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../../../test/fixtures/projects/', import.meta.url);

/** A second of one line of text. */
export const hello = fileURLToPath(new URL('hello.json', folder));
/** Five hundred moving objects: a film that takes many seconds. */
export const crowd = fileURLToPath(new URL('crowd-500.json', folder));
/** Two scenes with sound. */
export const launch = fileURLToPath(new URL('launch.json', folder));

export function readProject(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8'));
}
