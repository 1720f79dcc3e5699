// @module-tag ffmpeg

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { hello } from '../../../service/test/mcp/support/fixtures.ts';
import { WireClient } from '../../../service/test/mcp/support/wire-client.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = join(root, 'scripts/bundle');
const tool = join(folder, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

it('npm run bundle makes a bundle that starts the tool server from another folder', {
  timeout: 240_000,
}, async () => {
  await run('npm', [
    '--prefix',
    folder,
    'ci',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]);
  const { stdout } = await run(process.execPath, [join(folder, 'build.mjs')], { cwd: root });
  const bundle = join(root, stdout.trim());
  expect(bundle).toMatch(/render-service-[\d.]+-\w+-\w+\.mcpb$/);
  const unpacked = await temporaryFolder();
  await run(process.execPath, [tool, 'unpack', bundle, unpacked]);
  const { server, user_config: settings } = JSON.parse(
    await readFile(join(unpacked, 'manifest.json'), 'utf8'),
  );
  const args: string[] = server.mcp_config.args.map(
    (argument: string) =>
      argument
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the names of the manifest.
        .replace('${__dirname}', unpacked)
        .replace('${user_config.formats}', settings.formats.default),
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the names of the manifest.
  );
  const client = await WireClient.open({ command: [process.execPath, ...args], cwd: unpacked });
  const output = join(await temporaryFolder(), 'film.gif');
  const { isError, structured } = await client.callTool('service_render', {
    inputPath: hello,
    outputPath: output,
  });
  expect({ isError, format: structured?.format }).toEqual({ isError: false, format: 'gif' });
  expect((await readFile(output)).toString('latin1', 0, 6)).toBe('GIF89a');
});
