import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { serverCommand, WireClient } from './support/wire-client.ts';

// The documents for agents must describe the actual behaviour.

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const document = readFileSync(join(root, 'docs/guides/agents.md'), 'utf8');
const reference = readFileSync(join(root, 'docs/reference/tools.md'), 'utf8');

interface Block {
  readonly what: string;
  readonly text: string;
}

const blocks: readonly Block[] = [...document.matchAll(/^```(\w.*)\n([\s\S]*?)^```$/gm)].map(
  ([, what, text]) => ({
    what,
    text,
  }),
);

it("docs/guides/agents.md shows the configuration that mcp --config prints, with the reader's paths", async () => {
  const [{ text }] = blocks.filter(({ what }) => what === 'json');
  const [node, ...args] = [...serverCommand.slice(0, 2), 'mcp', '--config'];
  const { stdout } = await promisify(execFile)(node, args);
  const printed = stdout
    .replace(process.execPath, '/usr/bin/node')
    .replace(join(root), '/home/ada/render-service/');
  expect(printed).toBe(text);
  const { command, args: configured } = JSON.parse(stdout).mcpServers['render-service'];
  const client = await WireClient.open({ command: [command, ...configured] });
  expect(await client.request('tools/list')).toHaveProperty('result.tools');
});

it('docs/guides/agents.md shows a session that works as described', {
  tags: ['ffmpeg', 'slow'],
}, async () => {
  const folder = await temporaryFolder();
  const here = (text: string) => text.replaceAll('/home/ada', folder);
  const client = await WireClient.open();
  const path = join(folder, 'title.json');
  let answer: Awaited<ReturnType<typeof client.callTool>> | undefined;
  for (const { what, text } of blocks.map(({ what, text }) => ({ what, text: here(text) }))) {
    const [, tool] = /^json call (\w+)$/.exec(what) ?? [];
    if (what === 'json project') await writeFile(path, text);
    else if (what === 'json repair') {
      const { from, to } = JSON.parse(text);
      const project = await readFile(path, 'utf8');
      expect(project).toContain(from);
      await writeFile(path, project.replace(from, to));
    } else if (tool) answer = await client.callTool(tool, JSON.parse(text));
    else if (what === 'json result')
      expect(answer).toMatchObject({ isError: false, structured: JSON.parse(text) });
    else if (what === 'text error') expect(answer).toMatchObject({ isError: true, text: text.trim() });
    else expect(['sh', 'sh packages', 'json']).toContain(what);
  }
  expect((await readdir(folder)).sort()).toEqual(['title-400.png', 'title.json', 'title.mp4']);
});

it('docs/reference/tools.md names every tool, argument and resource', async () => {
  const client = await WireClient.open();
  const { result } = await client.request('tools/list');
  const { tools } = result as { tools: { name: string; inputSchema: { properties: object } }[] };
  for (const { name, inputSchema } of tools) {
    const row = reference.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    for (const argument of Object.keys(inputSchema.properties)) expect(row).toContain(`\`${argument}\``);
  }
  const listed = await client.request('resources/list');
  const { resources } = listed.result as { resources: { uri: string }[] };
  for (const { uri } of resources) expect(reference).toContain(`| \`${uri}\``);
});
