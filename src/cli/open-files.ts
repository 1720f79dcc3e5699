import { readFileSync } from 'node:fs';
import { SettingsError } from '../contract/settings.ts';

/** Files and connections that a service must be able to have open at a time: its own, and a hundred clients. */
const fewestOpenFiles = 256;

/** Throws a SettingsError when this process may have too few files open; only Linux tells. */
export function checkOpenFiles(): void {
  const limit = openFilesLimit();
  if (limit === undefined || limit >= fewestOpenFiles) return;
  throw new SettingsError(
    `the limit of open files (ulimit -n) must be at least ${fewestOpenFiles}, but is ${limit}`,
  );
}

/** The most files that this process may have open; undefined where the system does not tell. */
export function openFilesLimit(): number | undefined {
  try {
    // Node has raised the soft limit to the hard one.
    const [, soft] = /^Max open files\s+(\d+)\s/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
