/** Writes the JSON Schemas to assets/schemas/, for editors to read. Needs dist/, which the compiler has written. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { schemaTexts } from '../dist/contract/schema-files.js';

const folder = new URL('../assets/schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(schemaTexts)) writeFileSync(new URL(`${name}.json`, folder), text);
