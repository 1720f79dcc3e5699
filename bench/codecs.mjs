// Processor time, bytes and likeness to the stills of films in HEVC and AV1, beside the same films in H.264.
// npm run bench:codecs [-- --rounds 3]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { describeMachine } from './machine.mjs';
import { withSection, writeCodecsSection } from './report-sections.mjs';
import { median } from './statistics.mjs';
import { timedCommand } from './timed-command.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);
const seconds = 4.8;
const fps = 30;
const comparedFrames = 10;
const codecs = ['h264', 'av1', 'hevc'];
const films = [
  { example: 'solar-system', width: 1920 },
  { example: 'sound-wave', width: 1920 },
  { example: 'pythagoras', width: 1920 },
  { example: 'good-morning', width: 1920 },
  { example: 'solar-system', width: 3840 },
];
const run = promisify(execFile);
const log = (text) => process.stderr.write(`${text}\n`);
const commandLine = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'render-service-codecs-'));

try {
  const cases = [];
  for (const { example, width } of films) {
    const project = fileURLToPath(new URL(`../examples/${example}.json`, import.meta.url));
    const general = ['--width', String(width), '--force'];
    const frames = Array.from({ length: comparedFrames }, (_, at) =>
      Math.round(((at + 0.5) * seconds * fps * 0.95) / comparedFrames),
    );
    for (const frame of frames) {
      const time = ['--time-ms', String((frame * 1000) / fps)];
      await run(process.execPath, [commandLine, 'render', project, '-o', still(frame), ...time, ...general]);
    }
    const [reference, ...others] = codecs.map((codec) => ({
      codec,
      file: join(folder, `${codec}.mp4`),
      runs: [],
    }));
    for (let round = 0; round < rounds; round++) {
      for (const { codec, file, runs } of [reference, ...others]) {
        const more = ['--to-ms', String(seconds * 1000), '--no-cache', '--timeout-ms', '600000'];
        const args = [commandLine, 'render', project, '-o', file, '--codec', codec, ...general, ...more];
        runs.push((await timedCommand(process.execPath, args)).processorSeconds);
      }
    }
    for (const { codec, file, runs } of [reference, ...others]) {
      const bytes = (await stat(file)).size;
      const likenesses = await Promise.all(frames.map((frame) => likeness(file, frame)));
      cases.push({
        ...{ name: `${example}, ${width} pixels`, codec, processorSeconds: median(runs), bytes },
        times: median(runs) / median(reference.runs),
        share: bytes / (await stat(reference.file)).size,
        similarity: likenesses.reduce((sum, one) => sum + one, 0) / likenesses.length,
      });
      log(JSON.stringify(cases.at(-1)));
    }
  }
  const section = writeCodecsSection({ machine: describeMachine(), cases, seconds, rounds });
  process.stdout.write(section);
  const report = new URL('../docs/benchmarks.md', import.meta.url);
  await writeFile(report, withSection(await readFile(report, 'utf8'), section));
} finally {
  await rm(folder, { recursive: true, force: true });
}

function still(frame) {
  return join(folder, `still-${frame}.png`);
}

/** The structural similarity of a frame of a film and the still of its moment. */
async function likeness(film, frame) {
  const colors = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=gbrp,setpts=0';
  const graph = `[0]select=eq(n\\,${frame}),${colors}[a];[1]format=gbrp,setpts=0[b];[a][b]ssim`;
  const inputs = ['-i', film, '-i', still(frame)];
  const { stderr } = await run('ffmpeg', [...inputs, '-lavfi', graph, '-frames:v', '1', '-f', 'null', '-']);
  const [, all] = /SSIM .*All:([\d.]+)/.exec(stderr) ?? [];
  if (all === undefined) throw new Error(`ffmpeg compares nothing at frame ${frame}`);
  return Number(all);
}
