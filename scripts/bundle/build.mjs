/**
 * Makes a bundle of the tool server for this platform, which clients install with a double click: the package, the
 * packages it needs and a manifest, checked and packed by the official tool. Prints its path. Needs the built package.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractFormats } from '../../packages/engine/dist/output/formats.js';
import { addCopies } from '../../packages/render-service/scripts/copies.mjs';
import {
  capabilitiesDescription,
  describeRender,
  expandDescription,
  fixDescription,
  inspectDescription,
  jobDescription,
  sheetDescription,
} from '../../packages/service/dist/mcp/descriptions.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'packages/render-service');
const tool = fileURLToPath(new URL('node_modules/@anthropic-ai/mcpb/dist/cli/cli.js', import.meta.url));
const { name, version, description, license, engines, author } = JSON.parse(
  readFileSync(join(source, 'package.json'), 'utf8'),
);

/** Parts of the package that only people read. */
const unused = ['docs/pictures', 'docs/gallery', 'docs/preview', 'docs/guides'];

const manifest = {
  manifest_version: '0.3',
  name,
  display_name: name,
  version,
  description,
  author: { name: author ?? 'The render-service authors' },
  license,
  server: {
    type: 'node',
    entry_point: 'dist/cli/main.js',
    mcp_config: {
      command: 'node',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it.
      args: ['${__dirname}/dist/cli/main.js', 'mcp', '--tools', 'all', '--formats', '${user_config.formats}'],
    },
  },
  tools: [
    { name: 'service_capabilities', description: capabilitiesDescription },
    { name: 'service_inspect', description: inspectDescription },
    { name: 'service_render', description: describeRender(contractFormats, true) },
    { name: 'service_fix', description: fixDescription },
    { name: 'service_sheet', description: sheetDescription },
    { name: 'service_expand', description: expandDescription },
    { name: 'service_job', description: jobDescription },
  ],
  user_config: {
    formats: {
      type: 'string',
      title: 'Formats',
      description: 'svg,png,mp4, and any of webm, mov, gif, webp and apng',
      default: 'svg,png,mp4,gif,webp,webm',
      required: false,
    },
  },
  compatibility: { platforms: [process.platform], runtimes: { node: engines.node } },
};

const folder = mkdtempSync(join(tmpdir(), 'render-service-bundle-'));
try {
  const content = join(folder, 'package');
  for (const part of ['package.json', 'README.md', 'dist', 'assets'])
    cpSync(join(source, part), join(content, part), { recursive: true });
  addCopies(content);
  for (const part of unused) rmSync(join(content, part), { recursive: true, force: true });
  for (const path of neededPackages()) {
    cpSync(join(root, path), join(content, path), { recursive: true });
  }
  writeFileSync(join(content, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const output = join(root, 'out', `${name}-${version}-${process.platform}-${process.arch}.mcpb`);
  mkdirSync(join(root, 'out'), { recursive: true });
  execFileSync(process.execPath, [tool, 'validate', join(content, 'manifest.json')], { stdio: 'pipe' });
  execFileSync(process.execPath, [tool, 'pack', content, output], { stdio: 'pipe' });
  console.log(relative(process.cwd(), output));
} catch (error) {
  const { stdout, stderr } = error;
  throw new Error(`the bundle could not be made\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Folders of the packages that the package needs, relative to its own. */
function neededPackages() {
  const listed = npm('ls', '--all', '--omit=dev', '--omit=peer', '--parseable', '--workspace', name);
  return listed
    .split('\n')
    .map((path) => relative(root, path))
    .filter(
      (path) =>
        path.startsWith('node_modules') &&
        !path.endsWith('render-service') &&
        !path.includes('@render-service'),
    );
}

function npm(...args) {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
