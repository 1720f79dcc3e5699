// @module-tag ffmpeg

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../../test/support/service.ts';

const run = promisify(execFile);

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** With the generator, its client and their compiler, which is older than the one that builds the project. */
const modules = here('../../../../test/tools/node_modules');

it('a client that openapi-typescript generates has types for projects, results and files, and renders with a token', async () => {
  const token = 'generated';
  const { url } = await startService({ env: { SERVICE_RENDER_TOKEN: token } });
  const folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(modules, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await cp(here('generated-client/use-client.ts'), join(folder, 'use-client.ts'));
  const program = (name: string, ...rest: string[]) =>
    run(process.execPath, [join(modules, name), ...rest], { cwd: folder });

  await program('openapi-typescript/bin/cli.js', `${url}/openapi.json`, '--output', 'schema.d.ts');
  expect(await readFile(join(folder, 'schema.d.ts'), 'utf8')).toMatch(/"image\/png": string;/);
  const options = '--strict --target es2022 --module nodenext --skipLibCheck --types node'.split(' ');
  await program('typescript/bin/tsc', ...options, 'use-client.ts').catch(({ stdout }) =>
    expect(stdout).toBe(''),
  );
  const { stdout } = await run(process.execPath, ['use-client.js'], {
    cwd: folder,
    env: { ...process.env, SERVICE_URL: url, SERVICE_TOKEN: token },
  });
  expect(JSON.parse(stdout)).toMatchObject({
    formats: ['svg', 'png', 'mp4'],
    issues: [],
    bytes: expect.any(Number),
    status: 422,
    message: expect.stringContaining('format must be svg, png or mp4'),
  });
});
