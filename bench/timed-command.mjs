import { spawn } from 'node:child_process';

/** Runs a program; returns its time, and the processor time of it and of all that it started. */
export function timedCommand(command, args) {
  return new Promise((done, failed) => {
    const format = '%U %S';
    const started = performance.now();
    const child = spawn('/usr/bin/time', ['-f', format, command, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    child.on('error', failed);
    child.on('close', (code) => {
      const times = printed.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
      const processorSeconds = times.reduce((sum, one) => sum + one, 0);
      if (code === 0) done({ seconds: (performance.now() - started) / 1000, processorSeconds });
      else failed(new Error(`${command} ended with exit code ${code}: ${printed}`));
    });
  });
}
