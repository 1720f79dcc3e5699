import { dirname } from 'node:path';

/** The folder that a project's relative paths start from: its own. Standard input has none. */
export function baseFolderOf(input: string): string | undefined {
  return input === '-' ? undefined : dirname(input);
}
