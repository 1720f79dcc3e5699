/**
 * Comments on a pull request with what its films were before and are now. Reads the event and the address of the platform
 * from the environment. A comment that cannot be written is a warning: the films are there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellOf } from './cell-of.mjs';

/** The comment of an earlier run starts with it, and is replaced. */
const mark = '<!-- render-service: films -->';
/** Comments that the platform gives at once, at most. */
const pageLength = 100;

/** Subfolder of the films with a picture of each, before and after. */
const changesFolder = 'changes';

/**
 * Draws the films that differ from the base of the pull request, before and after, and comments on it. `run` calls the
 * command line. Rejects with an Error whose message is for people.
 */
export async function commentFilms({ rows, patterns, folder, run, env }) {
  const { GITHUB_EVENT_PATH = '', GITHUB_REPOSITORY, INPUT_TOKEN } = env;
  const event = existsSync(GITHUB_EVENT_PATH) ? JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')) : {};
  const { number, base } = event.pull_request ?? {};
  if (number === undefined) throw new Error('comment: there is no pull request to comment on');
  if (!INPUT_TOKEN) throw new Error('comment: the input token must not be empty');
  const parent = mkdtempSync(join(tmpdir(), 'films-before-'));
  const before = join(parent, 'base');
  try {
    checkOut(base.sha, before);
    const pictures = join(folder, changesFolder);
    rmSync(pictures, { recursive: true, force: true });
    mkdirSync(pictures, { recursive: true });
    const films = rows
      .map((row) => compareFilm(row, { before, pictures, run, env }))
      .filter((film) => film !== undefined);
    const removed = git(['diff', '--name-only', '--diff-filter=D', '-z', base.sha, '--', ...patterns]);
    for (const input of removed.split('\0').filter(Boolean)) films.push({ input, what: 'removed' });
    const comments = `repos/${GITHUB_REPOSITORY}/issues/${number}/comments`;
    const own = await findOwn(env, comments);
    // A pull request without any film needs no comment.
    if (films.length === 0 && own === undefined) return;
    const body = describeFilms(films, env);
    if (own === undefined) await ask(env, 'POST', comments, { body });
    else await ask(env, 'PATCH', `repos/${GITHUB_REPOSITORY}/issues/comments/${own.id}`, { body });
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', before]);
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Checks out the base of the pull request, which a shallow clone has to fetch first. */
function checkOut(sha, path) {
  const known = spawnSync('git', ['cat-file', '-e', `${sha}^{commit}`]).status === 0;
  if (!known) git(['fetch', '--quiet', '--depth=1', 'origin', sha]);
  git(['worktree', 'add', '--quiet', '--detach', path, sha]);
}

function git(args) {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`comment: git ${args[0]} failed: ${stderr.trim()}`);
  return stdout;
}

/** The comment of an earlier run; undefined without one. */
async function findOwn(env, comments) {
  for (let page = 1; ; page++) {
    const found = await ask(env, 'GET', `${comments}?per_page=${pageLength}&page=${page}`);
    const own = found.find(({ body }) => body?.startsWith(mark));
    if (own !== undefined || found.length < pageLength) return own;
  }
}

/** Draws a film before and after, and says in words what became of it; undefined for one that is the same. */
function compareFilm({ input, name, outcome, pieces }, { before, pictures, run, env }) {
  if (outcome === 'failed') return { input, what: 'failed' };
  const [wasProject, isProject] = [join(before, input), input].map((file) => expand(file, run));
  if (wasProject !== undefined && wasProject === isProject) return undefined;
  const was = drawFilm(join(before, input), join(pictures, `${name}-before.png`), { run, env });
  const is = drawFilm(input, join(pictures, `${name}-after.png`), { run, env });
  const seconds = { before: was?.seconds, after: is?.seconds };
  if (was === undefined) return { input, ...seconds, what: 'new' };
  const made = pieces && `${pieces.made} of ${pieces.kept + pieces.made} pieces made`;
  return { input, ...seconds, what: made ?? 'changed' };
}

/** The project of a film with its files; undefined without one, as for a project that was not valid. */
function expand(input, run) {
  if (!existsSync(input)) return undefined;
  const { status, stdout } = run(['expand', '--', input]);
  return status === 0 ? stdout : undefined;
}

/** Draws the contact sheet of a film; undefined without one. */
function drawFilm(input, output, { run, env }) {
  if (!existsSync(input)) return undefined;
  const cache = env.RENDER_SERVICE_CACHE ? ['--cache', env.RENDER_SERVICE_CACHE] : [];
  if (run(['sheet', '--force', ...cache, '-o', output, '--', input]).status !== 0) return undefined;
  const { durationMs = 0 } = JSON.parse(run(['inspect', '--json', '--', input]).stdout || '{}');
  return { seconds: durationMs / 1000 };
}

function describeFilms(films, { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }) {
  const time = (seconds) => (seconds === undefined ? '' : `${Number(seconds.toFixed(2))} s`);
  const lines = films.map(
    ({ input, before, after, what }) => `| ${cellOf(input)} | ${time(before)} | ${time(after)} | ${what} |`,
  );
  const table = ['| film | before | after | |', '|---|---|---|---|', ...lines].join('\n');
  const run = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  const content =
    films.length === 0
      ? 'The films are those of the base branch.'
      : `${table}\n\nPictures of each film before and after are in the folder \`${changesFolder}\` beside the films of [this run](${run}).`;
  return `${mark}\n### Films\n\n${content}\n`;
}

/** Calls the platform, and returns what it answers. */
async function ask({ GITHUB_API_URL, INPUT_TOKEN }, method, path, content) {
  const response = await fetch(`${GITHUB_API_URL}/${path}`, {
    method,
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${INPUT_TOKEN}` },
    body: content && JSON.stringify(content),
    signal: AbortSignal.timeout(30_000),
  }).catch(({ message, cause }) => {
    throw new Error(`comment: ${GITHUB_API_URL} cannot be reached: ${cause?.message || message}`);
  });
  if (response.ok) return response.json();
  const reason = response.status === 403 ? '; the job needs the permission pull-requests: write' : '';
  throw new Error(`comment: ${method} ${path} was answered with ${response.status}${reason}`);
}
