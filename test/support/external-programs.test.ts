import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { debianPackages } from './external-programs.ts';
import { summary } from './external-programs-reporter.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs tests of `test/fixtures/programs/`. */
function runTests(
  files: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ passed: boolean; output: string }> {
  // The environment of this test's worker must not affect another run.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(CI|HIDDEN_PROGRAMS|VITEST.*|NODE_ENV)$/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...environment, NO_COLOR: '1' };
  const config = ['--config', 'test/fixtures/programs/vitest.config.ts'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...config, ...files];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    );
  });
}

it('skips tests and hooks whose program is missing, and counts them by program in the last lines', {
  tags: 'slow',
}, async () => {
  for (const ci of [{}, { CI: '1' }]) {
    const { passed, output } = await runTests(['mixed', 'whole'], { HIDDEN_PROGRAMS: 'all', ...ci });
    expect(passed, output).toBe(true);
    expect(output).toMatch(/Tests {2}3 passed \| 4 skipped \(7\)/);
    expect(output.trimEnd()).toMatch(
      /\n4 tests were skipped, because programs that check the results are missing: 3 for chromium, 2 for ffmpeg\.\nTo run them: apt-get install chromium ffmpeg$/,
    );
  }
});

it('fails tests whose program is missing if CI is set', { tags: 'slow' }, async () => {
  const { passed, output } = await runTests(['mixed'], { CI: '1', PATH: '/nowhere' });
  expect(passed).toBe(false);
  expect(output).toContain('ffprobe is not installed: apt-get install ffmpeg');
  expect(output).toContain('chromium is not installed: apt-get install chromium');
  expect(output).not.toContain('were skipped');
});

it('fails a test that does not declare the program that it starts, even if the program is there', {
  tags: 'slow',
}, async () => {
  const { passed, output } = await runTests(['undeclared'], {});
  expect(passed).toBe(false);
  expect(output).toContain("this test needs ffmpeg, so declare it: { tags: 'ffmpeg' }");
});

it('counts the skipped tests that need each program', () => {
  const skipped = [['ffmpeg'], ['chromium'], ['ffmpeg', 'chromium'], ['ffmpeg']];
  expect(summary(skipped)).toBe(`
4 tests were skipped, because programs that check the results are missing: 2 for chromium, 3 for ffmpeg.
To run them: apt-get install chromium ffmpeg
`);
  expect(summary(skipped.slice(0, 1))).toContain('\n1 test was skipped, because');
});

it('tests start external programs only through externalProgram()', () => {
  const names = Object.keys(debianPackages).join('|');
  const start = new RegExp(
    `(spawn|spawnSync|execFile|execFileSync)\\(\\s*['"\`](\\S*/)?(${names})['"\` ]|bin/chromium`,
  );
  const folders = ['test', ...readdirSync(`${root}/packages`).map((name) => `packages/${name}/test`)];
  const files = folders
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    // Scripts that measure use HAProxy, too, and have no tests to skip.
    .filter((path) =>
      /(?<!external-programs\.test|\.fixture|node_modules\/.*|haproxy)\.(ts|mjs)$/.test(path),
    );
  expect(files.filter((path) => start.test(readFileSync(`${root}/${path}`, 'utf8')))).toEqual([]);
});
