import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSnippets } from '../../scripts/docs/snippets.mjs';
import { helps } from '../../src/cli/helps.ts';
import { inspect } from '../../src/render/inspect.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { judge } from '../support/judges.ts';
import { startService } from '../support/service.ts';

// Every command block of the documents runs as printed, page by page, in a folder that looks like a fresh checkout.

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'dist/cli/main.js');
const printedUrl = 'http://127.0.0.1:8799';

const folders = ['docs', 'docs/guides', 'docs/reference'];
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'examples/README.md', 'skills/render-service/SKILL.md'],
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
];

/** Why a block of commands cannot run here. Its options are checked against the help all the same. */
const cannotRun = ['docker', 'footage', 'kubernetes', 'packages', 'ports', 'redis', 'root'];

interface Block {
  readonly language: string;
  /** The rest of the line that opens the block. */
  readonly info: string;
  readonly text: string;
}

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)[ \t]*([^\n]*)\n(.*?)^```$/gms)].map(([, language, info, text]) => ({
    language,
    info,
    text,
  }));
}

/** Replaces npm: packages are already installed, and scripts run as usual. */
const npm = `#!/bin/sh
case "$1" in
  ci | install | pack) exec test -f package.json ;;
  start) exec "${process.execPath}" "${main}" serve ;;
  *) exec "${join(dirname(process.execPath), 'npm')}" "$@" ;;
esac
`;

/** A folder like a checkout after \`npm ci\`, but with two rows in place of a hundred. */
async function checkout(): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
  const folder = await temporaryFolder();
  const linked = ['dist', 'assets', 'docs', 'scripts', 'deploy', 'node_modules'];
  for (const name of linked) await symlink(join(root, name), join(folder, name));
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  await cp(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  const people = join(folder, 'examples/greeting-cards/people.csv');
  const rows = (await readFile(people, 'utf8')).split('\n').slice(0, 3);
  await writeFile(people, `${rows.join('\n')}\n`);
  const bin = join(folder, '.bin');
  await mkdir(bin);
  const programs = {
    npm,
    'render-service': `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`,
    'xdg-open': '#!/bin/sh\n',
  };
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  }
  const path = `${bin}${delimiter}${process.env.PATH}`;
  return { folder, env: { ...process.env, PATH: path, SERVICE_RENDER_PORT: '0' } };
}

/** Starts commands that run until they are interrupted, and resolves with the URL that they print. */
function serve(commands: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('bash', ['-e', '-c', commands], { cwd, env, detached: true });
  const ended = new Promise((done) => child.on('close', done));
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await ended;
  });
  let printed = '';
  return new Promise((found, failed) => {
    child.on('close', (code) => failed(new Error(`${commands} ended with ${code}: ${printed}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk;
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
        if (url !== undefined) found(url);
      });
    }
  });
}

async function runPage(page: string, text: string): Promise<void> {
  const { folder, env } = await checkout();
  let url = printedUrl;
  // A page that does not start the service expects a running one.
  const startsService = blocksOf(text).some(
    ({ info, text }) => info === 'service' && text.includes('npm start'),
  );
  if (text.includes(`'${printedUrl}`) && !startsService) url = (await startService()).url;
  for (const { language, info, text: code } of blocksOf(text)) {
    const [, file] = /\bfile=(\S+)/.exec(info) ?? [];
    if (file !== undefined) await writeFile(join(folder, file), code);
    if (language === 'js') {
      await writeFile(join(folder, 'script.mjs'), code);
      await run(process.execPath, ['script.mjs'], { cwd: folder });
    }
    if (language !== 'sh' || cannotRun.includes(info)) continue;
    if (info === 'service') {
      url = await serve(code, folder, env);
      continue;
    }
    expect(info, `${page}: what follows \`\`\`sh`).toBe('');
    if (code.includes('curl ')) judge('curl');
    const commands = code.replaceAll(printedUrl, url);
    await run('bash', ['-e', '-o', 'pipefail', '-c', commands], { cwd: folder, env });
  }
}

const texts = await Promise.all(
  pages.map(async (page) => ({ page, text: await readFile(join(root, page), 'utf8') })),
);

describe('the documents', () => {
  const runnable = texts.filter(({ text }) =>
    blocksOf(text).some(({ language, info }) => /^(?:sh|js)$/.test(language) && !cannotRun.includes(info)),
  );

  it.each(runnable)(
    'the commands and scripts in $page work as printed',
    { timeout: 180_000 },
    async ({ page, text }) => {
      await runPage(page, text);
    },
  );

  it('the documents mention only existing commands and options of render-service', () => {
    const wrong = texts.flatMap(({ page, text }) => {
      const code = [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/^```sh[^\n]*\n(.*?)^```$/gms)];
      const calls = code
        .map(([, one]) => one.replaceAll('\\\n', ' '))
        .flatMap((one) => [
          ...one.matchAll(
            /(?:^|\s)(?<!--namespace )(?:render-service|npm run(?: --silent)?) ([a-z]+\b[^\n|&;#]*)/g,
          ),
        ]);
      return calls.flatMap(([call, rest]) => {
        const [name = ''] = rest.split(' ');
        if (call.includes('npm run') && !(name in helps)) return [];
        if (!(name in helps)) return [`${page}: ${call}`];
        const help = helps[name as keyof typeof helps];
        const options = rest.match(/(?<=\s)--[a-z][\w-]*/g) ?? [];
        return options
          .filter((option) => !help.includes(option))
          .map((option) => `${page}: ${name} ${option}`);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('the documents do not install render-service from npm, where it is not published', () => {
    const wrong = texts.filter(({ text }) =>
      /npx (?:-y )?render-service|npm install (?:--global )?render-service/.test(text),
    );
    expect(wrong.map(({ page }) => page)).toEqual([]);
  });

  const guides = texts.filter(({ page }) => page === 'README.md' || /guides\/(?!agents)/.test(page));
  const films = guides.flatMap(({ page, text }) =>
    readSnippets(text.replaceAll(/^```json\n.*?^```$/gms, '')).map((snippet) => ({ page, ...snippet })),
  );

  it.each(films)('the film in line $line of $page has no issues or advice', async ({ page, text }) => {
    const { issues, advice = [] } = await inspect(text, { advice: true });
    // Films with transparency are the subject of that guide.
    const isMeant = page === 'guides/formats.md' || page === 'docs/guides/formats.md';
    const unmeant = advice.filter(({ rule }) => !(isMeant && rule === 'transparent-background'));
    expect([issues, unmeant]).toEqual([[], []]);
  });
});

describe('the README', () => {
  const { text } = texts[0];

  it('the README shows an example film unchanged', async () => {
    const [{ file, text: film }] = readSnippets(text);
    expect(film).toBe(await readFile(join(root, file ?? ''), 'utf8'));
  });

  it('the README states only speeds from docs/benchmarks.md', async () => {
    const measured = await readFile(join(root, 'docs/benchmarks.md'), 'utf8');
    const claims = [...text.matchAll(/^\| ([\w-]+) \| ([\d.]+ s) \| (?:(\d+) times as long )?\|$/gm)];
    expect(claims.map(([, tool]) => tool)).toEqual(['render-service', 'HyperFrames', 'Remotion']);
    for (const [, tool, time, factor = '1'] of claims) {
      const name = tool === 'render-service' ? 'this project' : tool;
      const row = new RegExp(`^\\| ${name} \\| ${time} \\| [\\d.]+ \\| ([\\d.]+) \\|`, 'm').exec(measured);
      expect(Math.round(Number(row?.[1])), tool).toBe(Number(factor));
    }
  });
});
