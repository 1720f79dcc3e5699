import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

it('packages/h264/assets/kernel.wasm equals the output of npm run build:kernel', async () => {
  const file = join(await temporaryFolder(), 'kernel.wasm');
  await run('npm', ['run', '--silent', 'build:kernel', '--', file], {
    cwd: root,
    shell: process.platform === 'win32',
  });
  const [compiled, committed] = await Promise.all([
    readFile(file),
    readFile(join(root, 'packages/h264/assets/kernel.wasm')),
  ]);
  expect(compiled.equals(committed)).toBe(true);
});
