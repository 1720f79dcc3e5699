import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/command-line.ts';
import { serverCommand, WireClient } from './support/wire-client.ts';

// What the documents tell agents is what happens.

const root = fileURLToPath(new URL('../..', import.meta.url));
const document = readFileSync(join(root, 'docs/agents.md'), 'utf8');

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

it('the configuration starts the tool server', async () => {
  const [{ text }] = blocks.filter(({ what }) => what === 'json');
  const { mcpServers } = JSON.parse(text);
  const { command, args } = mcpServers['render-service'];
  // What npx does with the package of that name: it runs its binary with the rest.
  expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', 'render-service']);
  const client = await WireClient.open({ command: [...serverCommand.slice(0, 2), ...args.slice(2)] });
  expect(await client.request('tools/list')).toHaveProperty('result.tools');
});

it('the session goes as it is told', async () => {
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
    else expect(what).toBe('json');
  }
  expect((await readdir(folder)).sort()).toEqual(['title-400.png', 'title.json', 'title.mp4']);
});

it('the tools and resources are those that it names', async () => {
  const client = await WireClient.open();
  const { result } = await client.request('tools/list');
  const { tools } = result as { tools: { name: string; inputSchema: { properties: object } }[] };
  for (const { name, inputSchema } of tools) {
    const row = document.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    for (const argument of Object.keys(inputSchema.properties)) expect(row).toContain(`\`${argument}\``);
  }
  const listed = await client.request('resources/list');
  const { resources } = listed.result as { resources: { uri: string }[] };
  for (const { uri } of resources) expect(document).toContain(`| \`${uri}\``);
});

it.each(['docs/agents.md', 'llms.txt'])('the links in %s lead somewhere', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    if (!link.startsWith('https:')) expect(existsSync(join(root, dirname(name), link)), link).toBe(true);
  }
});
