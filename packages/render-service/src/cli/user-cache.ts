import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The folder in which the user's pieces of films are kept, as each system has it. */
export function userCache(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(cacheHome(environment, platform), 'render-service', 'pieces');
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
