// How long the whole command takes for a film of a minute after an edit, with the pieces that were kept before it.
// npm run bench:edits [-- --rounds 5]
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { createCanvas } from '@napi-rs/canvas';
import { measureScript, runProcess } from './child.mjs';
import { describeMachine } from './machine.mjs';
import { withSection, writeEditsSection } from './report-sections.mjs';
import { median, range } from './statistics.mjs';
import { steadyRun, voidRuns } from './steady-run.mjs';
import { output } from './workloads/workloads.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const log = (text) => process.stderr.write(`${text}\n`);
const commandLine = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'render-service-edits-'));
const kept = join(folder, 'kept');

/** Changes of the project of the lesson. The edited composition is the sixth of twelve. */
const edits = [
  { name: 'nothing', change: () => {} },
  { name: 'a word', change: ({ caption }) => caption('Now the left side is one big square.') },
  { name: 'a formula', change: ({ formula }) => formula('\\left(x + \\frac{b}{2a}\\right)^2 = d') },
  { name: 'a picture', change: ({ picture }) => picture('#8338ec') },
  { name: 'a duration', change: ({ composition }) => (composition.duration -= 500) },
  { name: 'a colour used everywhere', change: ({ everywhere }) => everywhere('#ff6b6b') },
];

try {
  const lesson = join(folder, 'lesson.json');
  await measureScript('prepare-project.mjs', ['lesson', lesson]);
  const text = await readFile(lesson, 'utf8');
  const write = async (name, change) => {
    const project = JSON.parse(text);
    const parts = editableParts(project);
    parts.picture('#3a86ff');
    change(parts);
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(project));
    return file;
  };
  const unchanged = await write('unchanged', () => {});
  const empty = join(folder, 'empty');
  const cases = [
    { name: 'no cache', file: unchanged, options: ['--no-cache'], runs: [] },
    {
      name: 'an empty cache',
      file: unchanged,
      options: ['--cache', empty],
      before: () => remove(empty),
      runs: [],
    },
  ];
  await render(unchanged, ['--cache', kept]);
  for (const { name, change } of edits) {
    const file = await write(name, change);
    const cache = join(folder, 'cache');
    const before = async () => {
      await remove(cache);
      await cp(kept, cache, { recursive: true, preserveTimestamps: true });
    };
    await before();
    const made = await countMade(file, cache);
    cases.push({ name, file, options: ['--cache', cache], before, made, runs: [] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name, file, options, before, runs } of cases) {
      const measure = async () => {
        await before?.();
        return render(file, options);
      };
      const { seconds } = await steadyRun(measure, log);
      runs.push(seconds);
      log(`${name}: ${seconds.toFixed(2)} s`);
    }
  }
  const [anew] = cases;
  const measured = cases.map(({ name, made, runs }) => ({
    ...{ name, made, seconds: median(runs), spread: range(runs) },
    share: median(runs.map((seconds, round) => seconds / anew.runs[round])),
  }));
  const section = writeEditsSection({
    ...{ machine: describeMachine(), cases: measured, rounds, voidRuns: voidRuns() },
  });
  process.stdout.write(section);
  const report = new URL('../docs/benchmarks.md', import.meta.url);
  await writeFile(report, withSection(await readFile(report, 'utf8'), section));
} finally {
  await remove(folder);
}

function argumentsOf(file, options) {
  const { width, height, fps } = output;
  const size = ['--width', String(width), '--height', String(height), '--fps', String(fps)];
  return ['render', file, '-o', join(folder, 'film.mp4'), '--force', '--json', ...size, ...options];
}

function render(file, options) {
  return runProcess([commandLine, ...argumentsOf(file, options)]);
}

/** Returns how many pieces of a film are made, as a text such as `2 of 38`. */
async function countMade(file, cache) {
  const args = [commandLine, ...argumentsOf(file, ['--cache', cache]), '--explain'];
  const { stderr } = await promisify(execFile)(process.execPath, args);
  const [, all, made] = /of (\d+) pieces kept, (\d+) made\n$/.exec(stderr);
  return `${made} of ${all}`;
}

function remove(path) {
  return rm(path, { recursive: true, force: true });
}

/** The parts of the project of the lesson that the edits change. */
function editableParts({ scenes }) {
  const [scene] = Object.values(scenes);
  const compositions = scene.compositionOrder.map((id) => scene.compositions[id]);
  const composition = compositions[5];
  const setText = (id) => (text) => {
    for (const { states } of compositions) states[id].text = text;
  };
  return {
    composition,
    caption: setText('caption-6'),
    formula: setText('formula-6'),
    everywhere: (colour) => {
      for (const { states } of compositions) states.title.fill = colour;
    },
    /** Shows a picture of one colour in the edited composition, or replaces it. */
    picture: (colour) => {
      const canvas = createCanvas(80, 80);
      const context = canvas.getContext('2d');
      context.fillStyle = colour;
      context.fillRect(0, 0, 80, 80);
      const src = canvas.toDataURL('image/png');
      scene.objects.picture = {
        ...scene.objects.title,
        id: 'picture',
        name: 'picture',
        kind: 'image',
        order: 90,
        image: { src, width: 80, height: 80 },
      };
      for (const { states } of compositions) {
        states.picture = {
          ...states.title,
          x: 300,
          y: 380,
          width: 160,
          height: 160,
          text: '',
          visible: false,
        };
      }
      composition.states.picture.visible = true;
    },
  };
}
