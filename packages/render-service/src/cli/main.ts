#!/usr/bin/env node

import { createRequire } from 'node:module';

/** Commands that usually end quickly. For them, the program is also bundled into one file, which loads faster. */
const bundled: readonly (string | undefined)[] = ['render', 'sheet', 'inspect'];

const opensManyFiles: readonly (string | undefined)[] = ['serve', 'mcp', 'preview', 'work', 'batch', 'queue'];

const command = process.argv[2];
// This check comes first, because loading the program opens many files at the same time.
const problem = opensManyFiles.includes(command)
  ? (await import('./open-files.ts')).openFilesProblem()
  : undefined;
if (problem === undefined) {
  const program: typeof import('./program.ts') = bundled.includes(command)
    ? createRequire(import.meta.url)('./program.start.cjs')
    : await import('./program.ts');
  await program.ended;
} else {
  process.stderr.write(`render-service: ${problem}\n`);
  process.exitCode = 1;
}
