import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { smallText } from '../../../../test/support/http-projects.ts';
import { onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

const main = fileURLToPath(new URL('../../../render-service/dist/cli/main.js', import.meta.url));
const env = { ...process.env, SERVICE_RENDER_PORT: '0' };

/** The arguments of a shell that runs the service with this limit of open files. */
function withLimit(files: number): string[] {
  return ['-c', `ulimit -n ${files} && exec "$0" "$@"`, process.execPath, main, 'serve'];
}

describe.skipIf(!onLinux)('the limit of open files', () => {
  it.each([32, 64, 255])(
    'the service does not start with a limit of %i open files, and explains why in one line',
    async (files) => {
      const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
        execFile('sh', withLimit(files), { env }, (error, stdout, stderr) =>
          done({ code: error?.code, stdout, stderr }),
        );
      });
      expect(ended).toEqual({
        code: 1,
        stdout: '',
        stderr: `render-service: the limit of open files (ulimit -n) must be at least 256, but is ${files}\n`,
      });
    },
  );

  it('the service starts and renders with a limit of 256 open files', async () => {
    const service = spawn('sh', withLimit(256), { env, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(async () => {
      const ended = new Promise((done) => service.once('close', done));
      service.kill('SIGTERM');
      await ended;
    });
    let output = '';
    service.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [, url] = await waitUntil('the service listens', () => /listens on (\S+)\n/.exec(output), 20_000);
    const { status } = await fetch(`${url}/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: smallText,
    });
    expect(status).toBe(200);
  });
});
