import { readFileSync } from 'node:fs';
import { SettingsError } from '../contract/settings.ts';

/** Files and connections that a service must be able to have open at the same time: its own and a hundred clients'. */
const fewestOpenFiles = 256;

/** Throws a SettingsError when this process may open too few files. Only checked on Linux. */
export function checkOpenFiles(): void {
  const limit = openFilesLimit();
  if (limit === undefined || limit >= fewestOpenFiles) return;
  throw new SettingsError(
    `the limit of open files (ulimit -n) must be at least ${fewestOpenFiles}, but is ${limit}`,
  );
}

/** Most files that this process may have open; undefined on other systems than Linux. */
export function openFilesLimit(): number | undefined {
  try {
    // Node has already raised the soft limit to the hard one.
    const [, soft] = /^Max open files\s+(\d+)\s/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
