// How long the whole command takes for films over a clip of a minute, beside ffmpeg, which decodes the clip and codes it again.
// npm run bench:footage [-- --rounds 5]
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './machine.mjs';
import { withSection, writeFootageSection } from './report-sections.mjs';
import { median, range } from './statistics.mjs';
import { steadyRun, voidRuns } from './steady-run.mjs';
import { timedCommand as run } from './timed-command.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const seconds = 60;
const log = (text) => process.stderr.write(`${text}\n`);
const commandLine = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'render-service-footage-'));
const path = (name) => join(folder, name);

const clip = { kind: 'video', src: 'clip.mp4', words: 'words.json' };
const films = [
  {
    name: 'a talk with captions and a lower third',
    film: {
      objects: {
        clip: { ...clip, place: 'fill', margin: 0, fit: 'cover' },
        name: { kind: 'lower-third', name: 'Ines Duarte', role: 'Baker', place: 'top left' },
        captions: { kind: 'captions', mode: 'karaoke' },
      },
      compositions: [
        { duration: 1000, states: { clip: true } },
        { duration: 5000, enter: 500, states: { name: true } },
        { duration: 'clip', enter: 500, states: { name: false } },
      ],
    },
  },
  {
    name: 'the clip in a frame of a quarter of the picture',
    film: {
      objects: {
        clip: { ...clip, place: 'right', width: 960, cornerRadius: 24, shadow: 'medium' },
        title: { kind: 'text', style: 'heading', text: 'Bread', place: 'left' },
      },
      compositions: [{ duration: 'clip', states: { clip: true, title: true } }],
    },
  },
  {
    name: 'the clip alone',
    film: {
      objects: { clip: { ...clip, place: 'fill', margin: 0, fit: 'cover' } },
      compositions: [{ duration: 'clip', states: { clip: true } }],
    },
  },
];

try {
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=1920x1080:r=30:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=300:duration=${seconds}`],
    ...[
      '-vf',
      'gblur=0.7,noise=alls=1:allf=t:all_seed=7',
      '-c:v',
      'libx264',
      '-preset',
      'medium',
      '-crf',
      '23',
    ],
    ...['-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ...['-c:a', 'aac', path('clip.mp4')],
  ]);
  const words = Array.from({ length: 160 }, (_, index) => ({
    word: index % 9 === 8 ? 'morning.' : 'bread',
    start: 0.5 + index * 0.36,
    end: 0.78 + index * 0.36,
  }));
  await writeFile(path('words.json'), JSON.stringify({ words }));
  const cases = [{ name: 'ffmpeg', command: 'ffmpeg', args: yardstick(), runs: [] }];
  for (const [index, { name, film }] of films.entries()) {
    const file = path(`film-${index}.json`);
    await writeFile(file, JSON.stringify({ shorthand: true, theme: 'midnight', ...film }));
    const args = [commandLine, 'render', file, '-o', path('film.mp4'), '--force', '--no-cache'];
    cases.push({ name, command: process.execPath, args, runs: [] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name, command, args, runs } of cases) {
      const figures = await steadyRun(() => run(command, args), log);
      runs.push(figures);
      log(`${name}: ${figures.seconds.toFixed(2)} s, ${figures.processorSeconds.toFixed(2)} s of processors`);
    }
  }
  const [alone] = cases;
  const measured = cases.map(({ name, runs }) => ({
    name,
    seconds: median(runs.map((one) => one.seconds)),
    spread: range(runs.map((one) => one.seconds)),
    processorSeconds: median(runs.map((one) => one.processorSeconds)),
    times: median(runs.map((one, round) => one.seconds / alone.runs[round].seconds)),
    processorTimes: median(
      runs.map((one, round) => one.processorSeconds / alone.runs[round].processorSeconds),
    ),
  }));
  const section = writeFootageSection({
    ...{ machine: describeMachine(), cases: measured, rounds, voidRuns: voidRuns() },
  });
  process.stdout.write(section);
  const report = new URL('../docs/benchmarks.md', import.meta.url);
  await writeFile(report, withSection(await readFile(report, 'utf8'), section));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Codes the clip again with the settings of this project's films. */
function yardstick() {
  const settings = 'sc_threshold=0:weightp=0:bframes=0:keyint=300:stitchable=1';
  return [
    ...['-v', 'error', '-y', '-i', path('clip.mp4'), '-c:v', 'libx264', '-preset', 'superfast'],
    ...['-crf', '20', '-x264-params', settings, '-c:a', 'libmp3lame', path('again.mp4')],
  ];
}
