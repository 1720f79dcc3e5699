// How long whole commands of tools that record a browser take for the film of the ellipses, and how long this project
// takes.
// npm run bench:browsers [-- --rounds 3]
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureScript } from './child.mjs';
import { describeMachine } from './machine.mjs';
import { withSection, writeBrowserToolsSection } from './report-sections.mjs';
import { medianFigures } from './statistics.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
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

const folder = await mkdtemp(join(tmpdir(), 'render-service-browsers-'));
try {
  const projectFile = join(folder, 'ellipses.json');
  await measureScript('prepare-project.mjs', ['ellipses', projectFile]);
  const tools = [
    { name: 'this project', script: 'peers/service.mjs' },
    ...optional.map(({ name, folder: place }) => ({ name, script: `peers/${place}/render.mjs` })),
  ].map((tool) => ({ ...tool, runs: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const { name, script, runs } of tools) {
      const run = await measureScript(script, [
        projectFile,
        join(folder, `film-${name.replace(' ', '-')}.mp4`),
      ]);
      runs.push(run);
      process.stderr.write(`${name}: ${run.everythingSeconds.toFixed(2)} s\n`);
    }
  }
  const [own] = tools;
  const measured = tools.map(({ name, runs }) => ({
    name,
    ...medianFigures(runs),
    minFactor: Math.min(
      ...runs.map((run, round) => run.everythingSeconds / own.runs[round].everythingSeconds),
    ),
  }));
  const section = writeBrowserToolsSection({ machine: describeMachine(), tools: measured, rounds });
  process.stdout.write(section);
  const report = new URL('../docs/benchmarks.md', import.meta.url);
  await writeFile(report, withSection(await readFile(report, 'utf8'), section));
} finally {
  await rm(folder, { recursive: true, force: true });
}
