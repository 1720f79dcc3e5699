import type * as library from '../../packages/engine/src/index.ts';

export function writeReference(
  page: string,
  schemas: Pick<typeof library, 'projectSchema' | 'shorthandSchema'>,
): string;
