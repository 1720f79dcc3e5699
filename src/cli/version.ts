import { packageVersion } from '../contract/package-version.ts';

/** The version of the package, as a line. */
export function versionLine(): string {
  return `${packageVersion()}\n`;
}
