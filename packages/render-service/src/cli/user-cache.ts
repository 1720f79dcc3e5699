import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The folder of the user's cache of films, where each system has it; undefined for a user without a home. */
export function userCache(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  try {
    const home = cacheHome(environment, platform);
    return isAbsolute(home) ? join(home, 'render-service') : undefined;
  } catch {
    // This user has no home folder, as in some containers.
    return undefined;
  }
}

function cacheHome(
  { XDG_CACHE_HOME: given = '', LOCALAPPDATA: local = '' }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string {
  // As the XDG Base Directory Specification has it, a relative path is ignored.
  if (isAbsolute(given)) return given;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (platform === 'win32') return isAbsolute(local) ? local : join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
}
