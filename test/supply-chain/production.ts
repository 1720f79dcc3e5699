export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** Whether it is a package of this repository. */
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The paths in a lockfile of all packages that an installation of render-service may have: what it depends on, and what
 * those depend on. Optional peers, and what they need, do not count.
 */
export function productionPaths(packages: Readonly<Record<string, LockedPackage>>): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = foldersAbove(path)
        .reverse()
        .map((folder) => folder + name)
        .find((candidate) => packages[candidate]);
      if (target !== undefined) visit(target);
    }
  };
  visit('packages/render-service');
  return new Set([...found].filter((path) => path.includes('node_modules/') && !packages[path].link));
}

/** The folders in which the package at `path` looks for others, from the root's to its own. */
export function foldersAbove(path: string): string[] {
  const parts = path.startsWith('node_modules/') ? path.split(/\/(?=node_modules\/)/) : [];
  return Array.from({ length: parts.length + 1 }, (_, count) =>
    [...parts.slice(0, count), 'node_modules/'].join('/'),
  );
}
