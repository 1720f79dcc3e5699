import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../packages/render-service/dist/cli/main.js', import.meta.url));

/** Starts the built command line, on one processor if given; `finished` resolves to its exit code and its output. */
export function start(args, processor) {
  const pinned = processor === undefined ? [] : ['taskset', '--cpu-list', String(processor)];
  const [command, ...rest] = [...pinned, process.execPath, main, ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  const finished = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
  return { child, output, finished };
}

/** Runs it to its end and returns the seconds taken. Rejects unless its exit code is 0. */
export async function timed(args) {
  const begin = performance.now();
  const { code, stderr } = await start(args).finished;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return (performance.now() - begin) / 1000;
}

/** Starts a worker with one render process, on one processor if given, and resolves after its first output. */
export async function startWorker(url, options = [], processor) {
  const worker = start(['work', '--queue', url, '--jobs', '1', ...options], processor);
  await new Promise((resolve) => worker.child.stdout.once('data', resolve));
  return worker;
}

export async function stop({ child, finished }, signal = 'SIGTERM') {
  child.kill(signal);
  await finished;
}
