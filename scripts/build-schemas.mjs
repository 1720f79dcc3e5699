/** Writes the JSON Schemas to packages/render-service/assets/schemas/, for editors to read. Needs dist/, which the compiler has written. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { schemaTexts } from '../packages/service/dist/contract/schema-files.js';

const folder = new URL('../packages/render-service/assets/schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(schemaTexts)) writeFileSync(new URL(`${name}.json`, folder), text);
