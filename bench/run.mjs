// npm run bench [-- --quick] [-- --only name,name]; browser-tools.mjs and after-edit.mjs add sections to the report
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureScript } from './child.mjs';
import { describeMachine } from './machine.mjs';
import { measureFilm } from './measure-films.mjs';
import { measureStart } from './measure-start.mjs';
import { measureStills } from './measure-stills.mjs';
import { writeReport } from './report.mjs';
import { withSectionsOf } from './report-sections.mjs';
import { voidRuns } from './steady-run.mjs';
import { workloads } from './workloads/workloads.mjs';

const thorough = { rounds: 5, baselineFrames: 120, stillRenders: 30, starts: 20 };
const quick = { rounds: 1, baselineFrames: 24, stillRenders: 10, starts: 3 };

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const effort = values.quick ? quick : thorough;
const names = values.only?.split(',') ?? workloads.map(({ name }) => name);
const unknown = names.filter((name) => !workloads.some((workload) => workload.name === name));
if (unknown.length > 0) {
  fail(
    `there is no workload ${unknown.join(', ')}; there are ${workloads.map(({ name }) => name).join(', ')}`,
  );
}
if (!existsSync(new URL('../packages/engine/dist/index.js', import.meta.url)))
  fail('there is no dist/; run npm run build first');

const log = (text) => process.stderr.write(`${text}\n`);
const folder = await mkdtemp(join(tmpdir(), 'render-service-bench-'));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    removeFolder();
    process.exit(1);
  });
}
try {
  const report = writeReport(await measure());
  process.stdout.write(report);
  if (!values.quick && !values.only) {
    const path = new URL('../docs/benchmarks.md', import.meta.url);
    await writeFile(path, withSectionsOf(await readFile(path, 'utf8'), report));
    log('written to docs/benchmarks.md');
  }
} finally {
  removeFolder();
}

async function measure() {
  const projectFiles = new Map();
  const films = [];
  for (const workload of workloads.filter(({ name }) => names.includes(name))) {
    const projectFile = join(folder, `${workload.name}.json`);
    projectFiles.set(workload.name, projectFile);
    await measureScript('prepare-project.mjs', [
      workload.name,
      projectFile,
      ...(values.quick ? ['--quick'] : []),
    ]);
    log(workload.name);
    const rounds = Math.min(workload.rounds ?? effort.rounds, effort.rounds);
    const baselineFrames = workload.baselineFrames ?? effort.baselineFrames;
    const figures = await measureFilm({ projectFile, folder, rounds, baselineFrames, log });
    films.push({ ...workload, ...figures });
  }
  log('stills');
  const { rounds, stillRenders, starts: runs } = effort;
  const projectFileOf = (name) => projectFiles.get(name);
  const stills = await measureStills({ projectFileOf, rounds, renders: stillRenders, log });
  const hello = projectFileOf('hello');
  const starts = hello ? await measureStart({ projectFile: hello, folder, runs, log }) : [];
  return {
    machine: describeMachine(),
    isQuick: values.quick,
    effort,
    films,
    stills,
    starts,
    voidRuns: voidRuns(),
  };
}

/** The folder contains up to a gigabyte of pictures, so it must not remain. */
function removeFolder() {
  rmSync(folder, { recursive: true, force: true });
}

function fail(message) {
  process.stderr.write(`bench: ${message}\n`);
  process.exit(2);
}
