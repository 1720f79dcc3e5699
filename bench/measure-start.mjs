import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from './child.mjs';
import { median } from './statistics.mjs';

const commandLine = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));

/** Short commands, with the most time that each may take, in starts of Node. */
const commands = [
  { name: '--version', most: 2, args: () => ['--version'] },
  { name: '--help', most: 3, args: () => ['--help'] },
  { name: 'render hello.json -o x.png', most: 3, args: (project, file) => renderOf(project, `${file}.png`) },
  { name: 'inspect hello.json', most: 3.5, args: (project) => ['inspect', project] },
  {
    name: 'render hello.json -o x.mp4',
    most: 4.5,
    args: (project, file) => renderOf(project, `${file}.mp4`),
  },
];

const renderOf = (project, output) => ['render', project, '-o', output, '--force', '--no-cache'];

/**
 * Milliseconds of commands from their start to their end, and how many starts of Node that is: medians of runs in which
 * all took turns.
 */
export async function measureStart({ projectFile, folder, runs, log }) {
  const file = join(folder, 'start');
  const nodeTimes = [];
  const timed = commands.map(({ args, ...command }) => ({
    ...command,
    args: [commandLine, ...args(projectFile, file)],
    times: [],
  }));
  // The first run compiles what later ones find beside the programs.
  for (const { args } of timed) await runProcess(args);
  for (let run = 0; run < runs; run++) {
    nodeTimes.push(1000 * (await runProcess(['-e', '0'])).seconds);
    for (const { args, times } of timed) times.push(1000 * (await runProcess(args)).seconds);
  }
  const nodeMs = median(nodeTimes);
  return timed.map(({ name, most, times }) => {
    const milliseconds = median(times);
    log(`  ${name}: ${milliseconds.toFixed(0)} ms`);
    return { name, most, milliseconds, starts: milliseconds / nodeMs };
  });
}
