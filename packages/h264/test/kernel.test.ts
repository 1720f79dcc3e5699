import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

it('packages/h264/assets/kernel.wasm equals the output of npm run build:kernel', {
  tags: 'slow',
}, async () => {
  const file = join(await temporaryFolder(), 'kernel.wasm');
  // Not through npm: `npm run tools` has installed the compiler before the tests, so none of them waits for a registry.
  await run(process.execPath, ['packages/h264/assembly/build.mjs', file], { cwd: root });
  const [compiled, committed] = await Promise.all([
    readFile(file),
    readFile(join(root, 'packages/h264/assets/kernel.wasm')),
  ]);
  expect(compiled.equals(committed)).toBe(true);
});
