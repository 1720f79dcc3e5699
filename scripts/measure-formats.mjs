/**
 * Compares films of this package with the usual way: PNG pictures of every frame, piped into the command `ffmpeg`,
 * which must be installed. Prints both times, their ratio and both sizes. Needs the built package.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRenderer } from '../packages/engine/dist/index.js';

const rounds = 3;

/** The films, with the settings that are common for the command. */
const films = [
  {
    ...{ example: 'bakery-week', format: 'gif', fps: 15, width: 640 },
    args: ['-lavfi', 'split[a][b];[a]palettegen[p];[b][p]paletteuse'],
  },
  {
    ...{ example: 'bakery-week', format: 'webp', fps: 15, width: 640 },
    args: ['-c:v', 'libwebp_anim', '-loop', '0'],
  },
  {
    ...{ example: 'bakery-week', format: 'webm', fps: 30, width: 1920 },
    args: ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-crf', '30', '-b:v', '0'],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'render-service-formats-'));
const renderer = createRenderer();
try {
  for (const { example, format, fps, width, args } of films) {
    const text = readFileSync(new URL(`../examples/${example}.json`, import.meta.url), 'utf8');
    const { durationMs } = await renderer.inspect(text);
    const ours = [];
    const theirs = [];
    const sizes = { ours: 0, theirs: 0 };
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      sizes.ours = (await renderer.render(text, { format, fps, width })).bytes;
      ours.push(performance.now() - start);
      const file = join(folder, `film.${format}`);
      theirs.push(await pipe(text, { durationMs, fps, width }, [...args, file]));
      sizes.theirs = statSync(file).size;
    }
    const [one, other] = [median(ours), median(theirs)];
    console.log(
      `${example}, ${format}, ${width} pixels: ${(one / 1000).toFixed(2)} s and ${(other / 1000).toFixed(2)} s, ` +
        `${(other / one).toFixed(1)} times as fast; ${sizes.ours} and ${sizes.theirs} bytes`,
    );
  }
} finally {
  await renderer.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds in which the pictures are rendered and encoded. */
async function pipe(text, { durationMs, fps, width }, output) {
  const start = performance.now();
  const input = [
    '-y',
    '-v',
    'error',
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-framerate',
    String(fps),
    '-i',
    '-',
  ];
  const command = spawn('ffmpeg', [...input, ...output], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise((done, failed) =>
    command.on('close', (code) => (code === 0 ? done() : failed(new Error(`ffmpeg ended with ${code}`)))),
  );
  for (let frame = 0; (frame * 1000) / fps < durationMs; frame++) {
    const { data } = await renderer.render(text, { format: 'png', timeMs: (frame * 1000) / fps, width });
    if (!command.stdin.write(data)) await new Promise((done) => command.stdin.once('drain', done));
  }
  command.stdin.end();
  await ended;
  return performance.now() - start;
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
