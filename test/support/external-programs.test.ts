import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { debianPackages } from './external-programs.ts';
import { summary } from './external-programs-reporter.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs tests as on a machine without any external program. */
function runTests(environment: NodeJS.ProcessEnv): Promise<{ passed: boolean; output: string }> {
  // The environment of this test's worker must not affect another run.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(CI|VITEST.*|NODE_ENV)$/.test(name));
  const env = { ...Object.fromEntries(inherited), ...environment, PATH: '', NO_COLOR: '1' };
  // Two files with few other tests.
  const files = [
    'packages/engine/test/media/images/decode-jpeg.test.ts',
    'packages/engine/test/layout/groups.test.ts',
  ];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    );
  });
}

it('skips tests whose program is missing, and names the program in the last lines', async () => {
  const { passed, output } = await runTests({});
  expect(passed, output).toBe(true);
  expect(output).toMatch(/^ *Test Files .* passed/m);
  const end = output.slice(output.indexOf('tests were skipped, because programs that check the results'));
  const [, chromium] =
    /chromium is missing, which checks (\d+) of them:\n +\1 {2}packages\/engine\/test\/layout\/groups/.exec(
      end,
    ) ?? [];
  const [, ffmpeg] =
    /ffmpeg is missing, which checks (\d+) of them:\n +\1 {2}packages\/engine\/test\/media\/images\/decode-jpeg/.exec(
      end,
    ) ?? [];
  expect(Number(chromium)).toBeGreaterThan(0);
  expect(Number(ffmpeg)).toBeGreaterThan(0);
  expect(output).toContain(`\n${Number(chromium) + Number(ffmpeg)} tests were skipped, because`);
  expect(end.trimEnd()).toMatch(/\nTo run them: apt-get install chromium ffmpeg$/);
}, 240_000);

it('fails tests whose program is missing if CI is set', async () => {
  const { passed, output } = await runTests({ CI: '1' });
  expect(passed).toBe(false);
  expect(output).toContain('ffmpeg is not installed: apt-get install ffmpeg');
  expect(output).toContain('chromium is not installed: apt-get install chromium');
  expect(output).not.toContain('were skipped');
}, 240_000);

it('counts skipped tests by program and by file in the last lines', () => {
  const skipped = [
    { program: 'ffprobe', file: 'test/b.test.ts' },
    { program: 'chromium', file: 'test/b.test.ts' },
    { program: 'ffprobe', file: 'test/a.test.ts' },
    { program: 'ffprobe', file: 'test/b.test.ts' },
  ] as const;
  expect(summary(skipped)).toBe(`
4 tests were skipped, because programs that check the results are not installed.
  chromium is missing, which checks 1 of them:
      1  test/b.test.ts
  ffprobe is missing, which checks 3 of them:
      1  test/a.test.ts
      2  test/b.test.ts
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
    .filter((path) => /(?<!external-programs\.test|node_modules\/.*|haproxy)\.(ts|mjs)$/.test(path));
  expect(files.filter((path) => start.test(readFileSync(`${root}/${path}`, 'utf8')))).toEqual([]);
});
