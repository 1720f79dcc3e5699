import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const maxRunMs = 900_000;

/**
 * Runs a script of this folder in a separate process, so that its peak memory can be measured, and returns the figures
 * that it reports, plus `everythingSeconds` from its start to its end. This process must stay small: on Linux a child
 * starts with the peak memory of its parent.
 */
export async function measureScript(script, args, { flags = [], env = {} } = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { printed, seconds } = await runProcess([...flags, path, ...args], env);
  return { ...JSON.parse(printed), everythingSeconds: seconds };
}

/** Runs Node with arguments and more environment variables; rejects unless it exits with 0. */
export function runProcess(args, env = {}) {
  return new Promise((done, failed) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: maxRunMs,
      killSignal: 'SIGKILL',
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    child.on('error', failed);
    child.on('close', (code, signal) => {
      const seconds = (performance.now() - started) / 1000;
      if (code === 0) done({ printed, seconds });
      else failed(new Error(`${args.join(' ')} ended with ${signal ?? `exit code ${code}`}`));
    });
  });
}
