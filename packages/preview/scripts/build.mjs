import { cpSync } from 'node:fs';
import { compile } from '../../../scripts/build-package.mjs';

const folder = new URL('../', import.meta.url);
compile(folder);
cpSync(new URL('src/page', folder), new URL('dist/page', folder), { recursive: true });
