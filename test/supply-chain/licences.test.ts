import { readdirSync, readFileSync } from 'node:fs';
import { getFFmpegInfo } from 'node-av/lib';
import { describe, expect, it } from 'vitest';
import { tableUnder } from '../support/markdown-table.ts';
import { type LockedPackage, productionPaths } from './production.ts';

const page = readFileSync(new URL('../../docs/licences.md', import.meta.url), 'utf8');

/** The page describes this build; other builds contain other drivers. */
const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64';

/** Every package in a lockfile, by the path at which it is installed; the root itself does not count. */
function lockedIn(folder: string): [string, LockedPackage][] {
  return entriesIn(folder).filter(([path, { link }]) => path.includes('node_modules/') && !link);
}

/** Every entry of a lockfile. */
function entriesIn(folder: string): [string, LockedPackage][] {
  const lockfile = JSON.parse(
    readFileSync(new URL(`../../${folder}package-lock.json`, import.meta.url), 'utf8'),
  );
  return Object.entries<LockedPackage>(lockfile.packages);
}

const locked = lockedIn('');
const allLocked = entriesIn('');

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The entries of a table of licences and parts, one line per part. */
function partsUnder(heading: string): string[] {
  return tableUnder(page, heading)
    .flatMap(([licence, parts]) => parts.split(', ').map((part) => `${part}: ${licence}`))
    .sort();
}

describe('docs/licences.md', () => {
  it('docs/licences.md lists every installed npm package with its version and licence', () => {
    const inProduction = productionPaths(Object.fromEntries(allLocked));
    const runtime = locked
      .filter(([path]) => inProduction.has(path))
      .map(([path, { version, license = 'not declared' }]) => `${nameAt(path)} ${version}: ${license}`);
    expect(partsUnder('npm packages')).toEqual([...new Set(runtime)].sort());
  });

  it.runIf(isLinuxX64)('docs/licences.md lists the FFmpeg version and every library in the build', () => {
    const { version, configuration } = getFFmpegInfo();
    const licensing = configuration.match(/--enable-(gpl|version3|nonfree)\b/g);
    expect(page).toContain(`FFmpeg ${version}, configured with \`${licensing?.join(' ')}\``);
    const inputs = [...configuration.matchAll(/--enable-indev=(\S+)/g)].map(([, name]) => name);
    const libraries = [...configuration.matchAll(/--enable-([^\s=]+)(?= |$)/g)]
      .map(([, name]) => name)
      .filter((name) => !['gpl', 'version3'].includes(name));
    const named = partsUnder('In the native library of FFmpeg').map((part) => part.split(/[: ]/, 1)[0]);
    expect(named.sort()).toEqual([...new Set([...inputs, ...libraries])].sort());
  });

  it('docs/licences.md lists the sources and fonts bundled in assets/', () => {
    const rows = tableUnder(page, 'Bundled in assets/');
    const sources = [
      ...locked,
      ...lockedIn('packages/engine/scripts/fonts/'),
      ...lockedIn('packages/h264/assembly/'),
    ];
    const versions = new Map(sources.map(([path, { version }]) => [nameAt(path), version]));
    for (const [, source] of rows) {
      const [name, version] = source.split(' ');
      expect([name, version]).toEqual([name, versions.get(name)]);
    }
    const fonts = rows
      .filter(([, , licence]) => licence === 'OFL-1.1')
      .map(([part]) => part.replaceAll(' ', ''));
    const shipped = readdirSync(new URL('../../packages/engine/assets/fonts/', import.meta.url)).filter(
      (file) => /\.ttf(\.br)?$/.test(file),
    );
    const names = new Set(shipped.map((file) => file.replace(/(-(Bold|Italic))*\.ttf(\.br)?$/, '')));
    expect(fonts.sort()).toEqual([...names].sort());
  });

  it('every font licence text is the SIL Open Font License 1.1', () => {
    const folder = new URL('../../packages/engine/assets/fonts/licences/', import.meta.url);
    for (const file of readdirSync(folder)) {
      expect(readFileSync(new URL(file, folder), 'utf8')).toMatch(/SIL Open Font License,?\sversion 1\.1/i);
    }
  });
});
