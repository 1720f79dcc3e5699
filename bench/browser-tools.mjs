// How long whole commands of tools that record a browser take for the film of the ellipses, and how long this project
// takes.
// npm run bench:browsers [-- --rounds 5]
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureScript, runProcess } from './child.mjs';
import { describeMachine } from './machine.mjs';
import { withSection, writeBrowserToolsSection } from './report-sections.mjs';
import { medianFigures, range } from './statistics.mjs';
import { steadyRun, voidRuns } from './steady-run.mjs';
import { output } from './workloads/workloads.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const optional = [
  { name: 'Remotion', folder: 'remotion' },
  { name: 'HyperFrames', folder: 'hyperframes' },
].filter(({ folder }) => existsSync(new URL(`peers/${folder}/node_modules`, import.meta.url)));
if (optional.length === 0) {
  process.stderr.write(
    'bench: neither Remotion nor HyperFrames is installed; run npm --prefix bench/peers/remotion ci\n',
  );
  process.exit(2);
}

const log = (text) => process.stderr.write(`${text}\n`);
const commandLine = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'render-service-browsers-'));
try {
  const projectFile = join(folder, 'ellipses.json');
  await measureScript('prepare-project.mjs', ['ellipses', projectFile]);
  const filmFile = (name) => join(folder, `film-${name}.mp4`);
  const tools = [
    { name: 'this project', measure: () => measureOwn(projectFile, filmFile('own')) },
    ...optional.map(({ name, folder: place }) => ({
      name,
      measure: () => measureScript(`peers/${place}/render.mjs`, [projectFile, filmFile(place)]),
    })),
  ].map((tool) => ({ ...tool, runs: [] }));
  // Some tools keep what they compile for the next command.
  for (const { measure } of tools) await measure();
  for (let round = 0; round < rounds; round++) {
    for (const { name, measure, runs } of tools) {
      const run = await steadyRun(measure, log);
      runs.push(run);
      log(`${name}: ${run.everythingSeconds.toFixed(2)} s`);
    }
  }
  const [own] = tools;
  const measured = tools.map(({ name, runs }) => ({
    name,
    ...medianFigures(runs),
    spread: range(runs.map(({ everythingSeconds }) => everythingSeconds)),
    minFactor: Math.min(
      ...runs.map((run, round) => run.everythingSeconds / own.runs[round].everythingSeconds),
    ),
  }));
  const section = writeBrowserToolsSection({
    machine: describeMachine(),
    tools: measured,
    rounds,
    voidRuns: voidRuns(),
  });
  process.stdout.write(section);
  const report = new URL('../docs/benchmarks.md', import.meta.url);
  await writeFile(report, withSection(await readFile(report, 'utf8'), section));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The whole command, as the other tools' are. */
async function measureOwn(projectFile, filmFile) {
  const { width, height, fps } = output;
  const size = ['--width', String(width), '--height', String(height), '--fps', String(fps)];
  const args = ['render', projectFile, '-o', filmFile, '--force', '--json', '--no-cache', ...size];
  const { printed, seconds } = await runProcess([commandLine, ...args]);
  const { frames, bytes, elapsedMs } = JSON.parse(printed);
  return { frames, bytes, seconds: elapsedMs / 1000, everythingSeconds: seconds };
}
