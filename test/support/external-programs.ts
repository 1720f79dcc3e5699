import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
type DebianPackage = (typeof debianPackages)[ExternalProgram];

/** Where Debian and others keep libraries. */
const libraryFolders = [
  ...['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'],
  ...['/usr/local/lib', '/opt/homebrew/lib'],
];

const programs = Object.keys(debianPackages) as ExternalProgram[];

declare module 'vitest' {
  interface TestTags {
    /** The packages that a test needs. */
    debianPackage: DebianPackage;
  }
}

/**
 * Programs that tests treat as missing, separated by commas; `all` means each of them. With it, the tests run as on a
 * machine that has only Node.
 */
const hidden: readonly string[] = (process.env.HIDDEN_PROGRAMS ?? '').split(',');

function isHidden(name: ExternalProgram): boolean {
  return hidden.includes('all') || hidden.includes(name);
}

/**
 * Options of Vitest: a tag for each package, with which a test, a `describe` or a file (`@module-tag`) declares that it
 * needs the package. Tests and hooks of a missing one do not run. With CI set, only hidden programs may be missing:
 * tests of others run, and fail.
 */
export const packageTags: { name: DebianPackage; description: string; skip: boolean }[] = [
  ...new Set(Object.values(debianPackages)),
].map((name) => {
  const missing = programs.filter(
    (program) =>
      debianPackages[program] === name &&
      (isHidden(program) || (!process.env.CI && findExternalProgram(program) === null)),
  );
  return { name, description: `needs the Debian package ${name}`, skip: missing.length > 0 };
});

/** The path of a program that a test needs. Throws an Error if the program is missing, or if the test has no tag for it. */
export function externalProgram(name: ExternalProgram): string {
  const tag = debianPackages[name];
  const test = TestRunner.getCurrentTest();
  if (test && !test.tags?.includes(tag)) {
    throw new Error(`this test needs ${name}, so declare it: { tags: '${tag}' }`);
  }
  const path = findExternalProgram(name);
  if (path === null) throw new Error(`${name} is not installed: ${installCommand([tag])}`);
  return path;
}

/** The path of a program or library, or null if it is missing. */
export function findExternalProgram(name: ExternalProgram): string | null {
  if (isHidden(name)) return null;
  if (name === 'libopenh264') return findLibrary(name);
  const folders = pathFolders();
  // They are installed in a folder that only root's PATH contains.
  if (name === 'haproxy' || name === 'nginx') folders.push('/usr/sbin');
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/**
 * Changes PATH so that no process finds a hidden program: folders that contain one are replaced by a folder with links
 * to their other programs, which is removed when this process ends.
 */
export function hideFromChildProcesses(): void {
  const names = programs.filter(isHidden);
  if (names.length === 0) return;
  const isOneOf = (file: string) =>
    names.some((name) => file === name || file.startsWith(`${name}.`) || file.startsWith(`${name}-`));
  const links = mkdtempSync(join(tmpdir(), 'render-service-programs-'));
  process.on('exit', () => rmSync(links, { recursive: true, force: true }));
  const folders = pathFolders().map((folder) => {
    const files = existsSync(folder) ? readdirSync(folder) : [];
    if (!files.some(isOneOf)) return folder;
    for (const file of files.filter((file) => !isOneOf(file) && !existsSync(join(links, file)))) {
      symlinkSync(join(folder, file), join(links, file));
    }
    return links;
  });
  process.env.PATH = [...new Set(folders)].join(delimiter);
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

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

export function installCommand(packages: readonly string[]): string {
  return `apt-get install ${[...new Set(packages)].sort().join(' ')}`;
}
