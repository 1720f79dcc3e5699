import { readFileSync } from 'node:fs';
import { minVersion, satisfies, validRange } from 'semver';
import { describe, expect, it } from 'vitest';
import { foldersAbove, productionPaths } from './production.ts';

// Tests the contents of an installation in package-lock.json: `npm ci` installs exactly these packages.

interface LockedPackage {
  /** The package's own name, if another package replaces it. */
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly deprecated?: string;
  /** Whether it is a package of this repository. */
  readonly link?: boolean;
  readonly engines?: { readonly node?: string };
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
const manifest = read('package.json');
const lockfile: { packages: Readonly<Record<string, LockedPackage>> } = read('package-lock.json');

/** Every locked package; the root itself does not count. */
const locked = Object.entries(lockfile.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { name, ...rest }]) => ({ path, name: name ?? nameAt(path), ...rest }));
const inProduction = productionPaths(lockfile.packages);
const production = locked.filter(({ path }) => inProduction.has(path));

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

const platforms = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64', libc: '' },
  { os: 'darwin', cpu: 'arm64', libc: '' },
  { os: 'win32', cpu: 'x64', libc: '' },
  { os: 'win32', cpu: 'arm64', libc: '' },
];

describe('package-lock.json', () => {
  it.each(platforms)('package-lock.json has the native libraries for $os $cpu $libc', (platform) => {
    const installed = production.filter(
      ({ os = [platform.os], cpu = [platform.cpu], libc = [platform.libc] }) =>
        os.includes(platform.os) && cpu.includes(platform.cpu) && libc.includes(platform.libc),
    );
    const libraries = installed.filter(({ optional }) => optional).map(({ name }) => name.split('-', 2)[0]);
    expect(libraries.sort()).toEqual(['@napi', '@seydx/node']);
  });

  it('package-lock.json has every optional build of each package', () => {
    const paths = new Set(Object.keys(lockfile.packages));
    const lost = Object.entries(lockfile.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !foldersAbove(path).some((at) => paths.has(at + name)),
      ),
    );
    expect(lost).toEqual([]);
  });

  it('package-lock.json has a checksum for every package', () => {
    expect(locked.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  it('package-lock.json has no production package with an install script', () => {
    expect(production.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
  });

  it('package.json denies every install script in package-lock.json', () => {
    const scripts = locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    const denied = Object.entries(manifest.allowScripts).filter(([, allowed]) => allowed === false);
    expect(denied.map(([name]) => name).sort()).toEqual([...new Set(scripts)].sort());
  });

  it('package-lock.json has no production package that is vulnerable or depends on a vulnerable package', () => {
    const refused = ['ip', 'werift', 'werift-ice', 'unzipper', 'node-av'];
    expect(production.filter(({ name }) => refused.includes(name))).toEqual([]);
    // node-av is a development dependency, without the parts that need the others.
    expect(locked.filter(({ name }) => refused.includes(name)).map(({ name }) => name)).toEqual(['node-av']);
  });

  it('package-lock.json has only packages that support the lowest Node version in package.json', () => {
    const lowest = minVersion(manifest.engines.node)?.version ?? '';
    expect(lowest).toBe('20.19.0');
    const ranges = locked.flatMap(({ path, engines }) => (engines?.node ? [[path, engines.node]] : []));
    expect(ranges.filter(([, range]) => validRange(range) === null)).toEqual([]);
    expect(ranges.filter(([, range]) => !satisfies(lowest, range))).toEqual([]);
  });

  it('package-lock.json has no deprecated package', () => {
    expect(locked.filter(({ deprecated }) => deprecated)).toEqual([]);
  });

  it("package-lock.json has package.json's dependencies in exactly the same versions", () => {
    const folders: readonly string[] = ['.', ...manifest.workspaces];
    const named = folders.flatMap((folder) => {
      const { dependencies, optionalDependencies, devDependencies } = read(`${folder}/package.json`);
      const all = Object.entries<string>({ ...dependencies, ...optionalDependencies, ...devDependencies });
      return all.filter(([name]) => !name.startsWith('@render-service/'));
    });
    const atRoot = named.map(([name]) => [name, lockfile.packages[`node_modules/${name}`]?.version]);
    expect(atRoot).toEqual(named);
  });
});
