#!/usr/bin/env node

import { createRequire } from 'node:module';

const opensManyFiles: readonly (string | undefined)[] = ['serve', 'mcp', 'preview', 'work', 'batch', 'queue'];

const command = process.argv[2];
// This check comes first, because loading the program opens many files at the same time.
const problem = opensManyFiles.includes(command)
  ? (await import('./open-files.ts')).openFilesProblem()
  : undefined;
if (problem === undefined) {
  // All commands are bundled into one file, which loads faster.
  const program: typeof import('./program.ts') = createRequire(import.meta.url)('./program.start.cjs');
  await program.ended;
} else {
  process.stderr.write(`render-service: ${problem}\n`);
  process.exitCode = 1;
}
