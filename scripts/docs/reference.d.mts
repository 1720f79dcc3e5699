import type * as library from '../../src/index.ts';

export function writeReference(
  page: string,
  schemas: Pick<typeof library, 'projectSchema' | 'shorthandSchema'>,
): string;
