/**
 * Renders the films of a repository: the script of action.yml. Reads its inputs from the environment, as the platform sets them,
 * and runs `render-service batch`, which skips what has not changed. Problems become annotations of their lines.
 * Exit codes: 0 all films exist and show what they expect, 1 some do not or no file matches, 2 wrong inputs.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JsonPlaces, parsePath } from '../packages/engine/dist/text.js';
import { cellOf } from './cell-of.mjs';
import { commentFilms } from './comment-films.mjs';

const main = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));
const {
  INPUT_PROJECTS = '',
  INPUT_OUTPUT = '',
  INPUT_FORMAT,
  INPUT_WIDTH,
  INPUT_FPS,
  INPUT_COMMENT,
} = process.env;
const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, RENDER_SERVICE_CACHE } = process.env;

const patterns = INPUT_PROJECTS.split('\n')
  .map((line) => line.trim())
  .filter(Boolean);
if (patterns.length === 0 || INPUT_OUTPUT.trim() === '') {
  annotate('error', 'projects and output must not be empty');
  process.exit(2);
}
const listed = spawnSync('git', ['ls-files', '-z', '--', ...patterns], { encoding: 'utf8' });
if (listed.status !== 0) {
  annotate('error', `the files of the repository cannot be listed: ${listed.stderr.trim()}`);
  process.exit(1);
}
const inputs = listed.stdout.split('\0').filter(Boolean);
if (inputs.length === 0) {
  annotate('error', `no file in the repository matches ${patterns.join(', ')}`);
  process.exit(1);
}

const folder = resolve(INPUT_OUTPUT.trim());
const temporary = mkdtempSync(join(tmpdir(), 'render-films-'));
try {
  const report = join(temporary, 'report.jsonl');
  const options = {
    ...{ '--format': INPUT_FORMAT, '--width': INPUT_WIDTH, '--fps': INPUT_FPS },
    '--cache': RENDER_SERVICE_CACHE,
  };
  const given = Object.entries(options).flatMap(([flag, value]) => (value ? [flag, value] : []));
  // The paths come last, because one of them may look like an option.
  const args = [main, 'batch', '--out-dir', folder, '--report', report, ...given, '--', ...inputs];
  // Names in what it prints could be commands of the platform.
  const end = randomUUID();
  console.log(`::stop-commands::${end}`);
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  console.log(`::${end}::`);
  process.exitCode = status ?? 1;
  const rows = status === 0 || status === 1 ? readRows(report) : undefined;
  if (rows) publish(rows);
  if (rows && INPUT_COMMENT === 'true') await comment(rows);
  if (!inputs.map(holdsWhatItExpects).every(Boolean)) process.exitCode ||= 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function run(args) {
  return spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', maxBuffer: 1e9 });
}

async function comment(rows) {
  try {
    await commentFilms({ rows, patterns, folder, run, env: process.env });
  } catch (error) {
    annotate('warning', error.message);
  }
}

/** Checks the sentences of `expect` in a project, and annotates those that are not true. */
function holdsWhatItExpects(input) {
  // The batch has already refused what is no file, such as a link to a device.
  if (!statSync(input, { throwIfNoEntry: false })?.isFile()) return true;
  if (!readFileSync(input, 'utf8').includes('"expect"')) return true;
  const { stdout } = run(['inspect', '--json', '--', input]);
  // The batch has already reported what makes a project invalid.
  const { assertions = [] } = JSON.parse(stdout || '{}');
  const failed = assertions.filter(({ status }) => status !== 'passes');
  for (const { sentence, message } of failed)
    annotate('error', `"${sentence}" is not true: ${message}`, input);
  return failed.length === 0;
}

function readRows(report) {
  return readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Sets the outputs of the step, writes its summary and annotates the files that failed. */
function publish(rows) {
  const sorted = rows.sort((one, other) => one.number - other.number);
  const films = sorted.filter(({ outcome }) => outcome !== 'failed').map(({ name }) => join(folder, name));
  const made = rows.filter(({ outcome }) => outcome === 'made').length;
  for (const { input, problems } of sorted)
    for (const { place, message } of problems)
      annotate('error', `${place ? `${place}: ` : ''}${message}`, input, placeIn(input, place, message));
  if (GITHUB_OUTPUT) {
    const end = `end-${process.pid}-${Date.now()}`;
    appendFileSync(
      GITHUB_OUTPUT,
      `folder=${folder}\nmade=${made}\nfilms<<${end}\n${films.join('\n')}\n${end}\n`,
    );
  }
  if (GITHUB_STEP_SUMMARY) {
    const lines = sorted.map(
      ({ input, name, outcome, pieces, bytes, seconds }) =>
        `| ${cellOf(input)} | ${cellOf(name)} | ${outcome}${describePieces(pieces)} | ${bytes} | ${seconds.toFixed(1)} |`,
    );
    appendFileSync(
      GITHUB_STEP_SUMMARY,
      `| project | film | | bytes | s |\n|---|---|---|---|---|\n${lines.join('\n')}\n`,
    );
  }
}

/** How much of a film was made anew, as an edit leaves most of its pieces as they were. */
function describePieces(pieces) {
  if (!pieces) return '';
  const { kept, made } = pieces;
  return `, ${made} of ${kept + made} pieces`;
}

/** The line and the column of a problem in its file, if they are known. */
function placeIn(input, place, message) {
  const [, line, column] = /^is not valid JSON at line (\d+), column (\d+)/.exec(message) ?? [];
  if (line) return { line, column };
  if (!place || !statSync(input, { throwIfNoEntry: false })?.isFile()) return undefined;
  return new JsonPlaces(readFileSync(input, 'utf8')).locate(parsePath(place));
}

/** Prints a command of the platform, in which some characters are escaped. */
function annotate(kind, message, file, place) {
  const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const at = place ? `,line=${place.line},col=${place.column}` : '';
  const property = file ? ` file=${escaped(file).replaceAll(':', '%3A').replaceAll(',', '%2C')}${at}` : '';
  console.log(`::${kind}${property}::${escaped(message)}`);
}
