// How long whole commands of tools that record a browser take for the film of the ellipses after an edit, and how long
// this project takes, without and with the pieces of the film before the edit.
// npm run bench:browsers [-- --rounds 5]
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
  const original = join(folder, 'ellipses.json');
  await measureScript('prepare-project.mjs', ['ellipses', original]);
  const edited = join(folder, 'edited.json');
  await writeFile(edited, JSON.stringify(withOtherEnd(JSON.parse(await readFile(original, 'utf8')))));
  const kept = join(folder, 'kept');
  const cache = join(folder, 'cache');
  const restore = async () => {
    await rm(cache, { recursive: true, force: true });
    await cp(kept, cache, { recursive: true, preserveTimestamps: true });
  };
  const tools = [
    { name: 'this project', measure: (project) => measureOwn(project, ['--no-cache']) },
    {
      name: 'this project, with kept pieces',
      before: restore,
      measure: (project) => measureOwn(project, ['--cache', cache]),
    },
    ...optional.map(({ name, folder: place }) => ({
      name,
      measure: (project) =>
        measureScript(`peers/${place}/render.mjs`, [project, join(folder, `${place}.mp4`)]),
    })),
  ].map((tool) => ({ ...tool, runs: [] }));
  await measureOwn(original, ['--cache', kept]);
  // Some tools keep what they compile for the next command.
  for (const { before, measure } of tools) {
    await before?.();
    await measure(original);
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name, before, measure, runs } of tools) {
      const restored = async () => {
        await before?.();
        return measure(edited);
      };
      const run = await steadyRun(restored, log);
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

/** Another place of the first ellipse at the end of the film, and so another motion in its last leg. */
function withOtherEnd(project) {
  const [scene] = Object.values(project.scenes);
  const { states } = scene.compositions[scene.compositionOrder.at(-1)];
  states['ellipse-1'].x = 1920 - states['ellipse-1'].x;
  return project;
}

/** The whole command, as the other tools' are. */
async function measureOwn(projectFile, cacheOptions) {
  const { width, height, fps } = output;
  const size = ['--width', String(width), '--height', String(height), '--fps', String(fps)];
  const target = ['-o', join(folder, 'own.mp4'), '--force', '--json'];
  const args = ['render', projectFile, ...target, ...cacheOptions, ...size];
  const { printed, seconds } = await runProcess([commandLine, ...args]);
  const { frames, bytes, elapsedMs } = JSON.parse(printed);
  return { frames, bytes, seconds: elapsedMs / 1000, everythingSeconds: seconds };
}
