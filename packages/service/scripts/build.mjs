import { cpSync, rmSync } from 'node:fs';
import { compile } from '../../../scripts/build-package.mjs';

const folder = new URL('../', import.meta.url);
const repository = new URL('../../../', import.meta.url);
compile(folder);
// The documents and films that the tool server offers.
rmSync(new URL('assets', folder), { recursive: true, force: true });
for (const path of [
  'docs/reference/format',
  'docs/reference/shorthand.md',
  'docs/reference/topics',
  'examples',
  'skills',
  'templates',
]) {
  cpSync(new URL(path, repository), new URL(`assets/${path}`, folder), { recursive: true });
}
