/** The pages of the format. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../docs/reference/format/', import.meta.url);

/** All pages in docs/reference/format/ as `{ name, file, text }`, where `name` has no `.md`. */
export function readFormatPages() {
  return readdirSync(folder)
    .sort()
    .map((entry) => {
      const file = new URL(entry, folder);
      return { name: entry.replace(/\.md$/, ''), file, text: readFileSync(file, 'utf8') };
    });
}
