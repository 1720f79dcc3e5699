import { compile } from '../../../scripts/build-package.mjs';

// The kernel in assets/ is committed; `npm run build:kernel` in the root compiles it.
compile(new URL('../', import.meta.url));
