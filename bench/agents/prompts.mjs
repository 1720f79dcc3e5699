/** Writes the prompts of all topics, a file for each: `node bench/agents/prompts.mjs DIR`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node bench/agents/prompts.mjs DIR');
  process.exit(2);
}
const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');
const prompt = read('prompt.md');
mkdirSync(folder, { recursive: true });
for (const { id, name } of JSON.parse(read('topics.json'))) {
  writeFileSync(join(folder, `${id}.md`), prompt.replaceAll('{topic}', name).replaceAll('{id}', id));
}
