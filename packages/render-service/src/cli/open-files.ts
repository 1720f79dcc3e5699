import { readFileSync } from 'node:fs';

/** Files and connections that a service must be able to have open at the same time: its own and a hundred clients'. */
const minOpenFiles = 256;

/** Why this process may open too few files for a service. Only checked on Linux. */
export function openFilesProblem(): string | undefined {
  const limit = openFilesLimit();
  if (limit === undefined || limit >= minOpenFiles) return undefined;
  return `the limit of open files (ulimit -n) must be at least ${minOpenFiles}, but is ${limit}`;
}

/** Maximum files that this process may have open; undefined on other systems than Linux. */
export function openFilesLimit(): number | undefined {
  try {
    // Node has already raised the soft limit to the hard one.
    const [, soft] = /^Max open files\s+(\d+)\s/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
