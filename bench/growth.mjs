// How the time of a film grows with the number of moving objects, compared with a built checkout of an older commit.
// node bench/growth.mjs CHECKOUT [--rounds 3]
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureScript } from './child.mjs';
import { withSection, writeGrowthSection } from './report-sections.mjs';
import { ellipsesProject } from './workloads/ellipses.mjs';
import { output } from './workloads/workloads.mjs';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const [older] = positionals;
if (!older) {
  process.stderr.write('bench: node bench/growth.mjs CHECKOUT [--rounds 3]\n');
  process.exit(2);
}
const rounds = Number(values.rounds);
const own = fileURLToPath(new URL('..', import.meta.url));
const ellipse = { legs: 2, legMs: 2000, width: 130, height: 90 };
const films = [
  { name: 'one dot', count: 1, ...ellipse, width: 12, height: 12 },
  ...[1, 5, 20, 80, 320, 1000].map((count) => ({
    name: count === 1 ? '1 ellipse' : `${count} ellipses`,
    count,
    ...ellipse,
  })),
];

const folder = await mkdtemp(join(tmpdir(), 'render-service-growth-'));
try {
  const measured = [];
  for (const film of films) measured.push(await measure(film));
  const commit = execFileSync('git', ['-C', older, 'rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
  }).trim();
  const section = writeGrowthSection({ films: measured, commit, rounds });
  process.stdout.write(section);
  const report = new URL('../docs/benchmarks.md', import.meta.url);
  await writeFile(report, withSection(await readFile(report, 'utf8'), 'growth', section));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure({ name, ...film }) {
  const projectFile = join(folder, 'project.json');
  await writeFile(projectFile, JSON.stringify(ellipsesProject(film)));
  const runs = { before: [], now: [] };
  for (let round = 0; round < rounds; round++) {
    runs.before.push(await measureScript('growth-film.mjs', [older, projectFile]));
    runs.now.push(await measureScript('growth-film.mjs', [own, projectFile]));
  }
  const [before, now] = [leastFigures(runs.before), leastFigures(runs.now)];
  process.stderr.write(
    `${name}: ${before.processorSeconds.toFixed(2)} s, now ${now.processorSeconds.toFixed(2)} s\n`,
  );
  return { name, share: await changedShare(projectFile), before, now, frames: now.frames };
}

/** The least of each figure: other work on the machine only adds to times, even to processor time. */
function leastFigures(runs) {
  const names = Object.keys(runs[0]);
  return Object.fromEntries(names.map((name) => [name, Math.min(...runs.map((run) => run[name]))]));
}

/** The share of the picture that changes, on average over the film; only above a limit, all is left to x264. */
async function changedShare(projectFile) {
  const { share } = await measureScript('growth-share.mjs', [projectFile, JSON.stringify(output)]);
  return `${(100 * share).toFixed(1)} %`;
}
