import { compile } from '../../../scripts/build-package.mjs';

compile(new URL('../', import.meta.url));
