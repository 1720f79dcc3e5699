import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { cacheContent } from '../../../engine/src/render/film/kept/cache-folder.ts';
import { hello } from './support/fixtures.ts';
import { useOfficialClient } from './support/official-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'render-service-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const client = useOfficialClient('2026-07-28', ['--cache', folder, '--tools', 'all']);

it('service_render makes a film from the pieces of the one before, with the same result', {
  tags: 'slow',
}, async () => {
  const outputs = await temporaryFolder();
  const render = async (name: string) => {
    const outputPath = join(outputs, name);
    const result = await client().callTool({
      name: 'service_render',
      arguments: { inputPath: hello, outputPath },
    });
    const { elapsedMs: _, ...made } = result.structuredContent as Record<string, unknown>;
    return { film: await readFile(outputPath), made: { ...made, outputPath: undefined } };
  };
  const first = await render('first.mp4');
  const pieces = await readdir(join(folder, 'pieces'), { recursive: true });
  const second = await render('second.mp4');
  expect(second.film.equals(first.film)).toBe(true);
  expect(second.made).toEqual(first.made);
  expect(await readdir(join(folder, 'pieces'), { recursive: true })).toEqual(pieces);
});

it('service_sheet shows a sheet that was kept, with the same result', async () => {
  const draw = async () => {
    const outputPath = join(await temporaryFolder(), 'sheet.png');
    const result = await client().callTool({
      name: 'service_sheet',
      arguments: { inputPath: hello, outputPath },
    });
    const { elapsedMs: _, ...made } = result.structuredContent as Record<string, unknown>;
    return { made: { ...made, outputPath: undefined }, bytes: await readFile(outputPath) };
  };
  const before = (await cacheContent(folder)).pieces;
  const first = await draw();
  expect((await cacheContent(folder)).pieces).toBeGreaterThan(before);
  const kept = await readdir(join(folder, 'pieces'), { recursive: true });
  expect(await draw()).toEqual(first);
  expect(await readdir(join(folder, 'pieces'), { recursive: true })).toEqual(kept);
});

it('mcp --config prints the absolute path of the cache', async () => {
  const { stdout } = await run(['mcp', '--config', '--cache', 'kept', '--cache-size', '500MB']);
  const { args } = JSON.parse(stdout.toString()).mcpServers['render-service'];
  expect(args.slice(1)).toEqual([
    'mcp',
    '--tools',
    'all',
    '--cache',
    join(process.cwd(), 'kept'),
    '--cache-size',
    '500MB',
  ]);
});
