import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { makeFolder, readRegularFile } from '@render-service/engine/files';
import * as z from 'zod';

/** The parts of the URL of a preview, except for the host. */
export interface UrlParts {
  readonly port: number;
  readonly token: string;
}

const urlParts: z.ZodType<UrlParts> = z.object({
  port: z.number().int().min(1).max(65535),
  token: z.string().regex(/^[\w-]{32}$/),
});

/** The URL of the last preview of a file; undefined if there was none, or if the stored URL cannot be read. */
export async function recallUrl(project: string, signal: AbortSignal): Promise<UrlParts | undefined> {
  try {
    const bytes = await readRegularFile(stateFile(project), signal);
    return urlParts.safeParse(JSON.parse(Buffer.from(bytes).toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * Remembers the URL of a preview for its next start. Only this user can read it. Without a folder to write to, the next
 * start has a new URL.
 */
export async function rememberUrl(project: string, parts: UrlParts): Promise<void> {
  const file = stateFile(project);
  const part = `${file}.${process.pid}`;
  try {
    await makeFolder(dirname(file), 0o700);
    await writeFile(part, JSON.stringify(parts), { mode: 0o600, flag: 'wx' });
    await rename(part, file);
  } catch {
    // The preview works without it.
  }
}

/** Follows the XDG Base Directory Specification: state outlives a restart, but is not worth a backup. */
function stateFile(project: string): string {
  const { XDG_STATE_HOME: given = '' } = process.env;
  const folder = given.startsWith('/') ? given : join(homedir(), '.local', 'state');
  const name = createHash('sha256').update(resolve(project)).digest('hex');
  return join(folder, 'render-service', 'previews', `${name}.json`);
}
