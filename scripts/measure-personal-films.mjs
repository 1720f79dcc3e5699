import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runProcess } from '../bench/child.mjs';
import { createRenderer } from '../packages/engine/dist/index.js';

// Measures a batch of films that greet somebody by name in two of eight compositions, beside films that are all made
// anew by one process with threads on all processors. node scripts/measure-personal-films.mjs --rows 1000 --anew 100

const { values } = parseArgs({
  options: {
    /** Films of the batch. */
    rows: { type: 'string', default: '1000' },
    /** Films that are made anew, without a batch. */
    anew: { type: 'string', default: '100' },
  },
});

const main = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'render-service-personal-'));
const size = { width: 1280, height: 720 };

try {
  const template = writeTemplate();
  const rows = Number(values.rows);
  const data = join(folder, 'rows.jsonl');
  writeFileSync(data, Array.from({ length: rows }, (_, row) => JSON.stringify(rowOf(row))).join('\n'));
  const out = join(folder, 'out');
  const options = ['--format', 'mp4', '--width', String(size.width), '--json'];
  const { seconds } = await runProcess([
    main,
    'batch',
    template.path,
    '--data',
    data,
    '--out-dir',
    out,
    ...options,
  ]);
  const anew = await secondsAnew(template.text, Number(values.anew));
  const [batchEach, anewEach] = [seconds / rows, anew / Number(values.anew)];
  console.log(
    `${availableParallelism()} processors; films of ${template.seconds} s, ${size.width} x ${size.height}\n`,
  );
  console.log('| | films | seconds | a film | films an hour |\n|---|---|---|---|---|');
  for (const [name, films, all] of [
    ['batch', rows, seconds],
    ['made anew', values.anew, anew],
  ]) {
    const each = all / films;
    console.log(
      `| ${name} | ${films} | ${all.toFixed(1)} | ${Math.round(1000 * each)} ms | ${Math.round(3600 / each)} |`,
    );
  }
  console.log(`\n${(anewEach / batchEach).toFixed(1)} times as many films an hour`);
} finally {
  if (process.env.KEEP) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}

function rowOf(row) {
  return { id: `row-${row}`, name: `Person ${row}` };
}

/** The seconds of films in a warm process that keeps no pieces, each with another name. */
async function secondsAnew(text, films) {
  const out = join(folder, 'anew');
  mkdirSync(out);
  const renderer = createRenderer();
  const render = async (row) => {
    const { id, name } = rowOf(row);
    const { data } = await renderer.render(text, { format: 'mp4', width: size.width, variables: { name } });
    writeFileSync(join(out, `${id}.mp4`), data);
  };
  try {
    await render(0);
    const start = performance.now();
    for (let row = 1; row <= films; row++) await render(row);
    return (performance.now() - start) / 1000;
  } finally {
    await renderer.close();
  }
}

function writeTemplate() {
  const ideas = ['Plan', 'Draw', 'Write', 'Move', 'Speak', 'Show'];
  const heldMs = 900;
  const movedMs = 600;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of shorthand has this form.
  const [hello, goodbye] = ['Hello, ${name}', 'See you, ${name}'];
  const line = (text) => ({ kind: 'text', text, fontSize: 90, x: 960, y: 400 });
  const texts = { hello: line(hello) };
  for (const idea of ideas) texts[idea.toLowerCase()] = line(idea);
  texts.goodbye = line(goodbye);
  const film = {
    ...{ shorthand: true, width: 1920, height: 1080, background: '#101828', variables: { name: 'you' } },
    objects: {
      ...texts,
      ball: { kind: 'circle', width: 180, height: 180, fill: 'gold', y: 780 },
      bar: { kind: 'rectangle', width: 600, height: 40, fill: 'teal', x: 960, y: 980 },
    },
    compositions: Object.fromEntries(
      Object.keys(texts).map((shown, index, all) => [
        `c${index}`,
        {
          duration: heldMs,
          ...(index > 0 && { enter: movedMs }),
          states: {
            [shown]: true,
            ...(index > 0 && { [all[index - 1]]: false }),
            ball: { x: 240 + 200 * index },
            bar: { width: 200 + 180 * index },
          },
        },
      ]),
    ),
  };
  const path = join(folder, 'template.json');
  const text = JSON.stringify(film);
  writeFileSync(path, text);
  const count = Object.keys(texts).length;
  return { path, text, seconds: (count * heldMs + (count - 1) * movedMs) / 1000 };
}
