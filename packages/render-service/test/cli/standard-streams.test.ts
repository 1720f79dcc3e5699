import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { onLinux } from '../../../../test/support/linux-process.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const scripts = fileURLToPath(new URL('../../../../test/fixtures/projects/scripts.json', import.meta.url));

describe.skipIf(!onLinux)('an output that cannot be written', () => {
  it.each([
    ['the picture', ['render', scripts, '-o', '-', '--width', '64']],
    ['the inspection', ['inspect', scripts]],
    ['the version', ['--version']],
    ["the service's address", ['serve', '--port', '0']],
  ])(
    'a command reports without a stack trace that standard output cannot be written: %s',
    async (_, args) => {
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', full, 'pipe'] });
      let said = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      const [code] = await once(child, 'close');
      expect(code).toBe(1);
      expect(said).toContain('cannot write standard output: no space is left on the device');
      expect(said).not.toMatch(/^\s+at /m);
    },
  );
});

it('the service keeps running when its log is closed', async () => {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [line] = await once(child.stdout, 'data');
  const url = /http:\S+/.exec(String(line))?.[0];
  child.stderr.destroy();
  for (let turn = 0; turn < 3; turn++) expect((await fetch(`${url}/capabilities`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});
