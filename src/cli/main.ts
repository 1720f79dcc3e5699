#!/usr/bin/env node

import { createRequire } from 'node:module';

/** Commands that usually end soon. For them, the program is also bundled into one file, which loads faster. */
const bundled: readonly (string | undefined)[] = ['render', 'sheet', 'inspect'];

const program: typeof import('./program.ts') = bundled.includes(process.argv[2])
  ? createRequire(import.meta.url)('./program.cjs')
  : await import('./program.ts');
await program.ended;
