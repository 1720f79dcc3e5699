import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Returns the error of the library's first use in a process that reports another platform. */
function firstUseOn(platform: string, arch: string): { status: number | null; thrown: string } {
  const library = new URL('../../assets/node-av/lib.mjs', import.meta.url);
  const program = `
    Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } });
    const { CodecContext, Packet } = await import('${library.href}');
    for (const use of [() => new Packet(), () => new CodecContext()]) {
      try { use(); } catch ({ code, message }) { console.log(code + ': ' + message); }
    }`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const [thrown, ...others] = new Set(stdout.trim().split('\n'));
  expect(others).toEqual([]);
  return { status, thrown };
}

it.each([
  ['linux', 'riscv64', 'there is no build of FFmpeg for linux-riscv64'],
  ['freebsd', 'x64', 'there is no build of FFmpeg for freebsd-x64'],
])(
  'rendering a film on %s %s fails because FFmpeg has no build for the platform',
  (platform, arch, reason) => {
    const thrown = `ERR_FFMPEG_UNUSABLE: an MP4 cannot be made: ${reason}; SVG and PNG still work`;
    expect(firstUseOn(platform, arch)).toEqual({ status: 0, thrown });
  },
);

it.each([
  ['darwin', process.arch === 'arm64' ? 'x64' : 'arm64', ''],
  ['win32', process.arch === 'arm64' ? 'x64' : 'arm64', '-msvc'],
])('rendering a film on %s %s fails and names the missing FFmpeg package', (platform, arch, compiler) => {
  const { status, thrown } = firstUseOn(platform, arch);
  expect(status).toBe(0);
  expect(thrown).toContain(`@seydx/node-av-${platform}-${arch}${compiler}, the build of FFmpeg`);
  expect(thrown).toContain('is not installed; install render-service again');
});
