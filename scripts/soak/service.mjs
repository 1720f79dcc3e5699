import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../packages/render-service/dist/cli/main.js', import.meta.url));
const collectGarbage = new URL('./collect-garbage.mjs', import.meta.url).href;

/** The log level of unexpected failures. */
const errorLevel = 50;

/**
 * Starts the built service on a free port of the loopback interface, with these settings in its environment, and
 * resolves once it listens. `unexpectedFailures` are the log lines of unexpected failures; `collectGarbage` triggers a
 * garbage collection; `stop` ends it as its user would and resolves to its exit code and signal. Rejects with its last
 * line of output if it ends before it listens.
 */
export async function startService(settings = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_RENDER_'));
  const child = spawn(process.execPath, ['--expose-gc', '--import', collectGarbage, main, 'serve'], {
    env: { ...Object.fromEntries(inherited), SERVICE_RENDER_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((done) => {
    child.on('close', (code, signal) => done({ code, signal }));
  });
  const unexpectedFailures = [];
  let lastLine = '';
  createInterface(child.stderr).on('line', (line) => {
    lastLine = line;
    if (line.startsWith('{') && JSON.parse(line).level >= errorLevel) unexpectedFailures.push(line);
  });
  const port = await new Promise((listening, failed) => {
    createInterface(child.stdout).on('line', (line) => {
      const address = /^render-service listens on http:\/\/\S+:(\d+)$/.exec(line);
      if (address) listening(Number(address[1]));
    });
    child.on('error', failed);
    ended.then(({ code }) => failed(new Error(`the service ended with ${code}: ${lastLine}`)));
  });
  return {
    port,
    pid: child.pid,
    unexpectedFailures,
    collectGarbage: () => child.kill('SIGUSR2'),
    stop: async () => {
      const tooLong = setTimeout(() => child.kill('SIGKILL'), 20_000);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const end = await ended;
      clearTimeout(tooLong);
      return end;
    },
  };
}
