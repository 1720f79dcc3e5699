import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { TestRunner } from 'vitest';

/** Programs, and a library, that tests use to check the service, with their Debian packages. */
export const debianPackages = {
  caddy: 'caddy',
  chromium: 'chromium',
  curl: 'curl',
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffmpeg',
  'espeak-ng': 'espeak-ng',
  gifsicle: 'gifsicle',
  haproxy: 'haproxy',
  libopenh264: 'libopenh264-dev',
  nginx: 'nginx',
  pngcheck: 'pngcheck',
  promtool: 'prometheus',
  python3: 'python3',
  'redis-server': 'redis-server',
  webpinfo: 'webp',
} as const;

export type ExternalProgram = keyof typeof debianPackages;

declare module 'vitest' {
  interface TaskMeta {
    /** The missing program because of which the test was skipped. */
    missingProgram?: ExternalProgram;
  }
}

/**
 * The path of a program that the running test needs. If it is missing, the test is skipped at this point; with CI set,
 * and outside a test, this throws an Error instead. Not for concurrent tests: Vitest cannot tell which of them calls.
 */
export function externalProgram(name: ExternalProgram): string {
  const path = findExternalProgram(name);
  if (path !== null) return path;
  const message = `${name} is not installed: ${installCommand([name])}`;
  const test = TestRunner.getCurrentTest();
  if (process.env.CI || !test) throw new Error(message);
  test.meta.missingProgram = name;
  return test.context.skip(message);
}

/** The path of a program or library, or null if it is missing. */
export function findExternalProgram(name: ExternalProgram): string | null {
  if (name === 'libopenh264') return findLibrary(name);
  const folders = (process.env.PATH ?? '').split(delimiter);
  // They are installed in a folder that only root's PATH contains.
  if (name === 'haproxy' || name === 'nginx') folders.push('/usr/sbin');
  const paths = folders.filter((folder) => folder !== '').map((folder) => join(folder, name));
  return paths.find(isExecutable) ?? null;
}

/** Where Debian and others keep libraries. */
const libraryFolders = [
  ...['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'],
  ...['/usr/local/lib', '/opt/homebrew/lib'],
];

function findLibrary(name: string): string | null {
  const paths = libraryFolders.flatMap((folder) => [
    join(folder, `${name}.so`),
    join(folder, `${name}.dylib`),
  ]);
  return paths.find((path) => existsSync(path)) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function installCommand(names: readonly ExternalProgram[]): string {
  return `apt-get install ${[...new Set(names.map((name) => debianPackages[name]))].sort().join(' ')}`;
}
