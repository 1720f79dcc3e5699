import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/command-line.ts';
import { startService } from '../support/service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'packages/render-service/dist/cli/main.js');
const printedUrl = 'http://127.0.0.1:8799';

const folders = ['docs', 'docs/guides', 'docs/reference', 'docs/reference/format', 'docs/reference/topics'];
const pages: readonly string[] = [
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
  const linked = ['packages', 'docs', 'scripts', 'deploy', 'node_modules'];
  for (const name of linked) await symlink(join(root, name), join(folder, name));
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['examples', 'templates'])
    await cp(join(root, name), join(folder, name), { recursive: true });
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
  return {
    folder,
    env: {
      ...process.env,
      PATH: path,
      SERVICE_RENDER_PORT: '0',
      XDG_CACHE_HOME: join(folder, '.cache'),
    },
  };
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

/** The programs that the commands of a page start; each is the name of its Debian package, too. */
export function programsOf({ text }: Page): ('curl' | 'espeak-ng')[] {
  const commands = blocksOf(text).filter(
    ({ language, info }) => language === 'sh' && !cannotRun.includes(info),
  );
  return (['curl', 'espeak-ng'] as const).filter((name) =>
    commands.some(({ text }) => text.includes(`${name} `)),
  );
}

/** Runs every command block and script of a page as printed, in a folder that looks like a fresh checkout. */
export async function runPage({ page, text }: Page): Promise<void> {
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
    const commands = code.replaceAll(printedUrl, url);
    await run('bash', ['-e', '-o', 'pipefail', '-c', commands], { cwd: folder, env });
  }
}

interface Page {
  readonly page: string;
  readonly text: string;
}

/** The README and all pages of the documentation. */
export const texts: readonly Page[] = await Promise.all(
  pages.map(async (page) => ({ page, text: await readFile(join(root, page), 'utf8') })),
);

/** The pages with commands or scripts that can run here. */
export const runnable: readonly Page[] = texts.filter(({ text }) =>
  blocksOf(text).some(({ language, info }) => /^(?:sh|js)$/.test(language) && !cannotRun.includes(info)),
);
