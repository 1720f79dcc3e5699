#!/usr/bin/env node

import { createRequire } from 'node:module';

/** The commands of other packages. The program for all others is also bundled into one file, which loads faster. */
const services: readonly (string | undefined)[] = ['serve', 'mcp', 'preview', 'work', 'batch', 'queue'];

const command = process.argv[2];
// This check comes first, because loading the program opens many files at the same time.
const problem = services.includes(command)
  ? (await import('./open-files.ts')).openFilesProblem()
  : undefined;
if (problem === undefined) {
  const program: typeof import('./program.ts') = services.includes(command)
    ? await import('./program.ts')
    : createRequire(import.meta.url)('./program.start.cjs');
  await program.ended;
} else {
  process.stderr.write(`render-service: ${problem}\n`);
  process.exitCode = 1;
}
