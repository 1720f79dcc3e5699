import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsTable } from '../../packages/service/src/contract/settings.ts';
import { templates, templateUri } from '../../packages/service/src/contract/templates.ts';
import { copyPackages } from '../support/package-copy.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const manifest: { scripts: Readonly<Record<string, string>>; bin: Readonly<Record<string, string>> } =
  JSON.parse(read('package.json'));

interface Instruction {
  readonly name: string;
  readonly words: readonly string[];
}

/** The instructions of the Dockerfile, a list for each stage. */
function readStages(): Instruction[][] {
  const lines = read('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [name, ...words] = line.trim().split(/\s+/);
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, words });
  }
  return stages;
}

const stages = readStages();
const [build, image] = stages;

function wordsOf(stage: readonly Instruction[], name: string): string[][] {
  return stage.filter((instruction) => instruction.name === name).map(({ words }) => [...words]);
}

/** Sources in the checkout of all COPY instructions of a stage. */
function copiedSources(stage: readonly Instruction[]): string[] {
  return wordsOf(stage, 'COPY')
    .filter(([first]) => !first.startsWith('--from'))
    .flatMap((words) => words.slice(0, -1));
}

describe('the Dockerfile', () => {
  it('the Dockerfile builds and runs on the same base image, and does not run as root', () => {
    expect(stages).toHaveLength(2);
    expect(wordsOf(build, 'FROM')).toEqual([['node:22-bookworm-slim', 'AS', 'build']]);
    expect(wordsOf(image, 'FROM')).toEqual([['node:22-bookworm-slim']]);
    expect(wordsOf(image, 'USER')).toEqual([['node']]);
  });

  it('the Dockerfile copies only files that exist and are not ignored', () => {
    const sources = [...copiedSources(build), ...copiedSources(image)].map((path) =>
      path.replace(/^\.\//, ''),
    );
    for (const source of sources) {
      expect([source, existsSync(new URL(`../../${source}`, import.meta.url))]).toEqual([source, true]);
    }
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toContain('*');
    const letThrough = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(letThrough.sort()).toEqual([...new Set(sources)].sort());
  });

  it('the Dockerfile runs only scripts in package.json', () => {
    const commands = wordsOf(build, 'RUN').map((words) => words.join(' '));
    const scripts = commands.flatMap((command) =>
      [...command.matchAll(/npm run (\S+)/g)].map(([, name]) => name),
    );
    expect(scripts).toEqual(['build']);
    for (const script of scripts) expect(manifest.scripts).toHaveProperty(script);
    expect(commands.every((command) => !/\bnpm (install|i)\b/.test(command))).toBe(true);
  });

  it('the Dockerfile starts the service and copies its health check script', () => {
    const [command] = wordsOf(image, 'CMD');
    expect(JSON.parse(command.join(' '))).toEqual(['render-service', 'serve']);
    const health = wordsOf(image, 'HEALTHCHECK')[0].join(' ');
    const [, script] = JSON.parse(health.slice(health.indexOf('[')));
    expect(copiedSources(image)).toContain(script);
  });

  it('the tool server of the image has every document that it lists', async () => {
    // The packages lie beside each other and their modules, as in the checkout.
    expect(wordsOf(image, 'COPY').slice(0, 2)).toEqual([
      ['--from=build', '/build/node_modules', 'node_modules'],
      ['--from=build', '/build/packages', 'packages'],
    ]);
    const folder = await copyPackages();
    const client = new Client({ name: 'render-service-tests', version: '1.0.0' });
    const args = [join(folder, 'packages/render-service/dist/cli/main.js'), 'mcp'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
    onTestFinished(() => client.close());
    const { resources } = await client.listResources();
    const uris = [...resources.map(({ uri }) => uri), ...templates.map(({ name }) => templateUri(name))];
    expect(uris.length).toBeGreaterThan(templates.length);
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0], uri).toMatchObject({ text: expect.stringMatching(/./) });
    }
  });

  it('the Dockerfile sets only existing settings', () => {
    const names = wordsOf(image, 'ENV').flat();
    const settings = names.map((word) => word.split('=')[0]).filter((name) => name.startsWith('SERVICE_'));
    const known = Object.values(settingsTable).map(({ variable }) => variable);
    expect(known).toEqual(expect.arrayContaining(settings));
    expect(settings).toEqual([settingsTable.host.variable]);
  });
});

describe('the compose file', () => {
  const compose = read('deploy/compose.yaml');
  const haproxy = read('deploy/haproxy.cfg');

  it('deploy/compose.yaml declares the instances to which HAProxy connects', () => {
    const asked = [...haproxy.matchAll(/\$\{(RENDER_[A-Z0-9]+)-/g)].map(([, name]) => name);
    for (const name of new Set(asked)) expect(compose).toContain(`      ${name}: `);
    const given = [...compose.matchAll(/^ {6}RENDER_\d: (\S+):8799$/gm)].map(([, host]) => host);
    const services = [...compose.matchAll(/^ {2}(\S+): \*instance$/gm)].map(([, name]) => name);
    expect(given).toEqual(services);
    expect(services).toHaveLength(3);
  });

  it('deploy/compose.yaml sets only existing settings, and requires a token', () => {
    const settings = [...compose.matchAll(/^ {4}(SERVICE_[A-Z_]+): (.*)$/gm)];
    const known = Object.values(settingsTable).map(({ variable }) => variable);
    expect(known).toEqual(expect.arrayContaining(settings.map(([, name]) => name)));
    expect(Object.fromEntries(settings.map(([, name, value]) => [name, value]))).toMatchObject({
      [settingsTable.token.variable]: expect.stringMatching(/^\$\{SERVICE_RENDER_TOKEN:\?/),
    });
  });

  const builder = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0);

  it.skipIf(builder === undefined)(
    'the image builds, and renders a still on the command line (skipped without Docker or Podman)',
    { timeout: 900_000 },
    () => {
      const inRoot = (...args: string[]) =>
        spawnSync(builder ?? '', args, { cwd: new URL('../..', import.meta.url), encoding: 'utf8' });
      expect(inRoot('build', '--tag', 'render-service-test', '.')).toMatchObject({ status: 0 });
      const render = ['render-service', 'render', 'examples/hello.json', '-o', '-', '--format', 'svg'];
      expect(inRoot('run', '--rm', 'render-service-test', ...render)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('<svg'),
      });
    },
  );
});
