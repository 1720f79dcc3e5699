/**
 * Reports on a model's films: `node bench/agents/report.mjs ANSWERS [--out DIR]`. Prints a table and writes it to
 * DIR/report.md with a sheet of every film and one of all films. Needs the built package. Exit codes: 0 reported, 2
 * wrong usage.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRenderer, RenderError } from '../../packages/engine/dist/index.js';
import { describeProblem } from '../../packages/engine/dist/text.js';

const topics = JSON.parse(readFileSync(new URL('topics.json', import.meta.url), 'utf8'));
const { values, positionals } = readArguments();
const [answers] = positionals;
const out = values.out;
mkdirSync(out, { recursive: true });

const renderer = createRenderer();
const reports = [];
try {
  for (const topic of topics) reports.push({ topic, ...(await reportOn(topic)) });
  writeFileSync(join(out, 'overview.png'), await overview());
} finally {
  await renderer.close();
}
const text = describe();
writeFileSync(join(out, 'report.md'), text);
process.stdout.write(text);

function readArguments() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string', default: 'report' } },
    });
    const [folder, ...others] = read.positionals;
    if (folder === undefined || others.length > 0) throw new Error('give one folder of answers');
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
    return read;
  } catch (error) {
    console.error(`${error.message}\nusage: node bench/agents/report.mjs ANSWERS [--out DIR]`);
    return process.exit(2);
  }
}

/** Paths of a topic's versions, the first one first. */
function versionsOf({ id }) {
  const folder = join(answers, id);
  if (existsSync(folder)) {
    const files = readdirSync(folder).filter((file) => /^\d+\.json$/.test(file));
    return files
      .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
      .map((file) => join(folder, file));
  }
  const single = join(answers, `${id}.json`);
  return existsSync(single) ? [single] : [];
}

/** Inspects all versions of a topic, and renders the last one that is valid. */
async function reportOn(topic) {
  const versions = versionsOf(topic);
  const results = [];
  for (const path of versions) results.push(await inspected(path, topic));
  const last = results.at(-1);
  const report = { versions: versions.length, results, last, seconds: null, still: null };
  if (!last?.isValid) return report;
  const { text, baseFolder, durationMs } = last;
  const start = performance.now();
  await renderer.render(text, { format: 'mp4', baseFolder });
  report.seconds = (performance.now() - start) / 1000;
  const cell = { width: 640, height: 360 };
  report.still = (
    await renderer.render(text, { format: 'png', ...cell, timeMs: 0.6 * durationMs, baseFolder })
  ).data;
  writeFileSync(join(out, `${topic.id}.png`), (await renderer.sheet(text, { baseFolder })).data);
  return report;
}

async function inspected(path, { id }) {
  const text = readFileSync(path, 'utf8');
  const baseFolder = existsSync(join(answers, id)) ? join(answers, id) : answers;
  const bytes = Buffer.byteLength(text);
  try {
    const { issues, advice, durationMs } = await renderer.inspect(text, { format: 'mp4', baseFolder });
    return { isValid: issues.length === 0, problems: issues, advice, durationMs, bytes, text, baseFolder };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const problems = error.problems.map(describeProblem);
    return { isValid: false, problems, advice: [], durationMs: 0, bytes, text, baseFolder };
  }
}

function describe() {
  const rows = reports.map(({ topic, versions, results, last, seconds }) => {
    const firstValid = results.findIndex(({ isValid }) => isValid);
    return [
      topic.name,
      [topic.set, topic.subject, topic.difficulty].filter(Boolean).join(', '),
      versions === 0 ? 'missing' : results[0].isValid ? 'yes' : `no: ${results[0].problems[0]}`,
      firstValid < 0 ? 'never' : firstValid + 1,
      versions,
      last ? last.advice.length : '',
      last?.bytes ?? '',
      last?.isValid ? (last.durationMs / 1000).toFixed(1) : '',
      seconds?.toFixed(1) ?? '',
    ].map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' '));
  });
  const answered = reports.filter(({ versions }) => versions > 0);
  const count = (test) => answered.filter(test).length;
  const rules = new Map();
  for (const { last } of answered)
    for (const { rule } of last.advice) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  const heads =
    'topic | list | valid at first | valid after | versions | advice left | bytes | film s | render s';
  return `# Films by an agent

${answered.length} of ${topics.length} topics have a film. Valid at first: ${count(({ results }) => results[0].isValid)}. Valid in the end: ${count(({ last }) => last.isValid)}.
Without advice in the end: ${count(({ last }) => last.isValid && last.advice.length === 0)}. Advice left: ${[...rules].map(([rule, times]) => `${rule} ${times}`).join(', ') || 'none'}.

| ${heads} |
|${'---|'.repeat(9)}
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}

Overview: overview.png. A sheet of each film: TOPIC.png.
`;
}

/** All films in one picture. */
async function overview() {
  const shown = reports.filter(({ still }) => still !== null);
  const fits = (columns) => Math.ceil(shown.length / columns) * (1080 / columns + 70) <= 1080;
  let columns = 1;
  while (!fits(columns)) columns += 1;
  const width = 1920 / columns;
  const height = 1080 / columns + 70;
  const cells = shown.map(({ topic, still }) => ({ id: topic.id, name: topic.name, still }));
  const objects = Object.fromEntries(
    cells.flatMap(({ id, name, still }, index) => {
      const x = width * ((index % columns) + 0.5);
      const y = 20 + height * Math.floor(index / columns) + (height - 70) / 2;
      const src = `data:image/png;base64,${Buffer.from(still).toString('base64')}`;
      return [
        [
          `${id}-picture`,
          {
            kind: 'image',
            image: { src },
            state: { x, y, width: width * 0.95, height: width * 0.95 * (9 / 16) },
          },
        ],
        [
          id,
          {
            kind: 'text',
            state: {
              x,
              y: y + height / 2 - 10,
              text: name,
              fontSize: 22,
              wrapWidth: width * 0.95,
              fill: 'white',
            },
          },
        ],
      ];
    }),
  );
  const project = {
    shorthand: true,
    name: 'Overview',
    background: '#18181b',
    objects,
    compositions: { all: {} },
  };
  return (await renderer.render(project, { format: 'png' })).data;
}
