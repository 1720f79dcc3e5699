/**
 * Builds what is made of the documentation: the tables of fields in docs/format.md, and docs/pictures/: the pictures of
 * its snippets and the film strip of the README. Needs the built package.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as library from '../../dist/index.js';
import { allPictures } from './pictures.mjs';
import { writeReference } from './reference.mjs';

const folder = new URL('../../docs/pictures/', import.meta.url);

const page = new URL('../../docs/format.md', import.meta.url);
writeFileSync(page, writeReference(readFileSync(page, 'utf8'), library));

mkdirSync(folder, { recursive: true });
const written = new Set();
for (const { name, make } of allPictures()) {
  writeFileSync(new URL(`${name}.png`, folder), await make(library));
  written.add(`${name}.png`);
}
for (const file of readdirSync(folder)) {
  if (!written.has(file)) rmSync(new URL(file, folder));
}
const bytes = [...written].reduce((sum, file) => sum + readFileSync(new URL(file, folder)).length, 0);
console.log(`docs/pictures: ${written.size} pictures, ${Math.round(bytes / 1000)} kB`);
