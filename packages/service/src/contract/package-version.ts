import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

/** The version of the package, such as `1.2.0`, from its manifest. */
export function packageVersion(): string {
  const fields: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof fields === 'object' && fields !== null && 'version' in fields
    ? String(fields.version)
    : 'unknown';
}
