// @module-tag ffmpeg

import { execFileSync, spawn } from 'node:child_process';
import { copyFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { hello } from './support/fixtures.ts';
import { WireClient } from './support/wire-client.ts';

/** Places several files at a path in turn, thousands of times per second, until it is ended. */
const swapper = `
  const { linkSync, renameSync } = require('node:fs');
  const [path, ...files] = process.argv.slice(1);
  const next = path + '.next';
  for (let count = 0; ; count++) {
    linkSync(files[count % files.length], next);
    renameSync(next, path);
    if (count === files.length) process.stdout.write('swapping');
  }
`;

it.skipIf(process.platform !== 'linux')(
  'service_inspect refuses an input that is swapped for a pipe or a device, without waiting for it',
  async () => {
    const client = await WireClient.open();
    const folder = await temporaryFolder();
    const file = (name: string) => join(folder, name);
    await copyFile(hello, file('regular'));
    execFileSync('mkfifo', [file('pipe')]);
    await symlink('/dev/zero', file('device'));
    const inputPath = file('input.json');
    // A link to a link is a link: what is swapped in leads to the device.
    const files = ['regular', 'pipe', 'regular', 'device'].map(file);
    const swapping = spawn(process.execPath, ['-e', swapper, inputPath, ...files], { stdio: 'pipe' });
    onTestFinished(() => void swapping.kill('SIGKILL'));
    await new Promise((done) => swapping.stdout.once('data', done));
    const seen = new Set<string>();
    for (let count = 0; count < 100; count++) {
      const { isError, text } = await client.callTool('service_inspect', { inputPath });
      seen.add(isError ? text : 'a project');
    }
    expect([...seen].sort()).toEqual([
      'a project',
      `cannot read ${inputPath}: it is a device, not a regular file`,
      `cannot read ${inputPath}: it is a named pipe, not a regular file`,
    ]);
    expect((await readdir(folder)).length).toBeGreaterThan(3);
  },
);
