import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../../engine/src/render/inspect.ts';
import { useOfficialClient } from '../../../service/test/mcp/support/official-client.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const skill = read('skills/render-service/SKILL.md');
const [, frontMatter = '', body = ''] = skill.match(/^---\n(.*?)\n---\n\n(.*)$/s) ?? [];
const fields = new Map(
  frontMatter
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
);

describe('the skill', () => {
  // The rules of agentskills.io.
  it('the skill has the name of its folder, a description and known fields only', () => {
    expect(fields.get('name')).toBe('render-service');
    const description = fields.get('description') ?? '';
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(description).not.toMatch(/: |[<>]/);
    expect(fields.get('compatibility')?.length).toBeLessThanOrEqual(500);
    const known = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];
    expect([...fields.keys()].filter((name) => !known.includes(name))).toEqual([]);
    expect(body.split('\n').length).toBeLessThan(150);
  });

  it('the three films of the skill are valid and have no advice', async () => {
    const films = [...body.matchAll(/^```json project\n(.*?)^```$/gms)].map(([, film]) => film ?? '');
    expect(films).toHaveLength(3);
    for (const film of films) {
      const { issues, advice } = await inspect(film, { format: 'mp4', advice: true });
      expect({ issues, advice }).toEqual({ issues: [], advice: [] });
    }
  });

  const client = useOfficialClient('2025-11-25');

  it('the guide of the tool server is the text of the skill', async () => {
    const { contents } = await client().readResource({ uri: 'service://docs/guide' });
    expect(contents).toEqual([{ uri: 'service://docs/guide', mimeType: 'text/markdown', text: body }]);
  });
});

describe('server.json', () => {
  // The rules of the registry of the Model Context Protocol, of 2025-12-11.
  it('server.json agrees with package.json and starts the tool server', () => {
    const server = JSON.parse(read('server.json'));
    const { name, version, mcpName } = JSON.parse(read('packages/render-service/package.json'));
    expect(server).toMatchObject({ name: mcpName, version });
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.packages).toMatchObject([
      {
        registryType: 'npm',
        identifier: name,
        version,
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          { type: 'named', name: '--tools', value: 'all' },
        ],
        transport: { type: 'stdio' },
      },
    ]);
    const guide = read('docs/guides/agents.md');
    for (const { name: setting } of server.packages[0].environmentVariables) {
      expect(guide).toContain(`\`${setting}\``);
    }
  });
});
