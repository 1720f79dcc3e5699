/**
 * Generates parts of docs/: the tables of fields in the format, the pages on the command line and HTTP, and
 * docs/pictures/, the pictures of the format's snippets and the films of the README, the gallery of the templates and the
 * catalogue of components.
 * Needs the built package.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as library from '../../packages/engine/dist/index.js';
import { problemRules } from '../../packages/engine/dist/project/problem.js';
import { generalHelp } from '../../packages/render-service/dist/cli/general-help.js';
import { helps } from '../../packages/render-service/dist/cli/helps.js';
import { openApiDocument } from '../../packages/service/dist/contract/openapi-document.js';
import { catalogueFilms, catalogueGallery, cataloguePage } from './catalogue.mjs';
import { commandLinePage } from './command-line-page.mjs';
import { galleryFilms, galleryPage } from './gallery.mjs';
import { httpPage } from './http-page.mjs';
import { allPictures, readmeFilms } from './pictures.mjs';
import { writeReference } from './reference.mjs';
import { writeRules } from './rules-table.mjs';

const reference = new URL('../../docs/reference/', import.meta.url);
const folder = new URL('../../docs/pictures/', import.meta.url);

const fields = new URL('format/fields.md', reference);
writeFileSync(fields, writeReference(readFileSync(fields, 'utf8'), library));
const errors = new URL('errors.md', reference);
writeFileSync(errors, writeRules(readFileSync(errors, 'utf8'), problemRules));
writeFileSync(new URL('command-line.md', reference), commandLinePage(generalHelp, helps));
writeFileSync(new URL('http.md', reference), httpPage(openApiDocument('http://127.0.0.1:8799')));

const docs = new URL('../../docs/', import.meta.url);
writeFileSync(new URL('topics/catalogue.md', reference), cataloguePage());
writeFileSync(new URL('gallery.md', docs), galleryPage());
writeFileSync(new URL('catalogue.md', docs), catalogueGallery());
for (const [name, films] of [
  ['gallery/', galleryFilms],
  ['catalogue/', catalogueFilms],
]) {
  const folderOfFilms = new URL(name, docs);
  rmSync(folderOfFilms, { recursive: true, force: true });
  mkdirSync(folderOfFilms);
  for (const { file, make } of films) writeFileSync(new URL(file, folderOfFilms), await make(library));
}

mkdirSync(folder, { recursive: true });
const written = new Set();
for (const { name, make } of allPictures()) {
  writeFileSync(new URL(`${name}.png`, folder), compressed(await make(library)));
  written.add(`${name}.png`);
}
for (const { file, make } of readmeFilms) {
  writeFileSync(new URL(file, folder), await make(library));
  written.add(file);
}
for (const file of readdirSync(folder)) {
  if (!written.has(file)) rmSync(new URL(file, folder));
}
const bytes = [...written].reduce((sum, file) => sum + readFileSync(new URL(file, folder)).length, 0);
console.log(`docs/pictures: ${written.size} pictures, ${Math.round(bytes / 1000)} kB`);

/** Returns the same picture in fewer bytes: they are part of every package. Needs ffmpeg. */
function compressed(png) {
  const args = ['-v', 'error', '-i', '-', '-pix_fmt', 'rgba', '-compression_level', '100', '-pred', 'mixed'];
  return execFileSync('ffmpeg', [...args, '-f', 'image2pipe', '-c:v', 'png', '-'], { input: png });
}
