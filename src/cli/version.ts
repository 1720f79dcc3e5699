import { readFileSync } from 'node:fs';

/** The version in the package's manifest, as a line. */
export function versionLine(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : 'unknown';
  return `${version}\n`;
}
