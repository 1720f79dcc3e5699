// Checks films of the prompts in mover-prompts.json by their programs: node bench/agents/mover.mjs [FOLDER]. With --wrong, each
// film gets the wrong number that mover-wrong.json has for it, so that none of them should pass.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from '../../packages/render-service/dist/index.js';
import { readProgram } from './read-mover.mjs';

const own = import.meta.dirname;
const isWrong = process.argv.includes('--wrong');
const folder = process.argv.slice(2).find((one) => !one.startsWith('--')) ?? join(own, 'mover');
const wrong = JSON.parse(readFileSync(join(own, 'mover-wrong.json'), 'utf8'));
const { prompts } = JSON.parse(readFileSync(join(own, 'mover-prompts.json'), 'utf8'));
const families = new Map();
const misses = [];
for (const { template, family, prompt, program } of prompts) {
  const sum = families.get(family) ?? { true: 0, all: 0 };
  families.set(family, sum);
  sum.all++;
  const file = join(folder, `${template}.json`);
  const sentences = readProgram(program);
  const reason = existsSync(file) ? await missOf(filmIn(file, template), sentences) : 'no film';
  if (reason === undefined) sum.true++;
  else misses.push({ template, prompt, reason });
}
const count = [...families.values()].reduce((sum, one) => sum + one.true, 0);
for (const [family, sum] of families) console.log(`${family}: ${sum.true} of ${sum.all}`);
console.log(`all: ${count} of ${prompts.length}, ${((100 * count) / prompts.length).toFixed(1)} %`);
for (const { template, prompt, reason } of misses) console.log(`\n${template}: ${prompt}\n  ${reason}`);

function filmIn(file, template) {
  const film = JSON.parse(readFileSync(file, 'utf8'));
  if (!isWrong) return film;
  const { path, value } = wrong[template];
  const owner = path.slice(0, -1).reduce((inner, key) => inner[key], film);
  owner[path.at(-1)] = value;
  return film;
}

/** The first sentence that is not true of a film; undefined if all are. */
async function missOf(film, sentences) {
  try {
    const { assertions = [] } = await inspect({ ...film, expect: sentences });
    const miss = assertions.find(({ status }) => status !== 'passes');
    return miss && `${miss.sentence}: ${miss.message}`;
  } catch (error) {
    return `not valid: ${error instanceof Error ? error.message : error}`;
  }
}
